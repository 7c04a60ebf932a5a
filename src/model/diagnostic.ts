import { importCodes } from './diagnostic-codes/import.ts';
import { lintCodes } from './diagnostic-codes/lint.ts';
import { mappingCodes } from './diagnostic-codes/mapping.ts';
import { overlayCodes } from './diagnostic-codes/overlay.ts';
import type { DiagnosticRule, Severity } from './diagnostic-codes/rule.ts';
import type { SourceLocation } from './source.ts';

export type { DiagnosticRule, Severity };

/** Every diagnostic code, from the tables of the stages. Adding a code means a row, a test and a line in docs/diagnostics.md. */
export const diagnosticRules: Readonly<Record<DiagnosticCode, DiagnosticRule>> = {
  ...importCodes,
  ...mappingCodes,
  ...overlayCodes,
  ...lintCodes,
};

/** A stable code of {@link diagnosticRules}. */
export type DiagnosticCode =
  | keyof typeof importCodes
  | keyof typeof mappingCodes
  | keyof typeof overlayCodes
  | keyof typeof lintCodes;

/** The operation that a diagnostic is about. */
export interface OperationName {
  /** Upper case, or as written for `additionalOperations`. */
  readonly method: string;
  readonly path: string;
  readonly operationId?: string;
}

/** Something to know about the user's document, overlay or configuration: collected, never thrown. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** What is wrong, in one sentence that stands alone. */
  readonly message: string;
  /** What to do about it, in one sentence. */
  readonly fix: string;
  readonly location?: SourceLocation;
  readonly operation?: OperationName;
  /** `operation-left-out`: the operation did not become a tool, and this diagnostic says why. */
  readonly effect?: 'operation-left-out';
  /** Lines of a short-form overlay that would mend it, ready to paste. */
  readonly overlay?: string;
}

/** What {@link diagnostic} needs beside the code. */
export type DiagnosticDetails = Omit<Diagnostic, 'code' | 'severity'> & {
  /** Replaces the severity of the code's rule. */
  readonly severity?: Severity;
};

/** Builds a diagnostic with the severity of its code's rule. */
export function diagnostic(code: DiagnosticCode, details: DiagnosticDetails): Diagnostic {
  return { code, ...details, severity: details.severity ?? diagnosticRules[code].severity };
}

/**
 * What a stage returns: a value with what there is to say about it, or no value and at least one
 * diagnostic that says why.
 */
export type Staged<T> =
  | { readonly ok: true; readonly value: T; readonly diagnostics: readonly Diagnostic[] }
  | { readonly ok: false; readonly diagnostics: readonly [Diagnostic, ...Diagnostic[]] };

/** A {@link Staged} that has a value. */
export function staged<T>(value: T, diagnostics: readonly Diagnostic[] = []): Staged<T> {
  return { ok: true, value, diagnostics };
}

/** A {@link Staged} without a value. */
export function refused<T>(first: Diagnostic, ...more: readonly Diagnostic[]): Staged<T> {
  return { ok: false, diagnostics: [first, ...more] };
}
