import type { SpecificationVersion } from '../model/api.ts';

/** Which specification a document follows. */
export interface DetectedSpecification {
  /** What the document is read as (rule V1). */
  readonly version: SpecificationVersion;
  /** The version field as text, for instance `3.1.0`. */
  readonly written: string;
}
