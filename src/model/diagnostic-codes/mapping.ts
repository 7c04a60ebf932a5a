/** Diagnostic codes of the mapping stage, sorted by code; each row is a `DiagnosticRule`. */
export const mappingCodes = {
  'argument-fixed-unusable': {
    severity: 'error',
    meaning: 'An overlay fixes a value that cannot be sent so.',
    clause: 'A9',
  },
  'argument-flatten-refused': {
    severity: 'error',
    meaning: 'A body cannot be flattened into arguments.',
    clause: 'A8',
  },
  'argument-hide-required': {
    severity: 'error',
    meaning: 'An overlay hides an argument that must be sent.',
    clause: 'A9',
  },
  'argument-name-illegal': {
    severity: 'error',
    meaning: 'An overlay gives an argument a name that clients refuse.',
    clause: 'A2',
  },
  'argument-name-taken': {
    severity: 'error',
    meaning: 'An overlay gives two arguments the same name.',
    clause: 'A3',
  },
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
  'body-as-text': {
    severity: 'info',
    meaning: 'A body of this media type is taken as text that the caller writes.',
    clause: 'B19',
  },
  'body-ignored': {
    severity: 'warning',
    meaning: 'A body is described for a method that sends none.',
    clause: 'B4',
  },
  'body-media-type-unknown': {
    severity: 'error',
    meaning: 'An overlay chooses a media type that the body does not have.',
    clause: 'B1',
  },
  'body-part-header-unknown': {
    severity: 'warning',
    meaning: 'A header of a part has no known value, so it is not sent.',
    clause: 'B11',
  },
  'body-shape-unclear': {
    severity: 'warning',
    meaning: 'A form has no schema with properties, so its fields are free.',
    clause: 'B5',
  },
  'budget-exceeded': {
    severity: 'error',
    meaning: 'The list of tools costs more tokens than it may.',
  },
  'client-argument-name': {
    severity: 'warning',
    meaning: 'A client refuses the name of an argument.',
    clause: 'C2',
  },
  'client-header-annotation': {
    severity: 'warning',
    meaning: 'A client drops a tool whose x-mcp-header stands outside plain properties.',
    clause: 'C17',
  },
  'client-keyword': {
    severity: 'warning',
    meaning: 'A client refuses or ignores keywords of an input schema.',
    clause: 'C5, C11, C12',
  },
  'client-lowered': {
    severity: 'info',
    meaning: 'An input schema is rewritten for a client.',
    clause: 'C3, C11, C12',
  },
  'client-reference': {
    severity: 'warning',
    meaning: 'A client cannot follow references of an input schema.',
    clause: 'C3, C4',
  },
  'client-root': {
    severity: 'warning',
    meaning: 'A client refuses the root of a schema.',
    clause: 'C1, C16',
  },
  'client-tool-name': {
    severity: 'warning',
    meaning: 'A client refuses the name of a tool.',
    clause: 'C6 to C9',
  },
  'client-tools-many': {
    severity: 'warning',
    meaning: 'There are more tools than a client takes.',
    clause: 'C10',
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
  'lock-invalid': {
    severity: 'error',
    meaning: 'The lock file cannot be read.',
    clause: 'N6',
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
  'operation-unmappable': {
    severity: 'error',
    meaning: 'No request can be built for an operation, so it is left out.',
    clause: 'L9',
  },
  'output-schema-omitted': {
    severity: 'info',
    meaning: 'The answer of an operation is described too widely for an output schema.',
    clause: 'J18',
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
  'pin-unknown': {
    severity: 'error',
    meaning: 'A tool that is to stay listed does not exist.',
  },
  'query-credential': {
    severity: 'warning',
    meaning:
      'An operation takes the whole query as one value, and a credential goes into the query too.',
    clause: 'P30',
  },
  'schema-condition-dropped': {
    severity: 'info',
    meaning:
      'A negation or condition speaks of parts that are left out in this direction, and is left out too.',
    clause: 'J7',
  },
  'schema-cut': {
    severity: 'warning',
    meaning: 'A published schema was too large, so its deepest parts are published as any value.',
    clause: 'J16',
  },
  'schema-discriminator-conflict': {
    severity: 'warning',
    meaning: 'A discriminator maps a value to a schema that does not allow the value.',
    clause: 'J9',
  },
  'schema-enum-long': {
    severity: 'info',
    meaning: 'An enum has too many values to be published, so they became text.',
  },
  'schema-keyword-malformed': {
    severity: 'warning',
    meaning: 'A keyword of a schema has a value of the wrong shape, and is left out.',
    clause: 'J3',
  },
  'schema-pattern-dropped': {
    severity: 'warning',
    meaning: 'A pattern is no ECMAScript regular expression, so it became text.',
    clause: 'J12',
  },
  'schema-reference-missing': {
    severity: 'warning',
    meaning: 'A schema refers to one that does not exist, so any value is published.',
    clause: 'J4',
  },
  'schema-too-deep': {
    severity: 'warning',
    meaning: 'A schema is nested too deep, so what lies deeper is published as any value.',
    clause: 'J16',
  },
  'selection-unmatched': {
    severity: 'error',
    meaning: 'A rule that selects operations matches none.',
  },
  'server-name-illegal': {
    severity: 'error',
    meaning: 'The server is given a name that cannot stand in tool names and variables.',
    clause: 'N2',
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
