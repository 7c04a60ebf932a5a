import type { ArtifactDocument, BridgeArtifact, Tool } from '../../src/index.ts';
import { artifactFormat, defaultToolSettings } from '../../src/index.ts';

/** A tool about which nothing interesting is said. */
export function toolOf(name: string, more: Partial<Tool> = {}): Tool {
  return {
    name,
    description: `Does ${name}.`,
    summary: `Does ${name}`,
    tags: [],
    hints: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    operation: { id: name, method: 'GET', path: `/${name}`, document: 'petstore' },
    request: {
      method: 'GET',
      pathTemplate: [{ kind: 'literal', text: `/${name}` }],
      server: 0,
      parameters: [],
      accept: 'application/json',
    },
    response: { cases: [], headers: [], links: [] },
    security: [],
    settings: defaultToolSettings,
    ...more,
  };
}

/** A document with one absolute server and an API key. */
export function documentOf(more: Partial<ArtifactDocument> = {}): ArtifactDocument {
  return {
    title: 'Petstore',
    version: '1.0.0',
    specification: '3.0',
    sourceHash: '0'.repeat(64),
    environmentPrefix: 'PETSTORE',
    servers: [
      {
        kind: 'absolute',
        url: 'https://petstore.example/v1',
        template: 'https://petstore.example/v1',
        variables: {},
      },
    ],
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-Key', deprecated: false },
      unused: { type: 'http', scheme: 'bearer', deprecated: false },
    },
    ...more,
  };
}

/** An artifact of one document. */
export function artifactOf(more: Partial<BridgeArtifact> = {}): BridgeArtifact {
  return {
    format: artifactFormat,
    generator: { name: 'openapi-mcp', version: '0.1.0' },
    server: { name: 'petstore', version: '1.0.0' },
    documents: { petstore: documentOf() },
    tools: [
      toolOf('listPets', { security: [{ schemes: [{ scheme: 'key', scopes: [] }] }] }),
      toolOf('deletePet', { hints: { readOnly: false, destructive: true, idempotent: true } }),
    ],
    mode: 'direct',
    pinned: [],
    runtime: {},
    middleware: [],
    ...more,
  };
}
