import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newExchange } from '../../../src/runtime/call.ts';
import { parseLossless } from '../../../src/runtime/response/lossless-json.ts';
import { map, structuredOf, textOf, textsOf } from './fixtures.ts';

const object = { type: 'object', properties: { id: { type: 'integer' } } };

describe('a JSON answer', () => {
  it('R5 R7 is the upstream’s own text and its value', async () => {
    const body = '{ "b": 1.10,\n  "a": [1e2, "\\u00e9"] }';
    const outcome = await map({ body });
    expect(outcome).toEqual({
      kind: 'success',
      content: [{ type: 'text', text: body }],
      structuredContent: { b: 1.1, a: [100, 'é'] },
    });
  });

  it.each([
    ['[]', []],
    ['[{"id":1}]', [{ id: 1 }]],
    ['"text"', 'text'],
    ['12', 12],
    ['null', null],
    ['false', false],
  ])('R6 U63 wraps %s, which is no object', async (body, result) => {
    const outputSchema = { type: 'object', properties: { result: {} } };
    for (const tool of [{}, { outputSchema }]) {
      const outcome = await map({ body }, tool);
      expect(structuredOf(outcome)).toEqual({ result });
      expect(textOf(outcome)).toBe(body);
    }
  });

  it.each([
    'application/json;charset=UTF-8;',
    'text/json',
    'application/vnd.api+json; v=2',
    'APPLICATION/JSON',
    'application/problem+json',
  ])('R14 is told by the media type %s', async (type) => {
    expect(structuredOf(await map({ type, body: '{"a":1}' }))).toEqual({ a: 1 });
  });

  it('R14 that is not JSON stays text', async () => {
    const outcome = await map({ body: '{"a":' });
    expect(outcome.kind).toBe('success');
    expect(textsOf(outcome)[0]).toBe('{"a":');
    expect(textsOf(outcome)[1]).toContain('not well-formed');
    expect(structuredOf(outcome)).toBeUndefined();
  });

  it('R13 is UTF-8 whatever the charset says, without its byte order mark', async () => {
    const type = 'application/json; charset=iso-8859-1';
    expect(textOf(await map({ type, body: '"é"' }))).toBe('"é"');
    const marked = Buffer.from('\ufeff{"a":1}');
    expect(await map({ body: marked })).toMatchObject({
      content: [{ text: '{"a":1}' }],
      structuredContent: { a: 1 },
    });
  });

  it('R13 is in its charset where it is not UTF-8 after all', async () => {
    const type = 'application/json; charset=iso-8859-1';
    const outcome = await map({ type, body: Buffer.from('"caf\xe9"', 'latin1') });
    expect(structuredOf(outcome)).toEqual({ result: 'café' });
  });

  it('says that bytes are not UTF-8', async () => {
    const outcome = await map({ body: Buffer.from('"caf\xe9"', 'latin1') });
    expect(textsOf(outcome)[0]).toBe('"caf\ufffd"');
    expect(textsOf(outcome)[1]).toContain('not UTF-8');
  });

  it('has no value where the tool publishes none', async () => {
    const outcome = await map({ body: '{"a":1}' }, { settings: { outputSchema: 'off' } });
    expect(outcome).toEqual({ kind: 'success', content: [{ type: 'text', text: '{"a":1}' }] });
  });

  it('R16 that was cut off is a text and never a broken value', async () => {
    const tool = { outputSchema: object, parameters: [] };
    const body = '{"id":1,"list":["é';
    const cut = Buffer.from(body).subarray(0, -1);
    const outcome = await map({ body: cut, truncated: true, declaredBytes: 5_000 }, tool);
    expect(textsOf(outcome)[0]).toBe('{"id":1,"list":["');
    expect(textsOf(outcome)[1]).toContain(`Truncated at ${cut.length} of 5000 bytes`);
    expect(structuredOf(outcome)).toEqual({});
  });
});

describe('U75 numbers', () => {
  it.each([
    ['9007199254740991', 9_007_199_254_740_991],
    ['9007199254740992', '9007199254740992'],
    ['-9007199254740993', '-9007199254740993'],
    ['12345678901234567890123', '12345678901234567890123'],
    ['1e400', '1e400'],
    ['-1.5E+999', '-1.5E+999'],
    ['1e100', 1e100],
    ['0.12345678901234567890', 0.123_456_789_012_345_68],
    ['1.10', 1.1],
    ['-0', -0],
    ['1000000000000000.5', 1_000_000_000_000_000.5],
  ])('%s becomes %j', (text, value) => {
    expect(parseLossless(text)).toEqual({ ok: true, value });
  });

  it('change nothing inside strings, whatever is escaped around them', () => {
    const text = String.raw`{"9007199254740993":"9007199254740993","a\\":9007199254740993,"b\"9007199254740993":["\\\"",9007199254740993]}`;
    expect(parseLossless(text)).toEqual({
      ok: true,
      value: {
        '9007199254740993': '9007199254740993',
        'a\\': '9007199254740993',
        'b"9007199254740993': [String.raw`\"`, '9007199254740993'],
      },
    });
  });

  it('keep their digits, and everything else is as JSON.parse has it', () => {
    const scalar = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('"', '\\', '\\"', '1e999', '9007199254740993'),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
      fc.boolean(),
      fc.constant(null),
    );
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small' },
        scalar,
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(fc.oneof(fc.string(), fc.constant('__proto__')), tie('tree'), {
          maxKeys: 4,
        }),
      ),
    }));
    fc.assert(
      fc.property(tree, fc.constantFrom('', ' ', '\n\t'), (value, space) => {
        const text = write(value, space);
        expect(parseLossless(text)).toEqual({
          ok: true,
          value: JSON.parse(write(expected(value), '')),
        });
      }),
    );
  });
});

/** An independent writer that knows BigInt. */
function write(value: unknown, space: string): string {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return `[${space}${value.map((item) => write(item, space)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(
      ([key, member]) => `${JSON.stringify(key)}${space}:${space}${write(member, space)}`,
    );
    return `{${members.join(`,${space}`)}}`;
  }
  return JSON.stringify(value);
}

function expected(value: unknown): unknown {
  if (typeof value === 'bigint') {
    return value <= 9_007_199_254_740_991n && value >= -9_007_199_254_740_991n
      ? Number(value)
      : String(value);
  }
  // A double may be written as an integer beyond the safe range, which then keeps its digits.
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    const text = JSON.stringify(value);
    return /^-?\d+$/.test(text) ? text : value;
  }
  if (Array.isArray(value)) return value.map(expected);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, expected(item)]));
  }
  return value;
}

describe('hostile JSON', () => {
  it('keeps a __proto__ key as data', async () => {
    const body = '{"__proto__":{"polluted":true},"constructor":1}';
    const outcome = await map({ body }, { outputSchema: object });
    const structured = structuredOf(outcome);
    expect(JSON.stringify(structured)).toBe(body);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it.each([
    ['arrays', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['objects', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`],
    ['levels one too many', '['.repeat(501) + ']'.repeat(501)],
  ])('is only text beyond 500 %s', async (_name, body) => {
    const outcome = await map({ body }, { outputSchema: object });
    expect(textsOf(outcome)[0]).toBe(body);
    expect(textsOf(outcome)[1]).toContain('nested too deeply');
    expect(structuredOf(outcome)).toEqual({});
  });

  it('is a value up to 500 levels, and brackets in strings are none', () => {
    const deep = '['.repeat(500) + ']'.repeat(500);
    expect(parseLossless(deep).ok).toBe(true);
    expect(parseLossless(JSON.stringify('['.repeat(5_000))).ok).toBe(true);
    expect(parseLossless(`[${JSON.stringify(`${'['.repeat(2_000)}"\\`)}]`).ok).toBe(true);
  });

  it('is searched in linear time', () => {
    const evil = `["${'\\\\'.repeat(400_000)}", 9007199254740993]`;
    // Work that grows with the square of the length goes beyond the time of a test.
    expect(parseLossless(evil).ok).toBe(true);
  });
});

describe('C15 J19 a published output schema', () => {
  it('always gets structured content, {} where the body has none', async () => {
    for (const answer of [
      { body: '{"id":1' },
      { type: 'text/plain', body: 'good day' },
      { status: 204, type: null },
      { type: 'image/png', body: Buffer.from('x') },
    ]) {
      const outcome = await map(answer, { outputSchema: object });
      expect(structuredOf(outcome)).toEqual({});
    }
  });

  it('gets the value where it fits, {} where it drifted, and the text either way', async () => {
    const exchange = newExchange();
    const fits = await map({ body: '{"id":1,"more":[]}' }, { outputSchema: object }, { exchange });
    expect(structuredOf(fits)).toEqual({ id: 1, more: [] });
    expect(exchange.notes).toEqual([]);
    const drift = await map({ body: '{"id":"one"}' }, { outputSchema: object }, { exchange });
    expect(structuredOf(drift)).toEqual({});
    expect(textOf(drift)).toBe('{"id":"one"}');
    expect(exchange.notes).toEqual([expect.stringMatching(/drift at \/id: must be integer/)]);
  });

  it('that refuses {} too gets the value, and the drift is noted', async () => {
    const exchange = newExchange();
    const tool = {
      outputSchema: { ...object, required: ['id'] },
      settings: { outputSchema: 'strict' },
    } as const;
    const outcome = await map({ body: '{"name":"x"}' }, tool, { exchange });
    expect(structuredOf(outcome)).toEqual({ name: 'x' });
    expect(exchange.notes).toEqual([expect.stringMatching(/drift at \/: .*id/)]);
  });

  it('that cannot be compiled says nothing against a value', async () => {
    const outputSchema = { type: 'object', properties: { a: { type: 'string', pattern: '(' } } };
    expect(structuredOf(await map({ body: '{"a":"b"}' }, { outputSchema }))).toEqual({ a: 'b' });
  });

  it('U66 gets nothing where the answer is an error', async () => {
    const outcome = await map({ status: 404, body: '{"id":1}' }, { outputSchema: object });
    expect(outcome.kind).toBe('failure');
    expect(Object.hasOwn(outcome, 'structuredContent')).toBe(false);
  });
});

describe('response.select', () => {
  const select = 'items[].{id: id, name: n}';

  it('R16 reduces a JSON answer, text and value', async () => {
    const body = '{"items":[{"id":9007199254740993,"n":"a","x":1},{"id":2,"n":"b"}]}';
    const outcome = await map({ body }, { response: { select } });
    const result = [
      { id: '9007199254740993', name: 'a' },
      { id: 2, name: 'b' },
    ];
    expect(textOf(outcome)).toBe(JSON.stringify(result));
    expect(structuredOf(outcome)).toEqual({ result });
  });

  it('works without a value being published', async () => {
    const tool = { response: { select: 'a' }, settings: { outputSchema: 'off' } } as const;
    const outcome = await map({ body: '{"a":[1],"b":2}' }, tool);
    expect(outcome).toEqual({ kind: 'success', content: [{ type: 'text', text: '[1]' }] });
  });

  it('that does not work gives the whole answer and says so', async () => {
    const outcome = await map({ body: '{"a":1}' }, { response: { select: 'length(a)' } });
    expect(textsOf(outcome)[0]).toBe('{"a":1}');
    expect(textsOf(outcome)[1]).toContain('could not be reduced');
  });

  it('finds data only, no functions of JavaScript', async () => {
    const outcome = await map({ body: '{"a":1}' }, { response: { select: 'constructor' } });
    expect(textOf(outcome)).toBe('null');
  });

  it('leaves errors whole', async () => {
    const outcome = await map({ status: 400, body: '{"m":"bad"}' }, { response: { select: 'x' } });
    expect(textOf(outcome)).toContain('{"m":"bad"}');
  });
});
