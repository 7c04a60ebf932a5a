import type { LintSubject } from './subject.ts';

/** Lines of a short-form overlay that set these fields, each written as one line of YAML. */
export function toolLines(
  subjects: readonly LintSubject[],
  fieldsOf: (subject: LintSubject) => readonly string[],
): string {
  const entries = subjects.flatMap((subject) => [
    `  ${subject.overlayKey}:`,
    ...fieldsOf(subject).map((field) => `    ${field}`),
  ]);
  return ['tools:', ...entries].join('\n');
}
