import { describe, expect, it } from 'vitest';
import type {
  MultipartEncoding,
  MultipartSequenceEncoding,
  PartEncoding,
} from '../../../src/model/body-encoding.ts';
import type { ArgumentValue } from '../../../src/runtime/arguments/argument-value.ts';
import type { RequestContext } from '../../../src/runtime/request/build-request.ts';
import type { RequestPlan } from '../../../src/runtime/request/plan.ts';
import { bodyOf, bodyText, build, faultsOf, planOf, style } from '../../support/binding-builder.ts';
import { readMultipart } from '../../support/multipart-reader.ts';

function part(given: Partial<PartEncoding> = {}): PartEncoding {
  return { value: 'byValue', allowedContentTypes: [], repeat: true, headers: [], ...given };
}

const file = part({ value: 'bytes' });

function sketchOf(encoding: MultipartEncoding | MultipartSequenceEncoding) {
  return { method: 'POST', body: bodyOf(encoding) };
}

function form(parts: Readonly<Record<string, PartEncoding>>): MultipartEncoding {
  return { kind: 'multipart', mediaType: 'multipart/form-data', parts, otherwise: part() };
}

function send(
  parts: Readonly<Record<string, PartEncoding>>,
  body: ArgumentValue,
  context: Partial<RequestContext> = {},
): RequestPlan {
  return planOf(sketchOf(form(parts)), { body }, context);
}

async function read(
  parts: Readonly<Record<string, PartEncoding>>,
  body: ArgumentValue,
): Promise<readonly (readonly [string, string, string, string | undefined])[]> {
  const found = await readMultipart(send(parts, body));
  return found.map(({ name, bytes, contentType, filename }) => [
    name,
    bytes.toString('utf8'),
    contentType,
    filename,
  ]);
}

function contentTypeOf({ body }: RequestPlan): string {
  return body.kind === 'none' ? '' : body.contentType;
}

describe('multipart/form-data', () => {
  it('B9 gives each value its own default type', async () => {
    const body = { s: 'text', n: 5, b: false, o: { k: 'v' }, list: ['a', { x: 1 }, [1, 2]] };
    expect(await read({}, body)).toEqual([
      ['s', 'text', 'text/plain', undefined],
      ['n', '5', 'text/plain', undefined],
      ['b', 'false', 'text/plain', undefined],
      ['o', '{"k":"v"}', 'application/json', undefined],
      ['list', 'a', 'text/plain', undefined],
      ['list', '{"x":1}', 'application/json', undefined],
      ['list', '[1,2]', 'application/json', undefined],
    ]);
  });

  it('B9 writes a list as one JSON part where it is not repeated', async () => {
    const parts = { ids: part({ value: 'json', repeat: false }) };
    expect(await read(parts, { ids: [1, 2] })).toEqual([
      ['ids', '[1,2]', 'application/json', undefined],
    ]);
  });

  it('B13 decodes files, one part for each, with a name to tell uploads by', async () => {
    const parts = { photo: file, more: file };
    const found = await readMultipart(
      send(parts, {
        photo: 'AAEC/w==',
        more: [
          { data: 'data:image/png;base64,AAEC/w==', filename: 'é "1".png' },
          { data: 'AP8', contentType: 'text/csv' },
        ],
      }),
    );
    expect(found).toEqual([
      {
        name: 'photo',
        bytes: Buffer.from([0, 1, 2, 255]),
        contentType: 'application/octet-stream',
        filename: 'photo',
      },
      {
        name: 'more',
        bytes: Buffer.from([0, 1, 2, 255]),
        contentType: 'image/png',
        filename: 'é %221%22.png',
      },
      { name: 'more', bytes: Buffer.from([0, 255]), contentType: 'text/csv', filename: 'more' },
    ]);
  });

  it.each([
    [[], undefined, 'application/octet-stream'],
    [['image/png', 'image/jpeg'], undefined, 'image/png'],
    [['image/*', 'image/webp'], undefined, 'image/webp'],
    [['image/*'], 'image/gif', 'image/gif'],
    [['image/png'], 'image/png; q=1', 'image/png'],
  ])('B10 of %j chooses for a file of type %s: %s', async (allowed, contentType, expected) => {
    const parts = { f: part({ value: 'bytes', allowedContentTypes: allowed }) };
    const value = contentType === undefined ? 'AA==' : { data: 'AA==', contentType };
    const [found] = await readMultipart(send(parts, { f: value }));
    expect(found?.contentType).toBe(expected);
  });

  it('B10 refuses a type that the document does not allow', () => {
    const sketch = sketchOf(
      form({ f: part({ value: 'bytes', allowedContentTypes: ['image/png', 'image/jpeg'] }) }),
    );
    expect(faultsOf(sketch, { body: { f: { data: 'AA==', contentType: 'text/html' } } })).toEqual([
      '`body.f` is text/html, which is not accepted here; send image/png or image/jpeg.',
    ]);
  });

  it('B11 writes constant part headers, but none that would replace our own', () => {
    const headers = [
      { name: 'X-Part', value: 'yes' },
      { name: 'Content-Type', value: 'text/evil' },
      { name: 'Content-Disposition', value: 'form-data; name="evil"' },
      { name: 'Content-Transfer-Encoding', value: 'base64' },
    ];
    const text = bodyText(send({ a: part({ headers }) }, { a: 'x' }));
    expect(text).toContain('\r\nX-Part: yes\r\n');
    expect(text).not.toMatch(/evil|base64/);
  });

  it('B11 leaves a part header out that no header may be, with a remark', () => {
    const headers = [{ name: 'X-Part', value: 'a\r\nX-Evil: 1' }];
    const built = build(sketchOf(form({ a: part({ headers }) })), { body: { a: 'x' } });
    expect(built).toMatchObject({ ok: true, remarks: [expect.stringContaining('X-Part')] });
    expect(built.ok && bodyText(built.plan)).not.toContain('X-Evil');
  });

  it('B12 puts names into quotes that nothing inside can end', async () => {
    const name = 'a"; filename="x\r\nX-Evil: 1';
    const found = await readMultipart(send({}, { [name]: 'v' }));
    expect(found).toMatchObject([{ name: 'a%22; filename=%22x%0D%0AX-Evil: 1' }]);
  });

  it('B12 keeps the order of the schema, then that of unknown fields', async () => {
    const found = await readMultipart(
      send({ first: part(), second: part() }, { z: 1, second: 2, a: 3, first: 4 }),
    );
    expect(found.map(({ name }) => name)).toEqual(['first', 'second', 'z', 'a']);
  });

  it('adds a charset to text beyond ASCII only', () => {
    const text = bodyText(send({}, { a: 'x', b: 'Lé' }));
    expect(text).toContain('name="a"\r\nContent-Type: text/plain\r\n\r\nx\r\n');
    expect(text).toContain('name="b"\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nLé\r\n');
  });

  it('leaves null out with a remark', () => {
    const built = build(sketchOf(form({})), { body: { a: null, b: 1 } });
    expect(built).toMatchObject({ ok: true, remarks: [expect.stringContaining('body.a')] });
    expect(built.ok && bodyText(built.plan)).not.toContain('name="a"');
  });

  it.each([
    [
      'form with explode',
      style('form'),
      ['a b', 'c&d'],
      [
        ['f', 'a b'],
        ['f', 'c&d'],
      ],
    ],
    ['form without explode', style('form', { explode: false }), ['a', 'b'], [['f', 'a,b']]],
    [
      'deepObject',
      style('deepObject'),
      { k: 'ü', l: [1] },
      [
        ['f[k]', 'ü'],
        ['f[l][]', '1'],
      ],
    ],
    ['an exploded object', style('form'), { k: 'v' }, [['k', 'v']]],
  ] as const)(
    '3.2 Appendix C: %s as parts, not percent-encoded',
    async (_n, serialization, value, expected) => {
      const found = await read({ f: part({ serialization }) }, { f: value });
      expect(found.map(([name, text]) => [name, text])).toEqual(expected);
    },
  );
});

describe('boundaries', () => {
  it('are the same for the same content and differ for other content', () => {
    const [a, b, c] = ['x', 'x', 'y'].map((value) => send({}, { value }));
    expect(a?.body).toEqual(b?.body);
    expect(a && contentTypeOf(a)).not.toBe(c && contentTypeOf(c));
  });

  it('do not occur in the content, even where the content holds the boundary of its like', async () => {
    const before = contentTypeOf(send({}, { value: 'x' }));
    const boundary = /boundary=(.+)$/.exec(before)?.[1] ?? '';
    const value = `x\r\n--${boundary}\r\nContent-Disposition: form-data; name="evil"\r\n\r\n1\r\n--${boundary}--`;
    expect(await read({}, { value })).toEqual([['value', value, 'text/plain', undefined]]);
  });

  it('replace one that the document names', () => {
    const encoding = { ...form({}), mediaType: 'multipart/form-data; boundary=theirs; x=1' };
    const contentType = contentTypeOf(planOf(sketchOf(encoding), { body: { a: 1 } }));
    expect(contentType).toMatch(/^multipart\/form-data; x=1; boundary=openapi-mcp-[0-9a-f]{32}$/);
  });
});

describe('parts by position', () => {
  const related: MultipartSequenceEncoding = {
    kind: 'multipartSequence',
    mediaType: 'multipart/related; type=application/json',
    prefix: [part({ value: 'json', headers: [{ name: 'Content-ID', value: '<meta>' }] })],
    item: part({ value: 'bytes', contentType: 'image/png' }),
  };

  it('B12 writes prefix and items without form names', () => {
    const plan = planOf(sketchOf(related), {
      body: [{ a: 1 }, 'AA==', { data: 'AA==', filename: 'b.png' }],
    });
    const boundary = /boundary=(.+)$/.exec(contentTypeOf(plan))?.[1] ?? '';
    expect(contentTypeOf(plan)).toBe(
      `multipart/related; type=application/json; boundary=${boundary}`,
    );
    expect(bodyText(plan)).toBe(
      [
        `--${boundary}`,
        'Content-Type: application/json',
        'Content-ID: <meta>',
        '',
        '{"a":1}',
        `--${boundary}`,
        'Content-Type: image/png',
        '',
        '\0',
        `--${boundary}`,
        'Content-Disposition: attachment; filename="b.png"',
        'Content-Type: image/png',
        '',
        '\0',
        `--${boundary}--`,
        '',
      ].join('\r\n'),
    );
  });

  it('B12 writes a part that is multipart itself', async () => {
    const nested = part({ repeat: false, nested: { ...related, mediaType: 'multipart/mixed' } });
    const [found] = await readMultipart(send({ bundle: nested }, { bundle: [{ a: 1 }, 'AA=='] }));
    expect(found?.contentType).toBe('multipart/mixed');
    expect(found?.bytes.toString('utf8')).toMatch(/^--(openapi-mcp-\w+)\r\n[^]*\r\n--\1--\r\n$/);
  });

  it.each([
    ['form', form({}), 'a', '`body` is sent as a form; send an object of its fields.'],
    ['sequence', related, { a: 1 }, '`body` is sent part by part; send a list.'],
  ] as const)('refuses a %s of another kind', (_name, encoding, body, message) => {
    expect(faultsOf(sketchOf(encoding), { body })).toEqual([message]);
  });
});

describe('file arguments', () => {
  const sketch = sketchOf(form({ f: file }));
  const help = 'send base64 text, a data: URI';

  it.each([
    ['data:text/plain,hello%20w%C3%B6rld', 'hello wörld'],
    ['data:,a%2Cb', 'a,b'],
    ['DATA:text/plain;charset=utf-8;base64,aMOp', 'hé'],
    ['data:;base64,aGk%3D', 'hi'],
    ['aGk', 'hi'],
    ['aG\nk=\n', 'hi'],
    ['_-8', '\ufffd\ufffd'],
    ['', ''],
  ])('B13 decodes %j', async (value, expected) => {
    const [found] = await readMultipart(send({ f: file }, { f: value }));
    expect(found?.bytes.toString('utf8')).toBe(expected);
  });

  it.each([
    ['C:\\secret.png', help],
    ['./photo.png', help],
    ['https://example.com/x.png', help],
    ['file.txt', help],
    ['aGk==', help],
    ['aGkaa', help],
    ['aG+_', help],
    ['data:text/plain', help],
    ['data:,%ff', 'neither UTF-8 text nor base64'],
    [5, help],
    [{ filename: 'x' }, 'has no "data"'],
    [{ data: 'AA==', path: '/etc/passwd' }, 'has no place for "path"'],
    [{ data: 'AA==', filename: 5 }, '"filename" that is not text'],
    [{ data: 'AA==', contentType: 'text/html\r\nX: 1' }, '"contentType" that is no media type'],
  ])('B13 refuses %j', (f, problem) => {
    const built = build(sketch, { body: { f: f as ArgumentValue } });
    expect(built.ok || built.faults[0].message).toContain(problem);
    expect(built.ok || built.faults[0].argument).toBe('body.f');
  });

  it('B13 checks the size before it decodes, and the whole body after', () => {
    const maxRequestBytes = 300;
    const fits = 'A'.repeat(64);
    expect(build(sketch, { body: { f: fits } }, { maxRequestBytes })).toMatchObject({ ok: true });
    expect(faultsOf(sketch, { body: { f: 'A'.repeat(404) } }, { maxRequestBytes })).toEqual([
      '`body.f` is larger than the 300 bytes that one request may have; send a smaller file.',
    ]);
    const [message] = faultsOf(sketch, { body: { f: 'A'.repeat(400) } }, { maxRequestBytes });
    expect(message).toMatch(/^`body` makes a request body of \d+ bytes, more than the 300/);
  });
});
