/** Diagnostic codes of the mapping stage, sorted by code; each row is a `DiagnosticRule`. */
export const mappingCodes = {
  'argument-fixed-unusable': {
    severity: 'error',
    meaning: 'An overlay fixes a value that cannot be sent so.',
    clause: 'A9',
    example: `tools:
  addPet: { arguments: { body: { fixed: 5 } } }`,
    outcome: 'Nothing is built.',
    remedy: 'Fix a value that the parameter or body can be sent as.',
  },
  'argument-flatten-refused': {
    severity: 'error',
    meaning: 'A body cannot be flattened into arguments.',
    clause: 'A8',
    example: `tools:
  addPet: { flatten: true }   # the body has a property petId, and so has the path`,
    outcome: 'Nothing is built.',
    remedy: 'Remove `flatten`, or rename the argument that clashes.',
  },
  'argument-hide-required': {
    severity: 'error',
    meaning: 'An overlay hides an argument that must be sent.',
    clause: 'A9',
    example: `tools:
  getPet: { arguments: { petId: { hide: true } } }   # a path parameter`,
    outcome: 'Nothing is built, because the tool could not be called.',
    remedy: 'Give the argument a `fixed` value, or keep it.',
  },
  'argument-name-illegal': {
    severity: 'error',
    meaning: 'An overlay gives an argument a name that clients refuse.',
    clause: 'A2',
    example: `tools:
  listPets: { arguments: { limit: { name: "max items" } } }`,
    outcome: 'Nothing is built.',
    remedy: 'Write letters, digits, `_`, `.` and `-`, at most 64.',
  },
  'argument-name-taken': {
    severity: 'error',
    meaning: 'An overlay gives two arguments the same name.',
    clause: 'A3',
    example: `tools:
  listPets: { arguments: { limit: { name: page }, page: {} } }`,
    outcome: 'Nothing is built.',
    remedy: 'Give each argument its own name.',
  },
  'base-url-invalid': {
    severity: 'error',
    meaning:
      'The base URL that was given is not an absolute http or https URL without query and fragment.',
    clause: 'S5',
    example: 'openapi-mcp build pets.yaml --base-url "pets.example?v=1"',
    outcome: 'Nothing is built.',
    remedy: 'Give an absolute http or https URL without query and fragment.',
  },
  'base-url-missing': {
    severity: 'warning',
    meaning: 'The document names no absolute server, so the base URL must be given at start.',
    clause: 'S2',
    example: 'servers: [{ url: /v1 }]',
    outcome: 'The server is written, and does not start before it is told where the API is.',
    remedy: 'Give `--base-url` now, or `<SERVER>_BASE_URL` at start.',
  },
  'body-as-text': {
    severity: 'info',
    meaning: 'A body of this media type is taken as text that the caller writes.',
    clause: 'B19',
    example: 'requestBody: { content: { application/x-yaml: { schema: { type: object } } } }',
    outcome: 'The argument is the text of the body, which the agent writes.',
    remedy: 'Nothing, or choose another media type with `request: { mediaType: … }`.',
  },
  'body-ignored': {
    severity: 'warning',
    meaning: 'A body is described for a method that sends none.',
    clause: 'B4',
    example: `# an additional operation whose method never sends a body
requestBody: { content: { application/json: {} } }`,
    outcome: 'The tool takes no body.',
    remedy: 'Use another method, or remove the body.',
  },
  'body-media-type-unknown': {
    severity: 'error',
    meaning: 'An overlay chooses a media type that the body does not have.',
    clause: 'B1',
    example: `tools:
  addPet: { request: { mediaType: application/xml } }   # the body is JSON only`,
    outcome: 'Nothing is built.',
    remedy: 'Choose one of the media types of the body, which the message lists.',
  },
  'body-part-header-unknown': {
    severity: 'warning',
    meaning: 'A header of a part has no known value, so it is not sent.',
    clause: 'B11',
    example: `encoding:
  photo: { headers: { X-Rotation: { schema: { type: integer } } } }`,
    outcome: 'The part is sent without the header, because nobody says its value.',
    remedy: 'Give the header a `const`, `default` or one `example`.',
  },
  'body-shape-unclear': {
    severity: 'warning',
    meaning: 'A form has no schema with properties, so its fields are free.',
    clause: 'B5',
    example: 'requestBody: { content: { application/x-www-form-urlencoded: {} } }',
    outcome: 'The argument is an object with free fields.',
    remedy: 'Give the form a schema with properties.',
  },
  'budget-exceeded': {
    severity: 'error',
    meaning: 'The list of tools costs more tokens than it may.',
    example: 'openapi-mcp build github.json --direct --budget 20000',
    outcome: 'Nothing is built.',
    remedy: 'Select fewer operations, raise the budget, or use the deferred mode.',
  },
  'client-argument-name': {
    severity: 'warning',
    meaning: 'A client refuses the name of an argument.',
    clause: 'C2',
    example:
      '- { name: "filter[name]", in: query, schema: { type: string } }   # in a schema of your own',
    outcome: 'The client refuses the tool, some of them every tool.',
    remedy: 'Name the argument in an overlay.',
  },
  'client-header-annotation': {
    severity: 'warning',
    meaning: 'A client drops a tool whose x-mcp-header stands outside plain properties.',
    clause: 'C17',
    example: 'inputSchema: { properties: { a: { anyOf: [{ x-mcp-header: Region }] } } }',
    outcome: 'Clients over HTTP drop the tool.',
    remedy: 'Annotate properties that only `properties` lead to.',
  },
  'client-keyword': {
    severity: 'warning',
    meaning: 'A client refuses or ignores keywords of an input schema.',
    clause: 'C5, C11, C12',
    example: 'schema: { oneOf: [{ type: integer }, { enum: [all] }] }',
    outcome:
      'The client refuses the schema, or does not see what the keyword says. The message names the first place of each.',
    remedy: 'Build with `--target CLIENT`, so that the schema is rewritten.',
  },
  'client-lowered': {
    severity: 'info',
    meaning: 'An input schema is rewritten for a client.',
    clause: 'C3, C11, C12',
    example: 'openapi-mcp build pets.yaml --target gemini',
    outcome: "The tool's input schema says less than the document; requests stay the same.",
    remedy: 'Nothing: the API checks what the schema no longer says.',
  },
  'client-reference': {
    severity: 'warning',
    meaning: 'A client cannot follow references of an input schema.',
    clause: 'C3, C4',
    example: 'schema: { $ref: "#/components/schemas/Node" }   # which refers to itself',
    outcome: 'The client loses the definitions, so that the argument may be anything.',
    remedy: 'Build with `--target CLIENT` or `--refs depth:3`.',
  },
  'client-root': {
    severity: 'warning',
    meaning: 'A client refuses the root of a schema.',
    clause: 'C1, C16',
    example: `tools:
  addPet: { inputSchema: { type: object, oneOf: [ … ] } }`,
    outcome: 'The client refuses the tool, some of them every tool.',
    remedy: 'Put the composition into a property of the root.',
  },
  'client-tool-name': {
    severity: 'warning',
    meaning: 'A client refuses the name of a tool.',
    clause: 'C6 to C9',
    example: 'openapi-mcp build pets.yaml --name a-very-long-name-for-a-server --target cursor',
    outcome: 'The client drops the tool, some of them without a word.',
    remedy: 'Give the tool or the server a shorter name.',
  },
  'client-tools-many': {
    severity: 'warning',
    meaning: 'There are more tools than a client takes.',
    clause: 'C10',
    example: 'openapi-mcp check github.json --target vscode',
    outcome: 'The client shows only some of the tools, or none.',
    remedy: 'Use the deferred mode, or select fewer operations.',
  },
  'credential-origin-new': {
    severity: 'warning',
    meaning: 'Credentials would go to an origin that an earlier build did not know.',
    clause: 'K7',
    example: `# the lock knows https://pets.example, and the document now says
servers: [{ url: https://pets.example.net }]`,
    outcome: 'The server is written; credentials would go to the new origin.',
    remedy: 'Make sure that the new origin is meant, then keep the new lock file.',
  },
  'credential-origins': {
    severity: 'info',
    meaning: 'Credentials go to another origin than that of the document.',
    clause: 'K7',
    example: `paths:
  /upload: { servers: [{ url: https://files.example }], post: { … } }`,
    outcome: 'The tool sends the credentials of the API to the other origin, as the document says.',
    remedy: 'Make sure that both belong to the same API.',
  },
  'deferred-chosen': {
    severity: 'info',
    meaning: 'The list of tools would cost too many tokens, so tools are found by search.',
    example: 'openapi-mcp build github.json   # 1,223 operations',
    outcome: 'Agents get four tools that search, describe and call the others.',
    remedy: 'Nothing; or `--direct`, or fewer operations with `--include` and `--exclude`.',
  },
  'environment-clash': {
    severity: 'error',
    meaning: 'Two settings would be read from the same environment variable.',
    clause: 'K6',
    example: `securitySchemes:
  api-key: { type: apiKey, name: X-Key, in: header }
  api_key: { type: apiKey, name: X-Api-Key, in: header }`,
    outcome:
      'Nothing is built, because both would get one secret. A scheme that no tool needs only gives a warning.',
    remedy: 'Rename a scheme, or name documents apart with `NAME=SPEC`.',
  },
  'hint-raised': {
    severity: 'info',
    meaning: 'The words of an operation with a safe method say that it changes something.',
    clause: 'H2',
    example: 'get: { operationId: resetPassword }',
    outcome: 'The tool is not shown as read-only.',
    remedy: 'If it only reads, say `hints: [read]` in an overlay.',
  },
  'hint-read-candidate': {
    severity: 'info',
    meaning: 'A POST is named like a reading operation.',
    clause: 'H3',
    example: 'post: { operationId: searchPets }',
    outcome:
      'The tool is shown as one that may destroy something, and clients ask before each call.',
    remedy:
      'If it only reads, say `hints: [read]` in an overlay, or trust such names with `--trust-read-names`.',
  },
  'lock-invalid': {
    severity: 'error',
    meaning: 'The lock file cannot be read.',
    clause: 'N6',
    example: '<<<<<<< HEAD',
    outcome: 'Nothing is built, so that no tool changes its name.',
    remedy: 'Restore the lock file from version control, or delete it and accept new names.',
  },
  'name-changed': {
    severity: 'warning',
    meaning: 'A tool has another name than in the lock.',
    clause: 'N6',
    example: `tools:
  listPets: { name: find_pets }   # the lock says list_pets`,
    outcome: 'The tool has the new name, and whoever uses the old one loses it.',
    remedy: 'Keep the old name, or tell the users of the tool.',
  },
  'name-clash': {
    severity: 'error',
    meaning: 'Two tools are given the same name.',
    clause: 'N5',
    example: `tools:
  listPets: { name: pets }
  listOwners: { name: Pets }`,
    outcome:
      'Nothing is built. Where the document itself gives the names, they get suffixes instead.',
    remedy: 'Give each tool its own name; case does not count.',
  },
  'name-kept': {
    severity: 'info',
    meaning: 'An operation has another operationId than in the lock, and its tool keeps its name.',
    clause: 'N6',
    example: `/pets: { get: { operationId: getAllPets } }   # the lock says listPets`,
    outcome: 'The tool is called as before, and nobody who uses it notices.',
    remedy: 'Nothing, or name the tool in an overlay and tell its users.',
  },
  'name-long': {
    severity: 'warning',
    meaning: 'A tool is given a name that some clients refuse beside the name of the server.',
    clause: 'N2',
    example: `tools:
  listPets: { name: list_all_the_pets_of_every_owner_in_the_whole_wide_world }`,
    outcome: "The tool has the name; clients that put the server's name in front may refuse it.",
    remedy: 'Shorten the name of the tool or of the server.',
  },
  'name-shortened': {
    severity: 'info',
    meaning: 'A name was too long and was shortened.',
    clause: 'N4',
    example:
      'get: { operationId: repositories_list_organization_contributors_with_all_their_commits }',
    outcome: 'The tool has a shorter name with six characters of a hash, which never changes.',
    remedy: 'Name the tool in an overlay if another name is better.',
  },
  'name-suffixed': {
    severity: 'info',
    meaning: 'Several operations would have the same name, and this one got a suffix.',
    clause: 'N5',
    example: `/pets: { get: { operationId: list } }
/owners: { get: { operationId: list } }`,
    outcome: 'Each tool has a suffix from its method and path, which never changes.',
    remedy: 'Name the tools in an overlay if other names are better.',
  },
  'namespace-unusable': {
    severity: 'error',
    meaning: 'The namespace of a document is too long, illegal, or used twice.',
    clause: 'N2',
    example: 'openapi-mcp build pets.yaml old/pets.yaml',
    outcome: 'Nothing is built.',
    remedy: 'Name the documents apart: `old=old/pets.yaml`.',
  },
  'no-tools': {
    severity: 'error',
    meaning: 'No operation became a tool.',
    clause: 'L9',
    example: 'openapi-mcp build pets.yaml --exclude "/**"',
    outcome: 'Nothing is built.',
    remedy: 'Loosen what leaves the operations out, or mend what other diagnostics name.',
  },
  'operation-unmappable': {
    severity: 'error',
    meaning: 'No request can be built for an operation, so it is left out.',
    clause: 'L9',
    example:
      '/pets/{petId}: { get: { parameters: [{ name: petId, in: query }] } }   # after an overlay',
    outcome: 'The operation is not a tool.',
    remedy: 'Correct the operation in the document or with an overlay.',
  },
  'output-schema-omitted': {
    severity: 'info',
    meaning: 'The answer of an operation is described too widely for an output schema.',
    clause: 'J18',
    example: 'responses: { "200": { content: { application/json: { schema: {} } } } }',
    outcome: 'The tool works and has no output schema.',
    remedy: 'Nothing: answers come as text and as structured content all the same.',
  },
  'output-schemas-omitted': {
    severity: 'info',
    meaning: 'Output schemas are left out, because they would make the list of tools too long.',
    clause: 'J18',
    example: 'openapi-mcp build stripe.yaml --include tag:charges',
    outcome: 'Tools are listed without output schemas, so that they can all be listed.',
    remedy: 'Ask for them with `outputSchema: relaxed` in an overlay, or use `--deferred`.',
  },
  'pattern-shallow': {
    severity: 'warning',
    meaning: 'A pattern that shuts operations off ends in /* and leaves those further down open.',
    example: 'openapi-mcp build pets.yaml --exclude "GET /internal/*"',
    outcome: 'Operations further down stay tools.',
    remedy: 'Write `/**` to reach every level.',
  },
  'pin-unknown': {
    severity: 'error',
    meaning: 'A tool that is to stay listed does not exist.',
    example: 'openapi-mcp build github.json --pin repos_lst',
    outcome: 'Nothing is built.',
    remedy: 'Name a tool; `inspect` lists them.',
  },
  'query-credential': {
    severity: 'warning',
    meaning:
      'An operation takes the whole query as one value, and a credential goes into the query too.',
    clause: 'P30',
    example: `security: [{ key: [] }]   # an apiKey in the query
parameters: [{ name: all, in: querystring, content: { … } }]`,
    outcome: 'The credential may meet a key of the same name in the query.',
    remedy: 'Send the key in a header.',
  },
  'schema-condition-dropped': {
    severity: 'info',
    meaning:
      'A negation or condition speaks of parts that are left out in this direction, and is left out too.',
    clause: 'J7',
    example: `schema:
  properties: { id: { readOnly: true } }
  not: { required: [id] }`,
    outcome: 'The condition is not published, because it speaks of what an agent never sends.',
    remedy: 'Nothing: the API checks the value.',
  },
  'schema-cut': {
    severity: 'warning',
    meaning: 'A published schema was too large, so its deepest parts are published as any value.',
    clause: 'J16',
    example: 'requestBody: { … }   # a schema of more than 256 KiB',
    outcome: 'The deepest parts are published as any value.',
    remedy: 'Leave arguments out with an overlay, or give the tool a schema of its own.',
  },
  'schema-discriminator-conflict': {
    severity: 'warning',
    meaning: 'A discriminator maps a value to a schema that does not allow the value.',
    clause: 'J9',
    example: `discriminator: { propertyName: kind, mapping: { cat: Cat } }
# and in Cat
properties: { kind: { enum: [feline] } }`,
    outcome: "The schema's own values are published.",
    remedy: 'Make the mapping and the values agree.',
  },
  'schema-enum-long': {
    severity: 'info',
    meaning: 'An enum has too many values to be published, so they became text.',
    example: 'schema: { enum: [ … 5,000 values … ] }',
    outcome: 'The first values stand in the description; any value is accepted.',
    remedy: 'Nothing: the API checks the value.',
  },
  'schema-keyword-malformed': {
    severity: 'warning',
    meaning: 'A keyword of a schema has a value of the wrong shape, and is left out.',
    clause: 'J3',
    example: 'schema: { required: name }',
    outcome: 'The keyword is left out.',
    remedy: 'Correct the value of the keyword.',
  },
  'schema-pattern-dropped': {
    severity: 'warning',
    meaning: 'A pattern is no ECMAScript regular expression, so it became text.',
    clause: 'J12',
    example: `tools:
  listPets: { arguments: { q: { schema: { type: string, pattern: "(?i)x" } } } }`,
    outcome: 'The pattern stands in the description.',
    remedy: 'Write it in the syntax of ECMA-262 with the `u` flag.',
  },
  'schema-reference-missing': {
    severity: 'warning',
    meaning: 'A schema refers to one that does not exist, so any value is published.',
    clause: 'J4',
    example: `tools:
  listPets: { arguments: { q: { schema: { $ref: "#/$defs/Gone" } } } }`,
    outcome: 'Any value is accepted there.',
    remedy: 'Define the schema, or remove the reference.',
  },
  'schema-too-deep': {
    severity: 'warning',
    meaning: 'A schema is nested too deep, so what lies deeper is published as any value.',
    clause: 'J16',
    example: '# objects in objects, more than 50 levels',
    outcome: 'What lies deeper is published as any value.',
    remedy: 'Give the deep parts names under `components.schemas` and refer to them.',
  },
  'selection-unmatched': {
    severity: 'error',
    meaning: 'A rule that selects operations matches none.',
    example: 'openapi-mcp build pets.yaml --exclude deletePets   # it is deletePet',
    outcome:
      'Nothing is built, because a rule that should shut something off may have missed it; a warning with `--lenient`.',
    remedy: 'Correct the rule: an operationId, `METHOD /path` with `*` and `**`, or `tag:NAME`.',
  },
  'server-name-illegal': {
    severity: 'error',
    meaning: 'The server is given a name that cannot stand in tool names and variables.',
    clause: 'N2',
    example: 'openapi-mcp build pets.yaml --name "pet store"',
    outcome: 'Nothing is built.',
    remedy: 'Write letters, digits, `_` and `-`, at most 64.',
  },
  'server-unknown': {
    severity: 'error',
    meaning: 'The server that was chosen is not one of the document.',
    clause: 'S6',
    example: 'openapi-mcp build pets.yaml --server staging',
    outcome: 'Nothing is built.',
    remedy: 'Name a server of the document by number, name or URL; the message lists them.',
  },
  'trace-skipped': {
    severity: 'info',
    meaning: 'A TRACE operation is not a tool unless it is enabled by name.',
    example: 'trace: { operationId: tracePets }',
    outcome: 'The operation is not a tool, because TRACE echoes credentials.',
    remedy: 'Enable it by name in an overlay or with `--include`, if agents should have it.',
  },
} as const;
