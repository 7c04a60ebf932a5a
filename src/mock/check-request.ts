import type { MediaType, Operation, Parameter, SchemaTable } from '../model/api.ts';
import type { JsonSchema, JsonValue } from '../model/json.ts';
import { decodeBody, formDecode, splitForm } from './decode-body.ts';
import {
  decodeDelimited,
  decodeJoined,
  decodePairs,
  decodePathText,
  percentDecode,
  shapeOf,
  type RawPairs,
  type StyledPlace,
} from './decode-style.ts';
import { headerOf, type Mismatch, type ReceivedRequest } from './exchange.ts';
import { essence, isJsonType, isLinesType, matchMediaType } from './media-type.ts';
import type { MatchedOperation } from './match-operation.ts';
import { admittedTypes, isOpen, propertyNames } from './schema-kinds.ts';
import { parseJson, readAsSpelled } from './typed-text.ts';
import type { Validate } from './validate.ts';

/** What checking needs to know of the API. */
export interface CheckContext {
  readonly table: SchemaTable;
  readonly validate: Validate;
  /** Names that security schemes put into queries and cookies; they are no unknown parameters. */
  readonly credentialNames: ReadonlySet<string>;
}

/** What was found: every mismatch, and the decoded values by place, for records. */
export interface CheckedRequest {
  readonly mismatches: readonly Mismatch[];
  readonly decoded: Readonly<Record<string, JsonValue>>;
}

/** Checks one request against one operation: every parameter by its style, the body by its media type and schema. */
export function checkRequest(
  request: ReceivedRequest,
  { operation, pathTexts }: MatchedOperation,
  context: CheckContext,
): CheckedRequest {
  const mismatches: Mismatch[] = [];
  const decoded: Record<string, JsonValue> = {};
  const query = splitForm(request.target.split('?')[1] ?? '');
  const claimed = new Set([
    ...context.credentialNames,
    ...operation.parameters.flatMap(({ in: place, name, schema }) =>
      place === 'query' ? [name, ...propertyNames(schema, context.table)] : [],
    ),
  ]);
  const sources = { request, pathTexts, query, cookies: splitCookies(request), claimed };
  for (const parameter of operation.parameters) {
    const place = `${parameter.in} ${parameter.name}`;
    const found = readParameter(parameter, sources, context.table);
    if (found.kind === 'fault') mismatches.push({ place, message: found.fault });
    if (found.kind === 'absent' && parameter.required) {
      mismatches.push({ place, message: 'the parameter is required and was not sent' });
    }
    if (found.kind !== 'value') continue;
    const read = bestReading(found.value, parameter.schema, context);
    decoded[place] = read;
    if (isClientsOwn(parameter)) continue;
    mismatches.push(...faultsOf(read, parameter.schema, place, context));
  }
  mismatches.push(...unknownPairs(operation, query, context));
  const body = checkBody(request, operation, context);
  return {
    mismatches: [...mismatches, ...body.mismatches],
    decoded: body.value === undefined ? decoded : { ...decoded, body: body.value },
  };
}

/** Headers that every client sends of its own accord, whatever an operation says of them. */
const clientHeaders = new Set(['accept-encoding', 'connection', 'host', 'user-agent']);

/** Whether a value may not be the caller's, so that nothing can be said against it. */
function isClientsOwn({ in: place, name, required }: Parameter): boolean {
  return place === 'header' && !required && clientHeaders.has(name.toLowerCase());
}

type Found =
  | { readonly kind: 'value'; readonly value: JsonValue }
  | { readonly kind: 'absent' }
  | { readonly kind: 'fault'; readonly fault: string };

interface Sources {
  readonly request: ReceivedRequest;
  readonly pathTexts: ReadonlyMap<string, string>;
  readonly query: RawPairs;
  readonly cookies: RawPairs;
  /** Names of the query that stand for themselves. */
  readonly claimed: ReadonlySet<string>;
}

function readParameter(parameter: Parameter, sources: Sources, table: SchemaTable): Found {
  const { name, schema } = parameter;
  switch (parameter.in) {
    case 'path': {
      const text = sources.pathTexts.get(name);
      if (text === undefined) return { kind: 'absent' };
      if (text === '') return { kind: 'fault', fault: 'the path has an empty segment here' };
      const place = { name, schema, table, decode: percentDecode };
      const { serialization } = parameter;
      if (serialization.kind === 'content')
        return contentValue(percentDecode(text), serialization.mediaType);
      if (serialization.kind === 'delimited')
        return value(decodeDelimited([text], serialization, place));
      const decoded = decodePathText(text, serialization, place);
      return decoded === undefined
        ? {
            kind: 'fault',
            fault: `the text ${JSON.stringify(text)} is not of style ${serialization.style}`,
          }
        : value(decoded);
    }
    case 'query':
      return readPairs(parameter, sources.query, {
        table,
        decode: formDecode,
        claimed: sources.claimed,
      });
    case 'cookie': {
      const raw =
        parameter.serialization.kind === 'style' && parameter.serialization.style === 'cookie';
      return readPairs(parameter, sources.cookies, {
        table,
        decode: raw ? (text) => text : percentDecode,
      });
    }
    case 'header': {
      const text = headerOf(sources.request, name.toLowerCase());
      if (text === undefined) return { kind: 'absent' };
      const place = { name, schema, table, decode: (part: string) => part };
      const { serialization } = parameter;
      if (serialization.kind === 'content') return contentValue(text, serialization.mediaType);
      if (serialization.kind === 'delimited')
        return value(decodeDelimited([text], serialization, place));
      return value(decodeJoined(text, serialization, place));
    }
    case 'querystring': {
      const text = sources.request.target.split('?')[1] ?? '';
      if (text === '') return { kind: 'absent' };
      const { mediaType } = parameter.serialization;
      if (mediaType.startsWith('application/x-www-form-urlencoded')) {
        const body = Buffer.from(text);
        const entry: MediaType = { ...emptyMediaType(mediaType, parameter), schema };
        const form = decodeBody(body, mediaType, entry, table);
        return form.kind === 'value' ? form : { kind: 'absent' };
      }
      return contentValue(percentDecode(text), mediaType);
    }
  }
}

function emptyMediaType(mediaType: string, { location }: Parameter): MediaType {
  return { mediaType, encoding: {}, prefixEncoding: [], examples: [], location };
}

function readPairs(
  parameter: Extract<Parameter, { readonly in: 'query' | 'cookie' }>,
  pairs: RawPairs,
  rest: Pick<StyledPlace, 'table' | 'decode' | 'claimed'>,
): Found {
  const { name, schema, serialization } = parameter;
  const { decode } = rest;
  const place = { name, schema, ...rest };
  if (serialization.kind === 'style') {
    const decoded = decodePairs(pairs, serialization, place);
    return decoded === undefined ? { kind: 'absent' } : value(decoded);
  }
  const own = pairs.filter(([key]) => decode(key) === name).map(([, text]) => text);
  const [first] = own;
  if (first === undefined) return { kind: 'absent' };
  return serialization.kind === 'delimited'
    ? value(decodeDelimited(own, serialization, place))
    : contentValue(decode(first), serialization.mediaType);
}

function contentValue(text: string, mediaType: string): Found {
  if (!isJsonType(mediaType)) return value(text);
  const parsed = parseJson(text);
  return parsed === undefined ? { kind: 'fault', fault: 'the text is not JSON' } : value(parsed);
}

function value(found: JsonValue): Found {
  return { kind: 'value', value: found };
}

function faultsOf(
  found: JsonValue,
  schema: JsonSchema,
  place: string,
  { validate }: CheckContext,
): readonly Mismatch[] {
  return validate(found, schema).map(({ pointer, message }) => ({
    place: place + pointer,
    message,
  }));
}

/** A value as decoded, or as its texts spell it where only that fits the schema. */
function bestReading(found: JsonValue, schema: JsonSchema, { validate }: CheckContext): JsonValue {
  if (validate(found, schema).length === 0) return found;
  const spelled = readAsSpelled(found);
  return validate(spelled, schema).length === 0 ? spelled : found;
}

function splitCookies(request: ReceivedRequest): RawPairs {
  return request.headers
    .filter(([name]) => name === 'cookie')
    .flatMap(([, text]) => text.split(';'))
    .map((pair) => {
      const equals = pair.indexOf('=');
      return equals === -1
        ? [pair.trim(), '']
        : [pair.slice(0, equals).trim(), pair.slice(equals + 1).trim()];
    });
}

/** Query pairs that no parameter, no path key and no credential explains. */
function unknownPairs(
  operation: Operation,
  query: RawPairs,
  { table, credentialNames }: CheckContext,
): readonly Mismatch[] {
  const known = new Set(credentialNames);
  for (const parameter of operation.parameters) {
    if (parameter.in === 'querystring') return [];
    if (parameter.in !== 'query') continue;
    known.add(parameter.name);
    const { serialization, schema } = parameter;
    if (serialization.kind !== 'style' || !serialization.explode) continue;
    for (const name of propertyNames(schema, table)) known.add(name);
    const isMap = shapeOf(schema, table) === 'object' && isOpen(schema, table);
    if (serialization.style === 'form' && isMap) return [];
  }
  return query
    .map(([key]) => formDecode(key))
    .filter((key) => !known.has(key) && !known.has(key.replace(/\[.*$/s, '')))
    .map((key) => ({ place: `query ${key}`, message: 'the document describes no such parameter' }));
}

function checkBody(
  request: ReceivedRequest,
  { requestBody }: Operation,
  context: CheckContext,
): { readonly mismatches: readonly Mismatch[]; readonly value?: JsonValue } {
  const contentType = headerOf(request, 'content-type');
  const present = request.body.length > 0 || contentType !== undefined;
  if (!present) {
    const missing = requestBody?.required === true;
    return {
      mismatches: missing
        ? [{ place: 'body', message: 'a body is required and none was sent' }]
        : [],
    };
  }
  if (requestBody === undefined) {
    return request.body.length === 0
      ? { mismatches: [] }
      : { mismatches: [{ place: 'body', message: 'the document describes no body' }] };
  }
  if (contentType === undefined) {
    return { mismatches: [{ place: 'body', message: 'the body has no Content-Type' }] };
  }
  const documented = matchMediaType(contentType, requestBody.content);
  if (documented === undefined) {
    const types = requestBody.content.map(({ mediaType }) => mediaType).join(', ');
    return {
      mismatches: [{ place: 'body', message: `Content-Type ${contentType} is none of ${types}` }],
    };
  }
  const decoded = decodeBody(request.body, contentType, documented, context.table);
  if (decoded.kind === 'fault') return { mismatches: [{ place: 'body', message: decoded.fault }] };
  if (decoded.kind === 'opaque') return { mismatches: [] };
  const schema = bodySchema(documented, contentType, context.table);
  return { mismatches: faultsOf(decoded.value, schema, 'body', context), value: decoded.value };
}

/**
 * The schema of a decoded body. Before 3.2 the schema of JSON Lines describes all of them, one of them, or, as bytes or
 * text, nothing that could be checked; so does one of bytes for a form, which has parts.
 */
function bodySchema(
  { schema, itemSchema }: MediaType,
  contentType: string,
  table: SchemaTable,
): JsonSchema {
  if (schema === undefined) return itemSchema === undefined ? {} : listOf(itemSchema);
  const types = admittedTypes(schema, table);
  if (essence(contentType) === 'multipart/form-data') return types.has('object') ? schema : {};
  if (!isLinesType(contentType) || types.has('array')) return schema;
  return types.has('object') ? listOf(schema) : {};
}

function listOf(items: JsonSchema): JsonSchema {
  return { type: 'array', items };
}
