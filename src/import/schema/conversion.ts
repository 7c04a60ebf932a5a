import { diagnostic } from '../../model/diagnostic.ts';
import type { DiagnosticCode } from '../../model/diagnostic.ts';
import type { DocumentNode } from '../document-set.ts';
import type { NodeReading } from '../shared/reading.ts';
import type { SchemaDialect } from './dialect.ts';
import type { KeywordTally } from './keyword-tally.ts';
import type { PatternChecker } from './pattern.ts';
import type { SubtypeIndex } from './subtypes.ts';
import type { DynamicScope, SchemaTargets } from './schema-targets.ts';

/** Sub-schemas nested inside one schema before the rest is read as "anything" (rule J16). */
export const maxSchemaDepth = 50;

/** Sub-schemas written inside one schema before the rest is read as "anything" (rule J16). */
export const maxSubschemas = 10_000;

/** What all conversions of one import share. */
export interface Conversion extends NodeReading {
  readonly targets: SchemaTargets;
  readonly subtypes: SubtypeIndex;
  readonly patterns: PatternChecker;
  readonly tally: KeywordTally;
}

/** How many sub-schemas one schema may still have. */
export interface SchemaBudget {
  remaining: number;
  /** Said once for each schema, however much of it is cut. */
  reported: boolean;
}

/** A Schema Object being converted. */
export interface SchemaPlace {
  readonly node: DocumentNode;
  readonly dialect: SchemaDialect;
  readonly scope: DynamicScope;
  /** Levels below the schema that the conversion began at. */
  readonly depth: number;
  readonly budget: SchemaBudget;
}

/** Reports something about one keyword of a schema, at the keyword. */
export function reportKeyword(
  conversion: Conversion,
  node: DocumentNode,
  code: DiagnosticCode,
  text: { readonly message: string; readonly fix: string },
): void {
  conversion.report(diagnostic(code, { ...text, location: node.location }));
}
