import type { SchemaTable } from '../../model/api.ts';
import { isJsonObject, type JsonSchema } from '../../model/json.ts';
import { referenceKey, subschemasOf } from './keywords.ts';

/** What the discriminator of a canonical schema says; targets are keys of the table. */
export interface Discriminator {
  readonly propertyName: string;
  /** Tag value to key, in the order written. */
  readonly mapping: ReadonlyMap<string, string>;
  readonly defaultMapping?: string;
}

/**
 * The keys that a schema refers to for the same instance: `all` must hold with it, `any` stands below
 * an `anyOf` or `oneOf`. `parents` are those of `all` that stand in `allOf`, where inheritance is
 * written.
 */
export interface Region {
  readonly all: ReadonlySet<string>;
  readonly any: ReadonlySet<string>;
  readonly parents: ReadonlySet<string>;
}

/** Deepest nesting of schemas inside one schema that is read (rule J16). */
export const maxSchemaDepth = 50;

/** Collects the {@link Region} of one schema. */
export function regionOf(schema: JsonSchema): Region {
  const all = new Set<string>();
  const any = new Set<string>();
  const parents = new Set<string>();
  const walk = (inner: JsonSchema, below: 'all' | 'any', inAllOf: boolean, depth: number): void => {
    if (depth > maxSchemaDepth) return;
    const key = referenceKey(inner);
    if (key !== undefined) {
      (below === 'all' ? all : any).add(key);
      if (inAllOf && below === 'all') parents.add(key);
    }
    for (const { keyword, role, schema: next } of subschemasOf(inner)) {
      if (role === 'value') continue;
      walk(next, role === 'any' ? 'any' : below, keyword === 'allOf', depth + 1);
    }
  };
  walk(schema, 'all', false, 0);
  return { all, any, parents };
}

/** Reads a canonical `discriminator`; `undefined` where there is none of the right shape. */
export function discriminatorOf(schema: JsonSchema): Discriminator | undefined {
  const value = schema['discriminator'];
  if (!isJsonObject(value)) return undefined;
  const propertyName = value['propertyName'];
  if (typeof propertyName !== 'string') return undefined;
  const mapping = new Map<string, string>();
  if (isJsonObject(value['mapping'])) {
    for (const [tag, target] of Object.entries(value['mapping'])) {
      if (typeof target === 'string') mapping.set(tag, target);
    }
  }
  const defaultMapping = value['defaultMapping'];
  return typeof defaultMapping === 'string'
    ? { propertyName, mapping, defaultMapping }
    : { propertyName, mapping };
}

/** Whether a schema lists its alternatives itself. */
export function listsAlternatives(schema: JsonSchema): boolean {
  return Array.isArray(schema['oneOf']) || Array.isArray(schema['anyOf']);
}

/** For each key the keys that inherit from it directly, by their `allOf`. */
export function childrenIndex(
  table: SchemaTable,
  regions: ReadonlyMap<string, Region>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const index = new Map<string, Set<string>>();
  for (const key of Object.keys(table)) {
    for (const parent of regions.get(key)?.parents ?? []) {
      const children = index.get(parent);
      if (children === undefined) index.set(parent, new Set([key]));
      else children.add(key);
    }
  }
  return index;
}
