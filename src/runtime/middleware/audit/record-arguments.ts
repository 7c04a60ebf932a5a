import { createHmac } from 'node:crypto';
import type { JsonObject, JsonSchema, JsonValue } from '../../../model/json.ts';
import {
  canonicalStringify,
  isArray,
  isJsonObject,
  objectFromEntries,
  ownValue,
} from '../../../model/json.ts';
import type { AuditSettings } from '../../../model/settings.ts';

/** What stands for a value that the policy keeps out of the record. */
export const maskedValue = '[redacted]';

/** Longest text, longest list, and deepest nesting that `redacted` records whole. */
const kept = { characters: 500, items: 50, depth: 20 };

/** Arguments whose names say that they hold a secret or a personal number. */
const secretName =
  /pass(?:word|wd|phrase|code)|secret|token|api[-_]?key|private[-_]?key|credential|authorization|cookie|session[-_]?id|\bpin\b|\bcvv\b|\bcvc\b|\bssn\b|\biban\b|card[-_]?number/i;

/** What recording needs to know. */
export interface ArgumentRecording {
  readonly policy: AuditSettings['arguments'];
  /** Keys the fingerprints: without it nobody can try out likely values. */
  readonly fingerprintKey: Uint8Array;
}

/**
 * Writes the arguments as the policy wants them. `none`: not at all. `names`: which were given.
 * `fingerprints`: an HMAC-SHA256 of each value, so that equal values can be found but not read. `redacted`:
 * the values, without those that look secret by name or schema, and shortened. `full`: the values.
 */
export function recordArguments(
  given: JsonObject,
  schema: JsonSchema,
  { policy, fingerprintKey }: ArgumentRecording,
): JsonObject | readonly string[] | undefined {
  switch (policy) {
    case 'none':
      return undefined;
    case 'names':
      return Object.keys(given).sort();
    case 'fingerprints':
      return mapValues(given, (value) => fingerprint(value, fingerprintKey));
    case 'redacted':
      return maskMembers(given, { schema, root: schema, depth: 0 });
    case 'full':
      return given;
  }
}

/** The fingerprint of one value: equal values have equal ones, whatever the order of their keys. */
export function fingerprint(value: JsonValue, key: Uint8Array): string {
  const digest = createHmac('sha256', key).update(canonicalStringify(value), 'utf8').digest('hex');
  return `hmac-sha256:${digest.slice(0, 32)}`;
}

/** Where a value stands in the input schema. */
interface SchemaPlace {
  readonly schema: JsonValue | undefined;
  readonly root: JsonSchema;
  readonly depth: number;
}

function maskMembers(object: JsonObject, place: SchemaPlace): JsonObject {
  const properties = memberOf(resolve(place), 'properties');
  return objectFromEntries(
    Object.entries(object).map(([name, value]) => {
      const schema = isJsonObject(properties) ? ownValue(properties, name) : undefined;
      const inner = { schema, root: place.root, depth: place.depth + 1 };
      return [name, secretName.test(name) ? maskedValue : maskValue(value, inner)];
    }),
  );
}

function maskValue(value: JsonValue, place: SchemaPlace): JsonValue {
  const schema = resolve(place);
  if (memberOf(schema, 'format') === 'password' || memberOf(schema, 'writeOnly') === true) {
    return maskedValue;
  }
  if (typeof value === 'string') return shorten(value);
  if (typeof value !== 'object' || value === null) return value;
  if (place.depth >= kept.depth) return '[deeper]';
  if (isJsonObject(value)) return maskMembers(value, place);
  const inner = { schema: memberOf(schema, 'items'), root: place.root, depth: place.depth + 1 };
  const items = value.slice(0, kept.items).map((item) => maskValue(item, inner));
  return value.length > kept.items ? [...items, `[${value.length} items]`] : items;
}

/** The schema at a place, one local reference followed. */
function resolve({ schema, root }: SchemaPlace): JsonValue | undefined {
  const reference = memberOf(schema, '$ref');
  if (typeof reference !== 'string' || !reference.startsWith('#/$defs/')) return schema;
  return memberOf(memberOf(root, '$defs'), reference.slice('#/$defs/'.length));
}

function memberOf(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return isJsonObject(value) && !isArray(value) ? ownValue(value, key) : undefined;
}

function shorten(text: string): string {
  return text.length > kept.characters
    ? `${text.slice(0, kept.characters)}… (${text.length} characters)`
    : text;
}

function mapValues(object: JsonObject, map: (value: JsonValue) => JsonValue): JsonObject {
  return objectFromEntries(Object.entries(object).map(([name, value]) => [name, map(value)]));
}
