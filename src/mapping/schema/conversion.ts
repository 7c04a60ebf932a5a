import type { Diagnostic } from '../../model/diagnostic.ts';
import type { JsonSchema } from '../../model/json.ts';
import type { SchemaLibrary } from './library.ts';
import type { Inheritance, Perspective, Role } from './perspective.ts';
import type { Place } from './place.ts';

/** What the parts of conversion share. */
export interface Conversion {
  readonly library: SchemaLibrary;
  readonly perspective: Perspective;
  readonly inheritance: Inheritance;
  /** Whether publishing widens what a schema admits. */
  widens(schema: JsonSchema): boolean;
  /** Converts a schema at its place; `undefined` where a reference in circles leaves nothing to say. */
  convert(schema: JsonSchema, place: Place): JsonSchema | undefined;
  /** The published reference to a key in a role. */
  refer(key: string, role: Role): JsonSchema;
  /** The table's key behind a published one. */
  keyOf(published: string): string;
  /** What a published reference leads to. */
  definition(published: string): JsonSchema;
  /** The schema of a key as it must be at this place alone, because of what is hidden or open there. */
  specialize(key: string, role: Role, place: Place): JsonSchema;
  report(problem: Diagnostic): void;
}

/** The mark that hides a property in a direction (rule J7). */
export function hidingMark(perspective: Perspective): 'readOnly' | 'writeOnly' {
  return perspective.direction === 'input' ? 'readOnly' : 'writeOnly';
}
