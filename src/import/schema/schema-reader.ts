import type { SchemaEntry, SchemaTable, SpecificationVersion } from '../../model/api.ts';
import { objectFromEntries } from '../../model/json.ts';
import type { JsonSchema } from '../../model/json.ts';
import type { DocumentNode } from '../document-set.ts';
import type { NodeReading } from '../shared/reading.ts';
import { maxSubschemas } from './conversion.ts';
import type { Conversion } from './conversion.ts';
import { convertSchema } from './convert-schema.ts';
import type { ConvertOptions } from './convert-schema.ts';
import { DocumentDialects } from './dialect.ts';
import { KeywordTally } from './keyword-tally.ts';
import { PatternChecker } from './pattern.ts';
import { breakLoops } from './schema-loops.ts';
import { noDynamicScope, SchemaTargets } from './schema-targets.ts';
import type { DynamicScope } from './schema-targets.ts';
import { SubtypeIndex } from './subtypes.ts';

/**
 * Reads Schema Objects into canonical schemas, and gathers what they refer to into one table. Nothing is
 * inlined (rule L3), and every schema of the table is converted once.
 */
export class SchemaReader {
  readonly #conversion: Conversion;
  readonly #dialects: DocumentDialects;

  constructor(reading: NodeReading, version: SpecificationVersion) {
    this.#dialects = new DocumentDialects(reading, version);
    this.#conversion = {
      ...reading,
      targets: new SchemaTargets(),
      subtypes: new SubtypeIndex(reading.documents),
      patterns: new PatternChecker(),
      tally: new KeywordTally(),
    };
  }

  /** The canonical schema at a node. What it refers to is in the table after {@link finish}. */
  read(node: DocumentNode, options: ConvertOptions = {}): JsonSchema {
    return this.#convert(node, noDynamicScope, options);
  }

  /** Converts everything that was referred to, and what that refers to, and gives the table. */
  finish(): SchemaTable {
    const { targets, tally, report } = this.#conversion;
    const entries: (readonly [string, SchemaEntry])[] = [];
    for (let next = targets.takePending(); next !== undefined; next = targets.takePending()) {
      const { key, name, node, scope } = next;
      const schema = this.#convert(node, scope, {});
      entries.push([key, { name, schema, location: node.location }]);
    }
    tally.report(report);
    return breakLoops(objectFromEntries(entries), report);
  }

  #convert(node: DocumentNode, scope: DynamicScope, options: ConvertOptions): JsonSchema {
    const dialect = this.#dialects.of(node.location.document);
    const budget = { remaining: maxSubschemas, reported: false };
    return convertSchema(this.#conversion, { node, dialect, scope, depth: 0, budget }, options);
  }
}
