/** Diagnostic codes of the overlay stage, sorted by code; each row is a `DiagnosticRule`. */
export const overlayCodes = {
  'overlay-placeholder': {
    severity: 'info',
    meaning: 'Placeholder row; remove with the first real one.',
  },
} as const;
