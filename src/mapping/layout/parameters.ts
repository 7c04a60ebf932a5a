import type { Parameter } from '../../model/api.ts';
import type { JsonSchema, JsonValue } from '../../model/json.ts';
import type { BindingSource, ParameterBinding } from '../../model/request-binding.ts';
import { childLocation } from '../../model/source.ts';
import type { ArgumentDirective } from '../directives.ts';
import { describeAnything } from '../schema/annotate.ts';
import type { Converted, Definitions } from '../schema/definitions.ts';
import { joinTexts } from '../schema/describe.ts';
import type { Facts } from '../schema/facts.ts';

/** One parameter with what an overlay says of it. */
export interface DirectedParameter {
  readonly parameter: Parameter;
  readonly directive: ArgumentDirective | undefined;
}

/** Whether a parameter must be given; a path parameter always (rule L10). */
export function isRequired({ parameter, directive }: DirectedParameter): boolean {
  return parameter.in === 'path' || (directive?.required ?? parameter.required);
}

/** The way of a parameter's value to the wire (rule A4). */
export function bindParameter(
  { parameter, directive }: DirectedParameter,
  source: BindingSource,
  facts: Facts,
): ParameterBinding {
  const base = {
    name: parameter.name,
    source,
    required: isRequired({ parameter, directive }),
    nullable: facts.admitsNull(sourceSchema({ parameter, directive })),
  };
  switch (parameter.in) {
    case 'path':
      return {
        ...base,
        in: 'path',
        serialization: parameter.serialization,
        multiSegment: directive?.multiSegment ?? parameter.multiSegment,
      };
    case 'query':
      return {
        ...base,
        in: 'query',
        serialization: parameter.serialization,
        allowEmptyValue: parameter.allowEmptyValue,
        nested: directive?.nested ?? 'brackets',
        encodeBrackets: directive?.encodeBrackets ?? true,
      };
    case 'querystring':
      return { ...base, in: 'querystring', serialization: parameter.serialization };
    case 'header':
      return { ...base, in: 'header', serialization: parameter.serialization };
    case 'cookie':
      return { ...base, in: 'cookie', serialization: parameter.serialization };
  }
}

/** The published schema of one parameter's argument (rules A5, J14, V15). */
export function publishParameter(
  directed: DirectedParameter,
  argument: string,
  definitions: Definitions,
): Converted {
  const { parameter, directive } = directed;
  const schema = sourceSchema(directed);
  const text = directive?.description ?? parameter.description ?? schema['description'];
  const examples = [...parameter.examples, ...listOf(schema['examples'])];
  const described: JsonSchema = {
    ...schema,
    ...(text === undefined ? {} : { description: text }),
    ...(parameter.deprecated ? { deprecated: true } : {}),
    ...(examples.length === 0 ? {} : { examples }),
  };
  const converted = definitions.convert(described, childLocation(parameter.location, 'schema'));
  return {
    schema: withWireName(describeAnything(converted.schema), directed, argument),
    diagnostics: converted.diagnostics,
  };
}

/** The canonical schema; one that says nothing is text, unless a media type carries any value. */
function sourceSchema({ parameter, directive }: DirectedParameter): JsonSchema {
  const schema = directive?.schema ?? parameter.schema;
  const isUnsaid = Object.keys(schema).length === 0 && parameter.serialization.kind !== 'content';
  return isUnsaid ? { type: 'string' } : schema;
}

/** Says where an argument goes whose name is not the one on the wire (rule A5); a person's name needs no such help. */
function withWireName(
  schema: JsonSchema,
  { parameter, directive }: DirectedParameter,
  argument: string,
): JsonSchema {
  if (argument === parameter.name || directive?.name === argument) return schema;
  const text = typeof schema['description'] === 'string' ? schema['description'] : '';
  const place = `${parameter.in} \`${parameter.name}\``;
  return { ...schema, description: joinTexts(text === '' ? place : `${place}: ${text}`) ?? place };
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}
