/** Diagnostic codes of the mapping stage, sorted by code; each row is a `DiagnosticRule`. */
export const mappingCodes = {
  'mapping-placeholder': {
    severity: 'info',
    meaning: 'Placeholder row; remove with the first real one.',
  },
} as const;
