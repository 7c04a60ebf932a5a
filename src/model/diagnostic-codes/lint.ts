/** Diagnostic codes of the lint stage, sorted by code; each row is a `DiagnosticRule`. */
export const lintCodes = {
  'lint-answer-undescribed': {
    severity: 'info',
    meaning: 'An operation does not say what a successful answer holds.',
    example: `get:
  operationId: listPets
  responses: { "200": { description: Fine } }`,
    outcome:
      'The tool works, but has no output schema, and an agent learns what comes back only by calling it.',
    remedy:
      'Give a successful response a schema, or the tool an `outputSchema` in an overlay. A read that answers nothing has status 204.',
  },
  'lint-body-missing': {
    severity: 'warning',
    meaning: 'An operation that writes takes neither a body nor parameters.',
    example: 'post: { operationId: runTool, responses: { "200": { description: ok } } }',
    outcome: 'The tool exists and takes no input, so that an agent cannot say what to run.',
    remedy:
      'Describe the body in the document or with an OpenAPI Overlay. Where there is none, say so in the description.',
  },
  'lint-description-missing': {
    severity: 'warning',
    meaning: 'Nothing says what a tool does.',
    example: 'delete: { operationId: x17, responses: {} }',
    outcome: 'Agents see a name, method and path, and have to guess.',
    remedy:
      'Write a summary and a description, in the document or in an overlay: what it does, when to use it, what it returns.',
  },
  'lint-descriptions-alike': {
    severity: 'warning',
    meaning: 'Several tools have the same description.',
    example: `/pets: { get: { summary: Get } }
/owners: { get: { summary: Get } }`,
    outcome: 'Agents choose between the tools by name alone.',
    remedy: 'Say of each what the others do not do.',
  },
  'lint-parameter-undescribed': {
    severity: 'info',
    meaning: 'Arguments of a tool have no description.',
    example: '- { name: q, in: query, schema: { type: string } }',
    outcome: 'The argument reaches the agent as a bare name with a type.',
    remedy: 'Describe the parameter, best with an example value.',
  },
  'lint-read-unexplained': {
    severity: 'warning',
    meaning: 'An operation that reads has neither parameters nor a description.',
    example: 'get: { operationId: look, responses: { "200": { description: Done } } }',
    outcome: 'Agents see a tool that takes nothing, without a word on what it reads.',
    remedy: 'Write a summary or a description.',
  },
  'lint-schema-large': {
    severity: 'warning',
    meaning: 'The schemas of one tool cost more than 2,000 tokens.',
    example: `post:
  requestBody: { … }   # a schema of 40 kB`,
    outcome: 'The tool takes much of what an agent can read, in direct mode in every conversation.',
    remedy:
      'Hide arguments that agents do not need, give the largest a simpler schema, or use the deferred mode.',
  },
} as const;
