/** How much a diagnostic weighs. `error` fails `check`; `warning` fails only under `--strict`. */
export type Severity = 'error' | 'warning' | 'info';

/** What is known about a diagnostic code wherever it occurs. */
export interface DiagnosticRule {
  readonly severity: Severity;
  /** What the code means, as one sentence for the documentation. */
  readonly meaning: string;
  /** The rule or clause it comes from, where there is one. */
  readonly clause?: string;
}
