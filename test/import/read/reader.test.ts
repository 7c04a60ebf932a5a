import { describe, expect, it } from 'vitest';
import type { DocumentSource } from '../../../src/import/index.ts';
import { parseDocumentSource } from '../../../src/import/index.ts';
import type { ReadFailure } from '../../../src/import/read/outcome.ts';
import type { OpenedEntry, ReadOptions } from '../../../src/import/read/reader.ts';
import { openEntry } from '../../../src/import/read/reader.ts';
import type { World } from '../support/memory-ports.ts';
import { memoryPorts, toBytes } from '../support/memory-ports.ts';

const publicHosts = { 'schemas.example': ['93.184.215.14'], 'other.example': ['93.184.215.15'] };

async function open(
  source: DocumentSource,
  world: World,
  options: ReadOptions = {},
): Promise<OpenedEntry> {
  const opened = await openEntry(source, {
    workingFolder: '/project',
    ports: memoryPorts(world).ports,
    ...options,
  });
  if (!opened.ok) throw new Error(opened.message);
  return opened;
}

async function fail(
  source: DocumentSource,
  world: World,
  options: ReadOptions = {},
): Promise<ReadFailure> {
  const opened = await openEntry(source, {
    workingFolder: '/project',
    ports: memoryPorts(world).ports,
    ...options,
  });
  if (opened.ok) throw new Error('the document was read');
  return opened;
}

describe('what people write for a document', () => {
  it.each([
    ['-', { kind: 'stdin' }],
    ['https://a.example/x.json', { kind: 'url', url: 'https://a.example/x.json' }],
    ['HTTP://a.example', { kind: 'url', url: 'HTTP://a.example' }],
    ['api/openapi.yaml', { kind: 'file', path: 'api/openapi.yaml' }],
    ['file:///api.yaml', { kind: 'file', path: 'file:///api.yaml' }],
  ])('takes %s for what it is', (written, expected) => {
    expect(parseDocumentSource(written)).toEqual(expected);
  });
});

describe('the entry document', () => {
  it('comes from a path relative to the working folder', async () => {
    const world = { files: { '/project/api/my api.yaml': 'a: 1' } };
    const { document } = await open({ kind: 'file', path: 'api/my api.yaml' }, world);
    expect(document).toMatchObject({
      uri: 'file:///project/api/my%20api.yaml',
      name: 'api/my api.yaml',
      bytes: toBytes('a: 1'),
    });
  });

  it.each([
    ['file:///project/a.yaml', 'file:///project/a.yaml', 'a.yaml'],
    ['/elsewhere/b.yaml', 'file:///elsewhere/b.yaml', '/elsewhere/b.yaml'],
  ])('comes from %s', async (path, uri, name) => {
    const world = { files: { '/project/a.yaml': 'a', '/elsewhere/b.yaml': 'b' } };
    expect((await open({ kind: 'file', path }, world)).document).toMatchObject({ uri, name });
  });

  it('comes from standard input or a text', async () => {
    const stdin = await open({ kind: 'stdin' }, { stdin: 'piped' });
    expect(stdin.document).toMatchObject({ uri: 'stdin:', bytes: toBytes('piped') });
    const text = await open({ kind: 'text', text: 'given' }, {});
    expect(text.document).toMatchObject({ uri: 'inline:', bytes: toBytes('given') });
  });

  it.each([
    ['missing.yaml', 'missing.yaml could not be read: there is no such file.'],
    ['folder', 'folder is a folder.'],
    ['file://host/x.yaml', 'file://host/x.yaml is no path of this computer.'],
  ])('says why %s cannot be read', async (path, message) => {
    const failure = await fail({ kind: 'file', path }, { files: { '/project/folder/x': '' } });
    expect(failure).toMatchObject({ kind: 'unreadable', message });
  });

  it.each<[string, DocumentSource, World]>([
    ['a file', { kind: 'file', path: 'a' }, { files: { '/project/a': 'too long' } }],
    [
      'a URL',
      { kind: 'url', url: 'https://a.example/' },
      { urls: { 'https://a.example/': 'too long' } },
    ],
    ['standard input', { kind: 'stdin' }, { stdin: 'too long' }],
    ['a text', { kind: 'text', text: 'too long' }, {}],
  ])('is limited in size when it comes from %s', async (_name, source, world) => {
    const failure = await fail(source, world, { limits: { maxDocumentBytes: 5 } });
    expect(failure.kind).toBe('too-large');
  });
});

describe('a document from a URL', () => {
  const url = 'https://api.example/v1/openapi.json';

  it('goes by the final URL without credentials, query and fragment', async () => {
    const { ports, requests } = memoryPorts({
      urls: {
        'https://api.example/spec?token=t0p': { status: 302, location: '/v2/spec.yaml?token=t0p' },
        'https://api.example/v2/spec.yaml?token=t0p': 'openapi: 3.0.0',
      },
    });
    const source = { kind: 'url', url: 'https://me:s3cret@api.example/spec?token=t0p#x' } as const;
    const { document } = await open(source, {}, { ports });
    expect(document).toMatchObject({
      uri: 'https://api.example/v2/spec.yaml',
      name: 'https://api.example/v2/spec.yaml?…',
    });
    expect(requests.map(({ headers }) => headers['authorization'])).toEqual(
      Array(2).fill(`Basic ${Buffer.from('me:s3cret').toString('base64')}`),
    );
    expect(requests.every(({ url: sent }) => !sent.includes('s3cret'))).toBe(true);
  });

  it('U96 gets its own headers, for its own origin alone', async () => {
    const { ports, requests } = memoryPorts({
      hosts: publicHosts,
      urls: {
        [url]: { status: 301, location: 'https://schemas.example/openapi.json' },
        'https://schemas.example/openapi.json': '{}',
        'https://api.example/v1/common.yaml': 'a: 1',
        'https://schemas.example/common.yaml': 'a: 1',
      },
    });
    const headers = { Authorization: 'Bearer s3cret' };
    const opened = await open({ kind: 'url', url }, {}, { ports, headers });
    await opened.readReference('https://api.example/v1/common.yaml', opened.document.uri);
    await opened.readReference('https://schemas.example/common.yaml', opened.document.uri);
    expect(requests.map((each) => [each.url, each.headers['authorization']])).toEqual([
      [url, 'Bearer s3cret'],
      ['https://schemas.example/openapi.json', undefined],
      ['https://api.example/v1/common.yaml', 'Bearer s3cret'],
      ['https://schemas.example/common.yaml', undefined],
    ]);
  });

  it.each([
    [401, /status 401/, /--spec-header/],
    [403, /status 403/, /--spec-header/],
    [404, /status 404/, /nothing is there/],
    [500, /status 500/, /later/],
    [204, /status 204/, /browser/],
  ])('explains status %i', async (status, message, fix) => {
    const failure = await fail({ kind: 'url', url }, { urls: { [url]: { status } } });
    expect(failure.message).toMatch(message);
    expect(failure.fix).toMatch(fix);
  });

  it.each([
    [
      '<!DOCTYPE html><html><script>SwaggerUIBundle({ url: "/v3/api-docs" })</script>',
      '/v3/api-docs',
    ],
    ['<html><redoc spec-url="specs/api.yaml"></redoc></html>', 'specs/api.yaml'],
    ['<!-- x -->\n<!doctype html><p>Hello</p>', 'often as openapi.json'],
  ])('says that %j is a web page, and what it shows', async (page, hint) => {
    const answer = { contentType: 'text/html; charset=utf-8', body: toBytes(page) };
    const failure = await fail({ kind: 'url', url }, { urls: { [url]: answer } });
    expect(failure.message).toContain('answered with a web page');
    expect(failure.fix).toContain(hint);
  });

  it.each(['{"openapi": "3.0.0"}', '# c\nopenapi: 3.0.0', '"swagger": "2.0"'])(
    'takes %j for a document though the server calls it HTML',
    async (body) => {
      const answer = { contentType: 'text/html', body: toBytes(body) };
      await expect(open({ kind: 'url', url }, { urls: { [url]: answer } })).resolves.toBeDefined();
    },
  );

  it('refuses what can be no document by its type', async () => {
    const answer = { contentType: 'image/png', body: new Uint8Array(3) };
    const failure = await fail({ kind: 'url', url }, { urls: { [url]: answer } });
    expect(failure.message).toContain('answered with image/png');
  });

  it.each([
    ['ENOTFOUND', 'the host name is not known'],
    ['ECONNREFUSED', 'the connection was refused'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'certificate is not trusted'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate is not trusted'],
    ['EWHATEVER', 'the system says EWHATEVER'],
  ])('explains the network error %s without its text', async (code, meaning) => {
    const cause = Object.assign(new Error('s3cret'), { code });
    const error = new TypeError('fetch failed for s3cret', { cause });
    const failure = await fail({ kind: 'url', url }, { urls: { [url]: error } });
    expect(failure.message).toContain(meaning);
    expect(JSON.stringify(failure)).not.toContain('s3cret');
  });

  it('says that no answer came in time', async () => {
    const timeout = new DOMException('timed out', 'TimeoutError');
    const failure = await fail({ kind: 'url', url }, { urls: { [url]: timeout } });
    expect(failure.message).toContain('there was no answer in time');
  });

  it.each([{ 'X-Bad\nName': 'v' }, { 'X-Key': 's3cret\r\nX-Other: 1' }, { 'X-Key': 's3cret €' }])(
    'refuses the header %j without showing its value',
    async (headers) => {
      const failure = await fail({ kind: 'url', url }, {}, { headers });
      expect(failure.message).toContain('not legal in HTTP');
      expect(JSON.stringify(failure)).not.toContain('s3cret');
    },
  );

  it.each<[string, string, World, string]>([
    ['from https to http', 'http://api.example/x', {}, 'redirects from https to http'],
    ['to another host by http', 'http://schemas.example/x', {}, 'not secure'],
    [
      'to a private name',
      'https://inside.example/x',
      { hosts: { 'inside.example': ['10.0.0.7'] } },
      'private network',
    ],
    ['to a private address', 'https://127.0.0.1/x', {}, 'private network'],
    ['to a disguised address', 'https://2130706433/x', {}, 'private network'],
    ['to an IPv6 loopback', 'https://[::1]/x', {}, 'private network'],
    [
      'to a name with one private address',
      'https://mixed.example/x',
      { hosts: { 'mixed.example': ['93.184.215.14', '169.254.169.254'] } },
      'private network',
    ],
    ['to an unknown name', 'https://nowhere.example/x', {}, 'the host name is not known'],
  ])('U94 checks a redirect %s', async (_name, location, world, message) => {
    const { ports, requests } = memoryPorts({
      ...world,
      urls: { [url]: { status: 302, location } },
    });
    const failure = await fail({ kind: 'url', url }, {}, { ports });
    expect(failure.message).toContain(message);
    expect(requests).toHaveLength(1);
  });

  it('pins the checked addresses of a redirect to another host', async () => {
    const target = 'https://schemas.example/x';
    const { ports, requests } = memoryPorts({
      hosts: publicHosts,
      urls: { [url]: { status: 302, location: target }, [target]: '{}' },
    });
    await open({ kind: 'url', url }, {}, { ports });
    expect(requests.map(({ addresses }) => addresses)).toEqual([undefined, ['93.184.215.14']]);
  });

  it('U94 trusts the user with a private URL and its own redirects', async () => {
    const local = 'http://localhost:8080/openapi';
    const world = {
      urls: {
        [local]: { status: 307, location: 'http://localhost:9090/openapi.json' },
        'http://localhost:9090/openapi.json': '{}',
      },
    };
    const { document } = await open({ kind: 'url', url: local }, world);
    expect(document.uri).toBe('http://localhost:9090/openapi.json');
  });

  it('gives up on a circle of redirects', async () => {
    const failure = await fail(
      { kind: 'url', url },
      { urls: { [url]: { status: 302, location: url } } },
    );
    expect(failure.message).toContain('redirects more than 5 times');
  });

  it('does not take a redirect without a usable target for a document', async () => {
    const failure = await fail(
      { kind: 'url', url },
      { urls: { [url]: { status: 302, location: 'ftp://a.example/x', body: toBytes('a: 1') } } },
    );
    expect(failure.message).toContain('status 302');
  });
});

describe('referenced files', () => {
  const files = {
    '/project/api/openapi.yaml': '',
    '/project/api/schemas/pet.yaml': 'pet',
    '/project/api/spaced name.yaml': 'spaced',
    '/project/shared/common.yaml': 'common',
    '/etc/passwd': 'root',
  };
  const entry = { kind: 'file', path: 'api/openapi.yaml' } as const;

  it.each([
    ['file:///project/api/schemas/pet.yaml', 'pet'],
    ['file:///project/api/spaced%20name.yaml', 'spaced'],
  ])('L6 reads %s below the folder of the entry', async (uri, content) => {
    const opened = await open(entry, { files });
    const outcome = await opened.readReference(uri, opened.document.uri);
    expect(outcome).toMatchObject({ ok: true, document: { bytes: toBytes(content) } });
  });

  it.each([
    ['above', 'file:///project/shared/common.yaml', {}, /outside api/],
    ['far away', 'file:///etc/passwd', {}, /outside api/],
    ['that do not exist', 'file:///etc/no-such-file', {}, /outside api/],
    ['of another computer', 'file://host/share/x.yaml', {}, /no path of this computer/],
    [
      'with an encoded slash',
      'file:///project/api/..%2Fshared/common.yaml',
      {},
      /no path of this computer/,
    ],
    [
      'behind a link',
      'file:///project/api/link.yaml',
      { '/project/api/link.yaml': '/etc/passwd' },
      /outside api/,
    ],
    [
      'behind a linked folder',
      'file:///project/api/up/passwd',
      { '/project/api/up': '/etc' },
      /outside api/,
    ],
  ])('L6 refuses files %s', async (_name, uri, links, message) => {
    const { ports, filesRead } = memoryPorts({ files, links });
    const opened = await open(entry, {}, { ports });
    const outcome = await opened.readReference(uri, opened.document.uri);
    expect(outcome).toMatchObject({
      ok: false,
      kind: 'refused',
      message: expect.stringMatching(message),
    });
    expect(filesRead).toEqual(['/project/api/openapi.yaml']);
  });

  it('L6 reads what stands below the folder that the user names', async () => {
    const opened = await open(entry, { files }, { refRoot: '.' });
    const outcome = await opened.readReference(
      'file:///project/shared/common.yaml',
      opened.document.uri,
    );
    expect(outcome.ok).toBe(true);
  });

  it('names the folder that would allow more', async () => {
    const opened = await open(entry, { files });
    const outcome = await opened.readReference(
      'file:///project/shared/common.yaml',
      opened.document.uri,
    );
    expect(outcome).toMatchObject({ fix: expect.stringContaining('--ref-root .') });
  });

  it('works below a folder that is itself a link', async () => {
    const world = { files, links: { '/alias': '/project/api' } };
    const opened = await open({ kind: 'file', path: '/alias/openapi.yaml' }, world);
    const inside = await opened.readReference(
      'file:///alias/schemas/pet.yaml',
      opened.document.uri,
    );
    expect(inside.ok).toBe(true);
    const missing = await opened.readReference('file:///alias/none.yaml', opened.document.uri);
    expect(missing).toMatchObject({
      kind: 'unreadable',
      message: expect.stringContaining('no such file'),
    });
  });

  it('reads no folder', async () => {
    const opened = await open(entry, { files });
    const outcome = await opened.readReference('file:///project/api/schemas', opened.document.uri);
    expect(outcome).toMatchObject({
      ok: false,
      message: expect.stringContaining('no regular file'),
    });
  });

  it('refuses a reference root that does not exist', async () => {
    const failure = await fail(entry, { files }, { refRoot: 'nowhere' });
    expect(failure.message).toContain('nowhere');
  });

  it('L6 lets documents from the network refer to no file', async () => {
    const url = 'https://api.example/openapi.json';
    const opened = await open(
      { kind: 'url', url },
      { files, urls: { [url]: '{}' } },
      { refRoot: 'api' },
    );
    const outcome = await opened.readReference('file:///project/api/schemas/pet.yaml', url);
    expect(outcome).toMatchObject({ ok: false, kind: 'refused' });
  });

  it('gives a piped document the folder that the user names', async () => {
    const opened = await open({ kind: 'stdin' }, { files, stdin: '' }, { refRoot: 'api' });
    expect(opened.document.base).toBe('file:///project/api/');
    const uri = new URL('schemas/pet.yaml', opened.document.base).href;
    expect((await opened.readReference(uri, 'stdin:')).ok).toBe(true);
    const bare = await open({ kind: 'stdin' }, { files, stdin: '' });
    expect(await bare.readReference(uri, 'stdin:')).toMatchObject({ ok: false, kind: 'refused' });
  });
});

describe('remote references', () => {
  const files = { '/project/openapi.yaml': '' };
  const fromFile = { kind: 'file', path: 'openapi.yaml' } as const;
  const remote = 'https://schemas.example/pet.yaml';
  const world = { files, hosts: publicHosts, urls: { [remote]: 'pet' } };

  async function read(uri: string, changed: World = {}, options: ReadOptions = {}) {
    const { ports, requests } = memoryPorts({ ...world, ...changed });
    const opened = await open(fromFile, {}, { ports, ...options });
    const outcome = await opened.readReference(uri, opened.document.uri);
    return { outcome, requests };
  }

  it('U94 are off', async () => {
    const { outcome, requests } = await read(remote);
    expect(outcome).toMatchObject({
      ok: false,
      kind: 'refused',
      fix: expect.stringContaining('--allow-remote-refs schemas.example'),
    });
    expect(requests).toEqual([]);
  });

  it('L6 are read from an allowed host, at the addresses that were checked', async () => {
    const { outcome, requests } = await read(remote, {}, { allowRemoteRefs: ['Schemas.example'] });
    expect(outcome).toMatchObject({ ok: true, document: { uri: remote, bytes: toBytes('pet') } });
    expect(requests).toMatchObject([{ url: remote, addresses: ['93.184.215.14'] }]);
  });

  it.each([
    [['*.example'], true],
    [['schemas.example:443'], false],
    [['example'], false],
    [['evil-schemas.example'], false],
    [['*.schemas.example'], false],
    [['other.example', 'schemas.example'], true],
  ])('L6 with %j allowed: %s', async (allowRemoteRefs, expected) => {
    const { outcome } = await read(remote, {}, { allowRemoteRefs });
    expect(outcome.ok).toBe(expected);
  });

  it.each<[string, string, World]>([
    ['by http', 'http://schemas.example/pet.yaml', {}],
    ['with a private address', remote, { hosts: { 'schemas.example': ['192.168.0.1'] } }],
    ['with a link-local address', remote, { hosts: { 'schemas.example': ['fe80::1'] } }],
    ['without any address', remote, { hosts: { 'schemas.example': [] } }],
  ])('L6 refuses an allowed host %s', async (_name, uri, changed) => {
    const { outcome, requests } = await read(uri, changed, {
      allowRemoteRefs: ['schemas.example'],
    });
    expect(outcome).toMatchObject({ ok: false, kind: 'refused' });
    expect(requests).toEqual([]);
  });

  it('L6 refuses a literal private address even when it is allowed', async () => {
    const { outcome } = await read(
      'https://169.254.169.254/x',
      {},
      { allowRemoteRefs: ['169.254.169.254'] },
    );
    expect(outcome).toMatchObject({ ok: false, kind: 'refused' });
  });

  it.each([
    ['another host', 'https://other.example/x', 'redirected to another host'],
    ['http', 'http://schemas.example/x', 'not secure'],
  ])('L6 follows no redirect to %s', async (_name, location, message) => {
    const { outcome, requests } = await read(
      remote,
      { urls: { [remote]: { status: 302, location } } },
      { allowRemoteRefs: ['schemas.example', 'other.example'] },
    );
    expect(outcome).toMatchObject({ ok: false, message: expect.stringContaining(message) });
    expect(requests).toHaveLength(1);
  });

  it('looks a host up again for every redirect on it', async () => {
    const answers = [['93.184.215.14'], ['10.0.0.1']];
    const base = memoryPorts({ ...world, urls: { [remote]: { status: 302, location: '/moved' } } });
    const ports = { ...base.ports, resolveHost: async () => answers.shift() ?? [] };
    const opened = await open(fromFile, {}, { ports, allowRemoteRefs: ['schemas.example'] });
    const outcome = await opened.readReference(remote, opened.document.uri);
    expect(outcome).toMatchObject({ ok: false, kind: 'refused' });
  });

  it.each(['ftp://schemas.example/x', 'data:text/plain,x', 'urn:x', 'javascript:0'])(
    'refuses %s',
    async (uri) => {
      const { outcome } = await read(uri, {}, { allowRemoteRefs: ['schemas.example'] });
      expect(outcome).toMatchObject({ ok: false, kind: 'refused' });
    },
  );
});

describe('references of a document from a URL', () => {
  const url = 'http://localhost:3000/api/openapi.yaml';
  const sibling = 'http://localhost:3000/api/schemas/pet.yaml';
  const world: World = {
    hosts: publicHosts,
    urls: { [url]: '', [sibling]: 'pet', 'https://schemas.example/a.yaml': 'a' },
  };

  it('L6 may lead to its own origin, private and by http though it is', async () => {
    const opened = await open({ kind: 'url', url }, world);
    expect((await opened.readReference(sibling, url)).ok).toBe(true);
  });

  it.each(['http://localhost:3001/x', 'https://localhost:3000/x', 'http://127.0.0.1:3000/x'])(
    'L6 may not lead to %s',
    async (uri) => {
      const opened = await open({ kind: 'url', url }, world);
      expect(await opened.readReference(uri, url)).toMatchObject({ ok: false, kind: 'refused' });
    },
  );

  it('L6 a document of another host may not use the trust in the own origin', async () => {
    const options = { allowRemoteRefs: ['schemas.example'] };
    const opened = await open({ kind: 'url', url }, world, options);
    const outcome = await opened.readReference(sibling, 'https://schemas.example/a.yaml');
    expect(outcome).toMatchObject({ ok: false, kind: 'refused' });
  });

  it('L6 a redirect from the own origin leaves the trust behind', async () => {
    const changed = {
      urls: { ...world.urls, [sibling]: { status: 302, location: 'http://127.0.0.1:9/x' } },
    };
    const opened = await open({ kind: 'url', url }, changed);
    expect(await opened.readReference(sibling, url)).toMatchObject({ ok: false, kind: 'refused' });
  });
});
