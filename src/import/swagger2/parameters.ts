import type { Parameter } from '../../model/api.ts';
import { diagnostic } from '../../model/diagnostic.ts';
import type { JsonSchema } from '../../model/json.ts';
import type { Style, StyleSerialization } from '../../model/serialization.ts';
import type { DocumentNode } from '../document-set.ts';
import { readExamples } from '../shared/examples.ts';
import { locationKey, readFlag, readText } from '../shared/nodes.ts';
import { parameterSchemaKeywords } from '../shared/parameter-schema.ts';
import type { RawParameter } from '../shared/raw-parameters.ts';
import type { Reading } from '../shared/reading.ts';
import { readCollectionFormat } from './collection-format.ts';

/** Reads Parameter Objects of 2.0 that are no part of a body, each shared one once. */
export class ParameterReader {
  readonly #reading: Reading;
  readonly #known = new Map<string, Parameter | undefined>();

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  /** The parameters of path, query and header; one in an unknown place is reported. */
  readAll(raw: readonly RawParameter[]): readonly Parameter[] {
    return raw.flatMap((parameter) => {
      if (parameter.place === 'body' || parameter.place === 'formData') return [];
      return this.#read(parameter) ?? [];
    });
  }

  #read(raw: RawParameter): Parameter | undefined {
    const key = locationKey(raw.node.location);
    if (!this.#known.has(key)) this.#known.set(key, readParameter(this.#reading, raw));
    const parameter = this.#known.get(key);
    if (parameter === undefined || raw.site === raw.node) return parameter;
    const extensions = this.#reading.context.extensionsOf(raw.site);
    return extensions.length === 0
      ? parameter
      : { ...parameter, extensions: [...parameter.extensions, ...extensions] };
  }
}

function readParameter(reading: Reading, raw: RawParameter): Parameter | undefined {
  const { node, name, place } = raw;
  const schema = readFieldSchema(reading, node);
  const description = readText(reading, node, 'description');
  const shared = {
    name,
    ...(description === undefined ? {} : { description }),
    required: readFlag(reading, node, 'required') ?? false,
    deprecated: readFlag(reading, node, 'deprecated') ?? false,
    schema,
    examples: readExamples(reading, node, schema),
    location: node.location,
    extensions: reading.context.extensionsOf(node),
  };
  const delimited = readCollectionFormat(reading, node, place);
  switch (place) {
    case 'path':
      return {
        ...shared,
        in: 'path',
        required: true,
        serialization: delimited ?? plainStyle('simple'),
        multiSegment: readFlag(reading, node, 'x-multi-segment') ?? false,
      };
    case 'query':
      return {
        ...shared,
        in: 'query',
        serialization: delimited ?? { ...plainStyle('form'), explode: true },
        allowEmptyValue: readFlag(reading, node, 'allowEmptyValue') ?? false,
      };
    case 'header':
      return { ...shared, in: 'header', serialization: delimited ?? plainStyle('simple') };
    default:
      reading.report(
        diagnostic('parameter-invalid', {
          message: `The parameter ${JSON.stringify(name)} stands in ${JSON.stringify(place)}, which is no place for parameters, and is left out.`,
          fix: 'Use path, query, header, formData or body.',
          location: node.location,
        }),
      );
      return undefined;
  }
}

/**
 * The schema of a parameter, form field or header, whose fields are JSON Schema themselves. A `schema`, which
 * only a body may have, is taken where it is given.
 */
export function readFieldSchema(reading: Reading, node: DocumentNode): JsonSchema {
  const schema = reading.documents.child(node, 'schema');
  return schema === undefined
    ? reading.schemas.read(node, { only: parameterSchemaKeywords })
    : reading.schemas.read(schema);
}

function plainStyle<S extends Style>(style: S): StyleSerialization<S> {
  return { kind: 'style', style, explode: false, allowReserved: false };
}
