import type { ArtifactDocument, BridgeArtifact } from '../../src/model/artifact.ts';
import { artifactFormat } from '../../src/model/artifact.ts';
import type { RequestBinding } from '../../src/model/request-binding.ts';
import { defaultQueryStyle } from '../../src/model/request-binding.ts';
import type { Tool, ToolOperation, ToolSettings } from '../../src/model/tool.ts';
import { defaultToolSettings } from '../../src/model/tool.ts';

/** What a test says of a tool; the rest is a plain `GET /things/{id}`. */
export type ToolParts = Partial<Omit<Tool, 'operation' | 'request' | 'settings'>> & {
  readonly operation?: Partial<ToolOperation>;
  readonly request?: Partial<RequestBinding>;
  readonly settings?: Partial<ToolSettings>;
};

/** A tool of the document `shop`: `GET /things/{id}?limit=`. */
export function toolOf(parts: ToolParts = {}): Tool {
  const { operation, request, settings, ...rest } = parts;
  return {
    name: 'getThing',
    description: 'Reads a thing.\nGET /things/{id}',
    summary: 'Reads a thing.',
    tags: [],
    hints: { readOnly: true, destructive: false, idempotent: true },
    inputSchema: {
      type: 'object',
      properties: {
        id: { type: 'string', description: 'Which thing.' },
        limit: { type: 'integer', minimum: 1 },
      },
      required: ['id'],
      additionalProperties: false,
    },
    response: {
      cases: [{ status: '200', mediaTypes: ['application/json'] }],
      headers: [],
      links: [],
    },
    security: [],
    ...rest,
    operation: {
      id: rest.name ?? 'getThing',
      method: 'GET',
      path: '/things/{id}',
      document: 'shop',
      ...operation,
    },
    request: {
      method: 'GET',
      pathTemplate: [
        { kind: 'literal', text: '/things/' },
        { kind: 'expression', name: 'id' },
      ],
      server: 0,
      parameters: [
        {
          in: 'path',
          name: 'id',
          source: { kind: 'argument', argument: 'id' },
          required: true,
          nullable: false,
          serialization: { kind: 'style', style: 'simple', explode: false, allowReserved: false },
          multiSegment: false,
        },
        {
          in: 'query',
          name: 'limit',
          source: { kind: 'argument', argument: 'limit' },
          required: false,
          nullable: false,
          serialization: defaultQueryStyle,
          allowEmptyValue: false,
          nested: 'brackets',
          encodeBrackets: true,
        },
      ],
      accept: 'application/json, */*;q=0.1',
      ...request,
    },
    settings: { ...defaultToolSettings, ...settings },
  };
}

/** What a test says of an artifact; the rest is the document `shop` at `https://shop.example/v1`. */
export type ArtifactParts = Partial<Omit<BridgeArtifact, 'documents'>> & {
  readonly document?: Partial<ArtifactDocument>;
};

/** An artifact with one document, `shop`. */
export function artifactOf({ document, ...rest }: ArtifactParts = {}): BridgeArtifact {
  return {
    format: artifactFormat,
    generator: { name: 'openapi-mcp', version: '0.0.0' },
    server: { name: 'shop', version: '1.2.3' },
    tools: [toolOf()],
    mode: 'direct',
    pinned: [],
    runtime: {},
    middleware: [],
    ...rest,
    documents: {
      shop: {
        title: 'Shop',
        version: '1.2.3',
        specification: '3.1',
        sourceHash: 'a'.repeat(64),
        environmentPrefix: 'SHOP',
        servers: [
          {
            kind: 'absolute',
            url: 'https://shop.example/v1',
            template: 'https://shop.example/v1',
            variables: {},
          },
        ],
        securitySchemes: {},
        ...document,
      },
    },
  };
}
