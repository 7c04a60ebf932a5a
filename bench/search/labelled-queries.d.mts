/** One thing that somebody asks for. */
export interface LabelledQuery {
  readonly kind: string;
  readonly query: string;
  /** Every operation that is equally right: operation ids, or `METHOD /path`. */
  readonly answers: readonly string[];
}

/** The queries of one document. */
export interface QuerySet {
  readonly document: string;
  readonly half: 'tuning' | 'reporting';
  readonly queries: readonly LabelledQuery[];
}

export function readQuerySets(): readonly QuerySet[];
export function documentFile(id: string): string | undefined;
export function operationKey(operation: {
  readonly operationId?: string | undefined;
  readonly method: string;
  readonly path: string;
}): string;
