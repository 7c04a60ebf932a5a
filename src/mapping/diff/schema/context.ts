import type { JsonSchema } from '../../../model/json.ts';
import type { SchemaChange } from '../change.ts';

/** Compares a schema of before with one of after; the path leads to both. */
export type CompareSchemas = (
  before: JsonSchema,
  after: JsonSchema,
  path: readonly string[],
) => readonly SchemaChange[];

/** What comparing two schemas needs beside them. */
export interface NodeContext {
  readonly path: readonly string[];
  readonly compare: CompareSchemas;
  /** A schema of before with its references followed. */
  readonly viewBefore: (schema: JsonSchema) => JsonSchema;
  /** A schema of after with its references followed. */
  readonly viewAfter: (schema: JsonSchema) => JsonSchema;
}

/** A change that may or may not be a breaking one. */
export function undecided(path: readonly string[], why: string): SchemaChange {
  return { impact: 'breaking', kind: 'undecided', path, message: why };
}

/** More is taken than before. */
export function widened(path: readonly string[], message: string): SchemaChange {
  return { impact: 'additive', kind: 'widened', path, message };
}
