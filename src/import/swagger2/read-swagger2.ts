import type { DocumentNode } from '../document-set.ts';
import type { VersionReader } from '../shared/operations.ts';
import type { Reading } from '../shared/reading.ts';
import { readSecurity } from '../shared/security-requirements.ts';
import { readBody } from './bodies.ts';
import { ParameterReader } from './parameters.ts';
import { readResponses } from './responses.ts';
import { readSecurityDefinitions } from './security-definitions.ts';
import { readOperationServers } from './servers.ts';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'] as const;

/** The reader of Swagger 2.0. */
export function swagger2Reader(reading: Reading): VersionReader {
  const securitySchemes = readSecurityDefinitions(reading);
  const isKnown = (_node: DocumentNode, name: string): boolean =>
    Object.hasOwn(securitySchemes, name);
  const parameters = new ParameterReader(reading);
  return {
    methods: new Set(methods),
    additionalOperations: false,
    securitySchemes,
    security: readSecurity(reading, reading.documents.entry.root, isKnown),
    readParameters: (raw) => parameters.readAll(raw),
    readBody: (site, raw) => readBody(reading, site, raw),
    readResponses: ({ node }) => readResponses(reading, node),
    readServers: ({ node }) => readOperationServers(reading, node),
    readSecurity: (operation) => readSecurity(reading, operation, isKnown),
  };
}
