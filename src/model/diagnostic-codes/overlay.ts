/** Diagnostic codes of the overlay stage, sorted by code; each row is a `DiagnosticRule`. */
export const overlayCodes = {
  'overlay-action-conflict': {
    severity: 'error',
    meaning: 'An action has both update and copy, which cancel each other.',
    clause: 'O6',
  },
  'overlay-bad-value': {
    severity: 'error',
    meaning: 'A value of a short-form overlay or x-mcp has the right kind but cannot be used.',
  },
  'overlay-caution-lowered': {
    severity: 'info',
    meaning: 'A person or the document declares a tool less dangerous than its method says.',
    clause: 'H3',
  },
  'overlay-copy-source': {
    severity: 'error',
    meaning: 'The copy of an action does not select exactly one node.',
    clause: 'O11',
  },
  'overlay-extends-differs': {
    severity: 'warning',
    meaning: 'An overlay says that it extends another document.',
    clause: 'O15',
  },
  'overlay-expose-unfit': {
    severity: 'error',
    meaning: 'An operation cannot be read as a resource.',
  },
  'overlay-hints-contradict': {
    severity: 'warning',
    meaning: 'Hints of one list contradict each other; the cautious one wins.',
  },
  'overlay-invalid': {
    severity: 'error',
    meaning: 'A file is not a valid overlay.',
    clause: 'O1',
  },
  'overlay-kind-mismatch': {
    severity: 'error',
    meaning: 'An overlay merges values of kinds that do not fit.',
    clause: 'O9',
  },
  'overlay-matches-nothing': {
    severity: 'warning',
    meaning: 'The target of an overlay action selects nothing.',
    clause: 'O4',
  },
  'overlay-meta-reserved': {
    severity: 'warning',
    meaning: 'A _meta key is reserved.',
  },
  'overlay-mixed-targets': {
    severity: 'error',
    meaning: 'An overlay action selects nodes of different kinds.',
    clause: 'O8',
  },
  'overlay-name-shared': {
    severity: 'error',
    meaning: 'An entry that matches several operations gives them one name.',
    clause: 'N5',
  },
  'overlay-no-effect': {
    severity: 'info',
    meaning: 'An entry of a short-form overlay changes nothing.',
  },
  'overlay-not-for-documents': {
    severity: 'warning',
    meaning: 'The x-mcp of a document says what only the person who builds may say.',
  },
  'overlay-operation-left-out': {
    severity: 'warning',
    meaning: 'An entry names an operation that cannot become a tool.',
  },
  'overlay-placeholder-unused': {
    severity: 'warning',
    meaning: 'A prompt has an argument that none of its messages uses.',
  },
  'overlay-removes-root': {
    severity: 'error',
    meaning: 'An overlay action removes the whole document.',
    clause: 'O10',
  },
  'overlay-resource-clash': {
    severity: 'error',
    meaning: 'Two resources have the same URI or template.',
  },
  'overlay-result-too-large': {
    severity: 'error',
    meaning: 'An overlay makes the document larger than is read.',
  },
  'overlay-secret-literal': {
    severity: 'error',
    meaning: 'A secret stands in a file instead of a reference to a variable.',
    clause: 'K6',
  },
  'overlay-security-unused': {
    severity: 'warning',
    meaning: 'Security from an overlay applies to no operation.',
    clause: 'K1',
  },
  'overlay-shadowed': {
    severity: 'info',
    meaning: 'What an entry says never counts, because a stronger one says it too.',
  },
  'overlay-target-dialect': {
    severity: 'warning',
    meaning: 'A JSONPath leaves out quotes that RFC 9535 demands.',
    clause: 'O3',
  },
  'overlay-target-invalid': {
    severity: 'error',
    meaning: 'A JSONPath of an overlay action does not follow RFC 9535.',
    clause: 'O3',
  },
  'overlay-target-primitive': {
    severity: 'error',
    meaning: 'An Overlay 1.0 action selects a value that is no object or array.',
    clause: 'O7',
  },
  'overlay-task-required': {
    severity: 'warning',
    meaning: 'A tool asks for task support, which goes out as optional.',
  },
  'overlay-unknown-argument': {
    severity: 'error',
    meaning: 'An entry names an argument that no operation it matches has.',
  },
  'overlay-unknown-bundle': {
    severity: 'error',
    meaning: 'An entry names a metadata bundle that no file has.',
  },
  'overlay-unknown-key': {
    severity: 'error',
    meaning: 'A short-form overlay or x-mcp has a key that is not known.',
  },
  'overlay-unknown-placeholder': {
    severity: 'error',
    meaning: 'A message of a prompt has a placeholder that is no argument of the prompt.',
  },
  'overlay-unknown-scheme': {
    severity: 'error',
    meaning: 'An overlay requires a security scheme that does not exist.',
    clause: 'K7',
  },
  'overlay-unmatched': {
    severity: 'error',
    meaning: 'An entry of a short-form overlay matches no operation.',
  },
  'overlay-version-newer': {
    severity: 'warning',
    meaning: 'An overlay follows a newer minor version than is known.',
    clause: 'O1',
  },
  'overlay-wrong-type': {
    severity: 'error',
    meaning: 'A value of a short-form overlay or x-mcp has the wrong type.',
  },
} as const;
