import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../../src/runtime/redact.ts';
import { sniff } from '../../../src/runtime/response/magic-number.ts';
import { map, parameter, structuredOf, textOf, textsOf } from './fixtures.ts';

const bytes = Buffer.from([0x25, 0x50, 0x44, 0x46, 0, 1, 2, 255, 254, 10]);
const png = Buffer.from('\x89PNG\r\n\x1a\n....', 'latin1');

describe('R8 an answer without a body', () => {
  it.each([
    [204, '204 No Content'],
    [205, '205 Reset Content'],
    [200, '200 OK'],
    [201, '201 Created'],
  ])('of status %i says %s', async (status, text) => {
    const outcome = await map({ status, type: null });
    expect(outcome).toEqual({ kind: 'success', content: [{ type: 'text', text }] });
  });

  it('tells where to look, and the tag of the version', async () => {
    const headers = { location: '/things/7', etag: 'W/"1"', 'x-secret': 'no' };
    expect(textOf(await map({ status: 201, type: null, headers }))).toBe(
      '201 Created\nLocation: /things/7\nETag: W/"1"',
    );
  });

  it('R3 is a success with 304', async () => {
    const outcome = await map({ status: 304, type: null, headers: { etag: '"a"' } });
    expect(outcome.kind).toBe('success');
    expect(textOf(outcome)).toBe('304 Not Modified: nothing has changed since then.\nETag: "a"');
  });

  it('R23 says that work was accepted, and where to poll', async () => {
    const headers = { 'operation-location': 'https://api.test/jobs/1' };
    const tool = {
      response: {
        links: [{ status: '202', tool: 'getJob', arguments: { id: '$response.header.X-Job' } }],
      },
    };
    const text = textOf(
      await map({ status: 202, type: null, headers: { ...headers, 'x-job': 'j1' } }, tool),
    );
    expect(text).toBe(
      '202 Accepted\nAccepted, but not done yet. Poll https://api.test/jobs/1 for the result.\n' +
        'Operation-Location: https://api.test/jobs/1\nNext: getJob(id="j1")',
    );
  });

  it('U69 is an error only by its status', async () => {
    expect((await map({ status: 202, type: null }, { cases: { 204: [] } })).kind).toBe('success');
    const failed = await map({ status: 400, type: null }, { cases: { 204: [] } });
    expect(failed).toMatchObject({ kind: 'failure', reason: 'status' });
    expect(textOf(failed)).toMatch(/^400 Bad Request: GET \/things\n/);
  });
});

describe('R12 U72 a file', () => {
  it.each(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])(
    'of %s is an image',
    async (type) => {
      const outcome = await map({ type, body: png });
      expect(outcome.content).toEqual([
        { type: 'image', data: png.toString('base64'), mimeType: type },
      ]);
    },
  );

  it('of any audio type is audio', async () => {
    const outcome = await map({ type: 'audio/wav', body: bytes });
    expect(outcome.content).toEqual([
      { type: 'audio', data: bytes.toString('base64'), mimeType: 'audio/wav' },
    ]);
  });

  it.each(['application/pdf', 'image/tiff', 'video/mp4', 'application/vnd.ms-excel', 'font/woff'])(
    'of %s is a resource with its bytes, and a text says what it is',
    async (type) => {
      const outcome = await map({ type, body: bytes }, { cases: { 200: ['text/csv'] } });
      expect(outcome.content[0]).toMatchObject({
        type: 'resource',
        resource: { mimeType: type, blob: bytes.toString('base64') },
      });
      expect(textOf(outcome)).toContain(`(${type}, 10 bytes)`);
    },
  );

  it.each([
    ['attachment; filename="receipt.bin"', 'openapi-mcp:/listThings/receipt.bin'],
    ['attachment; filename=plain.txt', 'openapi-mcp:/listThings/plain.txt'],
    [
      `attachment; filename="x"; filename*=UTF-8''na%C3%AFve%20a.txt`,
      'openapi-mcp:/listThings/na%C3%AFve%20a.txt',
    ],
    ['attachment; filename="../../etc/passwd"', 'openapi-mcp:/listThings/passwd'],
    [String.raw`attachment; filename="C:\\temp\\a.bin"`, 'openapi-mcp:/listThings/a.bin'],
    ['attachment; filename=".."', 'openapi-mcp:/listThings/listThings.pdf'],
    [`attachment; filename*=UTF-8''%ff`, 'openapi-mcp:/listThings/listThings.pdf'],
    ['inline', 'openapi-mcp:/listThings/listThings.pdf'],
  ])('U73 with Content-Disposition %s has the URI %s', async (disposition, uri) => {
    const headers = { 'content-disposition': disposition };
    const outcome = await map({ type: 'application/pdf', headers, body: bytes });
    expect(outcome.content[0]).toMatchObject({ type: 'resource', resource: { uri } });
  });

  it('that is too large is told by size and type', async () => {
    const cut = { type: 'image/png', body: png, truncated: true };
    const known = await map({ ...cut, declaredBytes: 5_000_000 });
    expect(known.content).toEqual([
      { type: 'text', text: expect.stringMatching(/\(image\/png\) of 5000000 bytes/) },
    ]);
    expect(textOf(await map(cut))).toContain('more than 12 bytes');
  });

  it.each([
    ['image/png', '\x89PNG\r\n\x1a\n'],
    ['image/jpeg', '\xff\xd8\xff\xe0'],
    ['image/gif', 'GIF89a..'],
    ['image/webp', 'RIFF\x01\x02\x03\x04WEBP'],
    ['audio/wav', 'RIFF\x01\x02\x03\x04WAVE'],
    ['application/pdf', '%PDF-1.7'],
    [undefined, 'RIFF\x01\x02\x03\x04ABCD'],
    [undefined, 'hello'],
    [undefined, ''],
  ])('is sniffed as %s', (type, text) => {
    expect(sniff(Buffer.from(text, 'latin1'))).toBe(type);
  });

  it('is sniffed only where the type says nothing', async () => {
    for (const type of [null, 'application/octet-stream']) {
      expect((await map({ type, body: png })).content[0]).toMatchObject({
        type: 'image',
        mimeType: 'image/png',
      });
    }
    const named = await map({ type: 'application/x-mine', body: png });
    expect(named.content[0]).toMatchObject({ resource: { mimeType: 'application/x-mine' } });
    const text = await map({ type: 'application/octet-stream', body: '{"a":1}' });
    expect(text.content[0]).toMatchObject({
      resource: { mimeType: 'application/octet-stream', blob: 'eyJhIjoxfQ==' },
    });
  });

  it('without a type is JSON or text where it is UTF-8', async () => {
    expect(structuredOf(await map({ type: null, body: ' {"a":1}' }))).toEqual({ a: 1 });
    expect((await map({ type: null, body: 'plain é' })).content).toEqual([
      { type: 'text', text: 'plain é' },
    ]);
    expect((await map({ type: null, body: Buffer.from('a\0b') })).content[0]).toMatchObject({
      type: 'resource',
    });
  });
});

describe('R13 a text', () => {
  it.each([
    'text/plain',
    'text/csv',
    'text/markdown',
    'application/xml',
    'application/atom+xml',
    'image/svg+xml',
    'application/yaml',
    'application/vnd.x+yaml',
    'application/javascript',
  ])('of %s is a text block', async (type) => {
    const outcome = await map({ type, body: 'a,b\n1,ü\n' }, { cases: { 200: [type] } });
    expect(outcome).toEqual({
      kind: 'success',
      content: [{ type: 'text', text: 'a,b\n1,ü\n' }],
    });
  });

  it.each([
    ['text/plain; charset=iso-8859-1', Buffer.from('caf\xe9', 'latin1'), 'café'],
    ['text/plain;charset="windows-1252";', Buffer.from('\x80 1', 'latin1'), '€ 1'],
    ['text/plain; charset=utf-16le', Buffer.from('höh', 'utf16le'), 'höh'],
    ['text/plain; charset=shift_jis', Buffer.from([0x83, 0x65]), 'テ'],
    ['text/plain', Buffer.from('\ufeffhé', 'utf16le'), 'hé'],
    ['text/plain; charset=iso-8859-1', Buffer.from('\ufeffhé'), 'hé'],
    ['text/plain; charset', Buffer.from('hé'), 'hé'],
    ['text/plain; charset=', Buffer.from('hé'), 'hé'],
  ])('with %s is decoded', async (type, body, text) => {
    expect(textsOf(await map({ type, body }))[0]).toBe(text);
  });

  it('says what could not be decoded', async () => {
    const odd = await map({ type: 'text/plain; charset=x-odd', body: 'abc' });
    expect(textsOf(odd)).toEqual(['abc', 'The charset "x-odd" is not known; read as UTF-8.']);
    const broken = await map({ type: 'text/plain', body: Buffer.from('a\xffb', 'latin1') });
    expect(textsOf(broken)).toEqual(['a\ufffdb', expect.stringContaining('replaced')]);
  });

  it.each(['é', '€', '😀', 'a'])('that was cut off in %s ends before it', async (character) => {
    const whole = Buffer.from(`abc${character}`);
    for (let length = 3; length < whole.length; length += 1) {
      const body = whole.subarray(0, length);
      const outcome = await map({ type: 'text/plain', body, truncated: true });
      expect(textsOf(outcome)[0]).toBe('abc');
    }
    const outcome = await map({ type: 'text/plain', body: whole, truncated: true });
    expect(textsOf(outcome)[0]).toBe(`abc${character}`);
  });

  it('R16 that was cut off says how much there is and which arguments ask for less', async () => {
    const tool = { parameters: [parameter('query', 'limit'), parameter('query', 'sort')] };
    const outcome = await map(
      { type: 'text/plain', body: 'abc', truncated: true, declaredBytes: 12 },
      tool,
    );
    expect(textsOf(outcome)[1]).toBe(
      'Truncated at 3 of 12 bytes. Ask for less at a time with limit.',
    );
    const unknown = await map({ type: 'text/plain', body: 'abc', truncated: true });
    expect(textsOf(unknown)[1]).toContain('Truncated after 3 bytes; there is more.');
  });

  it('U67 beside JSON gives structured content where a schema was published', async () => {
    const tool = {
      outputSchema: { type: 'object', properties: {} },
      cases: { 200: ['application/json', 'text/plain'] },
    };
    const outcome = await map({ type: 'text/plain', body: 'good day' }, tool);
    expect(outcome).toMatchObject({
      content: [{ type: 'text', text: 'good day' }],
      structuredContent: {},
    });
  });

  it('is read as JSON where the document promises JSON and it is JSON', async () => {
    expect(structuredOf(await map({ type: 'text/plain', body: '{"a":1}' }))).toEqual({ a: 1 });
    const documented = { cases: { 200: ['application/json', 'text/plain'] } };
    const plain = await map({ type: 'text/plain', body: '{"a":1}' }, documented);
    expect(structuredOf(plain)).toBeUndefined();
  });

  it('with a place of its own is an embedded resource of that URI', async () => {
    const headers = { 'content-location': 'test://embedded-resource' };
    const outcome = await map({ type: 'text/plain; charset=utf-8', headers, body: 'hi' });
    expect(outcome.content).toEqual([
      {
        type: 'resource',
        resource: { uri: 'test://embedded-resource', mimeType: 'text/plain', text: 'hi' },
      },
    ]);
    const image = await map({
      type: 'image/png',
      headers: { 'content-location': '/pic.png' },
      body: png,
    });
    expect(image.content[0]).toEqual({
      type: 'resource',
      resource: {
        uri: 'https://api.test/pic.png',
        mimeType: 'image/png',
        blob: png.toString('base64'),
      },
    });
  });
});

describe('R14 U90 an HTML page', () => {
  const page =
    '<!doctype html><html><head><title>Sign &amp; in</title><style>p{}</style></head>' +
    '<body><script>evil()</script><h1>Please</h1> <p>sign in&nbsp;here</p></body></html>';

  it('where JSON was promised is a failure that says so', async () => {
    const outcome = await map({ type: 'text/html; charset=utf-8', body: page });
    expect(outcome).toMatchObject({ kind: 'failure', reason: 'answer' });
    const text = textOf(outcome);
    expect(text).toContain('an HTML page titled "Sign & in"');
    expect(text).toContain('the base URL on https://api.test may be wrong');
    expect(text).toContain('The page says: Please sign in here');
    expect(text).not.toContain('evil');
  });

  it('after a POST warns that it may have taken effect', async () => {
    const outcome = await map({ type: 'text/html', body: page }, { method: 'POST' });
    expect(textOf(outcome)).toContain('may have taken effect');
  });

  it('that is JSON by another name is JSON', async () => {
    const outcome = await map({ type: 'text/html', body: '{"a":1}' });
    expect(outcome).toMatchObject({ kind: 'success', structuredContent: { a: 1 } });
  });

  it.each([
    ['documented', { 200: ['application/json', 'text/html'] }],
    ['in a documented range', { 200: ['application/json', 'text/*'] }],
    ['of an answer whose media type nobody documents', { 200: [] }],
    ['of an API without JSON', { 200: ['text/csv'] }],
  ])('%s is text', async (_name, cases) => {
    const outcome = await map({ type: 'text/html', body: page }, { cases });
    expect(outcome.content).toEqual([{ type: 'text', text: page }]);
  });

  it('R1 U64 is held against the case of its own status', async () => {
    const cases = { 200: ['text/html'], '2XX': ['application/json'], default: ['text/html'] };
    const kinds = await Promise.all(
      [200, 202].map(
        async (status) => (await map({ status, type: 'text/html', body: page }, { cases })).kind,
      ),
    );
    expect(kinds).toEqual(['success', 'failure']);
    const only = { default: ['application/json'] };
    expect((await map({ type: 'text/html', body: page }, { cases: only })).kind).toBe('failure');
    const other = { 201: ['application/json'], 400: ['text/html'] };
    expect((await map({ type: 'text/html', body: page }, { cases: other })).kind).toBe('failure');
  });

  it('costs linear time, however it is broken', async () => {
    // Work that grows with the square of the length goes beyond the time of a test.
    for (const piece of ['<script', '<', '<title', '&#', '</script']) {
      const outcome = await map({ type: 'text/html', body: piece.repeat(100_000) });
      expect(outcome.content).not.toEqual([]);
    }
  });
});

describe('a multipart answer', () => {
  const type = 'multipart/mixed; boundary="b d"';
  const parts = (...list: readonly string[]): string =>
    `preamble\r\n${list.map((part) => `--b d\r\n${part}\r\n`).join('')}--b d--\r\nepilogue`;

  it('is one block for each part, in order', async () => {
    const body = Buffer.from(
      parts(
        'Content-Type: text/plain; charset=iso-8859-1\r\n\r\ncaf\xe9',
        `Content-Type: image/png\r\n\r\n${png.toString('latin1')}`,
        'Content-Type: application/json\r\nContent-Location: test://mixed\r\n\r\n{"a":1}',
        '\r\nbare',
        'Content-Type: application/pdf\r\nContent-Disposition: attachment; filename="a.pdf"\r\n\r\n%PDF',
      ),
      'latin1',
    );
    const outcome = await map({ type, body }, { outputSchema: { type: 'object' } });
    expect(outcome.content).toEqual([
      { type: 'text', text: 'café' },
      { type: 'image', data: png.toString('base64'), mimeType: 'image/png' },
      {
        type: 'resource',
        resource: { uri: 'test://mixed', mimeType: 'application/json', text: '{"a":1}' },
      },
      { type: 'text', text: 'bare' },
      {
        type: 'resource',
        resource: {
          uri: 'openapi-mcp:/listThings/a.pdf',
          mimeType: 'application/pdf',
          blob: 'JVBERg==',
        },
      },
    ]);
    expect(structuredOf(outcome)).toEqual({});
  });

  it('may nest, and undoes transfer encodings', async () => {
    const inner =
      'Content-Type: multipart/alternative; boundary=in\r\n\r\n--in\r\n\r\none\r\n--in\r\n\r\ntwo\r\n--in--';
    const body = parts(
      inner,
      'Content-Transfer-Encoding: base64\r\n\r\naGVsbG8=',
      'Content-Transfer-Encoding: quoted-printable\r\n\r\nf=C3=BCr =\r\ndich',
    );
    expect(textsOf(await map({ type, body }))).toEqual(['one', 'two', 'hello', 'für dich']);
  });

  it('keeps empty parts, and text that looks like a delimiter inside a line', async () => {
    const body = parts('\r\n', '\r\nx --b d\r\n--b dx\r\ny', 'X: y\r\n\r\n');
    expect(textsOf(await map({ type, body }))).toEqual(['', 'x --b d\r\n--b dx\r\ny', '']);
  });

  it('that is cut off gives its whole parts and says so', async () => {
    const body = parts('\r\none', '\r\ntwo').slice(0, -20);
    const outcome = await map({ type, body, truncated: true });
    expect(textsOf(outcome)).toEqual(['one', expect.stringMatching(/incomplete.*after 1 parts/)]);
  });

  it.each([
    ['without a boundary', 'multipart/mixed', 'x'],
    ['without a part', type, 'nothing here'],
  ])('%s is a file', async (_name, contentType, body) => {
    const outcome = await map({ type: contentType, body });
    expect(outcome.content[0]).toMatchObject({
      type: 'resource',
      resource: { mimeType: 'multipart/mixed' },
    });
  });

  it('has at most a hundred parts', async () => {
    const body = parts(...Array.from({ length: 150 }, () => '\r\nx'));
    const outcome = await map({ type, body });
    expect(outcome.content.length).toBe(101);
    expect(textsOf(outcome).at(-1)).toContain('incomplete');
  });
});

describe('R17 a sequence', () => {
  it.each(['application/jsonl', 'application/x-ndjson', 'application/x-ndjson; charset=utf-8'])(
    'of %s is an array with the upstream’s own items',
    async (type) => {
      const body = '{"id":9007199254740993}\n\r\n{"b":1.10}\n"x"';
      const outcome = await map({ type, body });
      expect(textOf(outcome)).toBe('[\n{"id":9007199254740993},\n{"b":1.10},\n"x"\n]');
      expect(structuredOf(outcome)).toEqual({
        result: [{ id: '9007199254740993' }, { b: 1.1 }, 'x'],
      });
    },
  );

  it('of records is an array', async () => {
    const body = '\u001e{"a":1}\n\u001e{"a":\n2}\n';
    for (const type of ['application/json-seq', 'application/geo+json-seq']) {
      expect(structuredOf(await map({ type, body }))).toEqual({ result: [{ a: 1 }, { a: 2 }] });
    }
  });

  it('of events is an array of what the specification calls an item', async () => {
    const body =
      '\ufeff: comment\nevent: add\nid: 7\nretry: 300\ndata: {"id":9007199254740993,\ndata: "n":"a"}\n\n' +
      'data: plain\r\ndata: text\r\n\r\ndata: [1]\r\rdata: [DONE]\n\ndata: unfinished';
    const outcome = await map({ type: 'text/event-stream', body });
    expect(structuredOf(outcome)).toEqual({
      result: [
        { event: 'add', id: '7', retry: 300, data: { id: '9007199254740993', n: 'a' } },
        { data: 'plain\ntext' },
        { data: [1] },
        { data: '[DONE]' },
      ],
    });
    expect(JSON.parse(textOf(outcome))).toHaveLength(4);
    expect(textOf(outcome)).toContain('9007199254740993');
  });

  it('that a limit ended is a success with a note, without its broken end', async () => {
    const type = 'application/jsonl';
    const outcome = await map({ type, body: '{"a":1}\n{"a":2}\n{"a', truncated: true });
    expect(structuredOf(outcome)).toEqual({ result: [{ a: 1 }, { a: 2 }] });
    expect(textsOf(outcome)[1]).toMatch(/ended by a limit .* after 2 items/);
    const many = await map({ type, body: '1\n2\n3\n4' }, {}, { maxStreamItems: 2 });
    expect(structuredOf(many)).toEqual({ result: [1, 2] });
    expect(textsOf(many)[1]).toContain('after 2 items');
  });

  it('says how many pieces were no JSON, and stays text where none was', async () => {
    const type = 'application/jsonl';
    const some = await map({ type, body: '1\nnope\n2' });
    expect(structuredOf(some)).toEqual({ result: [1, 2] });
    expect(textsOf(some)[1]).toContain('1 pieces');
    const none = await map({ type, body: 'nope\nnone' });
    expect(textsOf(none)).toEqual(['nope\nnone', expect.stringContaining('but it is not')]);
  });

  it('can be empty, and can be reduced', async () => {
    expect(structuredOf(await map({ type: 'application/jsonl', body: '\n' }))).toEqual({
      result: [],
    });
    const tool = { response: { select: '[].a' } };
    const body = '{"a":1}\n{"a":2}';
    expect(structuredOf(await map({ type: 'application/jsonl', body }, tool))).toEqual({
      result: [1, 2],
    });
  });
});

describe('R11 secrets', () => {
  it.each([
    ['application/json', '{"token":"s3cret-value","list":["s3cret-value"]}'],
    ['text/plain', 'Authorization: Bearer s3cret-value'],
    ['application/jsonl', '{"a":"s3cret-value"}'],
    ['multipart/mixed; boundary=b', '--b\r\n\r\ns3cret-value\r\n--b--'],
  ])('of the configuration do not come back in %s', async (type, body) => {
    const redactor = createRedactor(['s3cret-value']);
    const tool = { cases: { 200: [type] } };
    const headers = { location: '/x?key=s3cret-value' };
    const outcome = await map({ type, body, headers }, tool, { redactor });
    expect(outcome.kind).toBe('success');
    expect(JSON.stringify(outcome)).not.toContain('s3cret-value');
    expect(JSON.stringify(outcome)).toContain('[redacted]');
  });
});
