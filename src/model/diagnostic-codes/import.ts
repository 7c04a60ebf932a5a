/** Diagnostic codes of the import stage, sorted by code; each row is a `DiagnosticRule`. */
export const importCodes = {
  'import-placeholder': {
    severity: 'info',
    meaning: 'Placeholder row; remove with the first real one.',
  },
} as const;
