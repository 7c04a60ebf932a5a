import type { SchemaEntry, SchemaTable } from '../../model/api.ts';
import { ownValue } from '../../model/json.ts';
import { createFacts, type Facts } from './facts.ts';
import { childrenIndex, regionOf, type Region } from './regions.ts';
import { findComponents, type GraphComponents } from './strongly-connected.ts';

/** What is known of the schemas of one API before anything is published; computed once. */
export interface SchemaLibrary {
  readonly table: SchemaTable;
  /** The entry of a key; `undefined` where the table has none. */
  entry(key: string): SchemaEntry | undefined;
  readonly regions: ReadonlyMap<string, Region>;
  /** By key, the keys that inherit from it directly. */
  readonly children: ReadonlyMap<string, ReadonlySet<string>>;
  /** Over references that must hold together (`allOf`, `$ref`): cycles, and the length of chains. */
  readonly conjunctions: GraphComponents;
  readonly facts: Facts;
}

const libraries = new WeakMap<SchemaTable, SchemaLibrary>();

/** The library of a table; the same table gives the same library. */
export function libraryOf(table: SchemaTable): SchemaLibrary {
  const known = libraries.get(table);
  if (known !== undefined) return known;
  const library = createLibrary(table);
  libraries.set(table, library);
  return library;
}

function createLibrary(table: SchemaTable): SchemaLibrary {
  const regions = new Map(
    Object.keys(table).map((key) => [key, regionOf(ownValue(table, key)?.schema ?? {})] as const),
  );
  const conjunctions = findComponents(
    new Map([...regions].map(([key, region]) => [key, region.all] as const)),
  );
  const entry = (key: string): SchemaEntry | undefined => ownValue(table, key);
  return {
    table,
    entry,
    regions,
    children: childrenIndex(table, regions),
    conjunctions,
    facts: createFacts((key) => entry(key)?.schema),
  };
}
