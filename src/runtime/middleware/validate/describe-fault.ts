import type { JsonValue } from '../../../model/json.ts';
import { isArray, isJsonObject } from '../../../model/json.ts';
import { didYouMean } from '../../../model/nearest-names.ts';
import { argumentPath } from './argument-path.ts';

/** One way in which a value misses its schema, as ajv reports it with `verbose`. */
export interface SchemaFault {
  /** JSON Pointer to the value. */
  readonly instancePath: string;
  /** URI fragment of the keyword. */
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
  readonly data?: unknown;
  /** The schema that the keyword stands in. */
  readonly parentSchema?: unknown;
}

const shownCharacters = 80;
const shownChoices = 20;

/** Says in one sentence which argument is wrong, what was expected, and what to send. */
export function describeFault(fault: SchemaFault): string {
  const path = argumentPath(fault.instancePath);
  const subject = path === '' ? 'the arguments' : path;
  const describe = Object.hasOwn(sentences, fault.keyword) ? sentences[fault.keyword] : undefined;
  return (
    describe?.(fault, subject) ??
    `${subject} ${fault.message ?? 'does not fit the schema'}, got ${show(fault.data)}`
  );
}

type Sentence = (fault: SchemaFault, subject: string) => string | undefined;

/** By keyword of JSON Schema; what is not here has ajv's own sentence. */
const sentences: Readonly<Record<string, Sentence>> = {
  type: ({ params, data }, subject) => {
    const types = listOf(params['type']);
    return `${subject} must be ${orList(types)}, got ${show(data)}${adviceFor(types, data)}`;
  },
  required: ({ params, instancePath, parentSchema }) => {
    const name = String(params['missingProperty']);
    const path = argumentPath(instancePath, name);
    return `${path} is missing: send ${expectationOf(propertySchema(parentSchema, name))}`;
  },
  additionalProperties: unknownProperty,
  unevaluatedProperties: unknownProperty,
  enum: ({ params, data }, subject) => {
    const allowed = listOf(params['allowedValues']);
    const texts = allowed.filter((value) => typeof value === 'string');
    const near = typeof data === 'string' ? didYouMean(data, texts) : '';
    return `${subject} must be one of ${choices(allowed)}, got ${show(data)}${near === '' ? '' : `. ${near}`}`;
  },
  const: ({ params, data }, subject) =>
    `${subject} must be ${show(params['allowedValue'])}, got ${show(data)}`,
  pattern: ({ params, data }, subject) =>
    `${subject} must match the pattern ${String(params['pattern'])}, got ${show(data)}`,
  format: ({ params, data }, subject) =>
    `${subject} must be in the format ${String(params['format'])}, got ${show(data)}`,
  minLength: ({ params, data }, subject) =>
    `${subject} must have at least ${count(params['limit'], 'character')}, got ${show(data)}`,
  maxLength: ({ params, data }, subject) =>
    `${subject} must have at most ${count(params['limit'], 'character')}, got ${show(data)}`,
  minItems: ({ params, data }, subject) =>
    `${subject} must have at least ${count(params['limit'], 'item')}, got ${sizeOf(data)}`,
  maxItems: ({ params, data }, subject) =>
    `${subject} must have at most ${count(params['limit'], 'item')}, got ${sizeOf(data)}`,
  uniqueItems: ({ params }, subject) =>
    `${subject} must not repeat items: items ${String(params['j'])} and ${String(params['i'])} are the same`,
  minimum: bound,
  maximum: bound,
  exclusiveMinimum: bound,
  exclusiveMaximum: bound,
  multipleOf: ({ params, data }, subject) =>
    `${subject} must be a multiple of ${String(params['multipleOf'])}, got ${show(data)}`,
  oneOf: ({ params }, subject) =>
    isArray(params['passingSchemas'])
      ? `${subject} fits more than one of the allowed forms; leave out what belongs to the others`
      : `${subject} fits none of the allowed forms`,
  anyOf: (_fault, subject) => `${subject} fits none of the allowed forms`,
  dependentRequired: ({ params, instancePath }) => {
    const missing = argumentPath(instancePath, String(params['missingProperty']));
    const present = argumentPath(instancePath, String(params['property']));
    return `${missing} is missing: it must be sent together with ${present}`;
  },
};

function unknownProperty({ params, instancePath, parentSchema }: SchemaFault): string {
  const name = String(params['additionalProperty'] ?? params['unevaluatedProperty']);
  const known = Object.keys(propertiesOf(parentSchema));
  const near = didYouMean(name, known);
  const help =
    near !== '' ? near : known.length === 0 ? 'Leave it out.' : `It takes ${choices(known)}.`;
  return `${argumentPath(instancePath, name)} is not known here. ${help}`;
}

function bound({ params, data }: SchemaFault, subject: string): string {
  return `${subject} must be ${String(params['comparison'])} ${String(params['limit'])}, got ${show(data)}`;
}

function propertiesOf(schema: unknown): Readonly<Record<string, JsonValue>> {
  const properties = isJsonObject(schema) ? schema['properties'] : undefined;
  return isJsonObject(properties) ? properties : {};
}

function propertySchema(schema: unknown, name: string): JsonValue | undefined {
  const properties = propertiesOf(schema);
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** What a missing property wants, as short as its schema allows. */
function expectationOf(schema: JsonValue | undefined): string {
  if (!isJsonObject(schema)) return 'a value';
  if (isArray(schema['enum'])) return `one of ${choices(schema['enum'])}`;
  const types = listOf(schema['type']);
  const description = schema['description'];
  const what = types.length === 0 ? 'a value' : orList(types);
  return typeof description === 'string' ? `${what} (${shorten(description)})` : what;
}

function adviceFor(types: readonly unknown[], data: unknown): string {
  if (typeof data === 'string' && /^-?\d+(\.\d+)?$/.test(data) && types.some(isNumeric)) {
    return '. Send the number without quotes';
  }
  if (typeof data === 'string' && /^\s*[[{]/.test(data) && types.some(isContainer)) {
    return '. Send the value itself, not its JSON text';
  }
  if (types.includes('array') && !isArray(data)) return '. Put the value into a list';
  return '';
}

function isNumeric(type: unknown): boolean {
  return type === 'integer' || type === 'number';
}

function isContainer(type: unknown): boolean {
  return type === 'object' || type === 'array';
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return isArray(value) ? value : [value];
}

const articles: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

function orList(types: readonly unknown[]): string {
  return types.map((type) => articles[String(type)] ?? String(type)).join(' or ');
}

function choices(values: readonly unknown[]): string {
  const shown = values.slice(0, shownChoices).map((value) => show(value));
  const more = values.length - shown.length;
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function count(value: unknown, unit: string): string {
  return `${String(value)} ${unit}${value === 1 ? '' : 's'}`;
}

function sizeOf(data: unknown): string {
  return isArray(data) ? String(data.length) : show(data);
}

function show(value: unknown): string {
  return value === undefined ? 'nothing' : shorten(JSON.stringify(value));
}

function shorten(text: string): string {
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;
}
