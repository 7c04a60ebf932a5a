import { describe, expect, it } from 'vitest';
import type { ApiModel, Operation } from '../../src/model/api.ts';
import type { JsonSchema } from '../../src/model/json.ts';
import { mapArguments, type MappedArguments } from '../../src/mapping/arguments.ts';
import type { ArgumentDirective, RequestDirectives } from '../../src/mapping/directives.ts';
import { noDirectives } from '../../src/mapping/directives.ts';
import type { ArgumentOptions } from '../../src/mapping/options.ts';
import {
  apiOf,
  at,
  cookieParameter,
  dig,
  headerParameter,
  jsonBody,
  operationOf,
  pathParameter,
  queryParameter,
  querystringParameter,
  ref,
} from '../support/api-builder.ts';
import { accepts } from '../support/schema-check.ts';

function map(
  operation: Operation,
  directives: Partial<RequestDirectives> = {},
  rest: { readonly api?: ApiModel; readonly options?: ArgumentOptions } = {},
): MappedArguments & { readonly codes: readonly string[] } {
  const mapped = mapArguments(
    operation,
    rest.api ?? apiOf(),
    { ...noDirectives.request, ...directives },
    rest.options ?? {},
  );
  if (!mapped.ok) throw new Error(mapped.diagnostics[0].message);
  return { ...mapped.value, codes: mapped.diagnostics.map(({ code }) => code) };
}

const directive = (parts: Partial<ArgumentDirective>): ArgumentDirective => ({
  location: at('/tools'),
  ...parts,
});

const person: JsonSchema = {
  type: 'object',
  properties: { name: { type: 'string' }, age: { type: 'integer' } },
  required: ['name'],
};

describe('the input schema', () => {
  it('J17 of an operation without arguments is a closed object with properties', () => {
    expect(map(operationOf()).inputSchema).toEqual({
      type: 'object',
      properties: {},
      additionalProperties: false,
    });
  });

  it('A1 U33 has parameters under their own names and the whole body as `body`', () => {
    const { inputSchema, parameters, body } = map(
      operationOf({
        method: 'POST',
        path: '/values',
        parameters: [queryParameter('values', { required: true })],
        requestBody: jsonBody({ title: 'Values', type: 'array', items: { type: 'integer' } }),
      }),
    );
    expect(inputSchema).toEqual({
      type: 'object',
      properties: {
        values: { type: 'string' },
        body: { type: 'array', items: { type: 'integer' }, title: 'Values' },
      },
      required: ['values', 'body'],
      additionalProperties: false,
    });
    expect(parameters[0]?.source).toEqual({ kind: 'argument', argument: 'values' });
    expect(body?.source).toEqual({ kind: 'argument', argument: 'body' });
  });

  it('A6 lists what is required by place, then the body, then what is optional', () => {
    const { inputSchema } = map(
      operationOf({
        method: 'PUT',
        path: '/a/{z}/{y}',
        parameters: [
          cookieParameter('c', { required: true }),
          headerParameter('h', { required: true }),
          queryParameter('optional2'),
          queryParameter('q', { required: true }),
          pathParameter('y'),
          headerParameter('optional1'),
          pathParameter('z'),
        ],
        requestBody: jsonBody({ type: 'string' }),
      }),
    );
    const properties = Object.keys(dig(inputSchema, 'properties') as JsonSchema);
    expect(properties).toEqual(['y', 'z', 'q', 'c', 'h', 'body', 'optional2', 'optional1']);
    expect(inputSchema['required']).toEqual(['y', 'z', 'q', 'c', 'h', 'body']);
  });

  it('A6 lists an optional body last', () => {
    const { inputSchema } = map(
      operationOf({
        method: 'POST',
        parameters: [queryParameter('q')],
        requestBody: jsonBody(person, { required: false }),
      }),
    );
    expect(Object.keys(dig(inputSchema, 'properties') as JsonSchema)).toEqual(['q', 'body']);
    expect(inputSchema['required']).toBeUndefined();
  });

  it('U39 asks for the fields of an optional body only once there is one', () => {
    const { inputSchema } = map(
      operationOf({ method: 'POST', requestBody: jsonBody(person, { required: false }) }),
    );
    expect(accepts(inputSchema, {})).toBe(true);
    expect(accepts(inputSchema, { body: { name: 'n' } })).toBe(true);
    expect(accepts(inputSchema, { body: { age: 1 } })).toBe(false);
  });

  it('A5 says place and wire name of an argument that has another name', () => {
    const { inputSchema } = map(
      operationOf({
        path: '/a/{id}',
        parameters: [
          queryParameter('id', { description: 'Another one' }),
          queryParameter('filter[name]'),
          queryParameter('plain', { description: 'Plain.' }),
        ],
      }),
    );
    expect(dig(inputSchema, 'properties', 'id_query', 'description')).toBe(
      'query `id`: Another one',
    );
    expect(dig(inputSchema, 'properties', 'filter_name', 'description')).toBe(
      'query `filter[name]`',
    );
    expect(dig(inputSchema, 'properties', 'plain', 'description')).toBe('Plain.');
  });

  it('V15 J10 marks deprecated parameters and shows two short examples', () => {
    const { inputSchema } = map(
      operationOf({
        parameters: [
          queryParameter('q', {
            deprecated: true,
            description: 'Search text',
            examples: ['x'.repeat(200), 'dogs', 'cats', 'birds'],
          }),
        ],
      }),
    );
    expect(dig(inputSchema, 'properties', 'q')).toEqual({
      type: 'string',
      description: 'Deprecated. Search text',
      examples: ['dogs', 'cats'],
    });
  });

  it('J14 takes text where a parameter has no schema, and any value where a media type carries it', () => {
    const { inputSchema } = map(
      operationOf({
        parameters: [
          queryParameter('q', { schema: {} }),
          queryParameter('c', {
            schema: {},
            serialization: { kind: 'content', mediaType: 'application/json' },
          }),
        ],
      }),
    );
    expect(dig(inputSchema, 'properties')).toEqual({
      q: { type: 'string' },
      c: { description: 'Any JSON value.' },
    });
  });

  it('J5 has definitions in place, or under $defs where that is asked for', () => {
    const api = apiOf({ schemas: { Person: person } });
    const operation = operationOf({ method: 'POST', requestBody: jsonBody(ref('Person')) });
    expect(dig(map(operation, {}, { api }).inputSchema, 'properties', 'body')).toEqual(person);
    expect(map(operation, {}, { api, options: { references: 'defs' } }).inputSchema).toMatchObject({
      properties: { body: ref('Person') },
      $defs: { Person: person },
    });
  });

  it('cuts long descriptions at the length that is asked for', () => {
    const operation = operationOf({
      parameters: [queryParameter('q', { description: 'word '.repeat(500) })],
    });
    const lengthOf = (options: ArgumentOptions): number => {
      const { inputSchema } = map(operation, {}, { options });
      const description = dig(inputSchema, 'properties', 'q', 'description');
      return typeof description === 'string' ? description.length : 0;
    };
    expect(lengthOf({})).toBeLessThanOrEqual(1_024);
    expect(lengthOf({ maxDescriptionLength: 50 })).toBeLessThanOrEqual(50);
    expect(lengthOf({ maxDescriptionLength: Infinity })).toBe(2_499);
  });

  it('keeps hostile names as data', () => {
    const { inputSchema, argumentNames } = map(
      operationOf({
        method: 'POST',
        parameters: [queryParameter('__proto__'), queryParameter('constructor')],
        requestBody: jsonBody(
          JSON.parse(
            '{"type":"object","properties":{"__proto__":{"type":"integer"}}}',
          ) as JsonSchema,
        ),
      }),
    );
    expect(argumentNames).toEqual({
      'query:__proto__': 'proto',
      'query:constructor': 'constructor',
      body: 'body',
    });
    expect(JSON.stringify(dig(inputSchema, 'properties', 'body', 'properties'))).toBe(
      '{"__proto__":{"type":"integer"}}',
    );
  });
});

describe('bindings', () => {
  it('A4 keep wire name, style and everything else of each place', () => {
    const { parameters } = map(
      operationOf({
        path: '/a/{id}',
        parameters: [
          pathParameter('id', { multiSegment: true }),
          queryParameter('ids[]', {
            schema: { type: ['array', 'null'], items: {} },
            serialization: {
              kind: 'style',
              style: 'pipeDelimited',
              explode: false,
              allowReserved: true,
            },
            allowEmptyValue: true,
          }),
          headerParameter('X-A', { required: true }),
        ],
      }),
    );
    expect(parameters).toEqual([
      {
        in: 'path',
        name: 'id',
        source: { kind: 'argument', argument: 'id' },
        required: true,
        nullable: false,
        multiSegment: true,
        serialization: { kind: 'style', style: 'simple', explode: false, allowReserved: false },
      },
      {
        in: 'query',
        name: 'ids[]',
        source: { kind: 'argument', argument: 'ids' },
        required: false,
        nullable: true,
        allowEmptyValue: true,
        nested: 'brackets',
        encodeBrackets: true,
        serialization: {
          kind: 'style',
          style: 'pipeDelimited',
          explode: false,
          allowReserved: true,
        },
      },
      {
        in: 'header',
        name: 'X-A',
        source: { kind: 'argument', argument: 'X-A' },
        required: true,
        nullable: false,
        serialization: { kind: 'style', style: 'simple', explode: false, allowReserved: false },
      },
    ]);
  });

  it('P8 know whether null is admitted behind references and choices', () => {
    const api = apiOf({ schemas: { Maybe: { anyOf: [{ type: 'string' }, { type: 'null' }] } } });
    const { parameters } = map(
      operationOf({
        parameters: [
          queryParameter('a', { schema: ref('Maybe') }),
          queryParameter('b', { schema: { allOf: [ref('Maybe')], description: 'x' } }),
          queryParameter('c', { schema: { enum: ['x', null] } }),
          queryParameter('d', { schema: { enum: ['x'] } }),
        ],
      }),
      {},
      { api },
    );
    expect(parameters.map(({ nullable }) => nullable)).toEqual([true, true, true, false]);
  });

  it('send what the path key itself writes, and offer no argument for it', () => {
    const { inputSchema, parameters } = map(
      operationOf({
        parameters: [
          queryParameter('refresh', { required: true, fixed: 'true', schema: { const: 'true' } }),
        ],
      }),
    );
    expect(inputSchema['properties']).toEqual({});
    expect(parameters).toMatchObject([
      { name: 'refresh', source: { kind: 'fixed', value: 'true' } },
    ]);
  });

  it('P30 take the whole query as one argument', () => {
    const { parameters } = map(operationOf({ parameters: [querystringParameter('qs')] }));
    expect(parameters[0]).toMatchObject({ in: 'querystring', name: 'qs' });
  });
});

describe('an overlay', () => {
  const operation = operationOf({
    method: 'POST',
    path: '/people/{id}',
    parameters: [queryParameter('per_page'), queryParameter('q', { required: true })],
    requestBody: jsonBody(person),
  });

  it('A9 removes fixed arguments and sends their values', () => {
    const { inputSchema, parameters, argumentNames } = map(operation, {
      arguments: { per_page: directive({ fixed: 100 }) },
    });
    expect(Object.keys(dig(inputSchema, 'properties') as JsonSchema)).toEqual(['id', 'q', 'body']);
    expect(parameters.find(({ name }) => name === 'per_page')?.source).toEqual({
      kind: 'fixed',
      value: 100,
    });
    expect(argumentNames).not.toHaveProperty(['query:per_page']);
  });

  it('A9 hides optional arguments altogether', () => {
    const { parameters, codes } = map(operation, {
      arguments: { 'query:per_page': directive({ hide: true }) },
    });
    expect(parameters.map(({ name }) => name)).toEqual(['id', 'q']);
    expect(codes).toEqual([]);
  });

  it('A9 cannot hide what must be sent', () => {
    const { inputSchema, codes } = map(operation, {
      arguments: { q: directive({ hide: true }), body: directive({ hide: true }) },
    });
    expect(codes).toEqual(['argument-hide-required', 'argument-hide-required']);
    expect(inputSchema['required']).toEqual(['id', 'q', 'body']);
  });

  it('A9 fixes a whole body that is an object, and no other', () => {
    const fixed = map(operation, { arguments: { body: directive({ fixed: { name: 'n' } }) } });
    expect(fixed.body?.source).toEqual({
      kind: 'properties',
      properties: [{ property: 'name', source: { kind: 'fixed', value: 'n' } }],
    });
    expect(fixed.inputSchema['properties']).not.toHaveProperty('body');
    const refused = map(operation, { arguments: { body: directive({ fixed: 'text' }) } });
    expect(refused.codes).toEqual(['argument-fixed-unusable']);
    expect(refused.inputSchema['properties']).toHaveProperty('body');
  });

  it('renames, describes, requires and replaces the schema of an argument', () => {
    const { inputSchema, argumentNames } = map(operation, {
      arguments: {
        per_page: directive({
          name: 'limit',
          description: 'How many.',
          required: true,
          schema: { type: 'integer', maximum: 10 },
        }),
        body: directive({ name: 'person', description: 'Who.' }),
      },
    });
    expect(dig(inputSchema, 'properties', 'limit')).toEqual({
      type: 'integer',
      maximum: 10,
      description: 'How many.',
    });
    expect(dig(inputSchema, 'properties', 'person', 'description')).toBe('Who.');
    expect(inputSchema['required']).toEqual(['id', 'limit', 'q', 'person']);
    expect(argumentNames).toEqual({
      'path:id': 'id',
      'query:per_page': 'limit',
      'query:q': 'q',
      body: 'person',
    });
  });

  it('A2 A3 is told when a name that it gives cannot be used', () => {
    const { codes } = map(operation, {
      arguments: { per_page: directive({ name: 'per page' }), q: directive({ name: 'body' }) },
    });
    expect(codes).toEqual(['argument-name-illegal', 'argument-name-taken']);
  });

  it('settles brackets, nesting and segments of a parameter', () => {
    const { parameters } = map(operation, {
      arguments: {
        q: directive({ encodeBrackets: false, nested: 'indices' }),
        id: directive({ multiSegment: true }),
      },
    });
    expect(parameters).toMatchObject([
      { name: 'id', multiSegment: true },
      { name: 'per_page' },
      { name: 'q', encodeBrackets: false, nested: 'indices' },
    ]);
  });
});

describe('a flattened body', () => {
  const flatten = { flatten: true };

  it('A8 has its properties at the top, each bound to its place in the body', () => {
    const { inputSchema, body, argumentNames } = map(
      operationOf({
        method: 'POST',
        parameters: [queryParameter('q')],
        requestBody: jsonBody({
          ...person,
          properties: { ...(person['properties'] as JsonSchema), 'x-y[z]': { type: 'boolean' } },
        }),
      }),
      flatten,
    );
    expect(inputSchema).toEqual({
      type: 'object',
      properties: {
        name: { type: 'string' },
        q: { type: 'string' },
        age: { type: 'integer' },
        'x-y_z': { type: 'boolean', description: 'body `x-y[z]`' },
      },
      required: ['name'],
      additionalProperties: false,
    });
    expect(body?.source).toEqual({
      kind: 'properties',
      properties: [
        { property: 'name', source: { kind: 'argument', argument: 'name' } },
        { property: 'age', source: { kind: 'argument', argument: 'age' } },
        { property: 'x-y[z]', source: { kind: 'argument', argument: 'x-y_z' } },
      ],
    });
    expect(argumentNames['body:x-y[z]']).toBe('x-y_z');
  });

  it('A8 A9 takes directives for its properties', () => {
    const { inputSchema, body, codes } = map(
      operationOf({ method: 'POST', requestBody: jsonBody(person) }),
      {
        flatten: true,
        arguments: {
          'body:name': directive({ fixed: 'Ida' }),
          'body:age': directive({ name: 'years', description: 'In years.' }),
        },
      },
    );
    expect(inputSchema['properties']).toEqual({
      years: { type: 'integer', description: 'In years.' },
    });
    expect(body?.source).toEqual({
      kind: 'properties',
      properties: [
        { property: 'name', source: { kind: 'fixed', value: 'Ida' } },
        { property: 'age', source: { kind: 'argument', argument: 'years' } },
      ],
    });
    expect(codes).toEqual([]);
  });

  it('A8 is allowed behind a reference, and leaves read-only properties out', () => {
    const api = apiOf({
      schemas: {
        Person: {
          type: 'object',
          properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string' } },
        },
      },
    });
    const { inputSchema } = map(
      operationOf({ method: 'POST', requestBody: jsonBody(ref('Person'), { required: false }) }),
      flatten,
      { api },
    );
    expect(inputSchema['properties']).toEqual({ name: { type: 'string' } });
  });

  it.each<[string, Operation]>([
    [
      'optional with required properties',
      operationOf({ method: 'POST', requestBody: jsonBody(person, { required: false }) }),
    ],
    [
      'a choice',
      operationOf({
        method: 'POST',
        requestBody: jsonBody({ oneOf: [person, { type: 'object' }] }),
      }),
    ],
    ['a list', operationOf({ method: 'POST', requestBody: jsonBody({ type: 'array' }) })],
    ['a free map', operationOf({ method: 'POST', requestBody: jsonBody({ type: 'object' }) })],
    [
      'an object with the name of a parameter',
      operationOf({
        method: 'POST',
        parameters: [queryParameter('name')],
        requestBody: jsonBody(person),
      }),
    ],
  ])('A8 stays one argument, with an error, where it is %s', (_, operation) => {
    const { inputSchema, codes } = map(operation, flatten);
    expect(codes).toEqual(['argument-flatten-refused']);
    expect(inputSchema['properties']).toHaveProperty('body');
  });
});

describe('an operation that cannot be mapped', () => {
  it('is left out with the reason', () => {
    const mapped = mapArguments(
      {
        ...operationOf(),
        pathTemplate: [{ kind: 'expression', name: 'lost' }],
      },
      apiOf(),
      noDirectives.request,
      {},
    );
    expect(mapped.ok).toBe(false);
    expect(mapped.diagnostics[0]).toMatchObject({
      code: 'operation-unmappable',
      effect: 'operation-left-out',
      message: 'No request can be built for GET /things: no path parameter is called "lost".',
    });
  });

  it('never throws, whatever the model holds', () => {
    const broken = { ...operationOf(), parameters: undefined } as unknown as Operation;
    expect(mapArguments(broken, apiOf(), noDirectives.request, {}).ok).toBe(false);
  });
});

describe('the Accept header', () => {
  it.each<[string, readonly (readonly [string, readonly string[]])[], string]>([
    ['asks for JSON where nothing is documented', [], 'application/json, */*;q=0.1'],
    [
      'R4 puts JSON first and others behind',
      [['200', ['text/csv', 'application/xml', 'application/json; charset=utf-8']]],
      'application/json, text/csv;q=0.9, application/xml;q=0.8, */*;q=0.1',
    ],
    [
      'R4 keeps parameters that mean something',
      [['200', ['application/json;v=2']]],
      'application/json;v=2, */*;q=0.1',
    ],
    [
      'R2 looks at default only where no success is documented',
      [
        ['default', ['text/plain']],
        ['404', ['application/problem+json']],
      ],
      'text/plain, */*;q=0.1',
    ],
    [
      'R2 ignores default beside a success',
      [
        ['default', ['text/plain']],
        ['2XX', ['image/png']],
      ],
      'image/png, */*;q=0.1',
    ],
    [
      'leaves out what no header can hold',
      [['200', ['not a type', 'application/json\r\nX-Evil: 1']]],
      'application/json, */*;q=0.1',
    ],
  ])('%s', (_, cases, accept) => {
    const responses = cases.map(([status, types]) => ({
      status,
      headers: [],
      links: [],
      content: types.map((mediaType) => ({
        mediaType,
        encoding: {},
        prefixEncoding: [],
        examples: [],
        location: at(''),
      })),
    }));
    expect(map(operationOf({ responses })).accept).toBe(accept);
  });
});
