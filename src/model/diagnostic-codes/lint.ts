/** Diagnostic codes of the lint stage, sorted by code; each row is a `DiagnosticRule`. */
export const lintCodes = {
  'lint-answer-undescribed': {
    severity: 'info',
    meaning: 'An operation does not say what a successful answer holds.',
  },
  'lint-body-missing': {
    severity: 'warning',
    meaning: 'An operation that writes takes neither a body nor parameters.',
  },
  'lint-description-missing': {
    severity: 'warning',
    meaning: 'Nothing says what a tool does.',
  },
  'lint-descriptions-alike': {
    severity: 'warning',
    meaning: 'Several tools have the same description.',
  },
  'lint-parameter-undescribed': {
    severity: 'info',
    meaning: 'Arguments of a tool have no description.',
  },
  'lint-read-unexplained': {
    severity: 'warning',
    meaning: 'An operation that reads has neither parameters nor a description.',
  },
  'lint-schema-large': {
    severity: 'warning',
    meaning: 'The schemas of one tool cost more than 2,000 tokens.',
  },
} as const;
