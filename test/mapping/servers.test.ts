import { describe, expect, it } from 'vitest';
import { buildServers, type ServerOptions } from '../../src/mapping/servers.ts';
import type { Server } from '../../src/model/api.ts';
import { api, operation, server } from './api-builder.ts';

const plain = operation('GET', '/pets');

function urls(
  servers: readonly [Server, ...Server[]],
  options: ServerOptions = {},
  own?: readonly [Server, ...Server[]],
): readonly string[] {
  const special = own === undefined ? [] : [operation('GET', '/files', { servers: own })];
  const operations = [plain, ...special];
  const result = buildServers(api(operations, { servers }), operations, options);
  return result.ok ? result.value.servers.map(({ url }) => url) : [result.diagnostics[0].code];
}

const [http, https, other] = [
  server('http://a.example'),
  server('https://a.example/v1'),
  { ...server('https://b.example'), name: 'backup' },
] as const;

describe('servers', () => {
  it.each([
    [[http, https, other], {}, 'https://a.example/v1'],
    [[http], {}, 'http://a.example'],
    [[server('/v1'), http], {}, 'http://a.example'],
    [[server('/v1')], {}, '/v1'],
    [[http, https, other], { server: '0' }, 'http://a.example'],
    [[http, https, other], { server: 'backup' }, 'https://b.example'],
    [[http, https, other], { server: 'https://b.example/' }, 'https://b.example'],
    [[http, https, other], { server: 'backp' }, 'server-unknown'],
    [[http, https, other], { server: '3' }, 'server-unknown'],
    [[https], { baseUrl: 'https://c.example/v2/' }, 'https://c.example/v2'],
    [[server('/v1')], { baseUrl: 'HTTP://C.example:80' }, 'http://c.example'],
  ] as const)('S6 of %j with %j: %s', (servers, options, url) => {
    expect(urls(servers, options)).toEqual([url]);
  });

  it.each([
    'c.example',
    'ftp://c.example',
    'https://c.example?x=1',
    'https://c.example#x',
    'https://u:secret@c.example',
    '',
  ])('S5 refuses the base URL %j without showing a secret', (baseUrl) => {
    const result = buildServers(api([plain]), [plain], { baseUrl });
    expect(result).toMatchObject({ ok: false, diagnostics: [{ code: 'base-url-invalid' }] });
    expect(result.diagnostics[0]?.message).not.toContain('secret');
  });

  it("S1 an operation's own server stands beside the document's", () => {
    expect(urls([https], {}, [other])).toEqual(['https://a.example/v1', 'https://b.example']);
    expect(urls([https], {}, [https])).toEqual(['https://a.example/v1']);
  });

  it('S2 a relative one resolves against the base URL, an absolute one stays', () => {
    const base = { baseUrl: 'https://c.example/api' };
    expect(urls([server('/')], base, [server('/files')])).toEqual([
      'https://c.example/api',
      'https://c.example/files',
    ]);
    expect(urls([server('/')], base, [other])).toEqual([
      'https://c.example/api',
      'https://b.example',
    ]);
  });

  it('15.9 says that a base URL is missing', () => {
    const result = buildServers(api([plain], { servers: [server('/v1')] }), [plain], {});
    expect(result.ok && result.value.diagnostics).toMatchObject([
      { code: 'base-url-missing', severity: 'warning' },
    ]);
  });
});
