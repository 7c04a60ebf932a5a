import type { JsonObject, JsonSchema, Tool } from '../../src/index.ts';
import { isArray, isJsonObject, ownValue } from '../../src/index.ts';

/** One argument of a tool, for people. */
export interface ArgumentView {
  readonly name: string;
  readonly required: boolean;
  /** `string`, `integer`, `array of string`, `object`, `any`, `string or null`. */
  readonly type: string;
  /** Where it goes: `path petId`, `query filter[name]`, `body`. */
  readonly to: string;
  readonly description?: string;
}

/** The arguments of a tool in the order of its schema. */
export function argumentsOf(tool: Tool): readonly ArgumentView[] {
  const { inputSchema } = tool;
  const properties = ownValue(inputSchema, 'properties');
  const required = ownValue(inputSchema, 'required');
  const names = isArray(required) ? required : [];
  return Object.entries(isJsonObject(properties) ? properties : {}).map(([name, schema]) => {
    const known = isJsonObject(schema) ? schema : {};
    const description = ownValue(known, 'description');
    return {
      name,
      required: names.includes(name),
      type: typeOf(known, inputSchema),
      to: placeOf(name, tool),
      ...(typeof description === 'string' ? { description } : {}),
    };
  });
}

function placeOf(argument: string, { request }: Tool): string {
  const parameter = request.parameters.find(
    ({ source }) => source.kind === 'argument' && source.argument === argument,
  );
  if (parameter !== undefined) return `${parameter.in} ${parameter.name}`;
  const source = request.body?.source;
  if (source?.kind !== 'properties') return 'body';
  const property = source.properties.find(
    (each) => each.source.kind === 'argument' && each.source.argument === argument,
  );
  return property === undefined ? 'body' : `body ${property.property}`;
}

function typeOf(schema: JsonSchema, root: JsonSchema): string {
  const target = resolve(schema, root);
  const type = ownValue(target, 'type');
  if (isArray(type)) {
    return type
      .filter(isText)
      .map((word) => nameType(word, target, root))
      .join(' or ');
  }
  if (typeof type === 'string') return nameType(type, target, root);
  const choices = ownValue(target, 'anyOf') ?? ownValue(target, 'oneOf');
  if (!isArray(choices)) return Object.hasOwn(target, 'enum') ? 'one of a list' : 'any';
  const names = choices.map((choice) => (isJsonObject(choice) ? shallowType(choice, root) : 'any'));
  return [...new Set(names)].join(' or ');
}

function nameType(type: string, schema: JsonSchema, root: JsonSchema): string {
  const items = ownValue(schema, 'items');
  if (type !== 'array' || !isJsonObject(items)) return type;
  return `array of ${shallowType(items, root)}`;
}

/** One level only: a schema may hold itself. */
function shallowType(schema: JsonObject, root: JsonSchema): string {
  const type = ownValue(resolve(schema, root), 'type');
  if (isArray(type)) return type.filter(isText).join(' or ');
  return typeof type === 'string' ? type : 'any';
}

/** The definition that a published schema refers to, or the schema itself. */
function resolve(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const reference = ownValue(schema, '$ref');
  const definitions = ownValue(root, '$defs');
  if (typeof reference !== 'string' || !isJsonObject(definitions)) return schema;
  const target = ownValue(definitions, reference.replace(/^#\/\$defs\//, ''));
  return isJsonObject(target) ? target : schema;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
