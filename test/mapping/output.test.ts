import { search } from 'jmespath';
import { describe, expect, it } from 'vitest';
import type { Operation, ResponseCase } from '../../src/model/api.ts';
import { isJsonObject, type JsonSchema, type JsonValue } from '../../src/model/json.ts';
import { bindLinks, mapResponses, type MappedResponses } from '../../src/mapping/output.ts';
import {
  apiOf,
  jsonResponse,
  mediaOf,
  operationOf,
  ref,
  responseOf,
} from '../support/api-builder.ts';
import { cpuTimeOf } from '../support/cpu-time.ts';
import { accepts, compileSchema, referencesIn } from '../support/schema-check.ts';

type Mode = 'off' | 'relaxed' | 'strict';

function map(
  responses: readonly ResponseCase[],
  mode: Mode = 'relaxed',
  rest: {
    readonly schemas?: Readonly<Record<string, JsonSchema>>;
    readonly options?: Partial<Parameters<typeof mapResponses>[3]>;
  } = {},
): MappedResponses {
  return mapResponses(operationOf({ responses }), apiOf({ schemas: rest.schemas ?? {} }), mode, {
    directives: {},
    ...rest.options,
  });
}

const object = (
  properties: Readonly<Record<string, JsonSchema>>,
  more: JsonSchema = {},
): JsonSchema => ({
  type: 'object',
  properties,
  ...more,
});
const text: JsonSchema = { type: 'string' };
const user = object({ user: object({ name: text }) }, { required: ['user'] });

describe('a relaxed output schema', () => {
  it('J18 has structure and short descriptions, and nothing that an answer could fail', () => {
    const schema = object(
      {
        id: {
          type: 'string',
          format: 'uuid',
          description: 'The id. More words that nobody needs.',
        },
        state: { type: 'string', enum: ['on', 'off'], minLength: 2 },
        secret: { type: 'string', writeOnly: true },
        tags: { type: 'array', items: { type: 'string', pattern: '^x' }, uniqueItems: true },
        map: { type: 'object', additionalProperties: { type: 'boolean' } },
        either: { oneOf: [text, object({ a: text })] },
        long: { type: 'string', description: `${'y'.repeat(100)}.` },
        any: {},
      },
      { required: ['id'], additionalProperties: { not: {} }, title: 'T' },
    );
    expect(map([jsonResponse('200', schema)]).outputSchema).toEqual(
      object({
        id: { type: 'string', description: 'The id.' },
        state: { type: 'string' },
        tags: { type: 'array', items: { type: 'string' } },
        map: { type: 'object', additionalProperties: { type: 'boolean' } },
        either: { anyOf: [text, object({ a: text })] },
        long: { type: 'string' },
        any: {},
      }),
    );
  });

  it('J15 U75 admits digits as text for integers that may be too large, and null as V7 says', () => {
    const schema = object({
      id: { type: 'integer', format: 'int64' },
      small: { type: 'integer', format: 'int32' },
      state: { type: ['string', 'null'], enum: ['a'] },
    });
    expect(map([jsonResponse('200', schema)]).outputSchema?.['properties']).toEqual({
      id: { type: ['integer', 'string'] },
      small: { type: 'integer' },
      state: { type: ['string', 'null'] },
    });
  });

  it('J18 merges what an answer inherits', () => {
    const schemas = {
      Base: object({ a: text }),
      Full: { allOf: [ref('Base'), object({ b: text })] },
    };
    expect(map([jsonResponse('200', ref('Full'))], 'relaxed', { schemas }).outputSchema).toEqual(
      object({ a: text, b: text }),
    );
  });

  it('J18 follows references two levels deep, one where that is too much, and ends with the kind', () => {
    const schemas = {
      A: object({ b: ref('B') }),
      B: object({ c: ref('C') }),
      C: object({ d: ref('D') }),
      D: object({ e: text }),
    };
    const answer = [jsonResponse('200', ref('A'))];
    expect(map(answer, 'relaxed', { schemas }).outputSchema).toEqual(
      object({ b: object({ c: object({ d: { type: 'object' } }) }) }),
    );
    expect(
      map(answer, 'relaxed', { schemas, options: { maxRelaxedBytes: 160 } }).outputSchema,
    ).toEqual(object({ b: object({ c: { type: 'object' } }) }));
  });

  it('J18 is left out, with a word about it, where even the shortest form is too large', () => {
    const wide = object(
      Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`property${index}`, text])),
    );
    const { outputSchema, diagnostics } = map([jsonResponse('200', wide)]);
    expect(outputSchema).toBeUndefined();
    expect(diagnostics.map(({ code }) => code)).toEqual(['output-schema-omitted']);
  });

  it('J18 ends in time for a graph in which everything reaches everything', () => {
    const names = Array.from({ length: 400 }, (_, index) => `N${index}`);
    const all = Object.fromEntries(names.map((name) => [name, ref(name)]));
    const schemas = Object.fromEntries(names.map((name) => [name, object(all)]));
    const answer = [jsonResponse('200', ref('N0'))];
    const spent = cpuTimeOf(() => {
      expect(map(answer, 'relaxed', { schemas }).outputSchema).toBeUndefined();
    });
    expect(spent).toBeLessThan(2_000);
  });

  it('C5 has items wherever a list may stand', () => {
    const shown = map([jsonResponse('200', object({ a: { type: ['array', 'null'] } }))]);
    expect(shown.outputSchema).toMatchObject({
      properties: { a: { type: ['array', 'null'], items: {} } },
    });
  });

  it('is not published where it would say nothing', () => {
    expect(map([jsonResponse('200', { type: 'object' })]).outputSchema).toBeUndefined();
    expect(map([jsonResponse('200')]).outputSchema).toBeUndefined();
  });
});

describe.each(['relaxed', 'strict'] as const)('a %s output schema', (mode) => {
  const fits: readonly (readonly [string, readonly ResponseCase[], readonly JsonValue[]])[] = [
    ['R2 an object', [jsonResponse('200', user)], [{ user: { name: 'x' } }]],
    [
      'R6 U63 a list as { result }',
      [jsonResponse('200', { type: 'array', items: user })],
      [{ result: [{ user: {} }] }],
    ],
    ['R6 U57 a word as { result }', [jsonResponse('200', text)], [{ result: 'x' }]],
    [
      'R6 U57 an object or a list',
      [jsonResponse('200', { anyOf: [user, { type: 'array', items: text }] })],
      [{ user: {} }, { result: ['x'] }],
    ],
    [
      'U57 properties without a type',
      [jsonResponse('200', { properties: { n: text } })],
      [{ n: 'x' }],
    ],
    [
      'R2 U64 every documented success',
      [
        jsonResponse('200', user),
        jsonResponse('2XX', { type: 'array', items: { type: 'integer' } }),
        jsonResponse('default', object({ error: text }, { required: ['error'] })),
      ],
      [{ user: {} }, { result: [41] }],
    ],
    [
      'U67 the absence of JSON',
      [
        responseOf('200', [mediaOf('application/json', user), mediaOf('text/plain', text)]),
        responseOf('204'),
      ],
      [{ user: {} }],
    ],
    [
      'R17 the items of a stream',
      [responseOf('200', [mediaOf('application/jsonl', undefined, { itemSchema: user })])],
      [{ result: [{ user: {} }] }],
    ],
  ];

  it.each(fits)('admits %s, and {}', (_, responses, values) => {
    const { outputSchema = {} } = map(responses, mode);
    expect(outputSchema['type']).toBe('object');
    for (const value of [...values, {}]) expect(accepts(outputSchema, value)).toBe(true);
  });

  it.each<[string, readonly ResponseCase[]]>([
    ['no content', [responseOf('204')]],
    ['text', [responseOf('200', [mediaOf('text/plain', text)])]],
    [
      'raw bytes',
      [responseOf('200', [mediaOf('application/json', { type: 'string', format: 'binary' })])],
    ],
    ['errors', [jsonResponse('404', user)]],
  ])('is not published for %s alone', (_, responses) => {
    expect(map(responses, mode).outputSchema).toBeUndefined();
  });

  it('R2 describes `default` only where no success is documented', () => {
    expect(JSON.stringify(map([jsonResponse('default', user)], mode).outputSchema)).toContain(
      'user',
    );
  });

  it.each<[string, JsonSchema]>([
    ['user', { type: 'object', properties: { name: text } }],
    ['user.name', { type: 'object', properties: { result: { type: ['string', 'null'] } } }],
  ])('is published of what `%s` selects', (select, expected) => {
    const { outputSchema, response } = map([jsonResponse('200', user)], mode, {
      options: { directives: { select } },
    });
    expect(response.select).toBe(select);
    expect(outputSchema).toBeDefined();
    // Whatever the form of the schema: it takes what is selected, and {}.
    for (const value of [{ user: { name: 'Jo' } }, {}]) {
      const picked = JSON.parse(JSON.stringify(search(value, select))) as JsonValue;
      const sent = isJsonObject(picked) ? picked : { result: picked };
      expect(accepts(outputSchema ?? {}, sent)).toBe(true);
    }
    expect(accepts(outputSchema ?? {}, {})).toBe(true);
    expect(JSON.stringify(outputSchema)).toContain(Object.keys(expected['properties'] ?? {})[0]);
    expect(JSON.stringify(outputSchema)).not.toContain('"user"');
  });
});

describe('a strict output schema', () => {
  it('J18 J19 is the full closure, and {} beside it', () => {
    const schemas = {
      Page: object(
        { items: { type: 'array', items: ref('Item') }, next: ref('Page') },
        { required: ['items'] },
      ),
      Item: object({ id: { type: 'string', format: 'uuid' } }, { required: ['id'] }),
    };
    const { outputSchema = {} } = map([jsonResponse('200', ref('Page'))], 'strict', { schemas });
    compileSchema(outputSchema);
    expect(new Set(referencesIn(outputSchema))).toEqual(new Set(['#/$defs/Page', '#/$defs/Item']));
    expect(accepts(outputSchema, { items: [{ id: 'x' }] })).toBe(true);
    expect(accepts(outputSchema, { items: [{}] })).toBe(false);
    expect(accepts(outputSchema, { other: 1 })).toBe(false);
    expect(accepts(outputSchema, {})).toBe(true);
  });

  it('J18 is absent where the mode is off', () => {
    expect(map([jsonResponse('200', user)], 'off').outputSchema).toBeUndefined();
  });
});

describe('what the runtime knows of answers', () => {
  it('R1 R22 are documented cases with their media types, and headers without secrets', () => {
    const header = (name: string): ResponseCase['headers'][number] => ({ name, schema: text });
    const { response } = map([
      responseOf('200', [mediaOf('application/json; charset=utf-8'), mediaOf('text/*')], {
        headers: [header('X-Total'), header('Set-Cookie')],
      }),
      responseOf('4XX', [], { headers: [header('x-total'), header('Retry-After')] }),
    ]);
    expect(response).toEqual({
      cases: [
        { status: '200', mediaTypes: ['application/json', 'text/*'] },
        { status: '4XX', mediaTypes: [] },
      ],
      headers: ['x-total', 'retry-after'],
      links: [],
    });
  });

  it('takes over what the overlay says of them', () => {
    const paginate = { kind: 'link', items: '@', maxPages: 3 } as const;
    const { response } = map([], 'relaxed', { options: { directives: { maxBytes: 9, paginate } } });
    expect(response).toMatchObject({ maxBytes: 9, paginate });
  });
});

describe('links', () => {
  const linked = (operation: Partial<Operation['responses'][number]>): readonly ResponseCase[] => [
    responseOf('201', [], operation),
  ];

  it('R21 lead to tools, by operationId or by place, with the arguments that the tool has', () => {
    const { links } = map([
      ...linked({
        links: [
          {
            name: 'byId',
            operationId: 'getUser',
            parameters: { 'path.id': '$response.body#/id', stray: 1 },
          },
          {
            name: 'byPlace',
            operation: { method: 'GET', path: '/x' },
            parameters: { 'filter[name]': 'a' },
          },
          { name: 'nowhere', parameters: {} },
          { name: 'gone', operationId: 'left-out', parameters: {} },
        ],
      }),
      responseOf('404', [], { links: [{ name: 'error', operationId: 'getUser', parameters: {} }] }),
    ]);
    const bound = bindLinks(links, (target) => {
      if (target.kind === 'place') {
        return { tool: 'list_x', argumentNames: { 'query:filter[name]': 'filter_name' } };
      }
      return target.operationId === 'getUser'
        ? { tool: 'get_user', argumentNames: { 'path:id': 'id', 'query:id': 'id_query' } }
        : undefined;
    });
    expect(bound).toEqual([
      { status: '201', tool: 'get_user', arguments: { id: '$response.body#/id' } },
      { status: '201', tool: 'list_x', arguments: { filter_name: 'a' } },
    ]);
  });
});
