import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/model/json.ts';
import type { CookieBinding } from '../../../src/model/request-binding.ts';
import type { AppliedCredential } from '../../../src/runtime/call.ts';
import {
  build,
  cookieParameter,
  faultsOf,
  headerOf,
  headerParameter,
  pathParameter,
  planOf,
  queryParameter,
  querystring,
  style,
} from '../../support/binding-builder.ts';

function credential(given: Partial<AppliedCredential>): AppliedCredential {
  return {
    scheme: 'key',
    in: 'header',
    name: 'X-Key',
    value: 's3cret',
    origin: 'https://api.example',
    ...given,
  };
}

const object = { R: 100, G: 200, B: 150 };

describe('header parameters', () => {
  it.each([
    ['abc', 'abc'],
    [[1, 2, 3], '1,2,3'],
    [object, 'R,100,G,200,B,150'],
    [true, 'true'],
    ['a b%20"c"', 'a b%20"c"'],
    ['é', 'é'],
    [' padded ', ' padded '],
  ])('P19 writes %j as %j, never percent-encoded', (value, expected) => {
    const plan = planOf({ parameters: [headerParameter('X-H')] }, { 'X-H': value });
    expect(headerOf(plan, 'X-H')).toBe(expected);
  });

  it('writes an exploded object', () => {
    const parameters = [
      headerParameter('X-H', { serialization: style('simple', { explode: true }) }),
    ];
    expect(headerOf(planOf({ parameters }, { 'X-H': object }), 'X-H')).toBe('R=100,G=200,B=150');
  });

  it('P29 writes JSON content in ASCII', () => {
    const serialization = { kind: 'content', mediaType: 'application/json' } as const;
    const plan = planOf(
      { parameters: [headerParameter('X-H', { serialization })] },
      { 'X-H': { a: '☃é😀' } },
    );
    const text = headerOf(plan, 'X-H') ?? '';
    expect(text).toMatch(/^[\x20-\x7e]+$/);
    expect(JSON.parse(text)).toEqual({ a: '☃é😀' });
  });

  it.each([
    ['a\r\nX-Evil: 1', 'line breaks'],
    ['a\nb', 'line breaks'],
    ['a\0b', 'control characters'],
    ['☃', 'above U+00FF'],
    ['a\ud800', 'half of a surrogate pair'],
    [['ok', 'a\r\n'], 'line breaks'],
    [{ 'k\r\n': 'v' }, 'line breaks'],
  ])('P19 refuses %j', (value, problem) => {
    const [message] = faultsOf({ parameters: [headerParameter('X-H')] }, { 'X-H': value });
    expect(message).toContain('`X-H');
    expect(message).toContain(problem);
  });

  it.each([
    'Host',
    'content-length',
    'Transfer-Encoding',
    'Connection',
    'Upgrade',
    'TE',
    'Trailer',
    'Proxy-Authorization',
    'Cookie',
    'Content-Type',
    'X Bad',
    'X-Bad:',
  ])('P3 never sets %s', (name) => {
    expect(build({ parameters: [headerParameter(name)] }, { [name]: 'x' })).toMatchObject({
      ok: false,
      reason: 'internal',
    });
    expect(build({}, {}, { headers: [[name === 'Cookie' ? 'Host' : name, 'x']] })).toMatchObject({
      ok: false,
      reason: 'internal',
    });
  });

  it('P8 sends an empty header for null where it is required and allowed', () => {
    const parameters = [headerParameter('X-H', { required: true, nullable: true })];
    expect(headerOf(planOf({ parameters }, { 'X-H': null }), 'X-H')).toBe('');
    expect(headerOf(planOf({ parameters: [headerParameter('X-H')] }, { 'X-H': null }), 'X-H')).toBe(
      undefined,
    );
  });
});

describe('headers from several sources', () => {
  it('sends the bound Accept unless configuration has another', () => {
    expect(headerOf(planOf({}, {}), 'accept')).toBe('application/json');
    const plan = planOf({}, {}, { headers: [['accept', 'application/vnd.x+json']] });
    expect(plan.headers).toEqual([['accept', 'application/vnd.x+json']]);
  });

  it('lets configuration win over arguments, and says so', () => {
    const built = build(
      { parameters: [headerParameter('X-Tenant')] },
      { 'X-Tenant': 'mine' },
      { headers: [['x-tenant', 'theirs']] },
    );
    expect(built).toMatchObject({
      ok: true,
      plan: {
        headers: [
          ['Accept', 'application/json'],
          ['x-tenant', 'theirs'],
        ],
      },
      remarks: [expect.stringContaining('X-Tenant')],
    });
  });

  it('lets credentials win over configuration and arguments, and says so without their value', () => {
    const built = build(
      { parameters: [headerParameter('x-key')] },
      { 'x-key': 'mine' },
      { headers: [['X-KEY', 'configured']], credentials: [credential({})] },
    );
    expect(built).toMatchObject({
      ok: true,
      plan: {
        headers: [
          ['Accept', 'application/json'],
          ['X-Key', 's3cret'],
        ],
      },
    });
    expect(built.ok && built.remarks).toHaveLength(2);
    expect(JSON.stringify(built.ok && built.remarks)).not.toContain('s3cret');
  });

  it('refuses two credentials for one header', () => {
    const credentials = [
      credential({ scheme: 'a', name: 'Authorization', value: 'Bearer t' }),
      credential({ scheme: 'b', name: 'authorization', value: 'Basic u' }),
    ];
    expect(build({}, {}, { credentials })).toMatchObject({ ok: false, reason: 'internal' });
  });

  it('refuses a credential with a line break, without showing it', () => {
    const built = build({}, {}, { credentials: [credential({ value: 's3cret\r\nX: 1' })] });
    expect(built).toMatchObject({ ok: false, reason: 'internal' });
    expect(JSON.stringify(built)).not.toContain('s3cret');
  });
});

describe('K7: credentials and origins', () => {
  it.each([
    ['another host', 'https://other.example'],
    ['another scheme', 'http://api.example'],
    ['another port', 'https://api.example:8443'],
    ['the same text with a path', 'https://api.example/'],
  ])('keeps a credential of %s back', (_name, origin) => {
    const built = build({}, {}, { credentials: [credential({ origin })] });
    expect(built).toMatchObject({ ok: false, reason: 'internal' });
    expect(JSON.stringify(built)).not.toContain('s3cret');
  });
});

describe('credentials in the query', () => {
  const key = credential({ in: 'query', name: 'api_key', value: 'a&b' });

  it('K4 appends and encodes them', () => {
    const sketch = { parameters: [queryParameter('q')] };
    expect(planOf(sketch, { q: 'x' }, { credentials: [key] }).target).toBe(
      '/things?q=x&api_key=a%26b',
    );
    expect(planOf(sketch, {}, { credentials: [key] }).target).toBe('/things?api_key=a%26b');
  });

  it('refuses an argument that supplies the same name', () => {
    const sketch = { parameters: [queryParameter('q')] };
    expect(faultsOf(sketch, { q: { api_key: 'mine' } }, { credentials: [key] })).toEqual([
      'The query already holds "api_key", which the credential "key" supplies; leave it out.',
    ]);
    const whole = { parameters: [querystring('application/x-www-form-urlencoded')] };
    expect(build(whole, { query: 'api%5Fkey=mine' }, { credentials: [key] })).toMatchObject({
      ok: false,
    });
  });

  it('P30 joins them to a whole query that is a form, and to nothing else', () => {
    const form = { parameters: [querystring('application/x-www-form-urlencoded')] };
    expect(planOf(form, { query: { a: 1 } }, { credentials: [key] }).target).toBe(
      '/things?a=1&api_key=a%26b',
    );
    const json = { parameters: [querystring('application/json')] };
    expect(build(json, { query: { a: 1 } }, { credentials: [key] })).toMatchObject({
      ok: false,
      reason: 'internal',
    });
    expect(planOf(json, {}, { credentials: [key] }).target).toBe('/things?api_key=a%26b');
  });
});

function cookie(given: Partial<CookieBinding>, value: JsonValue): string | undefined {
  return headerOf(planOf({ parameters: [cookieParameter('c', given)] }, { c: value }), 'cookie');
}

describe('cookies', () => {
  const raw = { serialization: style('cookie') } as const;

  it('P31 sends one header, pairs joined with a semicolon and a space', () => {
    const parameters = [cookieParameter('a'), cookieParameter('b')];
    const plan = planOf(
      { parameters },
      { a: 'x', b: 2 },
      {
        headers: [['Cookie', 'operator=1']],
        credentials: [
          credential({ in: 'cookie', name: 'sid', value: 's3cret' }),
          credential({ scheme: 'old', name: 'Cookie', value: 'legacy=1; more=2' }),
        ],
      },
    );
    expect(plan.headers.filter(([name]) => name.toLowerCase() === 'cookie')).toEqual([
      ['Cookie', 'a=x; b=2; operator=1; sid=s3cret; legacy=1; more=2'],
    ]);
  });

  it.each([
    ['x; y,z', 'c=x%3B%20y%2Cz'],
    ['Hello, world!', 'c=Hello%2C%20world%21'],
    [['a', 'b'], 'c=a; c=b'],
    [[], undefined],
    [{ R: 1, G: 2 }, 'R=1; G=2'],
  ])('P31 percent-encodes the style form: %j', (value, expected) => {
    expect(cookie({}, value)).toBe(expected);
  });

  it('P16 lets reserved characters of a form cookie through where they end nothing', () => {
    const serialization = style('form', { allowReserved: true });
    expect(cookie({ serialization }, 'a/b?c=d%2C; "e"\\,')).toBe('c=a/b?c=d%2C%3B%20%22e%22%5C%2C');
  });

  it('P31 joins a form list with commas without explode', () => {
    const serialization = style('form', { explode: false });
    expect(cookie({ serialization }, ['a', 'b,c'])).toBe('c=a,b%2Cc');
    expect(cookie({ serialization }, object)).toBe('c=R,100,G,200,B,150');
  });

  it('P31 remarks on several cookies of one name', () => {
    const built = build({ parameters: [cookieParameter('c')] }, { c: ['a', 'b'] });
    expect(built).toMatchObject({ remarks: [expect.stringContaining('several cookies')] });
  });

  it('P31 sends the style cookie as it is, and remarks on what RFC 6265 keeps out', () => {
    expect(cookie(raw, 'Hello%2C world!')).toBe('c=Hello%2C world!');
    expect(cookie(raw, ['a', 'b'])).toBe('c=a; c=b');
    const parameters = [cookieParameter('c', raw)];
    expect(build({ parameters }, { c: 'a b' })).toMatchObject({
      remarks: [expect.stringContaining('RFC 6265')],
    });
    expect(build({ parameters }, { c: 'ab' })).toMatchObject({ remarks: [] });
  });

  it.each(['a; admin=1', 'a\r\nX: 1', 'a\0', '☃', { 'k=1; x': 'v' }, { 'a; b': 'v' }])(
    'P31 refuses %j in the style cookie',
    (value) => {
      expect(() => cookie(raw, value)).toThrow('cookie');
    },
  );

  it('encodes JSON content and leaves prepared text alone', () => {
    const json = { serialization: { kind: 'content', mediaType: 'application/json' } } as const;
    expect(cookie(json, { a: 1 })).toBe('c=%7B%22a%22%3A1%7D');
    const text = { serialization: { kind: 'content', mediaType: 'text/plain' } } as const;
    expect(cookie(text, 'a%20b')).toBe('c=a%20b');
    expect(() => cookie(text, 'a;b')).toThrow('semicolon');
  });

  it('refuses an argument that supplies the cookie of a credential', () => {
    const credentials = [credential({ in: 'cookie', name: 'sid' })];
    const sketch = { parameters: [cookieParameter('c', raw)] };
    expect(faultsOf(sketch, { c: { sid: 'mine' } }, { credentials })).toEqual([
      'The cookie "sid" belongs to the credential "key"; leave it out.',
    ]);
  });

  it('refuses a credential that would start another cookie', () => {
    const credentials = [credential({ in: 'cookie', name: 'sid', value: 's3cret; admin=1' })];
    expect(build({}, {}, { credentials })).toMatchObject({ ok: false, reason: 'internal' });
  });
});

describe('faults', () => {
  it('are collected over the whole request', () => {
    const parameters = [
      pathParameter('id'),
      queryParameter('q', { required: true }),
      headerParameter('X-H'),
      cookieParameter('c', { serialization: style('cookie') }),
    ];
    const built = build({ path: '/things/{id}', parameters }, { id: '..', 'X-H': '\n', c: ';' });
    expect(built.ok || built.faults.map(({ argument }) => argument)).toEqual([
      'id',
      'q',
      'X-H',
      'c',
    ]);
    expect(built).not.toHaveProperty('reason');
  });
});
