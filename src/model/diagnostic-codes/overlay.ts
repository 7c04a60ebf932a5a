/** Diagnostic codes of the overlay stage, sorted by code; each row is a `DiagnosticRule`. */
export const overlayCodes = {
  'overlay-action-conflict': {
    severity: 'error',
    meaning: 'An action has both update and copy, which cancel each other.',
    clause: 'O6',
    example: `- target: $.info
  update: { title: Pets }
  copy: $.externalDocs`,
    outcome: 'The overlay is not applied, and nothing is built.',
    remedy: 'Make two actions of it.',
  },
  'overlay-bad-value': {
    severity: 'error',
    meaning: 'A value of a short-form overlay or x-mcp has the right kind but cannot be used.',
    example: `tools:
  listPets: { name: "list pets!" }`,
    outcome: "Nothing is built; in the document's own `x-mcp` the value is ignored.",
    remedy: 'Write a value that the message names as legal.',
  },
  'overlay-caution-lowered': {
    severity: 'info',
    meaning: 'A person or the document declares a tool less dangerous than its method says.',
    clause: 'H3',
    example: `tools:
  deletePet: { hints: [read] }`,
    outcome:
      'The tool is shown as less dangerous than its method says; clients may call it without asking.',
    remedy: 'Make sure that it is true.',
  },
  'overlay-copy-source': {
    severity: 'error',
    meaning: 'The copy of an action does not select exactly one node.',
    clause: 'O11',
    example: '- { target: $.paths[\'/b\'], copy: "$.paths.*" }',
    outcome: 'The overlay is not applied, and nothing is built.',
    remedy: 'Let the query after `copy` select exactly one node.',
  },
  'overlay-expose-unfit': {
    severity: 'error',
    meaning: 'An operation cannot be read as a resource.',
    example: `tools:
  addPet: { expose: resource }   # a POST`,
    outcome: 'The operation is not offered as a resource.',
    remedy: 'Expose operations that only read; leave this one a tool.',
  },
  'overlay-extends-differs': {
    severity: 'warning',
    meaning: 'An overlay says that it extends another document.',
    clause: 'O15',
    example: 'extends: ./other-api.yaml',
    outcome: 'The overlay is applied all the same.',
    remedy: 'Check that the overlay fits the document, or correct `extends`.',
  },
  'overlay-hints-contradict': {
    severity: 'warning',
    meaning: 'Hints of one list contradict each other; the cautious one wins.',
    example: `tools:
  addPet: { hints: [read, destroy] }`,
    outcome: 'The more cautious hint counts.',
    remedy: 'Keep the one that is meant.',
  },
  'overlay-invalid': {
    severity: 'error',
    meaning: 'A file is not a valid overlay.',
    clause: 'O1',
    example: 'tools: { listPets: { title: Pets } }   # no line "openapi-mcp: 1"',
    outcome: 'Nothing is built.',
    remedy:
      'Begin the file with `openapi-mcp: 1` for the short form, or with `overlay: 1.1.0` for an OpenAPI Overlay.',
  },
  'overlay-kind-mismatch': {
    severity: 'error',
    meaning: 'An overlay merges values of kinds that do not fit.',
    clause: 'O9',
    example: '- { target: $.tags, update: Pets }   # text into a list',
    outcome: 'The overlay is not applied, and nothing is built.',
    remedy:
      'Give a value of the same kind, or remove the node in an earlier action and add it anew.',
  },
  'overlay-matches-nothing': {
    severity: 'warning',
    meaning: 'The target of an overlay action selects nothing.',
    clause: 'O4',
    example: '- { target: "$.paths[\'/pet\']", remove: true }   # the path is /pets',
    outcome: 'The action changes nothing; under `--strict` nothing is built.',
    remedy: 'Correct the target; the message names what is near.',
  },
  'overlay-meta-reserved': {
    severity: 'warning',
    meaning: 'A _meta key is reserved.',
    example: `tools:
  listPets: { _meta: { mcp/team: pets } }`,
    outcome: 'The key is sent as written, and may come to mean something else.',
    remedy: 'Choose a prefix of your own, such as `com.example/team`.',
  },
  'overlay-mixed-targets': {
    severity: 'error',
    meaning: 'An overlay action selects nodes of different kinds.',
    clause: 'O8',
    example: '- { target: "$..description", update: { a: 1 } }   # texts and objects',
    outcome: 'The overlay is not applied, and nothing is built.',
    remedy: 'Narrow the query, or make one action for each kind.',
  },
  'overlay-name-shared': {
    severity: 'error',
    meaning: 'An entry that matches several operations gives them one name.',
    clause: 'N5',
    example: `tools:
  "GET /**": { name: read }`,
    outcome: 'Nothing is built.',
    remedy: 'Name each operation by its operationId or by `METHOD /path`.',
  },
  'overlay-no-effect': {
    severity: 'info',
    meaning: 'An entry of a short-form overlay changes nothing.',
    example: `tools:
  listPets: { enabled: true }`,
    outcome: 'Nothing changes.',
    remedy: 'Remove the entry, or what overrides it.',
  },
  'overlay-not-applicable': {
    severity: 'error',
    meaning: 'An overlay of the short form cannot be applied to a document.',
    example:
      'openapi-mcp overlay apply pets.yaml tools.yaml   # tools.yaml begins with "openapi-mcp: 1"',
    outcome: 'Nothing is written: a short form speaks of tools, and a document has none.',
    remedy: 'Apply OpenAPI Overlays, and give short forms to `build --overlay`.',
  },
  'overlay-not-for-documents': {
    severity: 'warning',
    meaning: 'The x-mcp of a document says what only the person who builds may say.',
    example: 'x-mcp: { server: { headers: { X-Key: "${SECRET}" } } }   # in the document itself',
    outcome: 'The setting is ignored: a document may not have variables sent to itself.',
    remedy: 'Say it in a short-form overlay of your own, if it is right.',
  },
  'overlay-operation-left-out': {
    severity: 'warning',
    meaning: 'An entry names an operation that cannot become a tool.',
    example: `tools:
  brokenOperation: { title: Broken }`,
    outcome: 'The entry changes nothing, because the operation is not a tool.',
    remedy: 'See why the operation was left out, or remove the entry.',
  },
  'overlay-placeholder-unused': {
    severity: 'warning',
    meaning: 'A prompt has an argument that none of its messages uses.',
    example: `prompts:
  greet: { arguments: { name: {} }, messages: [{ text: Hello }] }`,
    outcome: 'Whoever gives the argument changes nothing by it.',
    remedy: 'Write `{{name}}` where it belongs, or remove the argument.',
  },
  'overlay-removes-root': {
    severity: 'error',
    meaning: 'An overlay action removes the whole document.',
    clause: 'O10',
    example: '- { target: $, remove: true }',
    outcome: 'The overlay is not applied, and nothing is built.',
    remedy: 'Name what is to be removed.',
  },
  'overlay-resource-clash': {
    severity: 'error',
    meaning: 'Two resources have the same URI or template.',
    example: `resources:
  a: { uri: "docs://x", text: A }
  b: { uri: "docs://x", text: B }`,
    outcome: 'Nothing is built.',
    remedy: 'Give one of them another URI.',
  },
  'overlay-result-too-large': {
    severity: 'error',
    meaning: 'An overlay makes the document larger than is read.',
    example: '- { target: "$..*", update: { … } }',
    outcome: 'The overlay is not applied, and nothing is built.',
    remedy: 'Narrow the query, or merge less.',
  },
  'overlay-secret-literal': {
    severity: 'error',
    meaning: 'A secret stands in a file instead of a reference to a variable.',
    clause: 'K6',
    example: 'server: { headers: { Authorization: Bearer abc123 } }',
    outcome: 'Nothing is built, so that the secret does not travel with the server.',
    remedy: 'Refer to an environment variable: `Bearer ${PETS_TOKEN}`.',
  },
  'overlay-security-unused': {
    severity: 'warning',
    meaning: 'Security from an overlay applies to no operation.',
    clause: 'K1',
    example: 'server: { security: [{ key: [] }] }   # every operation says security itself',
    outcome: 'Nothing changes.',
    remedy: 'Remove it, or change `security` in the document with an OpenAPI Overlay.',
  },
  'overlay-shadowed': {
    severity: 'info',
    meaning: 'What an entry says never counts, because a stronger one says it too.',
    example: `tools:
  "GET /**": { title: Read }
  listPets: { title: List }      # the only GET`,
    outcome: 'The weaker entry never counts.',
    remedy: 'Remove one of them.',
  },
  'overlay-target-dialect': {
    severity: 'warning',
    meaning: 'A JSONPath leaves out quotes that RFC 9535 demands.',
    clause: 'O3',
    example: '- { target: $.paths[?(@.x-internal)], remove: true }',
    outcome: 'The query is read as meant.',
    remedy: "Write names with hyphens in brackets and quotes: `@['x-internal']`.",
  },
  'overlay-target-invalid': {
    severity: 'error',
    meaning: 'A JSONPath of an overlay action does not follow RFC 9535.',
    clause: 'O3',
    example: '- { target: "paths./pets", remove: true }',
    outcome: 'The overlay is not applied, and nothing is built.',
    remedy: "Write a JSONPath of RFC 9535, such as `$.paths['/pets']`.",
  },
  'overlay-target-primitive': {
    severity: 'error',
    meaning: 'An Overlay 1.0 action selects a value that is no object or array.',
    clause: 'O7',
    example: `overlay: 1.0.0
actions: [{ target: $.info.title, update: Pets }]`,
    outcome: 'The value is replaced, as 1.1 says.',
    remedy: 'Write `overlay: 1.1.0`, or select the object that holds the value.',
  },
  'overlay-task-required': {
    severity: 'warning',
    meaning: 'A tool asks for task support, which goes out as optional.',
    example: `tools:
  runJob: { execution: { taskSupport: required } }`,
    outcome: 'The tool goes out with `optional`, because this server runs no tasks.',
    remedy: 'Write `taskSupport: optional`.',
  },
  'overlay-unknown-argument': {
    severity: 'error',
    meaning: 'An entry names an argument that no operation it matches has.',
    example: `tools:
  listPets: { arguments: { limt: { hide: true } } }`,
    outcome: 'Nothing is built; a warning with `--lenient`.',
    remedy: 'Correct the name; the message lists the arguments. `query:limit` tells places apart.',
  },
  'overlay-unknown-bundle': {
    severity: 'error',
    meaning: 'An entry names a metadata bundle that no file has.',
    example: `tools:
  listPets: { metadata: brnad }`,
    outcome: 'Nothing is built.',
    remedy: 'Declare the bundle under `metadata`, or correct the name.',
  },
  'overlay-unknown-key': {
    severity: 'error',
    meaning: 'A short-form overlay or x-mcp has a key that is not known.',
    example: `tools:
  listPets: { titel: Pets }`,
    outcome: 'Nothing is built; a warning with `--lenient`.',
    remedy: 'Correct the key; the message lists those that are known.',
  },
  'overlay-unknown-placeholder': {
    severity: 'error',
    meaning: 'A message of a prompt has a placeholder that is no argument of the prompt.',
    example: `prompts:
  greet: { arguments: { name: {} }, messages: [{ text: "Hello {{nmae}}" }] }`,
    outcome: 'Nothing is built.',
    remedy: 'Name an argument of the prompt.',
  },
  'overlay-unknown-scheme': {
    severity: 'error',
    meaning: 'An overlay requires a security scheme that does not exist.',
    clause: 'K7',
    example: 'server: { security: [{ kye: [] }] }',
    outcome: 'Nothing is built.',
    remedy: 'Declare the scheme under `server.securitySchemes`, or correct the name.',
  },
  'overlay-unmatched': {
    severity: 'error',
    meaning: 'An entry of a short-form overlay matches no operation.',
    example: `tools:
  lstPets: { title: Pets }`,
    outcome:
      'Nothing is built, because an entry that was meant to hide or guard a tool may have missed it; a warning with `--lenient`.',
    remedy: 'Correct the key: an operationId, `METHOD /path` with `*` and `**`, or `tag:NAME`.',
  },
  'overlay-version-newer': {
    severity: 'warning',
    meaning: 'An overlay follows a newer minor version than is known.',
    clause: 'O1',
    example: 'overlay: 1.7.0',
    outcome: 'The overlay is read as the newest version that is known.',
    remedy: 'Check what the overlay changes.',
  },
  'overlay-wrong-type': {
    severity: 'error',
    meaning: 'A value of a short-form overlay or x-mcp has the wrong type.',
    example: `tools:
  listPets: { enabled: "no" }`,
    outcome: "Nothing is built; in the document's own `x-mcp` the value is ignored.",
    remedy: 'Write a value of the type that the message names.',
  },
} as const;
