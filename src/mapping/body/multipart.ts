import type { Encoding, EncodingHeader, MediaType } from '../../model/api.ts';
import type {
  MultipartEncoding,
  MultipartSequenceEncoding,
  PartEncoding,
} from '../../model/body-encoding.ts';
import { diagnostic } from '../../model/diagnostic.ts';
import {
  isJsonObject,
  objectFromEntries,
  type JsonSchema,
  type JsonValue,
} from '../../model/json.ts';
import { fieldsOf, listedTypes, type BodyContext } from './context.ts';
import { essenceOf, isRange, isSendable, kindOfMedia } from './media-type.ts';

/** How a part is written, and whether its argument is a file. */
export interface PlannedPart {
  readonly encoding: PartEncoding;
  /** The argument, or each item of it where the part repeats, is a file. */
  readonly isFile: boolean;
  /** The parts inside, where the part is multipart itself. */
  readonly nested?: PlannedMultipart;
}

const byValue: PartEncoding = {
  value: 'byValue',
  allowedContentTypes: [],
  repeat: false,
  headers: [],
};

/** The parts of a multipart body, by name or by position (rules B9 to B13). */
export interface PlannedMultipart {
  readonly encoding: MultipartEncoding | MultipartSequenceEncoding;
  /** By property name; of a sequence by position, and `rest` for what follows. */
  readonly parts: ReadonlyMap<string, PlannedPart>;
  readonly rest: PlannedPart;
}

/**
 * The body with a schema of named parts: `multipart/form-data` has no others (RFC 7578 §4.2). A schema that can be
 * no object names none; then the caller does, for a file where the schema is one of bytes.
 */
export function withNamedParts(
  media: MediaType,
  mediaType: string,
  { library: { facts } }: BodyContext,
): MediaType {
  const { schema } = media;
  if (schema === undefined || essenceOf(mediaType) !== 'multipart/form-data') return media;
  if (facts.types(schema).has('object')) return media;
  const { description } = facts.target(schema);
  return {
    ...media,
    schema: {
      type: 'object',
      ...(facts.isBinary(schema)
        ? { additionalProperties: { type: 'string', format: 'binary' } }
        : {}),
      ...(description === undefined ? {} : { description }),
    },
  };
}

/** Plans a multipart body: by position where the schema is a list or encodings go by position, else by name. */
export function planMultipart(
  media: Pick<MediaType, 'schema' | 'itemSchema' | 'encoding' | 'prefixEncoding' | 'itemEncoding'>,
  mediaType: string,
  context: BodyContext,
): PlannedMultipart {
  const schema = media.schema ?? {};
  const types = context.library.facts.types(schema);
  const goesByPosition =
    media.itemSchema !== undefined ||
    media.prefixEncoding.length > 0 ||
    media.itemEncoding !== undefined ||
    !types.has('object');
  return goesByPosition && essenceOf(mediaType) !== 'multipart/form-data'
    ? planSequence(media, mediaType, context)
    : planNamed({ ...media, schema }, mediaType, context);
}

function planNamed(
  media: Pick<MediaType, 'schema' | 'encoding'>,
  mediaType: string,
  context: BodyContext,
): PlannedMultipart {
  const target = context.library.facts.target(media.schema ?? {});
  const parts = new Map(
    fieldsOf(media as MediaType, context).map(
      ({ name, schema, encoding }) => [name, planPart(schema, encoding, context)] as const,
    ),
  );
  const additional = target['additionalProperties'];
  const rest =
    isJsonObject(additional) && context.library.facts.isBinary(additional)
      ? planPart(additional, undefined, context)
      : { encoding: { ...byValue, repeat: true }, isFile: false };
  return {
    encoding: {
      kind: 'multipart',
      mediaType,
      parts: objectFromEntries([...parts].map(([name, part]) => [name, part.encoding] as const)),
      otherwise: rest.encoding,
    },
    parts,
    rest,
  };
}

function planSequence(
  media: Pick<MediaType, 'schema' | 'itemSchema' | 'prefixEncoding' | 'itemEncoding'>,
  mediaType: string,
  context: BodyContext,
): PlannedMultipart {
  const target = context.library.facts.target(media.schema ?? {});
  const prefixItems = Array.isArray(target['prefixItems'])
    ? (target['prefixItems'] as readonly JsonValue[])
    : [];
  const items = media.itemSchema ?? (isJsonObject(target['items']) ? target['items'] : {});
  const length = Math.max(prefixItems.length, media.prefixEncoding.length);
  const prefix = Array.from({ length }, (_, index) => {
    const schema = prefixItems[index];
    return planPart(
      isJsonObject(schema) ? schema : items,
      media.prefixEncoding[index] ?? media.itemEncoding,
      context,
    );
  });
  const rest = planPart(items, media.itemEncoding, context);
  return {
    encoding: {
      kind: 'multipartSequence',
      mediaType,
      prefix: prefix.map((part) => onePart(part)),
      item: onePart(rest),
    },
    parts: new Map(prefix.map((part, index) => [String(index), part] as const)),
    rest,
  };
}

/** A part by position is one part, also where its value is a list. */
function onePart({ encoding }: PlannedPart): PartEncoding {
  return { ...encoding, repeat: false };
}

function planPart(
  schema: JsonSchema,
  encoding: Encoding | undefined,
  context: BodyContext,
  isItem = false,
): PlannedPart {
  const { facts } = context.library;
  const headers = encoding === undefined ? [] : headersOf(encoding.headers, context);
  if (encoding?.serialization !== undefined) {
    return {
      encoding: { ...byValue, headers, serialization: encoding.serialization },
      isFile: false,
    };
  }
  const types = facts.types(schema);
  const isList =
    types.has('array') && [...types].every((type) => type === 'array' || type === 'null');
  if (isList && isItem) {
    // A list inside a list has no parts of its own (rule B9).
    const [contentType] = listedTypes(encoding?.contentType);
    return {
      encoding: {
        ...byValue,
        value: 'json',
        headers,
        ...(contentType === undefined ? {} : { contentType }),
      },
      isFile: false,
    };
  }
  if (isList) {
    const items = facts.target(schema)['items'];
    const inner = planPart(isJsonObject(items) ? items : {}, encoding, context, true);
    return { ...inner, encoding: { ...inner.encoding, repeat: true } };
  }
  return planValue(schema, encoding, headers, context);
}

function planValue(
  schema: JsonSchema,
  encoding: Encoding | undefined,
  headers: PartEncoding['headers'],
  context: BodyContext,
): PlannedPart {
  const types = listedTypes(encoding?.contentType).filter((type) => isSendable(type));
  const concrete = types.find((type) => !isRange(type));
  const contentType = concrete === undefined ? {} : { contentType: concrete };
  const base: PartEncoding = { ...byValue, headers, ...contentType };
  if (isRawBytes(schema, types, context)) {
    return {
      encoding: { ...base, value: 'bytes', allowedContentTypes: types },
      isFile: true,
    };
  }
  const nested = encoding === undefined ? undefined : nestedOf(schema, encoding, concrete, context);
  if (nested !== undefined) {
    return { encoding: { ...base, nested: nested.encoding }, isFile: false, nested };
  }
  if (concrete !== undefined) {
    return { encoding: { ...base, value: valueFor(concrete) }, isFile: false };
  }
  const { contentEncoding } = context.library.facts.target(schema) as {
    readonly contentEncoding?: JsonValue;
  };
  return typeof contentEncoding === 'string'
    ? {
        encoding: { ...base, value: 'text', contentType: 'application/octet-stream' },
        isFile: false,
      }
    : { encoding: base, isFile: false };
}

function valueFor(contentType: string): PartEncoding['value'] {
  switch (kindOfMedia(contentType)) {
    case 'json':
      return 'json';
    case 'xml':
    case 'text':
      return 'text';
    case 'form':
    case 'multipart':
    case 'jsonLines':
    case 'jsonSequence':
    case 'yaml':
    case 'binary':
    case 'unknown':
      return 'byValue';
  }
}

/** Raw bytes: said so, or of a binary type, or (3.1 on) without any type (rules B9, B14). */
function isRawBytes(
  schema: JsonSchema,
  contentTypes: readonly string[],
  { library, specification }: BodyContext,
): boolean {
  const { facts } = library;
  if (facts.isBinary(schema)) return true;
  const target = facts.target(schema);
  if (target['contentEncoding'] !== undefined) return false;
  const isBinaryType =
    contentTypes.length > 0 && contentTypes.every((type) => kindOfMedia(type) === 'binary');
  if (isBinaryType) return facts.types(schema).has('string');
  const saysNothing = facts.types(schema).size === 6 && facts.named(schema).properties.size === 0;
  const isModern = specification === '3.1' || specification === '3.2';
  return saysNothing && isModern && contentTypes.length === 0;
}

/** A part that is itself multipart (3.2 §Nested Encoding); one level. */
function nestedOf(
  schema: JsonSchema,
  encoding: Encoding,
  contentType: string | undefined,
  context: BodyContext,
): PlannedMultipart | undefined {
  const hasNested =
    Object.keys(encoding.encoding).length > 0 ||
    encoding.prefixEncoding.length > 0 ||
    encoding.itemEncoding !== undefined;
  if (!hasNested && (contentType === undefined || kindOfMedia(contentType) !== 'multipart')) {
    return undefined;
  }
  const mediaType =
    contentType ??
    (Object.keys(encoding.encoding).length > 0 ? 'multipart/form-data' : 'multipart/mixed');
  if (kindOfMedia(mediaType) !== 'multipart') return undefined;
  return planMultipart(
    {
      schema,
      encoding: encoding.encoding,
      prefixEncoding: encoding.prefixEncoding,
      ...(encoding.itemEncoding === undefined ? {} : { itemEncoding: encoding.itemEncoding }),
    },
    mediaType,
    context,
  );
}

const ownHeaders = new Set(['content-type', 'content-disposition', 'content-transfer-encoding']);

/** Part headers whose value the document itself settles (rule B11). */
function headersOf(
  headers: readonly EncodingHeader[],
  context: BodyContext,
): PartEncoding['headers'] {
  return headers.flatMap((header) => {
    if (ownHeaders.has(header.name.toLowerCase())) return [];
    const value = knownValue(context.library.facts.target(header.schema));
    if (value !== undefined) return [{ name: header.name, value }];
    context.report(
      diagnostic('body-part-header-unknown', {
        message: `The part header "${header.name}" of ${context.operation.method} ${context.operation.path} has no single value in the document, so it is not sent.`,
        fix: `Give the header's schema a const or a default.`,
        severity: header.required ? 'warning' : 'info',
        operation: context.operation,
      }),
    );
    return [];
  });
}

function knownValue(schema: JsonSchema): string | undefined {
  const values = schema['enum'];
  const [only] =
    Array.isArray(values) && values.length === 1 ? (values as readonly JsonValue[]) : [];
  const value = schema['const'] ?? only ?? schema['default'];
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}
