/** Diagnostic codes of the import stage, sorted by code; each row is a `DiagnosticRule`. */
export const importCodes = {
  'document-encoding': {
    severity: 'warning',
    meaning: 'Some bytes of a document are not text in its encoding and were read as U+FFFD.',
  },
  'document-not-openapi': {
    severity: 'error',
    meaning: 'The document is not an OpenAPI document.',
    clause: 'V1',
  },
  'document-syntax': {
    severity: 'error',
    meaning: 'A document is neither JSON nor YAML that can be read.',
    clause: 'L7',
  },
  'document-too-deep': {
    severity: 'error',
    meaning: 'A document nests deeper than is read.',
    clause: 'L7',
  },
  'document-too-large': {
    severity: 'error',
    meaning: 'A document is larger than is read, or its YAML aliases expand to more.',
    clause: 'L7',
  },
  'document-unreadable': {
    severity: 'error',
    meaning: 'A document could not be read from its file, URL or standard input.',
  },
  'duplicate-key': {
    severity: 'warning',
    meaning: 'One key stands twice in an object: in YAML an error, in JSON the last one counts.',
    clause: 'L7',
  },
  'json-not-strict': {
    severity: 'warning',
    meaning: 'A document that looks like JSON is not, and was read as YAML.',
  },
  'non-finite-number': {
    severity: 'warning',
    meaning: 'A YAML number that JSON has no form for was read as text.',
    clause: 'L7',
  },
  'reference-loop': {
    severity: 'error',
    meaning: 'A reference leads back to itself and never to a value.',
    clause: 'L2',
  },
  'reference-refused': {
    severity: 'error',
    meaning: 'A reference leads to a place that may not be read.',
    clause: 'L6',
  },
  'reference-unreadable': {
    severity: 'error',
    meaning: 'The document that a reference names could not be read.',
    clause: 'L6',
  },
  'reference-unresolved': {
    severity: 'error',
    meaning: 'A reference names nothing that exists.',
    clause: 'L1',
  },
  'schema-violation': {
    severity: 'warning',
    meaning: 'The document breaks the official schema of its version.',
    clause: 'L9',
  },
  'specification-newer': {
    severity: 'warning',
    meaning: 'The document follows a newer minor version than is known.',
    clause: 'V1',
  },
  'specification-unknown': {
    severity: 'error',
    meaning: 'The document follows a version of the specification that is not read.',
    clause: 'V1',
  },
  'version-not-text': {
    severity: 'warning',
    meaning: 'The version field is a number instead of text.',
    clause: 'V1',
  },
  'yaml-indentation': {
    severity: 'warning',
    meaning: 'A line inside quotes or brackets is indented less than YAML 1.2 demands.',
    clause: 'L7',
  },
} as const;
