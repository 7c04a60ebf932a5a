import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../src/runtime/redact.ts';

const secret = 'p@ss/w"ö rd+1';

describe('R11 a known secret', () => {
  it.each([
    ['as it is', (text: string) => text],
    ['percent-encoded', (text: string) => encodeURIComponent(text)],
    [
      'percent-encoded in lower case',
      (text: string) => encodeURIComponent(text).replaceAll(/%../g, (octet) => octet.toLowerCase()),
    ],
    ['form-encoded', (text: string) => new URLSearchParams({ a: text }).toString().slice(2)],
    ['in Base64', (text: string) => Buffer.from(text).toString('base64')],
    ['in Base64 for URLs', (text: string) => Buffer.from(text).toString('base64url')],
    ['in JSON', (text: string) => JSON.stringify(text)],
    ['in JSON of PHP', (text: string) => JSON.stringify(text).replaceAll('/', String.raw`\/`)],
    [
      'in JSON of ASCII',
      (text: string) => JSON.stringify(text).replaceAll('ö', String.raw`\u00f6`),
    ],
    ['in HTML', (text: string) => text.replaceAll('"', '&quot;')],
  ])('%s is found', (_name, encode) => {
    const text = `before ${encode(secret)} after`;
    const redacted = createRedactor([secret]).redact(text);
    expect(redacted).toMatch(/^before .*\[redacted\].* after$/);
    expect(redacted.length).toBeLessThan('before [redacted] after'.length + 4);
  });

  it('is found in Base64 at every offset', () => {
    const redactor = createRedactor([secret]);
    for (const user of ['', 'a', 'ab', 'abc', 'abcd']) {
      for (const rest of ['', 'x', 'xy']) {
        const text = Buffer.from(`${user}${secret}${rest}`).toString('base64');
        const left = redactor.redact(text).replace('[redacted]', '');
        expect(left.length).toBeLessThan(14);
        expect(Buffer.from(left, 'base64').toString()).not.toContain('p@ss');
      }
    }
  });

  it('never survives, and leaves JSON as JSON', () => {
    const ordinary = fc.string({ unit: 'binary', maxLength: 30 });
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', minLength: 6, maxLength: 40 }),
        fc.array(ordinary),
        (hidden, others) => {
          const redactor = createRedactor([hidden]);
          const value = { others, [`k${hidden}`]: [`${hidden}!`, others.join(hidden)] };
          const text = redactor.redact(JSON.stringify(value));
          JSON.parse(text);
          // The mark itself may give the secret back, where the secret is part of it.
          if (!'"[redacted]"'.includes(hidden)) {
            expect(text).not.toContain(JSON.stringify(hidden).slice(1, -1));
          }
        },
      ),
    );
  });

  it('of digits leaves JSON as JSON, and longer numbers alone', () => {
    const redactor = createRedactor(['12345678']);
    expect(redactor.redact('{"a":12345678,"b":"12345678","c":[12345678, 9123456781]}')).toBe(
      '{"a":"[redacted]","b":"[redacted]","c":["[redacted]", 9123456781]}',
    );
    expect(redactor.redact('{"a":-12345678.5,"b":12345678e2,"c":"id-12345678"}')).toBe(
      '{"a":-12345678.5,"b":12345678e2,"c":"id-12345678"}',
    );
    expect(redactor.redact('12345678')).toBe('"[redacted]"');
  });

  it('can come and go', () => {
    const redactor = createRedactor();
    expect(redactor.redact('token-one')).toBe('token-one');
    redactor.add('token-one');
    redactor.add('token-one');
    expect(redactor.redact('token-one')).toBe('[redacted]');
    redactor.remove('token-one');
    expect(redactor.redact('token-one')).toBe('[redacted]');
    redactor.remove('token-one');
    redactor.remove('token-one');
    expect(redactor.redact('token-one')).toBe('token-one');
  });

  it('is known without the name of its scheme', () => {
    const redactor = createRedactor(['Bearer abc-def-ghi', 'basic dTpwYXNzd29yZA==']);
    expect(redactor.redact('token abc-def-ghi, basic dTpwYXNzd29yZA==')).toBe(
      'token [redacted], basic [redacted]',
    );
  });

  it('of one call is known to that call alone', () => {
    const redactor = createRedactor(['configured-1']);
    const ofCall = redactor.including(['Bearer fetched-1', 'configured-1', 'short']);
    const text = 'configured-1 fetched-1 short /x?api_key=k';
    expect(ofCall.redact(text)).toBe('[redacted] [redacted] short /x?api_key=k');
    expect(ofCall.scrub(text)).toBe('[redacted] [redacted] short /x?api_key=[redacted]');
    expect(redactor.redact(text)).toBe('[redacted] fetched-1 short /x?api_key=k');
    for (let index = 0; index < 300; index += 1) redactor.including([`Bearer token-${index}`]);
    expect(ofCall.redact('fetched-1')).toBe('[redacted]');
    expect(redactor.including(['token-0']).redact('token-0')).toBe('[redacted]');
  });

  it('goes whole where one secret is part of another', () => {
    expect(createRedactor(['secret', 'my-secret-key']).redact('my-secret-key secret')).toBe(
      '[redacted] [redacted]',
    );
  });

  it('too short to be told from ordinary text is not searched', () => {
    expect(createRedactor(['a', '', 'admin']).redact('a plain admin text')).toBe(
      'a plain admin text',
    );
  });

  it('with the characters of a pattern is only itself', () => {
    expect(createRedactor(['.*.*.*+?^$']).redact('anything .*.*.*+?^$')).toBe(
      'anything [redacted]',
    );
  });
});

describe('R11 scrubbing', () => {
  const redactor = createRedactor([secret], { queryKeys: ['X Key'] });

  it.each([
    ['Authorization: Bearer abc.def', 'Authorization: Bearer [redacted]'],
    ['"authorization":"Basic dXNlcg=="', '"authorization":"Basic [redacted]"'],
    [
      String.raw`{\"Authorization\": \"Bearer x y\"}`,
      String.raw`{\"Authorization\": \"Bearer [redacted]\"}`,
    ],
    ['Proxy-Authorization: Digest username=u', 'Proxy-Authorization: Digest [redacted]'],
    ['Set-Cookie: sid=abc; Path=/', 'Set-Cookie: sid=[redacted]'],
    ["cookie='a=b'", "cookie='a=[redacted]'"],
    ['https://api.test/x?api_key=abc&b=1#c', 'https://api.test/x?api_key=[redacted]&b=1#c'],
    ['/x?a=1&Access_Token=abc def', '/x?a=1&Access_Token=[redacted] def'],
    ['/x?X%20Key=abc', '/x?X%20Key=[redacted]'],
    ['http://user:pw@host/x', 'http://[redacted]@host/x'],
    ['https://token@host', 'https://[redacted]@host'],
    [secret, '[redacted]'],
  ])('turns %s into %s', (text, scrubbed) => {
    expect(redactor.scrub(text)).toBe(scrubbed);
  });

  it.each([
    'authorization: is required',
    '{"cookie":"must be text"}',
    'Basic authentication is required',
    'https://api.test/users/@me?next=1',
    'mail someone@example.test',
    'the key=value of api_keys',
  ])('leaves %s alone', (text) => {
    expect(redactor.scrub(text)).toBe(text);
  });

  it('costs linear time', () => {
    // Work that grows with the square of the length goes beyond the time of a test.
    for (const piece of [
      'authorization: bearer ',
      'cookie:a',
      'https://a:b',
      '?api_key',
      'Set-Cookie: ',
      '\\"',
      ' ',
    ]) {
      expect(redactor.scrub(piece.repeat(20_000))).not.toBe('');
    }
  });
});
