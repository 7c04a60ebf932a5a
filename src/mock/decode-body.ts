import { XMLParser, XMLValidator } from 'fast-xml-parser';
import type { Encoding, MediaType, SchemaTable } from '../model/api.ts';
import type { JsonSchema, JsonValue } from '../model/json.ts';
import { objectFromEntries, ownValue } from '../model/json.ts';
import type { QuerySerialization } from '../model/serialization.ts';
import {
  decodeDelimited,
  decodePairs,
  shapeOf,
  type RawPairs,
  type StyledPlace,
} from './decode-style.ts';
import { essence, isJsonType, isLinesType, isXmlType, mediaTypeParameter } from './media-type.ts';
import { parseMultipart, type ReceivedPart } from './parse-multipart.ts';
import { holdsBytes, itemSchema, propertyNames, propertySchema } from './schema-kinds.ts';
import { arrayOfTexts, parseJson, valueOfText } from './typed-text.ts';

/** A decoded body, or one sentence that says why it is none of the kind that its type announces. */
export type DecodedBody =
  | { readonly kind: 'value'; readonly value: JsonValue }
  /** Well-formed, but the schema does not describe this form: XML trees and raw bytes. */
  | { readonly kind: 'opaque' }
  | { readonly kind: 'fault'; readonly fault: string };

/** Decodes a body by its own Content-Type and the documented entry that it fits. */
export function decodeBody(
  body: Uint8Array,
  contentType: string,
  documented: MediaType,
  table: SchemaTable,
): DecodedBody {
  const schema = documented.schema ?? {};
  const type = essence(contentType);
  const text = (): string => Buffer.from(body).toString('utf8');
  if (isJsonType(contentType)) return decodeJson(text());
  if (isLinesType(contentType)) return decodeLines(text());
  if (type === 'application/x-www-form-urlencoded') {
    return { kind: 'value', value: decodeForm(text(), documented, table) };
  }
  if (type.startsWith('multipart/')) return decodeMultipart(body, contentType, documented, table);
  if (isXmlType(contentType)) return decodeXml(text());
  if (type.startsWith('text/')) return { kind: 'value', value: valueOfText(text(), schema, table) };
  return { kind: 'opaque' };
}

function decodeJson(text: string): DecodedBody {
  const value = parseJson(text);
  return value === undefined
    ? { kind: 'fault', fault: 'the body is not JSON' }
    : { kind: 'value', value };
}

/** What stands before each text of a JSON text sequence (RFC 7464 §2.2). */
const recordSeparator = '\u001E';

function decodeLines(text: string): DecodedBody {
  const values: JsonValue[] = [];
  for (const line of text.replaceAll(recordSeparator, '\n').split('\n')) {
    if (line.trim() === '') continue;
    const value = parseJson(line);
    if (value === undefined)
      return { kind: 'fault', fault: `line ${values.length + 1} is not JSON` };
    values.push(value);
  }
  return { kind: 'value', value: values };
}

function decodeXml(text: string): DecodedBody {
  const valid = XMLValidator.validate(text);
  if (valid !== true)
    return { kind: 'fault', fault: `the body is not well-formed XML: ${valid.err.msg}` };
  new XMLParser({ processEntities: false }).parse(text);
  return { kind: 'opaque' };
}

/** Names and undecoded values of a form body or query string. */
export function splitForm(text: string): RawPairs {
  return text
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const equals = pair.indexOf('=');
      return equals === -1 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)];
    });
}

/** Form data by the WHATWG rules: `+` is a space. */
export function formDecode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

function decodeForm(
  text: string,
  { schema = {}, encoding }: MediaType,
  table: SchemaTable,
): JsonValue {
  const pairs = splitForm(text);
  const entries = new Map<string, JsonValue>();
  const names = new Set([
    ...propertyNames(schema, table),
    ...pairs.map(([name]) => formDecode(name).replace(/\[.*$/s, '')),
  ]);
  for (const name of names) {
    const value = decodeField(pairs, name, propertySchema(schema, name, table), {
      table,
      encoding: ownValue(encoding, name),
    });
    if (value !== undefined) entries.set(name, value);
  }
  return objectFromEntries(entries);
}

function decodeField(
  pairs: RawPairs,
  name: string,
  schema: JsonSchema,
  { table, encoding }: { readonly table: SchemaTable; readonly encoding: Encoding | undefined },
): JsonValue | undefined {
  const place = { name, schema, table, decode: formDecode };
  const serialization = encoding?.serialization;
  if (serialization !== undefined) return decodeSerialized(pairs, serialization, place);
  const own = pairs.filter(([key]) => formDecode(key) === name).map(([, value]) => value);
  const [first] = own;
  if (first === undefined) return undefined;
  if (shapeOf(schema, table) === 'array' && encoding?.contentType === undefined) {
    return arrayOfTexts(own.map(formDecode), schema, table);
  }
  if (encoding?.contentType !== undefined && isJsonType(encoding.contentType)) {
    return parseJson(formDecode(first)) ?? formDecode(first);
  }
  return valueOfText(formDecode(first), schema, table);
}

/** A field that the document serializes like a query parameter (rule B6). */
function decodeSerialized(
  pairs: RawPairs,
  serialization: QuerySerialization,
  place: StyledPlace,
): JsonValue | undefined {
  if (serialization.kind === 'style') return decodePairs(pairs, serialization, place);
  const { name, decode } = place;
  const own = pairs.filter(([key]) => decode(key) === name).map(([, value]) => value);
  const [first] = own;
  if (first === undefined) return undefined;
  if (serialization.kind === 'delimited') return decodeDelimited(own, serialization, place);
  const text = decode(first);
  return isJsonType(serialization.mediaType) ? (parseJson(text) ?? text) : text;
}

function decodeMultipart(
  body: Uint8Array,
  contentType: string,
  { schema = {}, encoding }: MediaType,
  table: SchemaTable,
): DecodedBody {
  const boundary = mediaTypeParameter(contentType, 'boundary');
  if (boundary === undefined) return { kind: 'fault', fault: 'the Content-Type has no boundary' };
  const parsed = parseMultipart(body, boundary);
  if ('fault' in parsed) return { kind: 'fault', fault: parsed.fault };
  if (essence(contentType) !== 'multipart/form-data') {
    return {
      kind: 'value',
      value: parsed.parts.map((part, index) =>
        partValue(part, itemSchema(schema, index, table), table),
      ),
    };
  }
  const byName = new Map<string, ReceivedPart[]>();
  for (const [index, part] of parsed.parts.entries()) {
    if (part.name === undefined) return { kind: 'fault', fault: `part ${index + 1} has no name` };
    byName.set(part.name, [...(byName.get(part.name) ?? []), part]);
  }
  const styled = decodeStyledParts(parsed.parts, { schema, encoding, table });
  const entries = [...byName].flatMap(([name, parts]): [string, JsonValue][] => {
    if (styled.names.has(name)) return [];
    const property = propertySchema(schema, name, table);
    const [first] = parts;
    if (first === undefined) return [];
    const isList = shapeOf(property, table) === 'array';
    if (!isList && parts.length === 1) return [[name, partValue(first, property, table)]];
    const values = parts.map((part, index) =>
      partValue(part, itemSchema(property, index, table), table),
    );
    // A list may come as one JSON part, too.
    const [only, ...others] = values;
    return [[name, Array.isArray(only) && others.length === 0 ? only : values]];
  });
  return { kind: 'value', value: objectFromEntries([...styled.values, ...entries]) };
}

/** Fields whose Encoding Object gives a style: their parts are names and values like those of a query (rule B6). */
function decodeStyledParts(
  parts: readonly ReceivedPart[],
  {
    schema,
    encoding,
    table,
  }: {
    readonly schema: JsonSchema;
    readonly encoding: MediaType['encoding'];
    readonly table: SchemaTable;
  },
): { readonly values: readonly [string, JsonValue][]; readonly names: ReadonlySet<string> } {
  const pairs = parts.map(({ name = '', body }): readonly [string, string] => [
    name,
    Buffer.from(body).toString('utf8'),
  ]);
  const values: [string, JsonValue][] = [];
  const names = new Set<string>();
  for (const [name, { serialization }] of Object.entries(encoding)) {
    if (serialization === undefined) continue;
    const property = propertySchema(schema, name, table);
    const place = { name, schema: property, table, decode: (text: string) => text };
    const own = [name, ...propertyNames(property, table)];
    const value = decodeSerialized(pairs, serialization, place);
    if (value === undefined) continue;
    values.push([name, value]);
    for (const [key] of pairs) {
      if (own.includes(key) || key.startsWith(`${name}[`)) names.add(key);
    }
  }
  return { values, names };
}

function partValue(part: ReceivedPart, schema: JsonSchema, table: SchemaTable): JsonValue {
  // Bytes have no JSON form; base64 text stands for them, as in the published schema.
  if (holdsBytes(schema, table)) return Buffer.from(part.body).toString('base64');
  const text = Buffer.from(part.body).toString('utf8');
  if (isJsonType(part.contentType ?? '')) return parseJson(text) ?? text;
  return valueOfText(text, schema, table);
}
