import { XMLParser, XMLValidator } from 'fast-xml-parser';
import type { Encoding, MediaType, SchemaTable } from '../model/api.ts';
import type { JsonSchema, JsonValue } from '../model/json.ts';
import { objectFromEntries, ownValue } from '../model/json.ts';
import { decodeDelimited, decodePairs, shapeOf, type RawPairs } from './decode-style.ts';
import { essence, isJsonType, isXmlType, mediaTypeParameter } from './media-type.ts';
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
  if (/jsonl|ndjson|json-seq/.test(type)) return decodeLines(text());
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
  const own = pairs.filter(([key]) => formDecode(key) === name).map(([, value]) => value);
  const serialization = encoding?.serialization;
  if (serialization?.kind === 'style') return decodePairs(pairs, serialization, place);
  if (serialization?.kind === 'delimited') {
    return own.length === 0 ? undefined : decodeDelimited(own, serialization, place);
  }
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

function decodeMultipart(
  body: Uint8Array,
  contentType: string,
  { schema = {} }: MediaType,
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
  const entries = [...byName].map(([name, parts]): [string, JsonValue] => {
    const property = propertySchema(schema, name, table);
    const [first] = parts;
    if (first === undefined) return [name, null];
    const list = shapeOf(property, table) === 'array' && !isJsonType(first.contentType ?? '');
    return [
      name,
      list || parts.length > 1
        ? parts.map((part, index) => partValue(part, itemSchema(property, index, table), table))
        : partValue(first, property, table),
    ];
  });
  return { kind: 'value', value: objectFromEntries(entries) };
}

function partValue(part: ReceivedPart, schema: JsonSchema, table: SchemaTable): JsonValue {
  // Bytes have no JSON form; base64 text stands for them, as in the published schema.
  if (holdsBytes(schema, table)) return Buffer.from(part.body).toString('base64');
  const text = Buffer.from(part.body).toString('utf8');
  if (isJsonType(part.contentType ?? '')) return parseJson(text) ?? text;
  return valueOfText(text, schema, table);
}
