import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { argumentCheck, bodyCheck } from '../../src/mapping/overlay/argument-fields.ts';
import type { Check } from '../../src/mapping/overlay/check.ts';
import { parseRootExtension, parseShortForm } from '../../src/mapping/overlay/short-form.ts';
import { toolCheck } from '../../src/mapping/overlay/tool-fields.ts';
import type { Diagnostic } from '../../src/model/diagnostic.ts';
import type { JsonObject, JsonValue } from '../../src/model/json.ts';

const ajv = new Ajv2020({ allowUnionTypes: true, strict: true, strictRequired: false });

function schemaFile(name: string): JsonObject {
  const file = fileURLToPath(new URL(`../../schema/${name}.schema.json`, import.meta.url));
  return JSON.parse(readFileSync(file, 'utf8'));
}

const xMcp = schemaFile('x-mcp');
const shortForm = schemaFile('openapi-mcp-overlay');
// The module's default export is the function under Node's interop of CommonJS.
addFormats.default(ajv);
ajv.addSchema(xMcp).addSchema(shortForm);

function compiled(reference: string): ValidateFunction {
  return ajv.compile({ $ref: `https://openapi-mcp.example/schema/${reference}` });
}

const location = { document: 'file:///overlays/pets.yaml', pointer: '' };
const icons = new Map([['file:///overlays/pet.svg', 'data:image/svg+xml;base64,AAAA']]);
const guide = { kind: 'text', text: '# Guide', mimeType: 'text/markdown' } as const;
const files = { icons, resources: new Map([['file:///overlays/guide.md', guide]]) };

function errorsOf(diagnostics: readonly Diagnostic[]): readonly string[] {
  return diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message);
}

const byCheck =
  <T>(check: Check<T>) =>
  (value: JsonValue): readonly string[] =>
    errorsOf(check({ value, location }).diagnostics);

const readers = {
  file: {
    schema: compiled('openapi-mcp-overlay.schema.json'),
    errors: (value: JsonValue) =>
      errorsOf(parseShortForm({ value, location, rank: 1 }, files).diagnostics),
  },
  root: {
    schema: compiled('openapi-mcp-overlay.schema.json#/$defs/root'),
    errors: (value: JsonValue) =>
      errorsOf(parseRootExtension({ value, location, rank: 1 }, files).diagnostics),
  },
  tool: {
    schema: compiled('x-mcp.schema.json#/$defs/tool'),
    errors: byCheck(toolCheck(icons)),
  },
  argument: {
    schema: compiled('x-mcp.schema.json#/$defs/argument'),
    errors: byCheck(argumentCheck),
  },
  requestBody: {
    schema: compiled('x-mcp.schema.json#/$defs/requestBody'),
    errors: byCheck(bodyCheck),
  },
};

const form = (more: JsonObject): JsonObject => ({ 'openapi-mcp': 1, ...more });
const server = (more: JsonObject): JsonObject => form({ server: more });
const scheme = (more: JsonObject): JsonObject => server({ securitySchemes: { main: more } });

/** Where, whether it is right, and the value. */
type Row = readonly [keyof typeof readers, 'accept' | 'refuse', JsonValue];

const rows: readonly Row[] = [
  ['file', 'accept', form({})],
  ['file', 'accept', form({ 'x-notes': [1, 2] })],
  ['file', 'accept', form({ server: null, metadata: null, defaults: null, tools: null })],
  ['file', 'accept', form({ tools: { deletePet: null, addPet: false, getPet: {} } })],
  ['file', 'refuse', {}],
  ['file', 'refuse', { 'openapi-mcp': 2 }],
  ['file', 'refuse', []],
  ['file', 'refuse', 'text'],
  ['file', 'refuse', form({ tool: {} })],
  ['file', 'refuse', form({ tools: [] })],
  ['file', 'refuse', form({ tools: { deletePet: 'no' } })],
  ['file', 'refuse', form({ defaults: { titel: 'x' } })],
  ['file', 'accept', form({ metadata: { brand: { title: 'x', icons: [], _meta: { team: 1 } } } })],
  ['file', 'refuse', form({ metadata: { brand: { description: 'x' } } })],
  ['file', 'refuse', form({ metadata: { brand: false } })],
  ['file', 'accept', form({ resources: null, prompts: null })],
  ['file', 'accept', form({ resources: { guide: { file: 'guide.md', title: 'Guide' } } })],
  [
    'file',
    'accept',
    form({ resources: { a: { text: 'x', uri: 'shop:a', mimeType: 'text/plain' } } }),
  ],
  ['file', 'accept', form({ resources: { a: { text: 'x', annotations: { priority: 0.5 } } } })],
  ['file', 'refuse', form({ resources: { a: {} } })],
  ['file', 'refuse', form({ resources: { a: { text: 'x', file: 'guide.md' } } })],
  ['file', 'refuse', form({ resources: { 'a b': { text: 'x' } } })],
  ['file', 'refuse', form({ resources: { a: { text: 'x', uri: 'no scheme' } } })],
  ['file', 'refuse', form({ resources: { a: { text: 'x', annotations: { priority: 2 } } } })],
  ['file', 'refuse', form({ resources: { a: { text: 'x', hints: ['read'] } } })],
  ['file', 'accept', form({ prompts: { hello: { messages: 'Say hello.' } } })],
  [
    'file',
    'accept',
    form({
      prompts: {
        triage: {
          title: 'Triage',
          arguments: { pet: { description: 'Which.', required: true }, tone: null },
          messages: ['Look at {{pet}}, {{ tone }}.', { role: 'assistant', text: 'Yes.' }],
        },
      },
    }),
  ],
  ['file', 'refuse', form({ prompts: { hello: {} } })],
  ['file', 'refuse', form({ prompts: { hello: { messages: [] } } })],
  ['file', 'refuse', form({ prompts: { hello: { messages: [{ role: 'system', text: 'x' }] } } })],
  ['file', 'refuse', form({ prompts: { hello: { messages: [{ role: 'user' }] } } })],
  [
    'file',
    'refuse',
    form({ prompts: { hello: { messages: 'x', arguments: { a: { type: 1 } } } } }),
  ],
  [
    'tool',
    'accept',
    { 'inputSchema+': { properties: { a: { minimum: 1 } } }, 'outputSchema+': {} },
  ],
  ['tool', 'refuse', { 'inputSchema+': [] }],
  ['tool', 'accept', { expose: 'both', resource: { uri: 'pets://{id}', mimeType: 'text/plain' } }],
  ['tool', 'accept', { resource: { annotations: { audience: ['user'], priority: 1 } } }],
  ['tool', 'refuse', { expose: 'prompt' }],
  ['tool', 'refuse', { resource: { uri: '/pets' } }],
  ['tool', 'refuse', { resource: { annotations: { audience: ['model'] } } }],
  ['root', 'accept', false],
  ['root', 'accept', { tools: { a: { title: 'A' } } }],
  ['root', 'accept', form({})],
  ['root', 'accept', { resources: { a: { text: 'x' } }, prompts: { b: { messages: 'x' } } }],
  ['root', 'refuse', { title: 'A' }],

  ['file', 'accept', server({ name: 'pet-store', title: 'Pets', version: '2', mode: 'direct' })],
  ['file', 'refuse', server({ name: 'pet store' })],
  ['file', 'refuse', server({ version: 2 })],
  ['file', 'refuse', server({ mode: 'search' })],
  ['file', 'accept', server({ websiteUrl: 'https://example.com' })],
  ['file', 'refuse', server({ websiteUrl: 'example.com' })],
  ['file', 'accept', server({ headers: { 'X-Api-Key': '${PETS_KEY}', 'X-Version': '2' } })],
  ['file', 'refuse', server({ headers: { 'X Version': '2' } })],
  ['file', 'refuse', server({ headers: { 'X-Version': 2 } })],
  ['file', 'refuse', server({ headers: { 'X-Version': 'a\nb' } })],
  ['file', 'refuse', server({ headers: { 'X-Version': '${not a name}' } })],
  ['file', 'accept', server({ runtime: { limits: { maxRedirects: 0, totalTimeoutMs: 5 } } })],
  ['file', 'refuse', server({ runtime: { limits: { totalTimeoutMs: 0 } } })],
  ['file', 'refuse', server({ runtime: { limits: { totalTimeout: 5 } } })],
  ['file', 'refuse', server({ runtime: { limits: { maxRedirects: 1.5 } } })],
  ['file', 'accept', server({ runtime: { audit: { sink: 'off', arguments: 'names' } } })],
  ['file', 'refuse', server({ runtime: { audit: { arguments: 'all' } } })],
  ['file', 'accept', server({ runtime: { retry: { maxRetries: 0 }, readOnly: true } })],
  ['file', 'refuse', server({ runtime: { retry: { maxRetries: -1 } } })],
  ['file', 'accept', scheme({ type: 'apiKey', in: 'header', name: 'X-Key' })],
  ['file', 'refuse', scheme({ type: 'apiKey', in: 'body', name: 'X-Key' })],
  ['file', 'refuse', scheme({ type: 'apiKey', in: 'header' })],
  ['file', 'accept', scheme({ type: 'http', scheme: 'Bearer', bearerFormat: 'JWT' })],
  ['file', 'refuse', scheme({ type: 'http' })],
  ['file', 'refuse', scheme({ type: 'basic' })],
  ['file', 'refuse', scheme({})],
  [
    'file',
    'accept',
    scheme({ type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://a.example/t' } } }),
  ],
  ['file', 'refuse', scheme({ type: 'oauth2', flows: { clientCredentials: { tokenUrl: '/t' } } })],
  ['file', 'refuse', scheme({ type: 'oauth2', flows: { accessCode: {} } })],
  ['file', 'accept', scheme({ type: 'openIdConnect', openIdConnectUrl: 'https://a.example/x' })],
  ['file', 'refuse', scheme({ type: 'openIdConnect' })],
  ['file', 'accept', scheme({ type: 'mutualTLS', deprecated: true })],
  ['file', 'accept', server({ security: [{ main: ['read'] }, {}] })],
  ['file', 'refuse', server({ security: { main: [] } })],
  ['file', 'refuse', server({ security: [{ main: 'read' }] })],

  ['tool', 'accept', true],
  ['tool', 'accept', {}],
  ['tool', 'refuse', null],
  ['tool', 'refuse', 'off'],
  ['tool', 'accept', { enabled: true, pinned: true, confirm: true, validateArguments: false }],
  ['tool', 'refuse', { enabled: 'yes' }],
  ['tool', 'accept', { name: 'remove_pet-2' }],
  ['tool', 'refuse', { name: '2pets' }],
  ['tool', 'refuse', { name: 'pets.list' }],
  ['tool', 'refuse', { name: 'x'.repeat(129) }],
  ['tool', 'accept', { title: 'A', description: 'B', summary: 'C' }],
  ['tool', 'refuse', { title: ' ' }],
  ['tool', 'refuse', { description: 5 }],
  ['tool', 'accept', { tags: ['a'], 'tags+': [], scopes: ['r'], 'scopes+': ['w'] }],
  ['tool', 'refuse', { tags: 'a' }],
  ['tool', 'refuse', { 'tags-': ['a'] }],
  ['tool', 'accept', { metadata: 'brand' }],
  ['tool', 'accept', { metadata: ['brand', 'audit'] }],
  ['tool', 'refuse', { metadata: {} }],
  ['tool', 'accept', { hints: ['destroy', 'closedWorld', { title: 'Remove' }] }],
  ['tool', 'refuse', { hints: ['Read'] }],
  ['tool', 'refuse', { hints: 'read' }],
  ['tool', 'refuse', { hints: [{ titel: 'x' }] }],
  ['tool', 'refuse', { hints: [{}] }],
  ['tool', 'accept', { icons: [{ src: 'https://a.example/i.svg', sizes: ['any', '48x48'] }] }],
  ['tool', 'accept', { 'icons+': [{ src: 'data:image/png;base64,AA', theme: 'dark' }] }],
  ['tool', 'accept', { icons: [{ src: 'pet.svg', mimeType: 'image/svg+xml' }] }],
  ['tool', 'refuse', { icons: [{ mimeType: 'image/png' }] }],
  ['tool', 'refuse', { icons: [{ src: 'https://a.example/i.svg', sizes: '48x48' }] }],
  ['tool', 'refuse', { icons: [{ src: 'https://a.example/i.svg', sizes: ['big'] }] }],
  ['tool', 'refuse', { icons: [{ src: 'https://a.example/i.svg', theme: 'blue' }] }],
  ['tool', 'accept', { execution: { taskSupport: 'optional' } }],
  ['tool', 'refuse', { execution: { taskSupport: 'yes' } }],
  ['tool', 'refuse', { execution: {} }],
  ['tool', 'accept', { _meta: { 'com.example/team': 'pets', tier: 1, 'com.example/': 0 } }],
  ['tool', 'accept', { '_meta=': {} }],
  ['tool', 'refuse', { _meta: { '-bad/team': 1 } }],
  ['tool', 'refuse', { _meta: { 'com..example/team': 1 } }],
  ['tool', 'refuse', { _meta: { 'com.example/te am': 1 } }],
  ['tool', 'refuse', { _meta: { '': 1 } }],
  ['tool', 'refuse', { _meta: [] }],
  ['tool', 'accept', { inputSchema: { type: 'object', properties: { a: { type: 'string' } } } }],
  ['tool', 'refuse', { inputSchema: { type: 'array' } }],
  ['tool', 'refuse', { inputSchema: { type: 'object', anyOf: [{}] } }],
  ['tool', 'refuse', { inputSchema: { type: 'object', properties: { a: { type: 'text' } } } }],
  ['tool', 'refuse', { inputSchema: true }],
  ['tool', 'accept', { outputSchema: 'strict' }],
  ['tool', 'accept', { outputSchema: { type: 'object' } }],
  ['tool', 'refuse', { outputSchema: 'on' }],
  ['tool', 'refuse', { outputSchema: { type: 'string' } }],
  ['tool', 'accept', { coerce: 'off', unknownArguments: 'ignore' }],
  ['tool', 'accept', { coerce: true }],
  ['tool', 'refuse', { coerce: 'no' }],
  ['tool', 'refuse', { unknownArguments: 'drop' }],
  ['tool', 'accept', { middleware: ['rateLimit', { mine: { level: 2 } }], 'middleware+': [] }],
  ['tool', 'refuse', { middleware: 'rateLimit' }],
  ['tool', 'refuse', { middleware: [{ a: 1, b: 2 }] }],
  ['tool', 'refuse', { middleware: [{}] }],
  ['tool', 'refuse', { middleware: ['../evil'] }],
  ['tool', 'accept', { arguments: { 'query:a': { name: 'b', fixed: null } }, flatten: true }],
  ['tool', 'refuse', { arguments: ['a'] }],
  ['tool', 'refuse', { arguments: { a: 'b' } }],
  ['tool', 'accept', { request: { mediaType: 'application/json' } }],
  ['tool', 'refuse', { request: { mediaType: 'json' } }],
  ['tool', 'refuse', { mediaType: 'application/json' }],
  ['tool', 'accept', { response: { select: 'items[].{id: id}', maxBytes: 1 } }],
  ['tool', 'refuse', { response: { maxBytes: 0 } }],
  ['tool', 'refuse', { response: { maxBytes: '1' } }],
  ['tool', 'accept', { response: { paginate: { kind: 'link' } } }],
  ['tool', 'accept', { response: { paginate: { kind: 'page', argument: 'page', maxPages: 3 } } }],
  [
    'tool',
    'accept',
    { response: { paginate: { kind: 'cursor', argument: 'after', next: 'next', items: 'data' } } },
  ],
  ['tool', 'refuse', { response: { paginate: {} } }],
  ['tool', 'refuse', { response: { paginate: { kind: 'page' } } }],
  ['tool', 'refuse', { response: { paginate: { kind: 'cursor', argument: 'after' } } }],

  [
    'argument',
    'accept',
    { name: 'id', description: 'The id', hide: true, schema: { type: 'string' }, required: false },
  ],
  ['argument', 'accept', { nested: 'comma', encodeBrackets: false, multiSegment: true }],
  ['argument', 'accept', { fixed: { any: ['thing'] } }],
  ['argument', 'accept', { schema: false }],
  ['argument', 'refuse', { name: 'a b' }],
  ['argument', 'refuse', { name: 'x'.repeat(65) }],
  ['argument', 'refuse', { nested: 'csv' }],
  ['argument', 'refuse', { schema: 'string' }],
  ['argument', 'refuse', { schema: { type: 1 } }],
  ['argument', 'refuse', { in: 'query' }],
  ['argument', 'refuse', true],
  ['requestBody', 'accept', { name: 'pet', flatten: true, mediaType: 'text/xml; charset=utf-8' }],
  ['requestBody', 'refuse', { media: 'text/xml' }],
];

describe('the published schemas and the parser agree', () => {
  it.each(rows)('%s: %s %j', (where, verdict, value) => {
    const { schema, errors } = readers[where];
    const found = errors(value);
    expect({ schema: schema(value), parser: found.length === 0, found }).toEqual({
      schema: verdict === 'accept',
      parser: verdict === 'accept',
      found: verdict === 'accept' ? [] : found,
    });
  });
});

describe('the parser alone refuses what a schema cannot say', () => {
  it.each([
    ['tool', { response: { select: 'a[' } }, 'is not a JMESPath expression'],
    ['tool', { response: { select: '('.repeat(9_000) } }, 'it nests too deeply'],
    ['tool', { icons: [{ src: 'missing.svg' }] }, 'nor an image file that could be read'],
    ['tool', { icons: [{ src: 'http://a.example/i.svg' }] }, 'neither an https or data URI'],
    ['tool', { icons: [{ src: 'javascript:alert(1)' }] }, 'neither an https or data URI'],
    ['argument', { schema: { $ref: 'https://a.example/s' } }, 'refers to'],
    ['file', server({ headers: { Host: 'a' } }), 'is a header that the connection sets'],
    ['file', server({ headers: { Authorization: 'Bearer abc' } }), 'looks like a secret'],
    ['file', server({ headers: { 'x-api-key': 'abc' } }), 'looks like a secret'],
  ] as const)('%s: %j', (where, value, message) => {
    const { schema, errors } = readers[where];
    expect(schema(value)).toBe(true);
    expect(errors(value)).toEqual([expect.stringContaining(message)]);
  });
});

it('every property of the published schemas has a description for editors', () => {
  const bare: string[] = [];
  const visit = (value: JsonValue, path: string): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, member] of Object.entries(value)) {
      if (key === 'properties' && !path.includes('/not') && !path.includes('/if')) {
        for (const [name, property] of Object.entries(member as JsonObject)) {
          const described =
            typeof property === 'object' && property !== null && 'description' in property;
          const target = (property as JsonObject | undefined)?.['$ref'] !== undefined;
          if (!described && !target) bare.push(`${path}/${name}`);
        }
      }
      visit(member, `${path}/${key}`);
    }
  };
  visit(xMcp, 'x-mcp');
  visit(shortForm, 'overlay');
  expect(bare.filter((each) => !/\/(?:server|defaults|openapi-mcp|kind|type)$/.test(each))).toEqual(
    [],
  );
});
