/** Diagnostic codes of the import stage, sorted by code; each row is a `DiagnosticRule`. */
export const importCodes = {
  'additional-method-invalid': {
    severity: 'warning',
    meaning: 'An additional operation is named by something that no HTTP method can be.',
    clause: 'V12',
  },
  'additional-method-repeated': {
    severity: 'warning',
    meaning: 'An additional operation repeats one of the fixed methods.',
    clause: 'V12',
  },
  'body-and-form': {
    severity: 'warning',
    meaning: 'A 2.0 operation has both a body and form fields.',
  },
  'body-empty': {
    severity: 'info',
    meaning: 'A request body can hold nothing.',
    clause: 'B4',
  },
  'body-not-sent': {
    severity: 'warning',
    meaning: 'A request body is described for a method that never sends one.',
    clause: 'B4',
  },
  'body-unreadable': {
    severity: 'error',
    meaning: 'A request body cannot be read, so that the operation cannot be called.',
    clause: 'L9',
  },
  'body-without-content': {
    severity: 'warning',
    meaning: 'A request body has no media type.',
  },
  'body-without-meaning': {
    severity: 'warning',
    meaning: 'A request body is described for a method whose bodies have no defined meaning.',
    clause: 'B4',
  },
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
  'field-invalid': {
    severity: 'warning',
    meaning: 'A field has a value of the wrong kind and is read as absent.',
    clause: 'L9',
  },
  'info-incomplete': {
    severity: 'warning',
    meaning: 'The title or the version of the API is missing.',
  },
  'json-not-strict': {
    severity: 'warning',
    meaning: 'A document that looks like JSON is not, and was read as YAML.',
  },
  'link-invalid': {
    severity: 'warning',
    meaning: 'A link leads to no operation of the API.',
    clause: 'R21',
  },
  'non-finite-number': {
    severity: 'warning',
    meaning: 'A YAML number that JSON has no form for was read as text.',
    clause: 'L7',
  },
  'operation-invalid': {
    severity: 'error',
    meaning: 'An operation is not an object.',
    clause: 'L9',
  },
  'operations-missing': {
    severity: 'error',
    meaning: 'The document describes no operation.',
    clause: 'L9',
  },
  'parameter-collision': {
    severity: 'warning',
    meaning: 'Names of an exploded object can meet other query parameters.',
    clause: 'P12',
  },
  'parameter-content': {
    severity: 'warning',
    meaning: 'A parameter does not have exactly one of schema and content.',
    clause: 'P4',
  },
  'parameter-credential': {
    severity: 'info',
    meaning: 'A parameter repeats what a security scheme of the operation supplies.',
    clause: 'K8',
  },
  'parameter-invalid': {
    severity: 'warning',
    meaning: 'A parameter has no name, or no place that parameters can have.',
    clause: 'L9',
  },
  'parameter-repeated': {
    severity: 'warning',
    meaning: 'A parameter is declared twice in one list.',
    clause: 'P1',
  },
  'parameter-reserved': {
    severity: 'info',
    meaning: 'A header parameter names a header that other parts of the request decide.',
    clause: 'P2',
  },
  'parameter-schema-missing': {
    severity: 'warning',
    meaning: 'A parameter has neither a schema nor a content.',
    clause: 'P4',
  },
  'path-expression-repeated': {
    severity: 'warning',
    meaning: 'A path names one parameter twice.',
    clause: 'L10',
  },
  'path-fragment': {
    severity: 'info',
    meaning: 'A path has a fragment, which is never sent.',
  },
  'path-item-overlap': {
    severity: 'warning',
    meaning: 'A path item and the one that it refers to have the same field.',
    clause: 'L5',
  },
  'path-parameter-case': {
    severity: 'warning',
    meaning: 'A path and its parameter differ in case.',
    clause: 'L10',
  },
  'path-parameter-undeclared': {
    severity: 'warning',
    meaning: 'A path names a parameter that nobody declares.',
    clause: 'L10',
  },
  'path-parameter-unused': {
    severity: 'warning',
    meaning: 'A path parameter does not occur in the path.',
    clause: 'L10',
  },
  'path-query': {
    severity: 'info',
    meaning: 'A path has a query, which is sent with every call.',
  },
  'path-unusable': {
    severity: 'error',
    meaning: 'A path cannot be sent.',
    clause: 'L10',
  },
  'path-without-slash': {
    severity: 'warning',
    meaning: 'A path does not begin with a slash.',
  },
  'querystring-conflict': {
    severity: 'warning',
    meaning: 'Something else than the parameter that is the whole query adds to the query.',
    clause: 'P4',
  },
  'reference-loop': {
    severity: 'error',
    meaning: 'A reference leads back to itself and never to a value.',
    clause: 'L2',
  },
  'reference-misplaced': {
    severity: 'info',
    meaning: 'A reference stands where the specification allows none.',
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
  'response-status-invalid': {
    severity: 'warning',
    meaning: 'A response is named after no status.',
  },
  'schema-bound-unsafe': {
    severity: 'info',
    meaning: 'A bound is beyond the whole numbers that JSON carries exactly.',
    clause: 'L8',
  },
  'schema-dialect-unknown': {
    severity: 'warning',
    meaning: 'A schema dialect is not known and is read as JSON Schema 2020-12.',
    clause: 'V10',
  },
  'schema-discriminator-target': {
    severity: 'warning',
    meaning: 'A discriminator maps a value to a schema that does not exist.',
    clause: 'L4',
  },
  'schema-dynamic-reference': {
    severity: 'warning',
    meaning: 'It cannot be decided which schema a $dynamicRef means.',
    clause: 'J6',
  },
  'schema-enum-converted': {
    severity: 'warning',
    meaning: 'Values of an enum have another type than their schema and were converted.',
    clause: 'L7',
  },
  'schema-enum-repeated': {
    severity: 'info',
    meaning: 'An enum lists a value twice.',
  },
  'schema-invalid': {
    severity: 'warning',
    meaning: 'A schema is neither an object nor a boolean.',
    clause: 'L9',
  },
  'schema-keyword-invalid': {
    severity: 'warning',
    meaning: 'A keyword of a schema has a value that JSON Schema does not allow.',
    clause: 'L9',
  },
  'schema-keyword-unknown': {
    severity: 'info',
    meaning: 'A keyword of a schema has no meaning.',
    clause: 'J3',
  },
  'schema-loop': {
    severity: 'warning',
    meaning: 'A schema refers to itself without a property or an item in between.',
  },
  'schema-pattern-invalid': {
    severity: 'warning',
    meaning: 'A pattern is no ECMA-262 regular expression.',
    clause: 'J12',
  },
  'schema-pattern-unsafe': {
    severity: 'warning',
    meaning: 'A pattern can take exponential time.',
    clause: 'J12',
  },
  'schema-too-large': {
    severity: 'warning',
    meaning: 'A schema nests too deep or holds too many schemas.',
    clause: 'J16',
  },
  'schema-violation': {
    severity: 'warning',
    meaning: 'The document breaks the official schema of its version.',
    clause: 'L9',
  },
  'security-scheme-invalid': {
    severity: 'warning',
    meaning: 'A security scheme cannot be read.',
  },
  'security-scheme-unknown': {
    severity: 'warning',
    meaning: 'A security requirement names a scheme that the document does not declare.',
    clause: 'K1',
  },
  'server-invalid': {
    severity: 'error',
    meaning: 'A server cannot be used.',
    clause: 'S5',
  },
  'server-relative': {
    severity: 'warning',
    meaning: 'The document does not say on which host the API is.',
    clause: 'S2',
  },
  'server-variable-invalid': {
    severity: 'warning',
    meaning: 'A server variable has no default, or one that is not among its values.',
    clause: 'S3',
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
  'style-illegal': {
    severity: 'warning',
    meaning: 'A style or collectionFormat is not legal where it stands.',
    clause: 'P6',
  },
  'tag-invalid': {
    severity: 'warning',
    meaning: 'A tag is declared twice, or its parents do not lead to the top.',
    clause: 'V14',
  },
  'text-broken': {
    severity: 'warning',
    meaning:
      'A text holds half of a surrogate pair, which no UTF-8 can carry, and was read as U+FFFD.',
    clause: 'L7',
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
