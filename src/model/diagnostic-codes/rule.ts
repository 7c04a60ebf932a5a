/** How much a diagnostic weighs. `error` fails `check`; `warning` fails only under `--strict`. */
export type Severity = 'error' | 'warning' | 'info';

/** What is known about a diagnostic code wherever it occurs. */
export interface DiagnosticRule {
  readonly severity: Severity;
  /** What the code means, as one sentence for the documentation. */
  readonly meaning: string;
  /** The rule or clause it comes from, where there is one. */
  readonly clause?: string;
  /** The shortest part of a document, overlay or command line that causes it, for the documentation. */
  readonly example?: string;
  /** What happens to the tool or the build, as sentences for the documentation. */
  readonly outcome?: string;
  /** What to do, as sentences for the documentation; a diagnostic's own `fix` is about its place. */
  readonly remedy?: string;
}
