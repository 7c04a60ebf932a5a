import { jsonEqual } from '../../model/json.ts';
import type { JsonSchema, JsonValue } from '../../model/json.ts';
import { pointerText } from '../shared/nodes.ts';
import { reportKeyword } from './conversion.ts';
import type { Conversion, SchemaPlace } from './conversion.ts';
import { includeSubtypes } from './discriminator.ts';
import { settleNull } from './nullable.ts';

/** Keywords read one by one, before those that depend on each other are settled. */
export type SchemaDraft = Readonly<Record<string, JsonValue>>;

/**
 * Settles the keywords that mean something only together (rule J2), and gives the canonical schema. The
 * draft belongs to this function from here on.
 */
export function settleSchema(conversion: Conversion, place: SchemaPlace, draft: Draft): JsonSchema {
  settleBounds(draft, 'minimum', 'exclusiveMinimum');
  settleBounds(draft, 'maximum', 'exclusiveMaximum');
  settleExamples(draft);
  settleTuple(draft);
  settleBinary(draft);
  settleEnum(conversion, place, draft);
  if (draft['discriminator'] !== undefined) includeSubtypes(conversion, place.node);
  const nullWord = place.dialect.nullWord ?? 'nullable';
  const saysNull = draft[nullWord] === true;
  // Deleting from an object makes every later access slow: only where there is something to delete.
  if (draft['nullable'] !== undefined) delete draft['nullable'];
  if (draft['x-nullable'] !== undefined) delete draft['x-nullable'];
  return settleNull(draft, saysNull, place.dialect.nullWord !== undefined);
}

type Draft = Record<string, JsonValue>;

/** Draft 4 writes an exclusive bound as a flag beside the bound. */
function settleBounds(draft: Draft, bound: string, exclusive: string): void {
  const flag = draft[exclusive];
  if (typeof flag !== 'boolean') return;
  delete draft[exclusive];
  const value = draft[bound];
  if (!flag || value === undefined) return;
  delete draft[bound];
  draft[exclusive] = value;
}

function settleExamples(draft: Draft): void {
  const { example, examples } = draft;
  if (example === undefined) return;
  delete draft['example'];
  const others = Array.isArray(examples) ? (examples as readonly JsonValue[]) : [];
  draft['examples'] = [example, ...others.filter((other) => !jsonEqual(other, example))];
}

/** Drafts 4 to 7: what follows the tuple stands in `additionalItems`. */
function settleTuple(draft: Draft): void {
  const rest = draft['additionalItems'];
  if (rest === undefined) return;
  delete draft['additionalItems'];
  if (draft['prefixItems'] !== undefined && draft['items'] === undefined) {
    draft['items'] = rest;
  }
}

/** Raw bytes are `format: "binary"` whatever the version; base64 text is `contentEncoding` (rule B14). */
function settleBinary(draft: Draft): void {
  const types = Array.isArray(draft['type']) ? (draft['type'] as readonly string[]) : [];
  if (types.includes('file')) {
    draft['type'] = ['string', ...types.filter((type) => type !== 'file' && type !== 'string')];
    draft['format'] = 'binary';
  } else if (draft['format'] === 'byte' && draft['contentEncoding'] === undefined) {
    delete draft['format'];
    draft['contentEncoding'] = 'base64';
  } else if (isRawMedia(draft, types)) {
    draft['format'] = 'binary';
  }
}

/** 3.1: a media type that is no text, without an encoding that would make it text, means raw bytes. */
function isRawMedia(draft: Draft, types: readonly string[]): boolean {
  const mediaType = draft['contentMediaType'];
  if (typeof mediaType !== 'string' || draft['contentEncoding'] !== undefined) return false;
  if (draft['format'] !== undefined || draft['contentSchema'] !== undefined) return false;
  if (types.length > 0 && !types.includes('string')) return false;
  return !/^text\/|[/+](?:json|xml|yaml|javascript|ecmascript|x-www-form-urlencoded|graphql|x-ndjson|jsonl|json-seq)\b/i.test(
    mediaType,
  );
}

/** Enum values that YAML or the author wrote in another type than the schema's (rule L7). */
function settleEnum(conversion: Conversion, place: SchemaPlace, draft: Draft): void {
  const values = draft['enum'];
  const types = Array.isArray(draft['type']) ? draft['type'].filter((type) => type !== 'null') : [];
  if (!Array.isArray(values) || types.length !== 1) return;
  const [type] = types;
  const converted = (values as readonly JsonValue[]).map((value) => castEnumValue(value, type));
  if (converted.every((value, index) => value === values[index])) return;
  draft['enum'] = converted.filter(
    (value, index) => converted.findIndex((other) => jsonEqual(other, value)) === index,
  );
  reportKeyword(conversion, place.node, 'schema-enum-converted', {
    message: `The enum at ${pointerText(place.node.location)} has values that are no ${String(type)}; they are read as ${String(type)}.`,
    fix: type === 'string' ? 'Put the values in quotes.' : 'Write the values without quotes.',
  });
}

function castEnumValue(value: JsonValue, type: JsonValue | undefined): JsonValue {
  if (type === 'string') {
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  }
  if (typeof value !== 'string') return value;
  if (type === 'boolean') return value === 'true' || value === 'false' ? value === 'true' : value;
  if (type !== 'integer' && type !== 'number') return value;
  const number = Number(value);
  return String(number) === value ? number : value;
}
