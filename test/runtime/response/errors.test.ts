import { describe, expect, it } from 'vitest';
import type { AppliedCredential } from '../../../src/runtime/call.ts';
import { createRedactor } from '../../../src/runtime/redact.ts';
import { mapFailure } from '../../../src/runtime/response/failure-outcome.ts';
import type { ToolChange } from './fixtures.ts';
import { map, parameter, textOf, toolWith } from './fixtures.ts';

const key: AppliedCredential = {
  scheme: 'apiKey',
  in: 'header',
  name: 'X-Key',
  value: 'k-123456',
  origin: 'https://api.test',
};

describe('R9 U70 an error status', () => {
  it('is a failure with status, body and what to do, and no structured content', async () => {
    const outcome = await map({ status: 418, body: '{"reason":"kettle"}' });
    expect(outcome).toEqual({
      kind: 'failure',
      reason: 'status',
      content: [
        {
          type: 'text',
          text:
            '418 I\'m a Teapot: GET /things\n{"reason":"kettle"}\n' +
            'Change what the answer complains about, then call again.',
        },
      ],
    });
  });

  it.each([
    400, 401, 403, 404, 405, 406, 409, 410, 412, 413, 414, 415, 422, 423, 428, 429, 451, 499,
  ])('%i gives advice of its own or a general one', async (status) => {
    const outcome = await map({ status, type: null });
    expect(outcome).toMatchObject({ kind: 'failure', reason: 'status' });
    const lines = textOf(outcome).split('\n');
    expect(lines[0]).toContain(String(status));
    expect(lines.length).toBe(2);
    expect(lines[1]?.length).toBeGreaterThan(20);
  });

  it('shows the words of a problem document and the faults that it lists', async () => {
    const problem = {
      type: 'https://example.test/out-of-credit',
      title: 'You do not have enough credit.',
      detail: 'Your balance is 30, but that costs 50.',
      instance: '/account/1',
      'invalid-params': [{ name: 'age', reason: 'must be positive' }],
    };
    const body = JSON.stringify(problem);
    const text = textOf(await map({ status: 422, type: 'application/problem+json', body }));
    expect(text.split('\n').slice(0, 6)).toEqual([
      '422 Unprocessable Entity: GET /things',
      'You do not have enough credit. Your balance is 30, but that costs 50.',
      'Type: https://example.test/out-of-credit',
      'Instance: /account/1',
      '- age: must be positive',
      body,
    ]);
  });

  it.each([
    ['a list of texts', { errors: ['too short', 'too old'] }, ['- too short', '- too old']],
    [
      'an object of lists',
      { errors: { name: ['is blank', 'is short'] } },
      ['- name: is blank; is short'],
    ],
    [
      'FastAPI',
      { detail: [{ loc: ['body', 'tags', 0], msg: 'not a string', type: 'x' }] },
      ['- body.tags.0: not a string'],
    ],
    [
      'JSON:API',
      { errors: [{ title: 'Invalid', detail: 'is wrong', source: { pointer: '/data/a' } }] },
      ['- /data/a: is wrong'],
    ],
    ['violations', { violations: [{ propertyPath: 'a.b', message: 'bad' }] }, ['- a.b: bad']],
    ['an inner error', { error: { details: [{ field: 'x', message: 'no' }] } }, ['- x: no']],
    [
      'a hostile key',
      { errors: { ['__proto__']: ['x'], constructor: 'y' } },
      ['- __proto__: x', '- constructor: y'],
    ],
    ['numbers and nulls', { errors: [1, null, { a: 1 }] }, []],
  ])('lists the faults of %s', async (_name, value, lines) => {
    const body = JSON.stringify(value);
    const text = textOf(await map({ status: 400, body }));
    expect(text.split('\n').filter((line) => line.startsWith('- '))).toEqual(lines);
    expect(text).toContain(body);
  });

  it('reads a problem in XML', async () => {
    const body =
      '<?xml version="1.0"?><problem xmlns="urn:ietf:rfc:7807"><title>No</title><detail>a &lt; b</detail></problem>';
    const text = textOf(await map({ status: 403, type: 'application/problem+xml', body }));
    expect(text).toContain('\nNo: a < b\n');
    expect(text).toContain(body);
  });

  it('shows a long body in part, and of a file only what it is', async () => {
    const long = await map({ status: 500, type: 'text/plain', body: 'x'.repeat(50_000) });
    expect(textOf(long).length).toBeLessThan(5_000);
    expect(textOf(long)).toContain('(50000 bytes in all)');
    const file = await map({ status: 500, type: 'image/png', body: Buffer.from([1, 2]) });
    expect(textOf(file)).toContain('The body is image/png, 2 bytes.');
  });

  it('shows what a person would see of a page, whatever it is called', async () => {
    const body = '<html><head><title>Oops</title></head><body><h1>bad gateway</h1></body></html>';
    for (const type of ['text/html', 'text/plain', 'application/json']) {
      const text = textOf(await map({ status: 502, type, body }));
      expect(text).toContain('The body is an HTML page "Oops": bad gateway');
      expect(text).not.toContain('<h1>');
    }
  });

  it('R22 shows headers that help and no others', async () => {
    const headers = {
      'retry-after': '7',
      'x-ratelimit-remaining': '0',
      ratelimit: '"default";r=0',
      'x-request-id': 'r1',
      'set-cookie': 'sid=abc',
      server: 'nginx',
    };
    const tool = { response: { headers: ['x-request-id', 'set-cookie'] } };
    const text = textOf(await map({ status: 429, type: null, headers }, tool));
    expect(text).toBe(
      '429 Too Many Requests: GET /things\nRetry-After: 7\nX-Ratelimit-Remaining: 0\n' +
        'Ratelimit: "default";r=0\nX-Request-Id: r1\nWait 7 seconds before calling again.',
    );
  });

  it('R11 shows no secret, known or not', async () => {
    const redactor = createRedactor(['s3cret-value']);
    const body =
      'request had s3cret-value and Authorization: Bearer abcdef and /x?api_key=qwerty&b=1 at http://u:p@h/';
    const answer = { status: 500, type: 'text/plain', body };
    const text = textOf(await map(answer, {}, { redactor }));
    expect(text).not.toMatch(/s3cret|abcdef|qwerty|u:p@/);
  });
});

describe('R9 advice', () => {
  async function advice(
    status: number,
    change: ToolChange = {},
    more: Parameters<typeof map>[2] = {},
    headers = {},
  ): Promise<string> {
    const text = textOf(await map({ status, type: null, headers }, change, more));
    return text.split('\n').at(-1) ?? '';
  }

  const security = [
    { schemes: [{ scheme: 'bearer', scopes: ['read:pets'] }] },
    { schemes: [{ scheme: 'apiKey', scopes: [] }] },
  ];

  it('on 401 names the schemes that were sent, or that are wanted, and where to set them', async () => {
    const credentialSetting = (scheme: string): string => `X_${scheme}`;
    const sent = await advice(401, { security }, { credentials: [key], credentialSetting });
    expect(sent).toMatch(/refused the credentials of apiKey: .*\(X_apiKey\)/);
    const none = await advice(401, { security }, { credentialSetting });
    expect(none).toMatch(/No credentials were sent.*bearer or apiKey.*\(X_bearer, X_apiKey\)/);
    expect(await advice(401)).toMatch(/asks for none here/);
  });

  it('on 401 and 403 says what the challenge says, but not its realm', async () => {
    const headers = {
      'www-authenticate':
        'Bearer realm="internal-zone", error="insufficient_scope", error_description="needs more", scope="write"',
    };
    const text = await advice(403, { security }, {}, headers);
    expect(text).toContain('The operation asks for: read:pets.');
    expect(text).toContain(
      'error "insufficient_scope", error_description "needs more", scope "write"',
    );
    expect(text).not.toContain('internal-zone');
  });

  it('on 404 names the path arguments with what was sent', async () => {
    const parameters = [
      parameter('path', 'owner'),
      parameter('path', 'id'),
      parameter('query', 'q'),
    ];
    const text = await advice(404, { parameters }, { arguments: { owner: 'me', id: 42, q: 'x' } });
    expect(text).toContain('Check owner ("me"), id (42);');
    expect(await advice(404)).toContain('base URL');
  });

  it.each([
    [{ 'retry-after': '1' }, 'Wait 1 second before'],
    [{ 'retry-after': '120' }, 'Wait 120 seconds before'],
    [{ 'retry-after': 'Thu, 01 Jan 2026 00:01:00 GMT' }, 'Wait 60 seconds before'],
    [
      { 'retry-after': 'Sunday, 06-Nov-94 08:49:37 GMT', date: 'Sun, 06 Nov 1994 08:49:07 GMT' },
      'Wait 30 seconds before',
    ],
    [{ 'retry-after': '-5' }, 'Wait a while'],
    [{ 'retry-after': 'soon' }, 'Wait a while'],
    [{}, 'Wait a while'],
  ])('on 429 with %j begins with %s', async (headers, text) => {
    expect(await advice(429, {}, {}, headers)).toMatch(new RegExp(`^${text}`));
  });

  it.each([
    ['GET', 500, false],
    ['PUT', 503, false],
    ['DELETE', 502, false],
    ['POST', 500, true],
    ['PATCH', 504, true],
    ['POST', 503, true],
    ['POST', 429, false],
  ])('on %s with %i warns of a second effect: %s', async (method, status, warns) => {
    expect((await advice(status, { method })).includes('may have taken effect')).toBe(warns);
  });

  it('shows the tag of the version where the version is at fault', async () => {
    for (const status of [409, 412, 428]) {
      const text = textOf(await map({ status, type: null, headers: { etag: '"v2"' } }));
      expect(text).toContain('ETag: "v2"');
    }
    expect(textOf(await map({ status: 400, type: null, headers: { etag: '"v2"' } }))).not.toContain(
      'ETag',
    );
  });
});

describe('R20 a redirect that was not followed', () => {
  it('is a failure that says where it leads and why it was not followed', async () => {
    const outcome = await map({
      status: 302,
      type: 'text/html',
      body: '<a>moved</a>',
      headers: { location: 'https://other.test/x?api_key=abc' },
      remarks: ['The redirect (302) was not followed to https://other.test/x: another origin.'],
    });
    expect(outcome).toMatchObject({ kind: 'failure', reason: 'status' });
    const text = textOf(outcome);
    expect(text).toMatch(/^302 Found: GET \/things\nThe redirect \(302\) was not followed to/);
    expect(text).toContain('Location: https://other.test/x?api_key=[redacted]');
    expect(text).toContain('base URL');
  });

  it('is a success with a remark where it was followed', async () => {
    const remarks = ['Redirected (301) to /new.'];
    expect(textOf(await map({ body: '{}', remarks }))).toBe('{}\nRedirected (301) to /new.');
  });
});

describe('no answer', () => {
  const redactor = createRedactor();

  it.each([
    ['network', 'GET', false, 'X. Nothing was sent.'],
    ['network', 'POST', false, 'X. Nothing was sent.'],
    ['timeout', 'PUT', true, 'X. The PUT can be repeated without harm.'],
    ['timeout', 'POST', true, /may have taken effect all the same/],
    ['cancelled', 'POST', true, 'X.'],
  ] as const)('%s of a %s that was sent (%s)', (kind, method, sent, text) => {
    const outcome = mapFailure(toolWith({ method }), { kind, sent, message: 'X.' }, redactor);
    expect(outcome).toMatchObject({ kind: 'failure', reason: kind });
    expect(textOf(outcome)).toEqual(typeof text === 'string' ? text : expect.stringMatching(text));
  });
});
