import { describe, expect, it } from 'vitest';
import { importDocument } from '../../src/import/index.ts';
import { mapTools } from '../../src/mapping/map-tools.ts';
import type { MappedApi } from '../../src/mapping/mapped-api.ts';
import type { MappingOptions } from '../../src/mapping/mapping-options.ts';
import type { ApiModel, Extension, Operation } from '../../src/model/api.ts';
import type { Diagnostic, Staged } from '../../src/model/diagnostic.ts';
import type { JsonObject, JsonValue } from '../../src/model/json.ts';
import type { Tool } from '../../src/model/tool.ts';
import { api, documentUri, operation, parameter, server } from './api-builder.ts';

const store: ApiModel = api(
  [
    operation('GET', '/pets', {
      operationId: 'listPets',
      summary: 'List pets',
      tags: ['pets'],
      parameters: [parameter('limit'), parameter('api_key', 'header')],
    }),
    operation('DELETE', '/pets/{petId}', {
      operationId: 'deletePet',
      summary: 'Delete a pet',
      tags: ['pets'],
      parameters: [parameter('api_key', 'header')],
    }),
    operation('GET', '/internal/health', { tags: ['ops'] }),
    operation('GET', '/internal/jobs/{id}', { operationId: 'getJob', tags: ['jobs'] }),
  ],
  { tags: [{ name: 'pets' }, { name: 'ops' }, { name: 'jobs', parent: 'ops' }] },
);

function overlay(value: JsonObject, rank = 1): Extension {
  const location = { document: `file:///overlays/${rank}.yaml`, pointer: '' };
  return { value: { 'openapi-mcp': 1, ...value }, location, rank };
}

function map(
  model: ApiModel,
  overlays: readonly JsonObject[],
  options: Partial<MappingOptions> = {},
): Staged<MappedApi> {
  return mapTools(model, {
    namespace: 'petstore',
    overlays: overlays.map((value, index) => overlay(value, index + 1)),
    ...options,
  });
}

function mapped(...given: Parameters<typeof map>): MappedApi {
  const result = map(...given);
  if (!result.ok) throw new Error(result.diagnostics.map(({ message }) => message).join('\n'));
  return result.value;
}

function toolsOf(...given: Parameters<typeof map>): Readonly<Record<string, Tool>> {
  return Object.fromEntries(
    mapped(...given).tools.map(({ tool }) => [tool.operation.id ?? tool.name, tool]),
  );
}

function codes(result: { readonly diagnostics: readonly Diagnostic[] }): readonly string[] {
  return result.diagnostics.map(({ code, severity }) => `${severity} ${code}`);
}

function withExtension(each: Operation, value: JsonValue, rank = 0): Operation {
  const location = { document: documentUri, pointer: `${each.location.pointer}/x-mcp` };
  return { ...each, extensions: [...each.extensions, { value, location, rank }] };
}

const [listPets, deletePet] = store.operations as [Operation, Operation];

describe('an entry', () => {
  it('says every field that it has', () => {
    const { deletePet: tool } = toolsOf(store, [
      {
        tools: {
          deletePet: {
            name: 'remove_pet',
            title: 'Remove a pet',
            description: 'Permanently remove a pet by id.',
            summary: 'Remove a pet',
            tags: ['admin'],
            hints: ['destroy', 'closedWorld', { title: 'Remove' }],
            icons: [{ src: 'https://a.example/i.svg' }],
            execution: { taskSupport: 'optional' },
            _meta: { 'com.example/audit-tier': 'high' },
            validateArguments: true,
            coerce: 'off',
            unknownArguments: 'ignore',
            outputSchema: 'strict',
            middleware: ['mine', { rateLimit: { perMinute: 5 } }],
            confirm: true,
            scopes: ['pets:write'],
            response: { select: 'id', maxBytes: 1_000 },
          },
        },
      },
    ]);
    expect(tool).toMatchObject({
      name: 'remove_pet',
      title: 'Remove a pet',
      description: 'Permanently remove a pet by id.',
      summary: 'Remove a pet',
      tags: ['admin'],
      hints: {
        readOnly: false,
        destructive: true,
        idempotent: true,
        openWorld: false,
        title: 'Remove',
      },
      icons: [{ src: 'https://a.example/i.svg' }],
      execution: { taskSupport: 'optional' },
      meta: { 'com.example/audit-tier': 'high' },
      response: { select: 'id', maxBytes: 1_000 },
      settings: {
        validateArguments: true,
        coerceArguments: false,
        unknownArguments: 'ignore',
        outputSchema: 'strict',
        confirm: true,
        middleware: ['mine'],
        configure: { rateLimit: { perMinute: 5 } },
        scopes: ['pets:write'],
      },
    });
  });

  it.each([
    ['an operationId', 'deletePet', ['deletePet']],
    ['a method and a path', 'DELETE /pets/{petId}', ['deletePet']],
    ['a glob', 'GET /internal/**', ['get_internal_health', 'getJob']],
    ['a tag with its descendants', 'tag:ops', ['get_internal_health', 'getJob']],
    ['a path', '/pets', ['listPets']],
  ])('matches by %s', (_how, key, names) => {
    const tools = toolsOf(store, [{ tools: { [key]: { title: 'X' } } }]);
    const touched = Object.entries(tools).filter(([, { title }]) => title === 'X');
    expect(touched.map(([name]) => name).toSorted()).toEqual(names.toSorted());
  });

  it('wins by rank, then by how closely it names the operation, then by place in the file', () => {
    const title = (value: string): JsonObject => ({ title: value });
    const first = {
      tools: {
        listPets: title('exact'),
        'GET /pets*': title('glob'),
        'tag:pets': title('tag'),
      },
      defaults: title('defaults'),
    };
    const titleOf = (...overlays: readonly JsonObject[]): string | undefined =>
      toolsOf(store, overlays)['listPets']?.title;
    expect(titleOf(first)).toBe('exact');
    expect(
      titleOf({ ...first, tools: { 'GET /pets*': title('glob'), 'tag:pets': title('tag') } }),
    ).toBe('glob');
    expect(titleOf({ ...first, tools: { 'tag:pets': title('tag') } })).toBe('tag');
    expect(titleOf({ defaults: title('defaults') })).toBe('defaults');
    expect(titleOf(first, { defaults: title('second') })).toBe('second');
    expect(titleOf({ tools: { '/p*': title('a'), '/pe*': title('b') } })).toBe('b');
  });

  it('V14 for a deeper tag wins over one for its parent', () => {
    const tools = toolsOf(store, [
      { tools: { 'tag:jobs': { title: 'deep' }, 'tag:ops': { title: 'shallow' } } },
    ]);
    expect(tools['getJob']?.title).toBe('deep');
    expect(tools['get_internal_health']?.title).toBe('shallow');
  });

  it('stands over the bundles that it uses, and over weaker entries', () => {
    const tools = toolsOf(store, [
      {
        metadata: { brand: { title: 'Brand', tags: ['branded'], _meta: { a: 1, b: 1 } } },
        defaults: { _meta: { b: 0, c: 0 } },
        tools: { listPets: { metadata: ['brand'], title: 'Own', _meta: { a: 2 } } },
      },
    ]);
    expect(tools['listPets']).toMatchObject({
      title: 'Own',
      tags: ['branded'],
      meta: { a: 2, b: 1, c: 0 },
    });
  });

  it('replaces lists, and appends to them with a plus', () => {
    const tags = (...overlays: readonly JsonObject[]): readonly string[] | undefined =>
      toolsOf(
        store,
        overlays.map((fields) => ({ tools: { listPets: fields } })),
      )['listPets']?.tags;
    expect(tags({ tags: ['a'] })).toEqual(['a']);
    expect(tags({ 'tags+': ['a'] })).toEqual(['pets', 'a']);
    expect(tags({ 'tags+': ['a'] }, { 'tags+': ['b'] })).toEqual(['pets', 'a', 'b']);
    expect(tags({ 'tags+': ['a'] }, { tags: ['b'] })).toEqual(['b']);
    expect(tags({ tags: ['a'] }, { 'tags+': ['b'] })).toEqual(['a', 'b']);
    expect(tags({ tags: ['a'], 'tags+': ['b'] })).toEqual(['a', 'b']);
  });

  it('merges _meta key by key, and replaces it with an equals sign', () => {
    const meta = (...overlays: readonly JsonObject[]): JsonObject | undefined =>
      toolsOf(
        store,
        overlays.map((fields) => ({ tools: { listPets: fields } })),
      )['listPets']?.meta;
    expect(meta({ _meta: { a: 1 } }, { _meta: { b: 2 } })).toEqual({ a: 1, b: 2 });
    expect(meta({ _meta: { a: 1 } }, { '_meta=': { b: 2 } })).toEqual({ b: 2 });
    expect(meta({ _meta: { a: { x: 1 } } }, { _meta: { a: { y: 1 } } })).toEqual({ a: { y: 1 } });
    const hostile = JSON.parse('{"__proto__":{"polluted":true}}') as JsonObject;
    expect(Object.keys(meta({ _meta: { ok: 1 } }, {}) ?? {})).toEqual(['ok']);
    expect(codes(map(store, [{ tools: { listPets: { _meta: hostile } } }]))).toContain(
      'error overlay-bad-value',
    );
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('takes settings from flags last', () => {
    const entry = { tools: { listPets: { confirm: false, outputSchema: 'off' } } };
    const flags: Partial<MappingOptions> = { settings: { confirm: true, outputSchema: 'strict' } };
    expect(toolsOf(store, [entry], flags)['listPets']?.settings).toMatchObject({
      confirm: true,
      outputSchema: 'strict',
    });
  });

  it('lists middleware in order, and switches on the gates that it names', () => {
    const tools = toolsOf(store, [
      {
        server: { middleware: ['outer', { rateLimit: { perMinute: 9 } }] },
        defaults: { middleware: ['a'] },
        tools: {
          listPets: { 'middleware+': ['b', { c: { level: 1 } }, 'confirm', 'validate'] },
          deletePet: { middleware: [], confirm: false },
        },
      },
    ]);
    expect(tools['listPets']?.settings).toMatchObject({
      middleware: ['a', 'b', 'c'],
      configure: { rateLimit: { perMinute: 9 }, c: { level: 1 }, confirm: {}, validate: {} },
      confirm: true,
      validateArguments: true,
    });
    expect(tools['deletePet']?.settings).toMatchObject({ middleware: [], confirm: false });
  });

  it('disables what it should', () => {
    const result = mapped(store, [{ tools: { 'tag:ops': { enabled: false }, listPets: false } }]);
    expect(result.tools.map(({ tool }) => tool.name)).toEqual(['deletePet']);
    expect(result.dropped.map(({ reason }) => reason)).toEqual([
      'disabled',
      'disabled',
      'disabled',
    ]);
  });

  it('replaces schemas verbatim', () => {
    const inputSchema = { type: 'object', properties: { limit: { type: 'integer' } } };
    const outputSchema = { type: 'object', properties: { id: {} }, required: ['id'] };
    const tools = toolsOf(store, [{ tools: { listPets: { inputSchema, outputSchema } } }]);
    expect(tools['listPets']).toMatchObject({ inputSchema, outputSchema });
    const off = toolsOf(store, [
      { tools: { listPets: { outputSchema } } },
      { tools: { listPets: { outputSchema: 'off' } } },
    ]);
    expect(off['listPets']).not.toHaveProperty('outputSchema');
  });
});

describe('x-mcp in the document', () => {
  it('speaks the same words on root, tag, operation, and is overruled by an overlay', () => {
    const extension = (value: JsonValue, pointer: string): Extension => ({
      value,
      location: { document: documentUri, pointer },
      rank: 0,
    });
    const model: ApiModel = {
      ...store,
      operations: [withExtension(listPets, { title: 'operation' }), ...store.operations.slice(1)],
      tags: [
        { name: 'pets', extension: extension({ title: 'tag', confirm: true }, '/tags/0/x-mcp') },
      ],
      extension: extension({ defaults: { title: 'root', scopes: ['all'] } }, '/x-mcp'),
    };
    const tools = toolsOf(model, []);
    expect(tools['listPets']).toMatchObject({
      title: 'operation',
      settings: { confirm: true, scopes: ['all'] },
    });
    expect(tools['deletePet']?.title).toBe('tag');
    expect(tools['getJob']?.title).toBe('root');
    expect(toolsOf(model, [{ defaults: { title: 'overlay' } }])['listPets']?.title).toBe('overlay');
  });

  it('leaves an operation out with false', () => {
    const model = { ...store, operations: [withExtension(listPets, false), deletePet] };
    expect(Object.keys(toolsOf(model, []))).toEqual(['deletePet']);
  });

  it('leaves everything out with false at the root, but for what says true', () => {
    const extension: Extension = {
      value: false,
      location: { document: documentUri, pointer: '/x-mcp' },
      rank: 0,
    };
    const operations = [withExtension(listPets, true), deletePet];
    expect(Object.keys(toolsOf({ ...store, extension, operations }, []))).toEqual(['listPets']);
  });

  it('never stops a build: it may be meant for another program', () => {
    const model = { ...store, operations: [withExtension(listPets, { toolName: 5, title: 'ok' })] };
    const result = map(model, []);
    expect(result.ok && result.value.tools[0]?.tool.title).toBe('ok');
    expect(codes(result)).toContain('warning overlay-unknown-key');
    const added = { ...store, operations: [withExtension(listPets, { toolName: 5 }, 1)] };
    expect(map(added, []).ok).toBe(false);
  });

  it('that gives two operations one name leaves them apart', () => {
    const operations = [listPets, deletePet].map((each) => withExtension(each, { name: 'same' }));
    const result = map({ ...store, operations }, []);
    expect(codes(result)).toEqual(['warning name-clash', 'warning name-clash']);
    const names = result.ok ? result.value.tools.map(({ tool }) => tool.name) : [];
    expect(new Set(names).size).toBe(2);
  });

  it('introduces the server, but does not say how it runs', () => {
    const value = {
      server: {
        title: 'Pets',
        instructions: 'Be kind.',
        headers: { 'X-Env': '${HOME}' },
        runtime: { audit: { sink: 'off' } },
        security: [],
      },
    };
    const extension: Extension = {
      value,
      location: { document: documentUri, pointer: '/x-mcp' },
      rank: 0,
    };
    const result = map({ ...store, extension }, []);
    expect(result.ok && result.value.server).toEqual({ title: 'Pets', instructions: 'Be kind.' });
    expect(
      codes(result).filter((code) => code === 'warning overlay-not-for-documents'),
    ).toHaveLength(3);
  });
});

describe('arguments of an entry', () => {
  const twice = operation('GET', '/x', {
    operationId: 'twice',
    parameters: [
      parameter('id'),
      { ...parameter('id', 'header') },
      parameter('body'),
      parameter('X-Trace', 'header'),
    ],
  });

  it.each([
    ['query:id', undefined],
    ['header:id', undefined],
    ['x-trace', undefined],
    ['query:body', undefined],
    ['id', 'Say which one is meant: query:id or header:id.'],
    ['body', undefined],
    ['idd', 'Arguments here: query:id, header:id, query:body, X-Trace.'],
  ])('key %j', (key, fix) => {
    const result = map(api([twice]), [
      { tools: { twice: { arguments: { [key]: { description: 'D' } } } } },
    ]);
    const found = result.diagnostics.find(({ code }) => code === 'overlay-unknown-argument');
    expect(found?.fix.endsWith(fix ?? '') ?? fix === undefined).toBe(true);
    expect(found?.location?.pointer).toBe(
      fix === undefined ? undefined : `/tools/twice/arguments/${key}`,
    );
  });

  it('of an entry for many operations need to be in one of them only', () => {
    const result = map(store, [
      { defaults: { arguments: { limit: { fixed: 5 }, offset: { hide: true } } } },
    ]);
    expect(
      result.diagnostics.filter(({ code }) => code === 'overlay-unknown-argument'),
    ).toMatchObject([
      {
        message: '"defaults" names the argument "offset", which no operation that it matches has.',
      },
    ]);
  });

  it('are merged field by field across files', () => {
    const result = map(store, [
      { tools: { listPets: { arguments: { limit: { description: 'How many' } } } } },
      { tools: { listPets: { arguments: { limit: { fixed: 5 } } } } },
    ]);
    expect(
      result.ok && result.value.changes.map(({ field, after, rank }) => [rank, field, after]),
    ).toEqual([
      [1, 'arguments.limit.description', 'How many'],
      [2, 'arguments.limit.fixed', 5],
    ]);
  });
});

describe('what is wrong', () => {
  it.each([
    [{ tool: {} }, 'overlay-unknown-key', '/tool', 'Did you mean "tools"?'],
    [
      { tools: { listPets: { titel: 'x' } } },
      'overlay-unknown-key',
      '/tools/listPets/titel',
      'Did you mean "title"',
    ],
    [
      { tools: { ListPets: {} } },
      'overlay-unmatched',
      '/tools/ListPets',
      'Did you mean "listPets"',
    ],
    [
      { tools: { 'GET /pet': {} } },
      'overlay-unmatched',
      '/tools/GET ~1pet',
      'Did you mean "GET /pets"',
    ],
    [
      { tools: { 'tag:pet': {} } },
      'overlay-unmatched',
      '/tools/tag:pet',
      'Did you mean "tag:pets"',
    ],
    [
      { tools: { listPets: { confirm: 'yes' } } },
      'overlay-wrong-type',
      '/tools/listPets/confirm',
      'true or false',
    ],
    [
      { tools: { listPets: { metadata: 'brnd' } }, metadata: { brand: {} } },
      'overlay-unknown-bundle',
      '/tools/listPets/metadata',
      'Did you mean "brand"?',
    ],
    [
      { tools: { 'GET /**': { name: 'same' } } },
      'overlay-name-shared',
      '/tools/GET ~1**/name',
      'METHOD /path',
    ],
    [
      { tools: { listPets: { name: 'a' }, deletePet: { name: 'A' } } },
      'name-clash',
      '/tools/listPets/name',
      'its own name',
    ],
    [
      {
        server: {
          security: [{ tokn: [] }],
          securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
        },
      },
      'overlay-unknown-scheme',
      '/server/security/0',
      'Did you mean "token"?',
    ],
  ])('%j: %s', (value, code, pointer, fix) => {
    const result = map(store, [value]);
    expect(result.ok).toBe(false);
    const found = result.diagnostics.find((each) => each.code === code);
    expect(found).toMatchObject({
      severity: 'error',
      location: { document: 'file:///overlays/1.yaml', pointer },
    });
    expect(found?.fix).toContain(fix);
  });

  it('lenient makes unknown keys and entries that match nothing warnings', () => {
    const value = { tools: { ListPets: {}, listPets: { titel: 'x', arguments: { nope: {} } } } };
    const result = map(store, [value], {
      lenient: true,
      rules: [{ action: 'exclude', pattern: 'zzz' }],
    });
    expect(result.ok).toBe(true);
    expect(codes(result)).toEqual(
      expect.arrayContaining([
        'warning overlay-unknown-key',
        'warning overlay-unmatched',
        'warning overlay-unknown-argument',
        'warning selection-unmatched',
      ]),
    );
    expect(map(store, [{ tools: { listPets: { confirm: 'yes' } } }], { lenient: true }).ok).toBe(
      false,
    );
  });

  it('finds every fault in one reading', () => {
    const value = { tools: { listPets: { title: 1, tags: [1, 2], hints: ['red'] } }, servr: {} };
    expect(codes(map(store, [value]))).toEqual([
      'error overlay-wrong-type',
      'error overlay-wrong-type',
      'error overlay-wrong-type',
      'error overlay-bad-value',
      'error overlay-unknown-key',
    ]);
  });

  it('an entry for an operation that cannot be a tool says so', () => {
    const model = {
      ...store,
      leftOut: [{ method: 'GET', path: '/broken', operationId: 'broken' }],
    };
    const result = map(model, [{ tools: { broken: { title: 'x' } } }]);
    expect(codes(result)).toEqual(['warning overlay-operation-left-out']);
  });

  it('warns where disabling a level leaves deeper operations open', () => {
    const result = map(store, [{ tools: { 'GET /internal/*': { enabled: false } } }]);
    expect(result.diagnostics.find(({ code }) => code === 'pattern-shallow')).toMatchObject({
      fix: 'Write "GET /internal/**" to reach every level.',
      location: { pointer: '/tools/GET ~1internal~1*' },
    });
  });

  it.each([
    [['read', 'destroy'], { readOnly: false, destructive: true }],
    [['idempotent', 'notIdempotent'], { idempotent: false }],
  ])('contradicting hints %j resolve to the cautious side', (hints, expected) => {
    const result = map(store, [{ tools: { deletePet: { hints } } }]);
    expect(codes(result)).toContain('warning overlay-hints-contradict');
    expect(
      result.ok && result.value.tools.find(({ tool }) => tool.name === 'deletePet')?.tool.hints,
    ).toMatchObject(expected);
  });

  it('reserved _meta keys and required tasks are warnings', () => {
    const result = map(store, [
      {
        tools: {
          listPets: {
            _meta: { 'com.mcp/x': 1, traceparent: 1, 'com.example.mcp/x': 1 },
            execution: { taskSupport: 'required' },
          },
        },
      },
    ]);
    expect(codes(result)).toEqual([
      'warning overlay-meta-reserved',
      'warning overlay-meta-reserved',
      'warning overlay-task-required',
    ]);
  });
});

describe('caution', () => {
  it('that an overlay lowers is reported once for each entry', () => {
    const result = map(store, [
      { defaults: { hints: ['closedWorld'] }, tools: { deletePet: { hints: ['write'] } } },
    ]);
    const found = result.diagnostics.filter(({ code }) => code === 'overlay-caution-lowered');
    expect(found).toMatchObject([
      {
        severity: 'info',
        message:
          '"defaults" lowers caution (openWorld) for GET /pets, GET /internal/health, GET /internal/jobs/{id}.',
      },
      {
        severity: 'info',
        message: '"deletePet" lowers caution (destructive, openWorld) for DELETE /pets/{petId}.',
        location: { pointer: '/tools/deletePet' },
      },
    ]);
  });

  it('that the document plays down is a warning', () => {
    const model = { ...store, operations: [withExtension(deletePet, { hints: ['read'] })] };
    expect(codes(map(model, []))).toEqual(['warning overlay-caution-lowered']);
  });

  it('is what --read-only goes by: final hints', () => {
    const names = (overlays: readonly JsonObject[]): readonly string[] =>
      mapped(store, overlays, { readOnly: true }).tools.map(({ tool }) => tool.name);
    expect(names([])).not.toContain('deletePet');
    expect(names([{ tools: { deletePet: { hints: ['read'] } } }])).toContain('deletePet');
    expect(names([{ tools: { listPets: { hints: ['write'] } } }])).not.toContain('listPets');
  });
});

describe('changes', () => {
  it('say what each file changed, from what, and where', () => {
    const { changes } = mapped(store, [
      {
        defaults: { confirm: true },
        tools: { deletePet: { name: 'remove_pet', 'tags+': ['admin'] } },
      },
      {
        tools: {
          deletePet: { title: 'Remove', confirm: false, arguments: { api_key: { hide: true } } },
        },
      },
    ]);
    const ofDelete = changes.filter(({ tool }) => tool === 'remove_pet');
    expect(
      ofDelete.map(({ field, before, after, location }) => [
        field,
        before,
        after,
        `${location.document.slice(-6)}${location.pointer}`,
      ]),
    ).toEqual([
      ['name', 'deletePet', 'remove_pet', '1.yaml/tools/deletePet/name'],
      ['tags', ['pets'], ['pets', 'admin'], '1.yaml/tools/deletePet/tags+'],
      ['confirm', false, true, '1.yaml/defaults/confirm'],
      ['title', 'Delete a pet', 'Remove', '2.yaml/tools/deletePet/title'],
      ['confirm', true, false, '2.yaml/tools/deletePet/confirm'],
      ['arguments.api_key.hide', undefined, true, '2.yaml/tools/deletePet/arguments'],
    ]);
  });

  it('report entries that change nothing', () => {
    const result = map(store, [
      { tools: { deletePet: { confirm: false }, getJob: null, 'tag:pets': { tags: ['pets'] } } },
    ]);
    const idle = result.diagnostics.filter(({ code }) => code === 'overlay-no-effect');
    expect(idle.map(placeText)).toContain('1.yaml/tools/deletePet');
    expect(idle.map(placeText)).not.toContain('1.yaml/tools/getJob');
    expect(idle[0]?.severity).toBe('info');
  });

  it('report what a stronger entry says again, wherever it would count', () => {
    const result = map(store, [
      {
        defaults: { title: 'Anything', confirm: true },
        tools: { listPets: { title: 'shadowed', description: 'Lists.', 'tags+': ['a'] } },
      },
      { tools: { listPets: { title: 'Pets', tags: ['b'] } } },
    ]);
    const shadowed = result.diagnostics.filter(({ code }) => code === 'overlay-shadowed');
    expect(shadowed.map(placeText)).toEqual(['1.yaml/tools/listPets/title']);
    expect(shadowed[0]).toMatchObject({
      severity: 'info',
      message: 'The title of "listPets" never counts: "listPets" says it again wherever it would.',
    });
  });
});

describe('security of an overlay', () => {
  const bearer = {
    server: {
      securitySchemes: { token: { type: 'http', scheme: 'Bearer' } },
      security: [{ token: [] }],
      headers: { Api_Key: '${PETS_KEY}' },
    },
  };

  it('15.4 is given to operations of which the document says nothing', () => {
    const result = mapped(store, [bearer]);
    expect(result.tools[0]?.tool.security).toEqual([
      { schemes: [{ scheme: 'token', scopes: [] }] },
    ]);
    expect(result.securitySchemes).toEqual({
      token: { type: 'http', deprecated: false, scheme: 'bearer' },
    });
  });

  it('P3 takes away the parameter that a header supplies', () => {
    const result = mapped(store, [bearer]);
    expect(result.server.runtime).toEqual({ headers: { Api_Key: '${PETS_KEY}' } });
    const list = result.tools.find(({ tool }) => tool.name === 'listPets')?.tool;
    expect(list?.request.parameters.map(({ name }) => name)).not.toContain('api_key');
  });

  it('K3 leaves operations alone that say what they need, or that they need nothing', () => {
    const own = [{ schemes: [{ scheme: 'own', scopes: [] }] }];
    const model: ApiModel = {
      ...store,
      securitySchemes: { own: { type: 'http', scheme: 'basic', deprecated: false } },
      operations: [
        { ...listPets, security: own, securityDeclared: true },
        { ...deletePet, securityDeclared: true },
      ],
    };
    const result = map(model, [bearer]);
    expect(codes(result)).toContain('warning overlay-security-unused');
    const list = result.ok ? result.value.tools.map(({ tool }) => tool.security) : [];
    expect(list).toEqual([own, []]);
  });

  it.each([
    ['', 1],
    ['security: []', 0],
  ])('K3 the document says %j at an operation: it gets %i alternatives', async (line, count) => {
    const text = `
openapi: 3.1.0
info: { title: T, version: '1' }
servers: [{ url: https://a.example }]
paths:
  /pets:
    get:
      operationId: listPets
      ${line}
      responses: { '200': { description: ok } }
`;
    const imported = await importDocument({ kind: 'text', text });
    if (!imported.result.ok) throw new Error(imported.result.diagnostics[0].message);
    const [list] = mapped(imported.result.value, [bearer]).tools;
    expect(list?.tool.security).toHaveLength(count);
  });

  it('P30 reports a key in a query that is one whole value', () => {
    const whole = operation('GET', '/q', {
      parameters: [
        {
          ...parameter('q'),
          in: 'querystring',
          serialization: { kind: 'content', mediaType: 'application/json' },
        },
      ],
    });
    const result = map(api([whole], { servers: [server('https://a.example')] }), [
      {
        server: {
          securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'key' } },
          security: [{ key: [] }],
        },
      },
    ]);
    expect(codes(result)).toContain('warning query-credential');
  });
});

function placeText({ location }: Diagnostic): string {
  return `${location?.document.slice(-6)}${location?.pointer}`;
}
