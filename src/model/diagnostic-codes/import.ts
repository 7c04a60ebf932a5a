/** Diagnostic codes of the import stage, sorted by code; each row is a `DiagnosticRule`. */
export const importCodes = {
  'additional-method-invalid': {
    severity: 'warning',
    meaning: 'An additional operation is named by something that no HTTP method can be.',
    clause: 'V12',
    example: `paths:
  /jobs:
    additionalOperations:
      "RUN NOW": { responses: {} }`,
    outcome: 'The operation is left out; the others of the path stay.',
    remedy:
      'Name the method with the characters that HTTP allows (RFC 9110 §5.6.2), such as `RUN-NOW`.',
  },
  'additional-method-repeated': {
    severity: 'warning',
    meaning: 'An additional operation repeats one of the fixed methods.',
    clause: 'V12',
    example: `paths:
  /jobs:
    additionalOperations:
      GET: { responses: {} }`,
    outcome: 'The operation is left out, because the field of the path item is where it belongs.',
    remedy: 'Move it to `get`, or to the field of the method that is meant.',
  },
  'body-and-form': {
    severity: 'warning',
    meaning: 'A 2.0 operation has both a body and form fields.',
    example: `# Swagger 2.0
parameters:
  - { name: pet, in: body, schema: { type: object } }
  - { name: photo, in: formData, type: file }`,
    outcome: 'The tool takes the body; the form fields are left out.',
    remedy: 'Keep one of the two: a request has one body.',
  },
  'body-empty': {
    severity: 'info',
    meaning: 'A request body can hold nothing.',
    clause: 'B4',
    example: `requestBody:
  content:
    application/json: { schema: { not: {} } }`,
    outcome: 'The tool takes no body.',
    remedy: 'Remove the body, or give it a schema that something fits.',
  },
  'body-not-sent': {
    severity: 'warning',
    meaning: 'A request body is described for a method that never sends one.',
    clause: 'B4',
    example: `trace:
  requestBody: { content: { application/json: {} } }`,
    outcome: 'The tool takes no body, because HTTP forbids one for this method.',
    remedy: 'Use another method, or remove the body.',
  },
  'body-unreadable': {
    severity: 'error',
    meaning: 'A request body cannot be read, so that the operation cannot be called.',
    clause: 'L9',
    example: `post:
  requestBody: { $ref: "#/components/requestBodies/Gone" }`,
    outcome:
      'The operation is not a tool: without its required body it could not be called. Another diagnostic says what is wrong with the body.',
    remedy: 'Mend the reference or the value that the other diagnostic names.',
  },
  'body-without-content': {
    severity: 'warning',
    meaning: 'A request body has no media type.',
    example: 'requestBody: { description: The pet }',
    outcome: 'The tool takes no body.',
    remedy: 'Describe the body by `content` with at least one media type.',
  },
  'body-without-meaning': {
    severity: 'warning',
    meaning: 'A request body is described for a method whose bodies have no defined meaning.',
    clause: 'B4',
    example: `delete:
  requestBody: { content: { application/json: { schema: { type: object } } } }`,
    outcome: 'The tool takes the body and sends it; some servers and proxies refuse it or drop it.',
    remedy:
      'Nothing, where the API is known to read it. Else move the values to parameters, or use POST.',
  },
  'document-encoding': {
    severity: 'warning',
    meaning: 'Some bytes of a document are not text in its encoding and were read as U+FFFD.',
    example: `# a Latin-1 file: the byte 0xE9 is no UTF-8
info: { title: Caf� }`,
    outcome: 'Tools are made; the bytes appear as U+FFFD in names and texts.',
    remedy: 'Save the document as UTF-8.',
  },
  'document-not-openapi': {
    severity: 'error',
    meaning: 'The document is not an OpenAPI document.',
    clause: 'V1',
    example: '{ "info": { "name": "My collection", "schema": "https://schema.getpostman.com/…" } }',
    outcome: 'Nothing is built.',
    remedy:
      'Give an OpenAPI document of 2.0, 3.0, 3.1 or 3.2. The message names the format where it is recognized, and how to convert it.',
  },
  'document-syntax': {
    severity: 'error',
    meaning: 'A document is neither JSON nor YAML that can be read.',
    clause: 'L7',
    example: `info:
  title: "Pets
  version: 1`,
    outcome:
      'Nothing is built from this document. One that is only referred to is treated as absent.',
    remedy: 'Correct the text at the line and column that are named.',
  },
  'document-too-deep': {
    severity: 'error',
    meaning: 'A document nests deeper than is read.',
    clause: 'L7',
    example: 'x-deep: [[[[ … 1,001 times … ]]]]',
    outcome: 'Nothing is built from this document.',
    remedy: 'Flatten the document, or cut what recurs with `$ref`. The limit is 1,000 levels.',
  },
  'document-too-large': {
    severity: 'error',
    meaning: 'A document is larger than is read, or its YAML aliases expand to more.',
    clause: 'L7',
    example: `x-a: &a [x, x, x, x, x, x, x, x]
x-b: &b [*a, *a, *a, *a, *a, *a, *a, *a]
x-c: &c [*b, *b, … ]   # and so on`,
    outcome: 'Nothing is built from this document.',
    remedy:
      'Replace YAML aliases by `$ref`. A document may have 64 MiB, all documents together 256 MiB.',
  },
  'document-unreadable': {
    severity: 'error',
    meaning: 'A document could not be read from its file, URL or standard input.',
    example: 'openapi-mcp build peststore.yaml   # the file is petstore.yaml',
    outcome: 'Nothing is built.',
    remedy:
      'Check the path or URL, and for a URL what the server answers; `--spec-header` sends a credential for the document.',
  },
  'duplicate-key': {
    severity: 'warning',
    meaning: 'One key stands twice in an object: in YAML an error, in JSON the last one counts.',
    clause: 'L7',
    example: `paths:
  /pets: { get: { … } }
  /pets: { post: { … } }`,
    outcome:
      'In YAML nothing is built, because it does not say which one counts. In JSON the last one counts, and what the first said is lost.',
    remedy: 'Join the two, or rename one.',
  },
  'field-invalid': {
    severity: 'warning',
    meaning: 'A field has a value of the wrong kind and is read as absent.',
    clause: 'L9',
    example: 'parameters: { name: limit }   # an object where a list belongs',
    outcome: 'The field is read as absent; the tool is made without it.',
    remedy: 'Give a value of the kind that the message names.',
  },
  'info-incomplete': {
    severity: 'warning',
    meaning: 'The title or the version of the API is missing.',
    example: 'info: { title: Pets }',
    outcome: 'Tools are made; the server has a placeholder for the title or the version.',
    remedy: 'Write `info.title` and `info.version`.',
  },
  'json-not-strict': {
    severity: 'warning',
    meaning: 'A document that looks like JSON is not, and was read as YAML.',
    example: '{ "openapi": "3.1.0", }   // a comma too much, and a comment',
    outcome: 'The document is read as YAML, which allows more.',
    remedy: 'Write strict JSON, or give the file the extension `.yaml`.',
  },
  'link-invalid': {
    severity: 'warning',
    meaning: 'A link leads to no operation of the API.',
    clause: 'R21',
    example: `links:
  next: { operationId: getNxetPage }`,
    outcome: 'The tool is made; its answers do not point to the next call.',
    remedy: 'Name an operation of the same API by `operationId` or `operationRef`.',
  },
  'non-finite-number': {
    severity: 'warning',
    meaning: 'A YAML number that JSON has no form for was read as text.',
    clause: 'L7',
    example: 'schema: { type: number, maximum: .inf }',
    outcome: 'The number is read as text, so that the keyword usually is left out.',
    remedy: 'Write a finite number, or remove the keyword.',
  },
  'operation-invalid': {
    severity: 'error',
    meaning: 'An operation is not an object.',
    clause: 'L9',
    example: `paths:
  /pets: { get: list the pets }`,
    outcome: 'The operation is not a tool.',
    remedy: 'Write an Operation Object.',
  },
  'operations-missing': {
    severity: 'error',
    meaning: 'The document describes no operation.',
    clause: 'L9',
    example: `paths: {}
webhooks: { petAdded: { post: { … } } }`,
    outcome: 'Nothing is built: webhooks and callbacks are calls that the API makes.',
    remedy: 'Describe operations under `paths`.',
  },
  'parameter-collision': {
    severity: 'warning',
    meaning: 'Names of an exploded object can meet other query parameters.',
    clause: 'P12',
    example: `- { name: filter, in: query, schema: { type: object, properties: { limit: {} } } }
- { name: limit, in: query, schema: { type: integer } }`,
    outcome: 'The tool is made; where both are given, both pairs are sent under one name.',
    remedy: 'Use `style: deepObject` for the object, or other names.',
  },
  'parameter-content': {
    severity: 'warning',
    meaning: 'A parameter does not have exactly one of schema and content.',
    clause: 'P4',
    example: `- name: filter
  in: query
  content: { application/json: {}, application/xml: {} }`,
    outcome: 'The tool takes the parameter as the first media type.',
    remedy: 'Keep one media type, or one of `schema` and `content`.',
  },
  'parameter-credential': {
    severity: 'info',
    meaning: 'A parameter repeats what a security scheme of the operation supplies.',
    clause: 'K8',
    example: `security: [{ key: [] }]       # an apiKey in the header X-Key
parameters:
  - { name: X-Key, in: header, schema: { type: string } }`,
    outcome:
      'The parameter is no argument: the credential is sent by configuration, out of reach of the agent.',
    remedy: 'Nothing. Remove the parameter from the document if it should be tidy.',
  },
  'parameter-invalid': {
    severity: 'warning',
    meaning: 'A parameter has no name, or no place that parameters can have.',
    clause: 'L9',
    example: `parameters:
  - { in: query, schema: { type: integer } }`,
    outcome: 'The parameter is left out of the tool.',
    remedy: 'Give it a `name` and an `in` that is a place for parameters.',
  },
  'parameter-nested': {
    severity: 'warning',
    meaning:
      'A parameter can hold lists or objects inside another one, for which its style has no form.',
    clause: 'P13',
    example: `- name: filter
  in: query
  schema: { type: object, properties: { size: { type: array, items: { type: integer } } } }`,
    outcome: 'The tool is made; such members are sent as JSON text, which few servers read.',
    remedy:
      'Describe the parameter by `content: { application/json: … }`, or by `style: deepObject`.',
  },
  'parameter-repeated': {
    severity: 'warning',
    meaning: 'A parameter is declared twice in one list.',
    clause: 'P1',
    example: `parameters:
  - { name: limit, in: query, schema: { type: integer } }
  - { name: limit, in: query, schema: { type: string } }`,
    outcome: 'The tool takes the first.',
    remedy: 'Remove one of the two.',
  },
  'parameter-reserved': {
    severity: 'info',
    meaning: 'A header parameter names a header that other parts of the request decide.',
    clause: 'P2',
    example: `parameters:
  - { name: Accept, in: header, schema: { type: string } }`,
    outcome:
      'The parameter is no argument: media types and credentials decide `Accept`, `Content-Type` and `Authorization`.',
    remedy: 'Describe media types by `content` and credentials by `security`.',
  },
  'parameter-schema-missing': {
    severity: 'warning',
    meaning: 'A parameter has neither a schema nor a content.',
    clause: 'P4',
    example: `parameters:
  - { name: limit, in: query }`,
    outcome: 'The argument is published as text.',
    remedy: 'Give the parameter a schema.',
  },
  'path-expression-repeated': {
    severity: 'warning',
    meaning: 'A path names one parameter twice.',
    clause: 'L10',
    example: '/copies/{id}/to/{id}: { … }',
    outcome: 'The tool has one argument, which is sent in both places.',
    remedy: 'Give the two places different names.',
  },
  'path-fragment': {
    severity: 'info',
    meaning: 'A path has a fragment, which is never sent.',
    example: '"/pets#byOwner": { … }',
    outcome: 'The tool is made; the fragment is never sent.',
    remedy: 'Nothing, where the fragment only tells operations apart.',
  },
  'path-item-overlap': {
    severity: 'warning',
    meaning: 'A path item and the one that it refers to have the same field.',
    clause: 'L5',
    example: `/pets:
  $ref: ./pets.yaml
  get: { … }   # ./pets.yaml has get, too`,
    outcome: 'What stands beside the reference is taken.',
    remedy: 'Write each field in one of the two places.',
  },
  'path-parameter-case': {
    severity: 'warning',
    meaning: 'A path and its parameter differ in case.',
    clause: 'L10',
    example: `/pets/{petId}:
  parameters: [{ name: petid, in: path, required: true, schema: {} }]`,
    outcome: 'The two are taken as one.',
    remedy: 'Write both in the same case.',
  },
  'path-parameter-undeclared': {
    severity: 'warning',
    meaning: 'A path names a parameter that nobody declares.',
    clause: 'L10',
    example: `/pets/{petId}:
  get: { responses: {} }   # no parameter petId`,
    outcome: 'The tool gets an argument of type text for it.',
    remedy: 'Declare a path parameter of that name.',
  },
  'path-parameter-unused': {
    severity: 'warning',
    meaning: 'A path parameter does not occur in the path.',
    clause: 'L10',
    example: `/pets:
  parameters: [{ name: petId, in: path, required: true, schema: {} }]`,
    outcome: 'The parameter is left out of the tools of the path.',
    remedy: 'Remove it, or name it in the path as `{petId}`.',
  },
  'path-query': {
    severity: 'info',
    meaning: 'A path has a query, which is sent with every call.',
    example: '"/token?refresh=true": { … }',
    outcome: 'The query is sent with every call, and is no argument.',
    remedy: 'Nothing, where it only tells operations apart; else declare query parameters.',
  },
  'path-unusable': {
    severity: 'error',
    meaning: 'A path cannot be sent.',
    clause: 'L10',
    example: '/pets/{petId: { … }',
    outcome: 'The operations of the path are not tools.',
    remedy: 'Write a path of text and whole `{expressions}`.',
  },
  'path-without-slash': {
    severity: 'warning',
    meaning: 'A path does not begin with a slash.',
    example: 'pets: { get: { … } }',
    outcome: 'The tools are made, with a slash put in front of the path.',
    remedy: 'Begin the path with a slash.',
  },
  'querystring-conflict': {
    severity: 'warning',
    meaning: 'Something else than the parameter that is the whole query adds to the query.',
    clause: 'P4',
    example: `parameters:
  - { name: all, in: querystring, content: { application/x-www-form-urlencoded: {} } }
  - { name: limit, in: query, schema: { type: integer } }`,
    outcome:
      'The tool is made without the parameter that is the whole query, or the credential cannot go into the query.',
    remedy: 'Describe the query in one of the two ways; send keys in a header.',
  },
  'reference-loop': {
    severity: 'error',
    meaning: 'A reference leads back to itself and never to a value.',
    clause: 'L2',
    example: `components:
  parameters:
    A: { $ref: "#/components/parameters/B" }
    B: { $ref: "#/components/parameters/A" }`,
    outcome:
      'What refers to it is treated as absent; an operation that cannot be called without it is not a tool.',
    remedy: 'Let one of the references be the value itself.',
  },
  'reference-misplaced': {
    severity: 'info',
    meaning: 'A reference stands where the specification allows none.',
    example: `get:
  responses: { $ref: "#/x-responses" }`,
    outcome: 'The reference is followed all the same.',
    remedy: 'Nothing for this program; other tools may need the documents joined first.',
  },
  'reference-refused': {
    severity: 'error',
    meaning: 'A reference leads to a place that may not be read.',
    clause: 'L6',
    example: "schema: { $ref: ../shared/pet.yaml }   # outside of the document's folder",
    outcome: 'What stands there is treated as absent.',
    remedy:
      "Move the file below the document's folder, or allow more with `--ref-root`; for another host `--allow-remote-refs HOST`.",
  },
  'reference-unreadable': {
    severity: 'error',
    meaning: 'The document that a reference names could not be read.',
    clause: 'L6',
    example: 'schema: { $ref: ./pet.yml }   # the file is pet.yaml',
    outcome:
      'What stands there is treated as absent: a schema accepts anything, an operation that cannot be called without it is not a tool.',
    remedy: 'Check the name of the file, and that it is YAML or JSON.',
  },
  'reference-unresolved': {
    severity: 'error',
    meaning: 'A reference names nothing that exists.',
    clause: 'L1',
    example: 'schema: { $ref: "#/components/schemas/Pte" }',
    outcome:
      'What stands there is treated as absent: a schema accepts anything, an operation that cannot be called without it is not a tool.',
    remedy: 'Correct the reference; the message suggests the nearest names.',
  },
  'response-status-invalid': {
    severity: 'warning',
    meaning: 'A response is named after no status.',
    example: 'responses: { ok: { description: Fine } }',
    outcome: 'The response is left out; the tool is made.',
    remedy: 'Name it by a status code, a range such as `2XX`, or `default`.',
  },
  'schema-bound-unsafe': {
    severity: 'info',
    meaning: 'A bound is beyond the whole numbers that JSON carries exactly.',
    clause: 'L8',
    example: 'schema: { type: integer, maximum: 18446744073709551615 }',
    outcome: 'The bound is left out, because it cannot be written exactly in JSON.',
    remedy: 'Nothing: the API checks the value.',
  },
  'schema-dialect-unknown': {
    severity: 'warning',
    meaning: 'A schema dialect is not known and is read as JSON Schema 2020-12.',
    clause: 'V10',
    example: 'jsonSchemaDialect: https://example.com/my-dialect',
    outcome: 'Schemas are read as JSON Schema 2020-12.',
    remedy: 'Use JSON Schema 2020-12 or the dialect of OpenAPI.',
  },
  'schema-discriminator-target': {
    severity: 'warning',
    meaning: 'A discriminator maps a value to a schema that does not exist.',
    clause: 'L4',
    example: `discriminator:
  propertyName: kind
  mapping: { cat: Catt }`,
    outcome: 'The line of the mapping is left out.',
    remedy: 'Name a schema of `components`, or write a reference to one.',
  },
  'schema-dynamic-reference': {
    severity: 'warning',
    meaning: 'It cannot be decided which schema a $dynamicRef means.',
    clause: 'J6',
    example: 'schema: { $dynamicRef: "#node" }   # several schemas are called so',
    outcome: 'Anything is accepted there.',
    remedy: 'Use `$ref`, or give one schema the `$dynamicAnchor`.',
  },
  'schema-enum-converted': {
    severity: 'warning',
    meaning: 'Values of an enum have another type than their schema and were converted.',
    clause: 'L7',
    example: 'schema: { type: string, enum: [1, yes, 2024-01-01] }',
    outcome: 'The values are read as the type of the schema.',
    remedy: 'Put the values in quotes, or correct the type.',
  },
  'schema-enum-repeated': {
    severity: 'info',
    meaning: 'An enum lists a value twice.',
    example: 'schema: { enum: [asc, desc, asc] }',
    outcome: 'The value is published once.',
    remedy: 'Remove the repetition.',
  },
  'schema-invalid': {
    severity: 'warning',
    meaning: 'A schema is neither an object nor a boolean.',
    clause: 'L9',
    example: 'schema: string',
    outcome: 'Anything is accepted there.',
    remedy: 'Write an object, or `true` or `false` from 3.1 on.',
  },
  'schema-keyword-invalid': {
    severity: 'warning',
    meaning: 'A keyword of a schema has a value that JSON Schema does not allow.',
    clause: 'L9',
    example: 'schema: { type: string, maxLength: ten }',
    outcome: 'The keyword is left out.',
    remedy: 'Give the keyword a value that JSON Schema allows.',
  },
  'schema-keyword-unknown': {
    severity: 'info',
    meaning: 'A keyword of a schema has no meaning.',
    clause: 'J3',
    example: 'schema: { type: string, maxlenght: 10 }',
    outcome: 'The keyword is left out.',
    remedy: 'Correct its spelling, or begin its name with `x-`.',
  },
  'schema-loop': {
    severity: 'warning',
    meaning: 'A schema refers to itself without a property or an item in between.',
    example: `components:
  schemas:
    Pet: { allOf: [{ $ref: "#/components/schemas/Pet" }] }`,
    outcome: 'The inclusion is left out, because it says nothing.',
    remedy: 'Remove the reference, or put it into a property.',
  },
  'schema-pattern-invalid': {
    severity: 'warning',
    meaning: 'A pattern is no ECMA-262 regular expression.',
    clause: 'J12',
    example: 'schema: { type: string, pattern: "(?i)[a-z]+" }',
    outcome:
      'The pattern is left out; one such in a list of tools can make a client lose the whole list.',
    remedy: 'Write it in the syntax of JavaScript with the `u` flag.',
  },
  'schema-pattern-unsafe': {
    severity: 'warning',
    meaning: 'A pattern can take exponential time.',
    clause: 'J12',
    example: 'schema: { type: string, pattern: "^(a+)+$" }',
    outcome:
      'The pattern is left out, because a text that almost fits could stop a client or this server.',
    remedy:
      'Write it so that a repeated group matches a text in one way only, for instance `^a+$`.',
  },
  'schema-too-large': {
    severity: 'warning',
    meaning: 'A schema nests too deep or holds too many schemas.',
    clause: 'J16',
    example: '# a schema of more than 50 levels or 10,000 schemas, without references',
    outcome: 'What lies beyond is read as any value.',
    remedy: 'Move parts of it to `components` and refer to them.',
  },
  'schema-violation': {
    severity: 'warning',
    meaning: 'The document breaks the official schema of its version.',
    clause: 'L9',
    example: 'get: { respones: {} }   # the field is called responses',
    outcome:
      'Nothing by itself: the official schema is stricter than what can be read. Only `check` and `--strict` look at it.',
    remedy: 'Correct the document; other programs may refuse it.',
  },
  'security-scheme-invalid': {
    severity: 'warning',
    meaning: 'A security scheme cannot be read.',
    example: `securitySchemes:
  key: { type: apiKey, in: header }   # no name`,
    outcome:
      'The scheme cannot be used; operations that need it are sent without it, or not at all.',
    remedy:
      'Describe the scheme as the specification asks, or in an overlay under `server.securitySchemes`.',
  },
  'security-scheme-unknown': {
    severity: 'warning',
    meaning: 'A security requirement names a scheme that the document does not declare.',
    clause: 'K1',
    example: 'security: [{ api_kye: [] }]',
    outcome: 'The alternative with this scheme can never be chosen.',
    remedy:
      'Declare the scheme under `components.securitySchemes` (2.0: `securityDefinitions`), or correct the name.',
  },
  'server-invalid': {
    severity: 'error',
    meaning: 'A server cannot be used.',
    clause: 'S5',
    example: 'servers: [{ url: "ftp://files.example.com" }]',
    outcome: 'The server is not used.',
    remedy: 'Give an http or https URL without credentials, or `--base-url`.',
  },
  'server-relative': {
    severity: 'warning',
    meaning: 'The document does not say on which host the API is.',
    clause: 'S2',
    example: 'servers: [{ url: /v1 }]   # in a file, which has no host',
    outcome: 'Tools are made; the server does not start without a base URL.',
    remedy:
      'Give `--base-url`, the variable `<SERVER>_BASE_URL`, or an absolute server in the document.',
  },
  'server-variable-invalid': {
    severity: 'warning',
    meaning: 'A server variable has no default, or one that is not among its values.',
    clause: 'S3',
    example: `servers:
  - url: https://{region}.example.com
    variables: { region: { enum: [eu, us], default: asia } }`,
    outcome: 'The default is used as it stands; a variable without one makes the server useless.',
    remedy: 'Give the variable a default that is among its values.',
  },
  'specification-newer': {
    severity: 'warning',
    meaning: 'The document follows a newer minor version than is known.',
    clause: 'V1',
    example: 'openapi: 3.9.0',
    outcome: 'The document is read as the newest version that is known.',
    remedy: 'Check the tools; a newer openapi-mcp may know the version.',
  },
  'specification-unknown': {
    severity: 'error',
    meaning: 'The document follows a version of the specification that is not read.',
    clause: 'V1',
    example: 'swagger: "1.2"',
    outcome: 'Nothing is built.',
    remedy: 'Convert the document to OpenAPI 3.',
  },
  'style-illegal': {
    severity: 'warning',
    meaning: 'A style or collectionFormat is not legal where it stands.',
    clause: 'P6',
    example:
      '- { name: id, in: path, required: true, style: deepObject, schema: { type: object } }',
    outcome: 'The default style of the place is taken.',
    remedy: 'Use a style that is legal for the place.',
  },
  'tag-invalid': {
    severity: 'warning',
    meaning: 'A tag is declared twice, or its parents do not lead to the top.',
    clause: 'V14',
    example: `tags:
  - { name: a, parent: b }
  - { name: b, parent: a }`,
    outcome: 'The parent or the second declaration is left out; `tag:` rules follow what is left.',
    remedy: 'Declare each tag once, with parents that lead to a top.',
  },
  'text-broken': {
    severity: 'warning',
    meaning:
      'A text holds half of a surrogate pair, which no UTF-8 can carry, and was read as U+FFFD.',
    clause: 'L7',
    example: '{ "title": "Pets \\ud83d" }',
    outcome:
      'Tools are made; U+FFFD stands where the half was. Left as it was, it would make some clients refuse the whole list.',
    remedy: 'Write the whole character, or leave it out.',
  },
  'version-not-text': {
    severity: 'warning',
    meaning: 'The version field is a number instead of text.',
    clause: 'V1',
    example: 'openapi: 3.1',
    outcome: 'The version is read as text.',
    remedy: 'Put it in quotes: `openapi: "3.1.0"`.',
  },
  'yaml-indentation': {
    severity: 'warning',
    meaning: 'A line inside quotes or brackets is indented less than YAML 1.2 demands.',
    clause: 'L7',
    example: `description: "one line
and another at the margin"`,
    outcome: 'The document is read as meant.',
    remedy: 'Indent the line deeper than the key that it belongs to.',
  },
} as const;
