import type { SpecificationVersion } from '../../model/api.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { DocumentSet } from '../document-set.ts';
import type { ReadContext } from '../read-context.ts';
import type { SchemaReader } from '../schema/schema-reader.ts';

/** Collects what there is to say about a document. */
export type Report = (found: Diagnostic) => void;

/** What following references and reading fields needs. */
export interface NodeReading {
  readonly documents: DocumentSet;
  readonly report: Report;
}

/** What every reader of one import shares. */
export interface Reading extends NodeReading {
  readonly specification: SpecificationVersion;
  readonly schemas: SchemaReader;
  readonly context: ReadContext;
}
