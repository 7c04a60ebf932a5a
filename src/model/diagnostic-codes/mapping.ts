/** Diagnostic codes of the mapping stage, sorted by code; each row is a `DiagnosticRule`. */
export const mappingCodes = {
  'base-url-invalid': {
    severity: 'error',
    meaning:
      'The base URL that was given is not an absolute http or https URL without query and fragment.',
    clause: 'S5',
  },
  'base-url-missing': {
    severity: 'warning',
    meaning: 'The document names no absolute server, so the base URL must be given at start.',
    clause: 'S2',
  },
  'credential-origin-new': {
    severity: 'warning',
    meaning: 'Credentials would go to an origin that an earlier build did not know.',
    clause: 'K7',
  },
  'credential-origins': {
    severity: 'info',
    meaning: 'Credentials go to another origin than that of the document.',
    clause: 'K7',
  },
  'deferred-chosen': {
    severity: 'info',
    meaning: 'The list of tools would cost too many tokens, so tools are found by search.',
  },
  'environment-clash': {
    severity: 'error',
    meaning: 'Two settings would be read from the same environment variable.',
    clause: 'K6',
  },
  'hint-raised': {
    severity: 'info',
    meaning: 'The words of an operation with a safe method say that it changes something.',
    clause: 'H2',
  },
  'hint-read-candidate': {
    severity: 'info',
    meaning: 'A POST is named like a reading operation.',
    clause: 'H3',
  },
  'name-changed': {
    severity: 'warning',
    meaning: 'A tool has another name than in the lock.',
    clause: 'N6',
  },
  'name-clash': {
    severity: 'error',
    meaning: 'Two tools are given the same name.',
    clause: 'N5',
  },
  'name-illegal': {
    severity: 'error',
    meaning: 'A tool is given a name that clients refuse.',
    clause: 'N1',
  },
  'name-long': {
    severity: 'warning',
    meaning: 'A tool is given a name that some clients refuse beside the name of the server.',
    clause: 'N2',
  },
  'name-shortened': {
    severity: 'info',
    meaning: 'A name was too long and was shortened.',
    clause: 'N4',
  },
  'name-suffixed': {
    severity: 'info',
    meaning: 'Several operations would have the same name, and this one got a suffix.',
    clause: 'N5',
  },
  'namespace-unusable': {
    severity: 'error',
    meaning: 'The namespace of a document is too long, illegal, or used twice.',
    clause: 'N2',
  },
  'no-tools': {
    severity: 'error',
    meaning: 'No operation became a tool.',
    clause: 'L9',
  },
  'output-schemas-omitted': {
    severity: 'info',
    meaning: 'Output schemas are left out, because they would make the list of tools too long.',
    clause: 'J18',
  },
  'pattern-shallow': {
    severity: 'warning',
    meaning: 'A pattern that shuts operations off ends in /* and leaves those further down open.',
  },
  'query-credential': {
    severity: 'warning',
    meaning:
      'An operation takes the whole query as one value, and a credential goes into the query too.',
    clause: 'P30',
  },
  'selection-unmatched': {
    severity: 'error',
    meaning: 'A rule that selects operations matches none.',
  },
  'server-unknown': {
    severity: 'error',
    meaning: 'The server that was chosen is not one of the document.',
    clause: 'S6',
  },
  'trace-skipped': {
    severity: 'info',
    meaning: 'A TRACE operation is not a tool unless it is enabled by name.',
  },
} as const;
