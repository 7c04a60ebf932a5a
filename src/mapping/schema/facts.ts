import { isJsonObject, type JsonSchema, type JsonValue } from '../../model/json.ts';
import { referenceKey, refusesAll } from './keywords.ts';

/** The types of JSON Schema; a set that has `number` admits integers too. */
export type JsonType = 'null' | 'boolean' | 'object' | 'array' | 'number' | 'integer' | 'string';

/** What a value that fits a schema can be: a set without `integer` wherever it has `number`. */
export type TypeSet = ReadonlySet<JsonType>;

/** The properties that a schema names for its own instance, through `$ref` and `allOf`. */
export interface NamedProperties {
  /** In the order written, inherited ones where their `allOf` stands; the first of a name. */
  readonly properties: ReadonlyMap<string, JsonSchema>;
  readonly required: ReadonlySet<string>;
}

/** Reads canonical schemas without publishing them; answers about references are remembered. */
export interface Facts {
  /** The types that a schema admits; all of them where it says nothing. */
  types(schema: JsonSchema): TypeSet;
  /** Whether a schema admits `null`. */
  admitsNull(schema: JsonSchema): boolean;
  /** Follows references without siblings that change anything, to the schema that says something. */
  target(schema: JsonSchema): JsonSchema;
  named(schema: JsonSchema): NamedProperties;
  /** Whether `readOnly` or `writeOnly` holds for a schema: its own, its target's or of a member of `allOf`. */
  isMarked(schema: JsonSchema, mark: 'readOnly' | 'writeOnly'): boolean;
  /** Names of properties that a mark hides, however the mark and the property come together. */
  markedNames(schema: JsonSchema, mark: 'readOnly' | 'writeOnly'): ReadonlySet<string>;
  /** Whether `additionalProperties: false` holds for a schema. */
  isClosed(schema: JsonSchema): boolean;
  /** Whether a schema is raw bytes (rule B14). */
  isBinary(schema: JsonSchema): boolean;
}

const everyType: TypeSet = new Set(['null', 'boolean', 'object', 'array', 'number', 'string']);
const maxSteps = 30;
const noProperties: NamedProperties = { properties: new Map(), required: new Set() };

/** Builds {@link Facts} over a lookup of table entries. */
export function createFacts(lookup: (key: string) => JsonSchema | undefined): Facts {
  const target = (schema: JsonSchema): JsonSchema => followReferences(schema, lookup);
  const types = createTypes(lookup);
  const named = createNamed(lookup);
  const isMarked = byMark((mark) => createTest(lookup, (schema) => schema[mark] === true));
  return {
    types,
    admitsNull: (schema) => types(schema).has('null'),
    target,
    named,
    isMarked,
    markedNames: byMark((mark) => createMarkedNames(lookup, (schema) => isMarked(schema, mark))),
    isClosed: createTest(lookup, closesItself),
    isBinary: (schema) => isBinary(target(schema), target),
  };
}

/** Remembers an answer for each key; a question that comes back to itself gets `meanwhile`. */
function rememberByKey<T>(
  lookup: (key: string) => JsonSchema | undefined,
  answer: (schema: JsonSchema, depth: number) => T,
  meanwhile: T,
): (key: string, depth: number) => T {
  const known = new Map<string, T>();
  return (key, depth) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const schema = lookup(key);
    if (schema === undefined || depth > maxSteps) return meanwhile;
    known.set(key, meanwhile);
    const result = answer(schema, depth + 1);
    known.set(key, result);
    return result;
  };
}

function membersOf(
  schema: JsonSchema,
  keyword: 'allOf' | 'anyOf' | 'oneOf',
): readonly JsonSchema[] {
  const value = schema[keyword];
  return Array.isArray(value) ? value.filter((member) => isJsonObject(member)) : [];
}

function followReferences(
  schema: JsonSchema,
  lookup: (key: string) => JsonSchema | undefined,
): JsonSchema {
  let current = schema;
  for (let step = 0; step < maxSteps; step += 1) {
    const key = referenceKey(soleMember(current) ?? current);
    const next = key === undefined ? soleMember(current) : lookup(key);
    if (next === undefined) return current;
    current = next;
  }
  return current;
}

const annotations = new Set(['title', 'description', 'deprecated', 'examples', 'default', 'xml']);

/** The only member of an `allOf` that has nothing but annotations beside it: the idiom of 3.0 for a described reference. */
export function soleMember(schema: JsonSchema): JsonSchema | undefined {
  const [first, ...more] = membersOf(schema, 'allOf');
  if (first === undefined || more.length > 0) return undefined;
  return Object.keys(schema).every((key) => key === 'allOf' || annotations.has(key))
    ? first
    : undefined;
}

function createTypes(
  lookup: (key: string) => JsonSchema | undefined,
): (schema: JsonSchema) => TypeSet {
  const ofKey = rememberByKey<TypeSet>(lookup, (schema, depth) => read(schema, depth), everyType);
  const read = (schema: JsonSchema, depth: number): TypeSet => {
    if (depth > maxSteps) return everyType;
    let result = ownTypes(schema);
    const key = referenceKey(schema);
    if (key !== undefined) result = intersectTypes(result, ofKey(key, depth));
    for (const member of membersOf(schema, 'allOf')) {
      result = intersectTypes(result, read(member, depth + 1));
    }
    for (const keyword of ['anyOf', 'oneOf'] as const) {
      const branches = membersOf(schema, keyword);
      if (branches.length === 0) continue;
      const union = new Set(branches.flatMap((branch) => [...read(branch, depth + 1)]));
      result = intersectTypes(result, union);
    }
    return result;
  };
  return (schema) => read(schema, 0);
}

function ownTypes(schema: JsonSchema): TypeSet {
  const type = schema['type'];
  const declared = typeof type === 'string' ? [type] : Array.isArray(type) ? type : undefined;
  const values = Array.isArray(schema['enum'])
    ? (schema['enum'] as readonly JsonValue[])
    : schema['const'] === undefined
      ? undefined
      : [schema['const']];
  const byType =
    declared === undefined ? everyType : new Set(declared.filter((name) => isType(name)));
  return values === undefined ? byType : intersectTypes(byType, new Set(values.map(typeOf)));
}

function isType(name: unknown): name is JsonType {
  return typeof name === 'string' && (everyType.has(name as JsonType) || name === 'integer');
}

/** The type of a JSON value; an integral number is `integer`. */
export function typeOf(value: JsonValue): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return 'object';
}

function intersectTypes(left: TypeSet, right: TypeSet): TypeSet {
  const result = new Set<JsonType>();
  for (const type of left) {
    if (right.has(type)) result.add(type);
    else if (type === 'number' && right.has('integer')) result.add('integer');
    else if (type === 'integer' && right.has('number')) result.add('integer');
  }
  if (result.has('number')) result.delete('integer');
  return result;
}

function createNamed(
  lookup: (key: string) => JsonSchema | undefined,
): (schema: JsonSchema) => NamedProperties {
  const ofKey = rememberByKey(lookup, (schema, depth) => read(schema, depth), noProperties);
  const read = (schema: JsonSchema, depth: number): NamedProperties => {
    if (depth > maxSteps) return noProperties;
    const properties = new Map<string, JsonSchema>();
    const required = new Set<string>();
    const include = (more: NamedProperties): void => {
      for (const [name, value] of more.properties)
        if (!properties.has(name)) properties.set(name, value);
      for (const name of more.required) required.add(name);
    };
    const key = referenceKey(schema);
    if (key !== undefined) include(ofKey(key, depth));
    for (const keyword of Object.keys(schema)) {
      if (keyword === 'allOf') {
        for (const member of membersOf(schema, 'allOf')) include(read(member, depth + 1));
      } else if (keyword === 'properties' || keyword === 'required') {
        include(ownNamed(schema, keyword));
      }
    }
    return { properties, required };
  };
  return (schema) => read(schema, 0);
}

function ownNamed(schema: JsonSchema, keyword: 'properties' | 'required'): NamedProperties {
  const value = schema[keyword];
  if (keyword === 'required') {
    const names = Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
    return { properties: new Map(), required: new Set(names) };
  }
  if (!isJsonObject(value)) return noProperties;
  const entries = Object.entries(value).filter((pair): pair is [string, JsonSchema] =>
    isJsonObject(pair[1]),
  );
  return { properties: new Map(entries), required: new Set() };
}

type Mark = 'readOnly' | 'writeOnly';

function byMark<T>(
  create: (mark: Mark) => (schema: JsonSchema) => T,
): (schema: JsonSchema, mark: Mark) => T {
  const answers = { readOnly: create('readOnly'), writeOnly: create('writeOnly') };
  return (schema, mark) => answers[mark](schema);
}

/** Whether something holds for a schema itself, its target, or a member of its `allOf`. */
function createTest(
  lookup: (key: string) => JsonSchema | undefined,
  holds: (schema: JsonSchema) => boolean,
): (schema: JsonSchema) => boolean {
  const ofKey = rememberByKey(lookup, (schema, depth) => read(schema, depth), false);
  const read = (schema: JsonSchema, depth: number): boolean => {
    if (holds(schema)) return true;
    if (depth > maxSteps) return false;
    const key = referenceKey(schema);
    if (key !== undefined && ofKey(key, depth)) return true;
    return membersOf(schema, 'allOf').some((member) => read(member, depth + 1));
  };
  return (schema) => read(schema, 0);
}

function closesItself(schema: JsonSchema): boolean {
  const additional = schema['additionalProperties'];
  return isJsonObject(additional) && refusesAll(additional);
}

const noNames: ReadonlySet<string> = new Set();

function createMarkedNames(
  lookup: (key: string) => JsonSchema | undefined,
  isMarked: (schema: JsonSchema) => boolean,
): (schema: JsonSchema) => ReadonlySet<string> {
  const ofKey = rememberByKey(lookup, (schema, depth) => read(schema, depth), noNames);
  const read = (schema: JsonSchema, depth: number): ReadonlySet<string> => {
    const parts: ReadonlySet<string>[] = [];
    const properties = schema['properties'];
    if (isJsonObject(properties)) {
      const marked = Object.keys(properties).filter((name) => {
        const property = properties[name];
        return isJsonObject(property) && isMarked(property);
      });
      if (marked.length > 0) parts.push(new Set(marked));
    }
    const key = referenceKey(schema);
    if (key !== undefined) parts.push(ofKey(key, depth));
    if (depth <= maxSteps) {
      for (const member of membersOf(schema, 'allOf')) parts.push(read(member, depth + 1));
      for (const keyword of ['anyOf', 'oneOf'] as const) {
        parts.push(shared(membersOf(schema, keyword).map((branch) => read(branch, depth + 1))));
      }
    }
    return unite(parts);
  };
  return (schema) => read(schema, 0);
}

function unite(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  const present = sets.filter((set) => set.size > 0);
  if (present.length <= 1) return present[0] ?? noNames;
  return new Set(present.flatMap((set) => [...set]));
}

/** What is in every one of some sets. */
function shared(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  const [first, ...others] = sets;
  if (first === undefined || first.size === 0) return noNames;
  return new Set([...first].filter((name) => others.every((other) => other.has(name))));
}

function isBinary(schema: JsonSchema, target: (schema: JsonSchema) => JsonSchema): boolean {
  if (schema['format'] === 'binary') return true;
  const branches = [...membersOf(schema, 'anyOf'), ...membersOf(schema, 'oneOf')]
    .map((branch) => target(branch))
    .filter((branch) => branch['type'] !== 'null');
  return branches.length > 0 && branches.every((branch) => branch['format'] === 'binary');
}
