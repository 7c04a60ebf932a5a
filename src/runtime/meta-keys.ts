/**
 * The prefix of every `_meta` key of this program: reverse DNS, and not one of the prefixes that MCP keeps for
 * itself, whose second label is `mcp` or `modelcontextprotocol`.
 */
const prefix = 'io.github.openapi-mcp';

/** On a tool: method and path template of its operation, for instance `GET /pet/{petId}`. */
export const operationMetaKey: string = `${prefix}/operation`;

/** On a tool: the namespace of its document, where the server has several. */
export const documentMetaKey: string = `${prefix}/document`;

/** On a result: the id that the audit records of the call have. */
export const auditIdMetaKey: string = `${prefix}/audit-id`;
