import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../../src/model/json.ts';
import {
  checkTool,
  checkTools,
  lowerTool,
  profileNames,
  type ProfileName,
} from '../../../src/mapping/profiles/index.ts';
import type { Tool } from '../../../src/model/tool.ts';
import { dig, ref } from '../../support/api-builder.ts';
import { toolOf } from '../../support/binding-builder.ts';

const context = { serverName: 'petstore' };

function tool(schema: JsonSchema, name = 'get_pet'): Tool {
  return { ...toolOf({ inputSchema: schema }), name };
}

/** A tool with one argument. */
function taking(argument: JsonSchema, name?: string): Tool {
  return tool({ type: 'object', properties: { a: argument }, additionalProperties: false }, name);
}

function codesOf(subject: Tool, profile: ProfileName): readonly string[] {
  return checkTool(subject, profile, context).map(({ code }) => code);
}

function lowered(argument: JsonSchema, profile: ProfileName = 'gemini'): JsonSchema {
  return dig(
    lowerTool(taking(argument), profile).tool.inputSchema,
    'properties',
    'a',
  ) as JsonSchema;
}

const text: JsonSchema = { type: 'string' };

describe('a check', () => {
  it('names the first place of what would be refused', () => {
    const inner = { type: 'object', properties: { 'x/y': { oneOf: [text] } } };
    const subject = tool({
      type: 'object',
      properties: { a: { type: 'array', items: ref('A') }, b: { oneOf: [text, inner] } },
      $defs: { A: { anyOf: [text, { type: ['object', 'null'] }], type: 'object' } },
    });
    const [found] = checkTool(subject, 'gemini', context).filter(
      ({ code }) => code === 'client-keyword',
    );
    expect(found?.message).toContain('"oneOf" (first at /properties/b)');
    expect(found?.message).toContain('a list of types (first at /$defs/A/anyOf/1)');
    expect(found?.message).toContain('"type" beside "anyOf" (first at /$defs/A)');
  });

  it.each(profileNames)('finds nothing in a plain tool for %s', (profile) => {
    const plain = taking({ type: 'string', description: 'Text' });
    const { inputSchema } = lowerTool(plain, profile).tool;
    expect(codesOf({ ...plain, inputSchema }, profile)).toEqual([]);
  });

  it.each<[string, Tool, ProfileName, string]>([
    ['C1', tool({ type: 'object', properties: {}, oneOf: [{}] }), 'claude', 'client-root'],
    ['C16', tool({ properties: {} }), 'vscode', 'client-root'],
    ['C16', { ...taking(text), outputSchema: { type: 'array' } }, 'openai', 'client-root'],
    [
      'C2',
      tool({ type: 'object', properties: { 'filter[x]': text } }),
      'claude',
      'client-argument-name',
    ],
    [
      'C3',
      tool({ type: 'object', properties: { a: ref('A') }, $defs: { A: text } }),
      'vscode',
      'client-reference',
    ],
    [
      'C4',
      tool({ type: 'object', properties: { a: { $ref: '#/properties/b' } } }),
      'claude',
      'client-reference',
    ],
    ['C5', taking({ type: 'array' }), 'vscode', 'client-keyword'],
    ['C6', taking(text, 'n'.repeat(50)), 'claude', 'client-tool-name'],
    ['C7', taking(text, 'n'.repeat(52)), 'cursor', 'client-tool-name'],
    ['C8', taking(text, 'pets.list'), 'openai', 'client-tool-name'],
    ['C9', taking(text, '2pets'), 'gemini', 'client-tool-name'],
    [
      'C11',
      taking({ type: 'array', items: { type: ['object', 'null'] } }),
      'gemini',
      'client-keyword',
    ],
    ['C12', taking({ type: 'string', format: 'uuid' }), 'gemini', 'client-keyword'],
    ['C12', taking({ oneOf: [text] }), 'gemini', 'client-keyword'],
    [
      'C17',
      taking({ type: 'array', items: { type: 'string', 'x-mcp-header': 'X-A' } }),
      'claude',
      'client-header-annotation',
    ],
  ])('%s names what is wrong', (_, subject, profile, code) => {
    expect(codesOf(subject, profile)).toContain(code);
  });

  it('C17 takes header annotations that plain properties lead to', () => {
    const nested = { type: 'object', properties: { b: { type: 'string', 'x-mcp-header': 'X-B' } } };
    expect(codesOf(taking(nested), 'claude')).toEqual([]);
  });

  it('C6 C7 count what the client puts in front', () => {
    expect(codesOf(taking(text, 'n'.repeat(49)), 'claude')).toEqual([]);
    expect(codesOf(taking(text, 'n'.repeat(51)), 'cursor')).toEqual([]);
  });

  it('C10 counts tools', () => {
    const many = Array.from({ length: 129 }, (_, index) => taking(text, `tool_${index}`));
    expect(checkTools(many, 'openai', context)).toMatchObject([
      { code: 'client-tools-many', message: 'OpenAI takes at most 128 tools, and there are 129.' },
    ]);
    expect(checkTools(many.slice(1), 'openai', context)).toEqual([]);
  });

  it('tells what to do', () => {
    const [found] = checkTool(taking(text, 'pets.list'), 'openai', context);
    expect(found).toMatchObject({
      severity: 'warning',
      message: 'OpenAI refuses the tool name "pets.list".',
      fix: 'Give the tool a name of letters, digits, "_" and "-".',
      operation: { method: 'GET', path: '/things' },
    });
  });
});

describe('a tool for Gemini', () => {
  it.each<[string, JsonSchema, JsonSchema]>([
    [
      'U54 widens exclusive bounds and says values that are no text',
      { type: 'integer', exclusiveMinimum: 0, enum: [1, 7] },
      { type: 'integer', minimum: 1, description: 'One of: 1, 7.' },
    ],
    [
      'U54 says formats that are not read',
      { type: 'string', format: 'uuid' },
      { type: 'string', description: 'Format: uuid.' },
    ],
    [
      'C12 keeps the formats of numbers',
      { type: 'integer', format: 'int64' },
      { type: 'integer', format: 'int64' },
    ],
    [
      'C12 keeps date-time',
      { type: 'string', format: 'date-time' },
      { type: 'string', format: 'date-time' },
    ],
    [
      'U54 keeps the tighter of two bounds',
      { type: 'number', exclusiveMaximum: 9.5, maximum: 9 },
      { type: 'number', maximum: 9 },
    ],
    [
      'C12 writes a constant text as an enum',
      { type: 'string', const: 'a' },
      { type: 'string', enum: ['a'] },
    ],
    ['C12 says one constant of a list', { enum: [3, 4], const: 3 }, { description: 'Always 3.' }],
    ['C12 says another constant', { const: 3 }, { description: 'Always 3.' }],
    [
      'C11 writes several types as a choice',
      { type: ['string', 'null'], maxLength: 3, description: 'D' },
      { anyOf: [{ type: 'string', maxLength: 3 }, { type: 'null' }], description: 'D' },
    ],
    [
      'C11 keeps keywords with the type they belong to',
      { type: ['object', 'array'], properties: { x: text }, items: text },
      {
        anyOf: [
          { type: 'object', properties: { x: text } },
          { type: 'array', items: text },
        ],
      },
    ],
    [
      'C11 takes null out of an enum of text',
      { type: ['string', 'null'], enum: ['a', null] },
      { anyOf: [{ type: 'string', enum: ['a'] }, { type: 'null' }] },
    ],
    [
      'C12 writes oneOf as anyOf',
      { oneOf: [text, { type: 'boolean' }] },
      { anyOf: [text, { type: 'boolean' }] },
    ],
    [
      'C12 merges allOf, loosely where members differ',
      {
        allOf: [
          { type: 'object', properties: { x: text, y: text } },
          { type: 'object', properties: { x: { type: 'integer' } }, required: ['x'] },
        ],
      },
      { type: 'object', properties: { x: text, y: text }, required: ['x'] },
    ],
    [
      'C12 puts what stands beside a choice into its alternatives',
      {
        type: 'object',
        properties: { x: text },
        anyOf: [{ properties: { y: text } }, { properties: { z: text } }],
      },
      {
        anyOf: [
          { type: 'object', properties: { y: text, x: text } },
          { type: 'object', properties: { z: text, x: text } },
        ],
      },
    ],
    [
      'C12 drops a choice that only asks for other names',
      {
        type: 'object',
        properties: { x: text, y: text },
        anyOf: [{ required: ['x'] }, { required: ['y'] }],
      },
      { type: 'object', properties: { x: text, y: text } },
    ],
    [
      'C12 drops keywords that are not read',
      {
        type: 'object',
        properties: { x: { ...text, default: 'a', examples: ['b'] } },
        additionalProperties: false,
        not: { required: ['z'] },
      },
      { type: 'object', properties: { x: text } },
    ],
    [
      'says how bytes are given',
      { type: 'string', contentEncoding: 'base64' },
      { type: 'string', description: 'Base64 text.' },
    ],
  ])('%s', (_, canonical, published) => {
    expect(lowered(canonical)).toEqual(published);
  });

  it('U54 changes nothing but the schema, and says what it changed', () => {
    const subject = taking({ type: 'integer', exclusiveMinimum: 0 });
    const { tool: result, diagnostics } = lowerTool(subject, 'gemini');
    expect({ ...result, inputSchema: {} }).toEqual({ ...subject, inputSchema: {} });
    expect(diagnostics).toMatchObject([
      {
        code: 'client-lowered',
        severity: 'info',
        message:
          'The input schema of "get_pet" is rewritten for Gemini: "additionalProperties" was left out, exclusive bounds became inclusive.',
      },
    ]);
  });
});

describe('a tool for a client that cannot follow references', () => {
  const recurring = tool({
    type: 'object',
    properties: { tree: ref('Tree') },
    $defs: {
      Tree: { type: 'object', properties: { kids: { type: 'array', items: ref('Tree') } } },
    },
  });

  it.each(['vscode', 'cursor', 'gemini'] as const)(
    'C3 U43 is unrolled for %s and ends with the kind',
    (profile) => {
      const { inputSchema } = lowerTool(recurring, profile).tool;
      const written = JSON.stringify(inputSchema);
      expect(written).not.toContain('$ref');
      expect(written).not.toContain('$defs');
      expect(written.split('"kids"')).toHaveLength(4);
      expect(written).toContain('"items":{"type":"object"}');
    },
  );

  it('is left alone for clients that can', () => {
    expect(lowerTool(recurring, 'claude')).toEqual({ tool: recurring, diagnostics: [] });
  });
});
