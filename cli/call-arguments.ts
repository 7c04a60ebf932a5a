import type { JsonObject, JsonSchema, JsonValue, ToolMetadata } from '../src/index.ts';
import { isArray, isJsonObject, ownValue, setOwn } from '../src/index.ts';
import { UsageError } from './exit-codes.ts';

/**
 * Reads `--arg name=value`. A name that is no argument of the tool but begins with one and a dot reaches
 * into it: `body.name=Rex`. A name given several times becomes a list. A value is read as JSON unless the
 * schema wants text; what is no JSON is text.
 *
 * @throws UsageError for a word without `=`, and for a path through something that is no object.
 */
export function parseCallArguments(
  written: readonly string[],
  tool: Pick<ToolMetadata, 'inputSchema'>,
): JsonObject {
  const values: Record<string, JsonValue> = {};
  const given = new Map<string, readonly string[]>();
  for (const word of written) {
    const at = word.indexOf('=');
    if (at < 1) throw new UsageError(`--arg ${word} is not written name=value.`);
    const name = word.slice(0, at);
    given.set(name, [...(given.get(name) ?? []), word.slice(at + 1)]);
  }
  for (const [name, texts] of given) {
    const path = pathOf(name, tool);
    const schema = schemaAt(tool.inputSchema, path);
    place(values, path, readValues(texts, schema));
  }
  return values;
}

/**
 * Reads `--json-args`.
 *
 * @throws UsageError for anything but a JSON object.
 */
export function parseJsonArguments(text: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(`--json-args is not JSON: ${reason}.`);
  }
  if (!isJsonObject(value)) throw new UsageError('--json-args is not a JSON object.');
  return value;
}

/** The name itself where it is an argument, else its parts between dots where the first is one. */
function pathOf(
  name: string,
  { inputSchema }: Pick<ToolMetadata, 'inputSchema'>,
): readonly string[] {
  const properties = propertiesOf(inputSchema);
  const [first = name, ...rest] = name.split('.');
  const reaches = rest.length > 0 && !Object.hasOwn(properties, name);
  return reaches && Object.hasOwn(properties, first) ? [first, ...rest] : [name];
}

function propertiesOf(schema: JsonSchema): JsonObject {
  const properties = ownValue(schema, 'properties');
  return isJsonObject(properties) ? properties : {};
}

function schemaAt(root: JsonSchema, path: readonly string[]): JsonSchema {
  let schema = root;
  for (const name of path) {
    const next = ownValue(propertiesOf(schema), name);
    if (!isJsonObject(next)) return {};
    schema = next;
  }
  return schema;
}

function readValues(texts: readonly string[], schema: JsonSchema): JsonValue {
  const [only] = texts;
  if (texts.length === 1 && only !== undefined) return readValue(only, schema);
  const items = ownValue(schema, 'items');
  return texts.map((text) => readValue(text, isJsonObject(items) ? items : {}));
}

function readValue(text: string, schema: JsonSchema): JsonValue {
  const type = ownValue(schema, 'type');
  if (type === 'string' || (isArray(type) && type.includes('string'))) return text;
  try {
    // JSON.parse gives nothing but JSON.
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}

function place(
  values: Record<string, JsonValue>,
  [first = '', ...rest]: readonly string[],
  value: JsonValue,
): void {
  if (rest.length === 0) {
    setOwn(values, first, value);
    return;
  }
  const inside = ownValue(values, first) ?? {};
  if (!isJsonObject(inside)) {
    throw new UsageError(
      `--arg ${first}.${rest.join('.')} reaches into something that is no object.`,
    );
  }
  const copy: Record<string, JsonValue> = { ...inside };
  place(copy, rest, value);
  setOwn(values, first, copy);
}
