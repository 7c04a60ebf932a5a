import { describe, expect, it } from 'vitest';
import { buildBridge, type BuildOptions } from '../../src/build.ts';
import type { JsonSchema } from '../../src/model/json.ts';

const levels = 5;

/** Says its inner part twice, level by level, so that shared parts would refer to shared parts. */
function nested(level: number): JsonSchema {
  const note = { type: 'string', description: `What people wrote at level ${level}. `.repeat(6) };
  if (level === 0) return note;
  const inner = nested(level - 1);
  return { type: 'object', properties: { note, left: inner, right: inner } };
}

const text = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Trees', version: '1' },
  servers: [{ url: 'https://trees.example' }],
  paths: {
    '/trees': {
      post: {
        operationId: 'plant',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: { tree: nested(levels), comment: { $ref: '#/components/schemas/C' } },
              },
            },
          },
        },
        responses: { 204: { description: 'Planted' } },
      },
    },
  },
  components: {
    schemas: { C: { type: 'object', properties: { answer: { $ref: '#/components/schemas/C' } } } },
  },
});

async function inputSchema(options: Partial<BuildOptions>): Promise<JsonSchema> {
  const { artifact } = await buildBridge(
    [{ source: { kind: 'text', text, uri: 'file:///trees.json' } }],
    { generator: { name: 'test', version: '0' }, ...options },
  );
  return artifact?.tools[0]?.inputSchema ?? {};
}

function countOf(schema: JsonSchema, part: string): number {
  return JSON.stringify(schema).split(part).length - 1;
}

describe('parts that a schema says several times', () => {
  it.each(['claude', 'openai'] as const)('are shared for %s', async (target) => {
    const schema = await inputSchema({ targets: [target], lowerForTargets: true });
    expect(countOf(schema, '"note":')).toBe(levels);
  });

  it.each([['cursor'], ['vscode'], ['gemini'], ['claude', 'cursor']] as const)(
    'stand where they stood, and all of them, for %s',
    async (...targets) => {
      const schema = await inputSchema({ targets, lowerForTargets: true });
      expect(countOf(schema, '"$ref"')).toBe(0);
      expect(countOf(schema, '"note":')).toBe(2 ** levels - 1);
    },
  );

  it('bring no warnings for clients that a build is only checked against', async () => {
    const shared = await inputSchema({});
    const apart = await inputSchema({ targets: ['cursor'] });
    expect(countOf(shared, '"$ref"')).toBeGreaterThan(levels);
    // What recurs is all that refers.
    expect(countOf(apart, '"$ref"')).toBe(2);
  });
});
