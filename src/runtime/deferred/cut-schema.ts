import type { JsonSchema, JsonValue } from '../../model/json.ts';
import { isArray, isJsonObject, setOwn } from '../../model/json.ts';
import { dereference } from './schema-parts.ts';

/** A schema as text, and whether something of it was left out. */
export interface CutSchema {
  readonly text: string;
  readonly isCut: boolean;
}

/** Levels of schemas in schemas that are tried, from the most. */
const levels = [6, 4, 3, 2, 1, 0] as const;

/** Schemas that are looked at for one level, so that wide ones cost little. */
const mostSchemas = 500;

/** At the last try, lists and texts are cut as well. */
const shown = { items: 20, characters: 200 } as const;

/** Keywords whose values are schemas by name, schemas in a list, and a schema. */
const byName: ReadonlySet<string> = new Set(['properties', 'patternProperties']);
const listed: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const single: ReadonlySet<string> = new Set(['items', 'additionalProperties', 'not', 'contains']);

/** What says nothing to a model, or only serves references that are resolved here. */
const dropped: ReadonlySet<string> = new Set(['$defs', 'definitions', '$schema', 'examples']);

/**
 * A schema with its references resolved, as JSON of at most `budget` characters: as many levels as fit, and at worst
 * its type alone. Recursive schemas end where the levels do.
 */
export function cutSchema(schema: JsonSchema, root: JsonSchema, budget: number): CutSchema {
  for (const level of levels) {
    const cut = new Cut(root, level === 0);
    const text = JSON.stringify(cut.schema(schema, level));
    if (text.length <= budget) return { text, isCut: cut.isCut };
  }
  const { type } = dereference(schema, root);
  return { text: typeof type === 'string' ? JSON.stringify({ type }) : '{}', isCut: true };
}

class Cut {
  isCut = false;
  private left = mostSchemas;
  private readonly root: JsonSchema;
  private readonly isShort: boolean;

  constructor(root: JsonSchema, isShort: boolean) {
    this.root = root;
    this.isShort = isShort;
  }

  /** @param level How many levels of schemas below this one are kept. */
  schema(given: JsonValue, level: number): JsonValue {
    if (!isJsonObject(given)) return given;
    this.left -= 1;
    const copy: Record<string, JsonValue> = {};
    for (const [keyword, value] of Object.entries(dereference(given, this.root))) {
      if (dropped.has(keyword)) continue;
      const kept = this.keyword(keyword, value, level);
      if (kept !== undefined) setOwn(copy, keyword, kept);
    }
    return copy;
  }

  private keyword(keyword: string, value: JsonValue, level: number): JsonValue | undefined {
    const holds = byName.has(keyword) || listed.has(keyword) || single.has(keyword);
    if (!holds || typeof value === 'boolean') return this.isShort ? this.shorten(value) : value;
    if (level === 0 || this.left <= 0) {
      this.isCut = true;
      return undefined;
    }
    if (listed.has(keyword) && Array.isArray(value)) return this.list(value, level - 1);
    if (byName.has(keyword) && isJsonObject(value)) return this.members(value, level - 1);
    return this.schema(value, level - 1);
  }

  private list(schemas: readonly JsonValue[], level: number): JsonValue {
    const kept = schemas.slice(0, Math.max(0, this.left));
    this.isCut ||= kept.length < schemas.length;
    return kept.map((each) => this.schema(each, level));
  }

  private members(properties: JsonSchema, level: number): JsonValue {
    const copy: Record<string, JsonValue> = {};
    for (const [name, each] of Object.entries(properties)) {
      if (this.left <= 0) {
        this.isCut = true;
        break;
      }
      setOwn(copy, name, this.schema(each, level));
    }
    return copy;
  }

  private shorten(value: JsonValue): JsonValue {
    if (typeof value === 'string' && value.length > shown.characters) {
      this.isCut = true;
      return `${value.slice(0, shown.characters)}…`;
    }
    if (isArray(value) && value.length > shown.items) {
      this.isCut = true;
      return value.slice(0, shown.items);
    }
    return value;
  }
}
