/** Diagnostic codes of the overlay stage, sorted by code; each row is a `DiagnosticRule`. */
export const overlayCodes = {
  'overlay-action-conflict': {
    severity: 'error',
    meaning: 'An action has both update and copy, which cancel each other.',
    clause: 'O6',
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
  'overlay-mixed-targets': {
    severity: 'error',
    meaning: 'An overlay action selects nodes of different kinds.',
    clause: 'O8',
  },
  'overlay-removes-root': {
    severity: 'error',
    meaning: 'An overlay action removes the whole document.',
    clause: 'O10',
  },
  'overlay-result-too-large': {
    severity: 'error',
    meaning: 'An overlay makes the document larger than is read.',
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
  'overlay-version-newer': {
    severity: 'warning',
    meaning: 'An overlay follows a newer minor version than is known.',
    clause: 'O1',
  },
} as const;
