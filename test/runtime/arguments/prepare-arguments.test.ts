import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonSchema, JsonValue } from '../../../src/model/json.ts';
import { ExactNumber } from '../../../src/runtime/arguments/argument-value.ts';
import type { PreparedArguments } from '../../../src/runtime/arguments/prepare-arguments.ts';
import {
  prepareArguments,
  roundExactNumbers,
} from '../../../src/runtime/arguments/prepare-arguments.ts';
import { compileRequest } from '../../../src/runtime/request/build-request.ts';
import type { ToolSketch } from '../../support/binding-builder.ts';
import {
  bodyOf,
  bodyText,
  headerParameter,
  pathParameter,
  plainContext,
  queryParameter,
  toolOf,
} from '../../support/binding-builder.ts';

const string = { type: 'string' };
const integer = { type: 'integer' };

function prepare(sketch: ToolSketch, given: JsonObject): PreparedArguments {
  return prepareArguments(toolOf(sketch), given);
}

function messages(prepared: PreparedArguments): readonly string[] {
  return prepared.ok ? [] : prepared.faults.map(({ message }) => message);
}

/** What becomes of one optional argument `x` with this schema. */
function coerce(
  schema: JsonSchema,
  value: JsonValue,
  settings: ToolSketch['settings'] = {},
): unknown {
  const inputSchema = {
    type: 'object',
    properties: { x: schema },
    $defs: { Id: integer, Tree: tree },
  };
  const prepared = prepare(
    { inputSchema, settings, parameters: [queryParameter('x')] },
    { x: value },
  );
  return prepared.ok ? prepared.values['x'] : prepared.faults.map(({ message }) => message);
}

const tree = {
  type: 'object',
  properties: { v: integer, kids: { type: 'array', items: { $ref: '#/$defs/Tree' } } },
};

describe('coercion of text', () => {
  it.each([
    [integer, '28', 28],
    [integer, '-7', -7],
    [integer, '0', 0],
    [{ type: 'number' }, '1.5', 1.5],
    [{ type: 'boolean' }, 'true', true],
    [{ type: 'boolean' }, 'false', false],
    [{ type: ['integer', 'null'] }, '28', 28],
    [{ anyOf: [integer, { type: 'null' }] }, '28', 28],
    [{ $ref: '#/$defs/Id' }, '28', 28],
    [{ allOf: [{ description: 'An id.' }, { $ref: '#/$defs/Id' }] }, '28', 28],
    [{ allOf: [{ type: 'number' }, integer] }, '28', 28],
    [
      {
        oneOf: [
          { type: 'integer', maximum: 5 },
          { type: 'integer', minimum: 9 },
        ],
      },
      '28',
      28,
    ],
    [{ enum: [1, 2] }, '2', 2],
    [{ const: true }, 'true', true],
    [{ type: 'array', items: integer }, ['1', 2, '3'], [1, 2, 3]],
    [{ type: 'array', prefixItems: [string, integer] }, ['1', '2'], ['1', 2]],
    [
      { type: 'object', properties: { a: integer } },
      { a: '1', b: '2' },
      { a: 1, b: '2' },
    ],
    [{ type: 'object', additionalProperties: integer }, { a: '1' }, { a: 1 }],
    [
      { allOf: [{ properties: { a: integer } }, { properties: { b: integer } }] },
      { a: '1', b: '2', c: '3' },
      { a: 1, b: 2, c: '3' },
    ],
    [
      { allOf: [{ type: 'array' }, { items: integer }, { items: { description: 'An id.' } }] },
      ['1'],
      [1],
    ],
    [
      {
        oneOf: [
          { type: 'object', properties: { a: integer, b: integer } },
          { type: 'object', properties: { a: integer, b: string } },
        ],
      },
      { a: '1', b: '2' },
      { a: 1, b: '2' },
    ],
    [{ anyOf: [string, { type: 'object', properties: { a: integer } }] }, { a: '1' }, { a: 1 }],
    [{ anyOf: [{ type: 'array', items: integer }, { type: 'object' }] }, ['1'], [1]],
    [{ type: 'array', items: integer }, '[1,"2"]', [1, 2]],
    [{ type: 'object' }, ' {"a":1}', { a: 1 }],
    [
      { $ref: '#/$defs/Tree' },
      { kids: [{ v: '1', kids: [{ v: '2' }] }] },
      { kids: [{ v: 1, kids: [{ v: 2 }] }] },
    ],
  ])('U112 %j turns %j into %j', (schema: JsonSchema, value: JsonValue, expected) => {
    expect(coerce(schema, value)).toEqual(expected);
  });

  it.each([
    [integer, 'x'],
    [integer, '1.0'],
    [integer, '1e3'],
    [integer, '007'],
    [integer, '-0'],
    [integer, '+1'],
    [integer, ' 1'],
    [integer, '0x10'],
    [integer, ''],
    [{ type: 'boolean' }, 'True'],
    [{ type: 'boolean' }, '1'],
    [{ type: ['integer', 'string'] }, '28'],
    [{ type: ['integer', 'boolean'] }, '28'],
    [{ anyOf: [integer, string] }, '28'],
    [{}, '28'],
    [{ enum: [1, 'a'] }, '1'],
    [string, '28'],
    [string, '{"a":1}'],
    [{ type: 'array' }, '{"a":1}'],
    [{ type: 'object' }, 'null'],
    [{ type: 'object' }, '{"a":'],
    [{ type: ['object', 'string'] }, '{"a":1}'],
    [{ type: 'null' }, 'null'],
    [
      { type: 'object', patternProperties: { '^a': integer }, additionalProperties: string },
      { a: '1' },
    ],
  ])('U112 %j leaves %j alone', (schema: JsonSchema, value: JsonValue) => {
    expect(coerce(schema, value)).toEqual(value);
  });

  it('A7 reads a body sent as JSON text, and says so without its content', () => {
    const sketch = {
      method: 'POST',
      body: bodyOf({ kind: 'json', mediaType: 'application/json' }),
      inputSchema: { properties: { body: { type: 'object', properties: { n: integer } } } },
    };
    const prepared = prepare(sketch, { body: '{"n":"5","secret":"s3cret"}' });
    expect(prepared).toMatchObject({ ok: true, values: { body: { n: 5, secret: 's3cret' } } });
    expect(prepared.ok && prepared.remarks).toEqual([
      'body: JSON text was read as an object',
      'body.n: text was read as an integer',
    ]);
  });

  it('is stopped by coerceArguments: false, but for digits that no number holds', () => {
    const off = { coerceArguments: false };
    expect(coerce(integer, '28', off)).toBe('28');
    expect(coerce({ type: 'object' }, '{}', off)).toBe('{}');
    expect(coerce({ type: 'number' }, '1.50', off)).toBe('1.50');
    expect(coerce(integer, '9007199254740993', off)).toEqual(new ExactNumber('9007199254740993'));
  });

  it('hands the same object back where nothing changes, and never changes the one given', () => {
    const inputSchema = { properties: { x: { type: 'array', items: integer } } };
    const sketch = { inputSchema, parameters: [queryParameter('x')] };
    const same = { x: [1, 2] };
    const prepared = prepare(sketch, same);
    expect(prepared.ok && prepared.values).toBe(same);
    const given = Object.freeze({ x: Object.freeze(['1']) });
    expect(prepare(sketch, given)).toMatchObject({ ok: true, values: { x: [1] } });
    expect(given.x).toEqual(['1']);
  });
});

describe('large integers', () => {
  const sketch = {
    method: 'POST',
    path: '/things/{id}',
    parameters: [pathParameter('id')],
    body: bodyOf({ kind: 'json', mediaType: 'application/json' }),
    inputSchema: {
      properties: {
        id: integer,
        body: {
          type: 'object',
          properties: { ref: integer, price: { type: 'number' }, note: string },
        },
      },
    },
  };

  it('J15 as text go to the wire digit by digit, as numbers where the body is JSON', () => {
    const prepared = prepare(sketch, {
      id: '9007199254740993',
      body: { ref: '-9223372036854775808', price: '0.10', note: '9007199254740993' },
    });
    if (!prepared.ok) throw new Error(messages(prepared).join());
    const built = compileRequest(toolOf(sketch))(prepared.values, plainContext);
    if (!built.ok) throw new Error(built.faults[0].message);
    expect(built.plan.target).toBe('/things/9007199254740993');
    expect(bodyText(built.plan)).toBe(
      '{"ref":-9223372036854775808,"price":0.10,"note":"9007199254740993"}',
    );
  });

  it('J15 as numbers are refused, for they have lost digits already', () => {
    const [first, second] = messages(
      prepare(sketch, { id: 2 ** 53, body: { ref: -1e20, price: 1e300 } }),
    );
    expect(first).toMatch(/^`id` is an integer beyond .* send its digits as text/);
    expect(second).toMatch(/^`body\.ref` is an integer/);
    expect(coerce(string, 1e20)).toEqual([expect.stringContaining('digits')]);
  });

  it('J15 are remarked on where the schema says nothing', () => {
    const prepared = prepare(
      {
        inputSchema: { properties: { x: { properties: { y: {} }, items: {} } } },
        parameters: [queryParameter('x')],
      },
      { x: 2 ** 60 },
    );
    expect(prepared).toMatchObject({ ok: true, remarks: [expect.stringContaining('2^53')] });
  });

  it('are rounded for validators only', () => {
    const values = { a: [new ExactNumber('9007199254740993')], b: 'x', c: null };
    expect(roundExactNumbers(values)).toEqual({ a: [9007199254740992], b: 'x', c: null });
    expect(JSON.stringify(values)).toBe('{"a":["9007199254740993"],"b":"x","c":null}');
  });
});

describe('unknown arguments', () => {
  const inputSchema = {
    properties: {
      filter_name: string,
      limit: integer,
      body: { $ref: '#/$defs/Pet' },
    },
    $defs: {
      Pet: {
        allOf: [
          { properties: { title: string } },
          { properties: { photoUrls: { type: 'array' } } },
        ],
      },
    },
  };
  const sketch: ToolSketch = {
    method: 'POST',
    inputSchema,
    parameters: [
      queryParameter('filter[name]', { source: { kind: 'argument', argument: 'filter_name' } }),
      queryParameter('limit'),
      queryParameter('fixed', { source: { kind: 'fixed', value: 1 } }),
    ],
    body: bodyOf({ kind: 'json', mediaType: 'application/json' }),
  };

  it.each([
    ['title', 'x', '`title` is a field of `body`; pass it as body.title.'],
    ['photoUrls', [], '`photoUrls` is a field of `body`; pass it as body.photoUrls.'],
    [
      'filter[name]',
      'x',
      '`filter[name]` is the argument `filter_name` of this tool; pass it under that name.',
    ],
    ['limt', 5, '`limt` is not an argument of this tool. Did you mean "limit"?'],
    ['photoURL', [], '`photoURL` is not an argument of this tool. Did you mean "body.photoUrls"?'],
    [
      'requestBody',
      {},
      '`requestBody` is not an argument of this tool; pass the request body as `body`.',
    ],
    [
      'query',
      { limit: 5 },
      '`query` is not an argument of this tool; pass what is in it directly: filter_name, limit, body.',
    ],
    [
      'zzz',
      1,
      '`zzz` is not an argument of this tool; its arguments are filter_name, limit, body.',
    ],
    [
      'fixed',
      2,
      '`fixed` is not an argument of this tool; its arguments are filter_name, limit, body.',
    ],
    [
      'constructor',
      1,
      '`constructor` is not an argument of this tool; its arguments are filter_name, limit, body.',
    ],
  ])('A7 %s is refused with help', (name, value, message) => {
    expect(messages(prepare(sketch, { [name]: value }))).toEqual([message]);
  });

  it('A7 refuses __proto__ as any other name', () => {
    const given = JSON.parse('{"__proto__":{"limit":1}}') as JsonObject;
    expect(messages(prepare(sketch, given))).toHaveLength(1);
  });

  it('A7 says so where a tool has no arguments at all', () => {
    expect(messages(prepare({}, { x: 1 }))).toEqual([
      '`x` is not an argument of this tool, which has none; leave it out.',
    ]);
  });

  it('A8 helps a body that was flattened', () => {
    const flat: ToolSketch = {
      method: 'POST',
      inputSchema: { properties: { title: string } },
      body: bodyOf(
        { kind: 'json', mediaType: 'application/json' },
        {
          source: {
            kind: 'properties',
            properties: [{ property: 'title', source: { kind: 'argument', argument: 'title' } }],
          },
        },
      ),
    };
    expect(messages(prepare(flat, { body: { title: 'x' } }))).toEqual([
      '`body` is not an argument of this tool; pass what is in it directly: title.',
    ]);
  });

  it('are left out with a remark where the tool ignores them', () => {
    const ignoring = { ...sketch, settings: { unknownArguments: 'ignore' } } as const;
    expect(prepare(ignoring, { limit: 5, zzz: 's3cret' })).toEqual({
      ok: true,
      values: { limit: 5 },
      remarks: ['the unknown argument "zzz" was ignored'],
    });
  });

  it('shows no more of a name than a message needs', () => {
    const [message = ''] = messages(prepare(sketch, { ['x'.repeat(100_000)]: 1 }));
    expect(message.length).toBeLessThan(300);
  });
});

describe('required arguments', () => {
  const sketch: ToolSketch = {
    path: '/pets/{petId}',
    parameters: [
      pathParameter('petId'),
      headerParameter('X-Mode', { required: true }),
      queryParameter('at', { required: true, source: { kind: 'fixed', value: 1 } }),
    ],
    body: bodyOf({ kind: 'json', mediaType: 'application/json' }, { required: true }),
    inputSchema: {
      required: ['petId', 'X-Mode', 'at'],
      properties: {
        petId: { type: 'integer', description: 'ID of the pet.\nMore.' },
        'X-Mode': { enum: ['fast', 'slow'] },
        body: { $ref: '#/$defs/Pet' },
      },
      $defs: { Pet: { type: 'object', properties: { name: string, tags: {} } } },
    },
  };

  it('P7 are all named with what to send', () => {
    expect(messages(prepare(sketch, {}))).toEqual([
      '`petId` is required; send a whole number (ID of the pet).',
      '`X-Mode` is required; send one of "fast", "slow".',
      '`body` is required; send an object with name, tags.',
    ]);
  });

  it('are reported together with unknown ones', () => {
    const prepared = prepare(sketch, { petID: 1, 'X-Mode': 'fast', body: {} });
    expect(prepared.ok || prepared.faults.map(({ argument }) => argument)).toEqual([
      'petID',
      'petId',
    ]);
  });

  it('count null for a body as absent where its schema has none', () => {
    expect(messages(prepare(sketch, { petId: 1, 'X-Mode': 'fast', body: null }))).toEqual([
      '`body` is required; send an object with name, tags.',
    ]);
    const optional = {
      ...sketch,
      body: bodyOf({ kind: 'json', mediaType: 'application/json' }),
    } satisfies ToolSketch;
    expect(prepare(optional, { petId: 1, 'X-Mode': 'fast', body: null })).toMatchObject({
      ok: true,
      values: { petId: 1, 'X-Mode': 'fast' },
      remarks: ['body: null was read as "not given"'],
    });
  });

  it('B3 keep null for a body whose schema has it', () => {
    const inputSchema = { properties: { body: { type: ['object', 'null'] } } };
    const body = bodyOf({ kind: 'json', mediaType: 'application/json' });
    expect(prepare({ inputSchema, body }, { body: null })).toMatchObject({
      ok: true,
      values: { body: null },
    });
  });
});

describe('hostile schemas and values', () => {
  it.each([
    ['itself', { A: { $ref: '#/$defs/A' } }],
    [
      'itself in many branches',
      { A: { anyOf: Array.from({ length: 40 }, () => ({ $ref: '#/$defs/A' })) } },
    ],
    [
      'a chain without end',
      { A: { allOf: [{ $ref: '#/$defs/B' }] }, B: { oneOf: [{ $ref: '#/$defs/A' }] } },
    ],
    ['nothing', {}],
    ['something else', { A: 5 }],
  ])('a reference to %s says nothing', (_name, $defs) => {
    const inputSchema = { $defs, properties: { x: { $ref: '#/$defs/A' } } } as JsonSchema;
    const sketch = { inputSchema, parameters: [queryParameter('x')] };
    expect(prepare(sketch, { x: '28' })).toEqual({ ok: true, values: { x: '28' }, remarks: [] });
  });

  it('keeps keys of values as data while copying', () => {
    const schema = { type: 'object', additionalProperties: integer };
    const value = JSON.parse('{"__proto__":"1","constructor":"2"}') as JsonValue;
    const result = coerce(schema, value) as JsonObject;
    expect(Object.entries(result)).toEqual([
      ['__proto__', 1],
      ['constructor', 2],
    ]);
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
  });

  it('refuses endless nesting instead of running out of stack', () => {
    let x: JsonValue = {};
    for (let depth = 0; depth < 20_000; depth += 1) x = { kids: [x] };
    expect(coerce({ $ref: '#/$defs/Tree' }, x)).toEqual([
      '`x` is nested more than 1000 levels deep; send a flatter value.',
    ]);
  });
});
