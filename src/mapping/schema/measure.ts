import { isJsonObject, type JsonSchema, type JsonValue } from '../../model/json.ts';
import { referenceKey, subschemaKeywords } from './keywords.ts';

/** How large a schema is when written as JSON, references not followed. */
export interface Measure {
  /** UTF-8 bytes of the JSON text without spaces. */
  readonly bytes: number;
  /** Schemas inside, itself included. */
  readonly subschemas: number;
  /** Schemas nested in one another, itself included. */
  readonly depth: number;
  /** How often each key is referred to. */
  readonly references: ReadonlyMap<string, number>;
}

const known = new WeakMap<JsonSchema, Measure>();
const noReferences: ReadonlyMap<string, number> = new Map();

/**
 * Measures a schema. Parts that several places share are measured once, so that a schema whose text
 * would be huge costs no more than what is in memory.
 */
export function measure(schema: JsonSchema): Measure {
  const before = known.get(schema);
  if (before !== undefined) return before;
  const total = new Total();
  const key = referenceKey(schema);
  if (key !== undefined) total.refer(key, 1);
  for (const [keyword, value] of Object.entries(schema)) {
    total.member(keyword);
    measurePlace(keyword, value, total);
  }
  const result = total.result();
  known.set(schema, result);
  return result;
}

/** UTF-8 bytes of a value as JSON text. */
export function jsonBytes(value: JsonValue): number {
  return Buffer.byteLength(JSON.stringify(value));
}

function measurePlace(keyword: string, value: JsonValue, total: Total): void {
  const place = subschemaKeywords.get(keyword);
  if (place?.kind === 'one' && isJsonObject(value)) {
    total.include(measure(value));
  } else if (place?.kind === 'list' && Array.isArray(value)) {
    total.bytes += 2 + Math.max(0, value.length - 1);
    for (const item of value as readonly JsonValue[]) measureMember(item, total);
  } else if (place?.kind === 'map' && isJsonObject(value)) {
    const entries = Object.entries(value);
    total.bytes += 2 + Math.max(0, entries.length - 1);
    for (const [name, inner] of entries) {
      total.bytes += jsonBytes(name) + 1;
      measureMember(inner, total);
    }
  } else {
    total.bytes += jsonBytes(value);
  }
}

function measureMember(value: JsonValue, total: Total): void {
  if (isJsonObject(value)) total.include(measure(value));
  else total.bytes += jsonBytes(value);
}

class Total {
  bytes = 2;
  private members = 0;
  private subschemas = 1;
  private depth = 0;
  private references: Map<string, number> | undefined;

  member(keyword: string): void {
    this.bytes += jsonBytes(keyword) + 1 + (this.members > 0 ? 1 : 0);
    this.members += 1;
  }

  include(inner: Measure): void {
    this.bytes += inner.bytes;
    this.subschemas += inner.subschemas;
    this.depth = Math.max(this.depth, inner.depth);
    for (const [key, count] of inner.references) this.refer(key, count);
  }

  refer(key: string, count: number): void {
    this.references ??= new Map();
    this.references.set(key, (this.references.get(key) ?? 0) + count);
  }

  result(): Measure {
    return {
      bytes: this.bytes,
      subschemas: this.subschemas,
      depth: this.depth + 1,
      references: this.references ?? noReferences,
    };
  }
}
