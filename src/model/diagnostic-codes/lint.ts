/** Diagnostic codes of the lint stage, sorted by code; each row is a `DiagnosticRule`. */
export const lintCodes = {
  'lint-placeholder': {
    severity: 'info',
    meaning: 'Placeholder row; remove with the first real one.',
  },
} as const;
