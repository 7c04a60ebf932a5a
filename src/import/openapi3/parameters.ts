import type { Parameter } from '../../model/api.ts';
import { diagnostic } from '../../model/diagnostic.ts';
import type { DiagnosticCode } from '../../model/diagnostic.ts';
import { isJsonObject } from '../../model/json.ts';
import type { JsonSchema } from '../../model/json.ts';
import type { ContentSerialization } from '../../model/serialization.ts';
import type { DocumentNode } from '../document-set.ts';
import { readExamples } from '../shared/examples.ts';
import { locationKey, membersOf, readFlag, readText } from '../shared/nodes.ts';
import type { RawParameter } from '../shared/raw-parameters.ts';
import type { Reading } from '../shared/reading.ts';
import { parameterSchemaKeywords } from '../shared/parameter-schema.ts';
import { readStyle } from './styles.ts';

/** Reads Parameter Objects of 3.x, each component once. */
export class ParameterReader {
  readonly #reading: Reading;
  readonly #known = new Map<string, Parameter | undefined>();

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  /** The parameters that can be given; what cannot be read, or contradicts another one, is reported. */
  readAll(raw: readonly RawParameter[]): readonly Parameter[] {
    const parameters = raw.flatMap((parameter) => this.#read(parameter) ?? []);
    return withoutConflicts(this.#reading, parameters);
  }

  #read(raw: RawParameter): Parameter | undefined {
    const key = locationKey(raw.node.location);
    if (!this.#known.has(key)) this.#known.set(key, readParameter(this.#reading, raw));
    const parameter = this.#known.get(key);
    if (parameter === undefined || raw.site === raw.node) return parameter;
    const extensions = this.#reading.context.extensionsOf(raw.site);
    if (raw.description === undefined && extensions.length === 0) return parameter;
    return {
      ...parameter,
      ...(raw.description === undefined ? {} : { description: raw.description }),
      extensions: [...parameter.extensions, ...extensions],
    };
  }
}

function readParameter(reading: Reading, raw: RawParameter): Parameter | undefined {
  const { node, name, place } = raw;
  const value = readValue(reading, raw);
  const description = readText(reading, node, 'description');
  const shared = {
    name,
    ...(description === undefined ? {} : { description }),
    required: readFlag(reading, node, 'required') ?? false,
    deprecated: readFlag(reading, node, 'deprecated') ?? false,
    schema: value.schema,
    examples: readExamples(reading, value.examplesAt ?? node, value.schema),
    location: node.location,
    extensions: reading.context.extensionsOf(node),
  };
  switch (place) {
    case 'path':
      return {
        ...shared,
        in: 'path',
        required: true,
        serialization: value.content ?? readStyle(reading, node, 'path'),
        multiSegment: readFlag(reading, node, 'x-multi-segment') ?? false,
      };
    case 'query':
      return {
        ...shared,
        in: 'query',
        serialization: value.content ?? readStyle(reading, node, 'query'),
        allowEmptyValue: readFlag(reading, node, 'allowEmptyValue') ?? false,
      };
    case 'header':
      return {
        ...shared,
        in: 'header',
        serialization: value.content ?? readStyle(reading, node, 'header'),
      };
    case 'cookie':
      return {
        ...shared,
        in: 'cookie',
        serialization: value.content ?? readStyle(reading, node, 'cookie'),
      };
    case 'querystring':
      return { ...shared, in: 'querystring', serialization: value.content ?? formContent };
    default:
      report(reading, node, 'parameter-invalid', {
        message: `The parameter ${JSON.stringify(name)} stands in ${JSON.stringify(place)}, which is no place for parameters, and is left out.`,
        fix: 'Use path, query, header or cookie; describe a body by requestBody.',
      });
      return undefined;
  }
}

const formContent: ContentSerialization = {
  kind: 'content',
  mediaType: 'application/x-www-form-urlencoded',
};

/** What a parameter's value is, and how it is written where a media type says so. */
interface ParameterValue {
  readonly schema: JsonSchema;
  readonly content?: ContentSerialization;
  /** The Media Type Object, where examples stand in it. */
  readonly examplesAt?: DocumentNode;
}

/** A parameter has either a schema or a content of one media type (rule P4). */
function readValue(reading: Reading, { node, name, place }: RawParameter): ParameterValue {
  const { documents, schemas } = reading;
  const schema = documents.child(node, 'schema');
  const entries = membersOf(documents, documents.child(node, 'content'));
  const [entry] = entries;
  const byContent = place === 'querystring' ? entry !== undefined : schema === undefined;
  if (entry !== undefined && byContent) {
    if (entries.length > 1) {
      report(reading, node, 'parameter-content', {
        message: `The parameter ${JSON.stringify(name)} has several media types; ${entry[0]} is taken.`,
        fix: 'Keep one media type.',
      });
    }
    return readContent(reading, entry);
  }
  if (place === 'querystring') {
    report(reading, node, 'parameter-content', {
      message: `The parameter ${JSON.stringify(name)} is the whole query but has no content; it is taken as a form.`,
      fix: 'Describe it by content with one media type.',
    });
  }
  if (schema !== undefined) {
    if (entry !== undefined) {
      report(reading, node, 'parameter-content', {
        message: `The parameter ${JSON.stringify(name)} has both a schema and a content; the schema is taken.`,
        fix: 'Keep one of the two.',
      });
    }
    return { schema: schemas.read(schema) };
  }
  return { schema: schemaOfFields(reading, node, name) };
}

function readContent(
  reading: Reading,
  [mediaType, written]: readonly [string, DocumentNode],
): ParameterValue {
  const { documents, schemas } = reading;
  const content: ContentSerialization = { kind: 'content', mediaType };
  const reference = isJsonObject(written.value) ? documents.child(written, '$ref') : undefined;
  const resolved =
    typeof reference?.value === 'string' ? documents.resolve(reference.value, written) : undefined;
  const node = resolved?.ok === true ? resolved.node : written;
  const schema = documents.child(node, 'schema');
  return { content, schema: schema === undefined ? {} : schemas.read(schema), examplesAt: node };
}

/** Neither schema nor content (rule J14): text, unless its own fields say more, as in 2.0. */
function schemaOfFields(reading: Reading, node: DocumentNode, name: string): JsonSchema {
  report(reading, node, 'parameter-schema-missing', {
    message: `The parameter ${JSON.stringify(name)} has neither a schema nor a content.`,
    fix: 'Give it a schema.',
  });
  const isTyped = isJsonObject(node.value) && Object.hasOwn(node.value, 'type');
  return isTyped
    ? reading.schemas.read(node, { only: parameterSchemaKeywords })
    : { type: 'string' };
}

/** The whole query leaves no room for a second one, nor for single parameters (rule P4). */
function withoutConflicts(
  reading: Reading,
  parameters: readonly Parameter[],
): readonly Parameter[] {
  const whole = parameters.filter((parameter) => parameter.in === 'querystring');
  const dropped = parameters.some((parameter) => parameter.in === 'query') ? whole : whole.slice(1);
  for (const parameter of dropped) {
    reading.report(
      diagnostic('querystring-conflict', {
        message: `The parameter ${JSON.stringify(parameter.name)} is the whole query, but there are other query parameters; it is left out.`,
        fix: 'Describe the query by one querystring parameter, or by query parameters.',
        location: parameter.location,
      }),
    );
  }
  return parameters.filter((parameter) => !dropped.some((other) => other === parameter));
}

function report(
  reading: Reading,
  node: DocumentNode,
  code: DiagnosticCode,
  text: { readonly message: string; readonly fix: string },
): void {
  reading.report(diagnostic(code, { ...text, location: node.location }));
}
