import type { JsonSchema, JsonValue } from '../../model/json.ts';
import { isArray, isJsonObject, ownValue } from '../../model/json.ts';

/** JSON Schema's types as bits, so that sets of them are numbers; every integer is a number too. */
export const typeBits = {
  null: 1,
  boolean: 2,
  integer: 4,
  number: 8,
  string: 16,
  array: 32,
  object: 64,
} as const;

/** The set of all types: nothing is known. */
export const anyType = 127;

/**
 * What a schema says about the types of a value and of what is inside it; all that coercion needs. Members
 * are worked out when they are first asked for, so recursive schemas cost nothing.
 */
export interface Shape {
  /** The types that are admitted, as a sum of {@link typeBits}. */
  readonly types: number;
  /** The shape of a property, by name. */
  property(name: string): Shape;
  /** Names that the schema gives a shape of their own, in order. */
  readonly names: readonly string[];
  item(index: number): Shape;
}

/** The shape about which nothing is known; walking into it is needless. */
export const anyShape: Shape = {
  types: anyType,
  names: [],
  property: () => anyShape,
  item: () => anyShape,
};

/** Schemas nested in each other by references and composition alone, without a value's level between. */
const maxComposition = 50;

/** Reads the shape of a tool's input schema, whose references all lead to its own `$defs` (rule J4). */
export function shapeOfSchema(root: JsonSchema): Shape {
  const definitions = root['$defs'];
  const reader = new ShapeReader(isJsonObject(definitions) ? definitions : {});
  return reader.read(root, 0);
}

class ShapeReader {
  private readonly definitions: Readonly<Record<string, JsonValue>>;
  private readonly known = new Map<JsonSchema, Shape>();

  constructor(definitions: Readonly<Record<string, JsonValue>>) {
    this.definitions = definitions;
  }

  read(schema: JsonValue | undefined, depth: number): Shape {
    if (!isJsonObject(schema) || depth > maxComposition) return anyShape;
    const found = this.known.get(schema);
    if (found !== undefined) return found;
    // A schema that is made of itself says nothing, and must not be read again and again.
    this.known.set(schema, anyShape);
    const shape = allOf([
      this.readOwn(schema),
      ...this.readReference(schema, depth),
      ...schemasOf(schema['allOf']).map((member) => this.read(member, depth + 1)),
      ...['anyOf', 'oneOf'].flatMap((keyword) => {
        const branches = schemasOf(schema[keyword]);
        return branches.length === 0
          ? []
          : [anyOf(branches.map((branch) => this.read(branch, depth + 1)))];
      }),
    ]);
    this.known.set(schema, shape);
    return shape;
  }

  private readReference(schema: JsonSchema, depth: number): readonly Shape[] {
    const reference = schema['$ref'];
    if (typeof reference !== 'string') return [];
    const prefix = '#/$defs/';
    const target = reference.startsWith(prefix)
      ? ownValue(this.definitions, reference.slice(prefix.length))
      : undefined;
    return [this.read(target, depth + 1)];
  }

  /** What the schema says by itself, without its references and compositions. */
  private readOwn(schema: JsonSchema): Shape {
    const types = typesOf(schema);
    const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
    const names = Object.keys(properties);
    const hasPatterns = schema['patternProperties'] !== undefined;
    const others = hasPatterns ? undefined : schema['additionalProperties'];
    const prefix = schemasOf(schema['prefixItems']);
    const items = schema['items'];
    if (types === anyType && names.length === 0 && !others && !items && prefix.length === 0) {
      return anyShape;
    }
    return {
      types,
      names,
      property: (name) => this.read(Object.hasOwn(properties, name) ? properties[name] : others, 0),
      item: (index) => this.read(prefix[index] ?? items, 0),
    };
  }
}

/** A value of every one of these shapes. */
function allOf(shapes: readonly Shape[]): Shape {
  const telling = shapes.filter((shape) => shape !== anyShape);
  const [first] = telling;
  if (first === undefined) return anyShape;
  if (telling.length === 1) return first;
  const types = telling.reduce((sum, shape) => intersectTypes(sum, shape.types), anyType);
  return combine(types, telling, telling, allOf);
}

/** A value of at least one of these shapes; what is inside an object, only objects say. */
function anyOf(shapes: readonly Shape[]): Shape {
  const types = shapes.reduce((sum, shape) => sum | shape.types, 0);
  const objects = shapes.filter((shape) => (shape.types & typeBits.object) !== 0);
  const arrays = shapes.filter((shape) => (shape.types & typeBits.array) !== 0);
  return combine(types, objects, arrays, anyOf);
}

function combine(
  types: number,
  objects: readonly Shape[],
  arrays: readonly Shape[],
  join: (shapes: readonly Shape[]) => Shape,
): Shape {
  const names = [...new Set(objects.flatMap((shape) => shape.names))];
  const known = new Map<string, Shape>();
  return {
    types,
    names,
    property: (name) => {
      const found = known.get(name);
      if (found !== undefined) return found;
      const shape = join(objects.map((member) => member.property(name)));
      // Only names of the schema are remembered: a caller could invent names without end.
      if (names.includes(name)) known.set(name, shape);
      return shape;
    },
    item: (index) => join(arrays.map((member) => member.item(index))),
  };
}

/** `number` admits integers, so what both admit of `number` and `integer` is `integer`. */
function intersectTypes(left: number, right: number): number {
  return withIntegers(left) & withIntegers(right);
}

function withIntegers(types: number): number {
  return (types & typeBits.number) === 0 ? types : types | typeBits.integer;
}

function typesOf(schema: JsonSchema): number {
  const declared = schema['type'];
  if (typeof declared === 'string') return withIntegers(bitOf(declared));
  if (isArray(declared)) {
    return withIntegers(declared.reduce<number>((sum, type) => sum | bitOf(type), 0));
  }
  if (schema['const'] !== undefined) return withIntegers(bitOfValue(schema['const']));
  const choices = schema['enum'];
  if (isArray(choices) && choices.length > 0) {
    return withIntegers(choices.reduce<number>((sum, value) => sum | bitOfValue(value), 0));
  }
  return anyType;
}

function bitOf(type: unknown): number {
  switch (type) {
    case 'null':
    case 'boolean':
    case 'integer':
    case 'number':
    case 'string':
    case 'array':
    case 'object':
      return typeBits[type];
    default:
      return anyType;
  }
}

function bitOfValue(value: unknown): number {
  if (value === null) return typeBits.null;
  if (isArray(value)) return typeBits.array;
  if (typeof value === 'string') return typeBits.string;
  if (typeof value === 'boolean') return typeBits.boolean;
  if (typeof value !== 'number') return typeBits.object;
  return Number.isInteger(value) ? typeBits.integer : typeBits.number;
}

function schemasOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}
