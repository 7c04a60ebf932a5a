import type { Socket } from 'node:net';
import net from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { RequestPlan } from '../../../src/runtime/request/plan.ts';
import { createUpstream } from '../../../src/runtime/upstream.ts';
import type { UpstreamOptions } from '../../../src/runtime/upstream.ts';
import { proxyFor } from '../../../src/runtime/upstream/proxy.ts';
import type { ExchangeLimits, SendResult } from '../../../src/runtime/upstream-port.ts';
import { testAuthority, testServerCertificate, testServerKey } from '../../support/certificates.ts';
import { startRecordingUpstream } from '../../support/recording-upstream.ts';

describe('which requests go through a proxy', () => {
  const proxies = { http: 'http://proxy.test:1', https: 'http://proxy.test:2' };

  it.each([
    ['http://api.test', '', 'http://proxy.test:1'],
    ['https://api.test', '', 'http://proxy.test:2'],
    ['https://api.test', '*', undefined],
    ['https://api.test', 'api.test', undefined],
    ['https://API.test', 'Api.Test', undefined],
    ['https://v1.api.test', 'api.test', undefined],
    ['https://v1.api.test', '.api.test', undefined],
    ['https://api.test', '.api.test', undefined],
    ['https://v1.api.test', '*.api.test', undefined],
    ['https://myapi.test', 'api.test', proxies.https],
    ['https://api.test', 'other.test, api.test', undefined],
    ['https://api.test', 'other.test api.test', undefined],
    ['https://api.test:8443', 'api.test:8443', undefined],
    ['https://api.test', 'api.test:443', undefined],
    ['https://api.test', 'api.test:80', proxies.https],
    ['http://10.1.2.3', '10.0.0.0/8', undefined],
    ['http://11.1.2.3', '10.0.0.0/8', proxies.http],
    ['http://10.1.2.3', '10.1.2.3', undefined],
    ['http://10.1.2.3', '10.0.0.0/99', proxies.http],
    ['http://10.1.2.3', 'nonsense/8', proxies.http],
    ['http://api.test', '10.0.0.0/8', proxies.http],
    ['http://[2001:db8::1]', '2001:db8::/32', undefined],
    ['http://[2001:db8::1]', '[2001:db8::1]:80', undefined],
    ['http://[2001:db8::1]', '2001:db8::1', undefined],
    ['http://127.0.0.1:8080', '', undefined],
    ['http://localhost:8080', '', undefined],
    ['http://[::1]:8080', '', undefined],
    ['http://api.test', ',, ,', proxies.http],
  ])('%s with exceptions "%s" goes through %s', (origin, except, proxy) => {
    expect(proxyFor(origin, { ...proxies, except })).toBe(proxy);
  });

  it('are none without settings', () => {
    expect(proxyFor('https://api.test', undefined)).toBeUndefined();
    expect(proxyFor('https://api.test', { http: 'http://proxy.test' })).toBeUndefined();
    expect(proxyFor('https://api.test', { https: '' })).toBeUndefined();
  });
});

const limits: ExchangeLimits = {
  connectTimeoutMs: 5_000,
  headersTimeoutMs: 5_000,
  bodyTimeoutMs: 5_000,
  maxResponseBytes: 1_048_576,
};

const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

async function send(
  origin: string,
  options: UpstreamOptions,
  headers: RequestPlan['headers'] = [],
): Promise<SendResult> {
  const upstream = createUpstream(options);
  open.push(upstream);
  const target = '/a/%2e%2e/b?c=d';
  const url = `${origin}${target}`;
  return upstream.send(
    { method: 'GET', url, origin, target, headers, body: { kind: 'none' } },
    limits,
    new AbortController().signal,
  );
}

describe('a request through a proxy', () => {
  it('asks for the whole http URL, byte for byte, with every header', async () => {
    const proxy = await startRecordingUpstream();
    open.push(proxy);
    const settings = { http: `http://me:s%40crit@127.0.0.1:${proxy.port}` };
    const headers = [
      ['X-A', '1'],
      ['X-A', '2'],
    ] as const;
    const result = await send('http://api.test', { proxy: settings }, headers);
    expect(result.ok).toBe(true);
    const [request] = proxy.requests;
    expect(request?.requestLine).toBe('GET http://api.test/a/%2e%2e/b?c=d HTTP/1.1');
    expect(request?.header('host')).toBe('api.test');
    expect(request?.header('x-a')).toBe('1, 2');
    const token = Buffer.from('me:s@crit').toString('base64');
    expect(request?.header('proxy-authorization')).toBe(`Basic ${token}`);
  });

  it('takes a tunnel to an https upstream, which alone sees the request', async () => {
    const upstream = await startRecordingUpstream({
      tls: { cert: testServerCertificate, key: testServerKey },
    });
    const proxy = await startRecordingUpstream({
      otherwise: (request, { socket }) => {
        tunnel(socket, upstream.port);
        expect(request.requestLine).toBe('CONNECT api.test:443 HTTP/1.1');
      },
    });
    open.push(proxy, upstream);
    const result = await send(
      'https://api.test',
      {
        proxy: { https: proxy.origin },
        tls: { ca: testAuthority },
      },
      [['Authorization', 'Bearer t']],
    );
    expect(result.ok).toBe(true);
    expect(proxy.requests.length).toBe(1);
    expect(proxy.requests[0]?.header('authorization')).toBeUndefined();
    expect(upstream.requests[0]?.requestLine).toBe('GET /a/%2e%2e/b?c=d HTTP/1.1');
    expect(upstream.requests[0]?.header('proxy-authorization')).toBeUndefined();
  });

  it.each([
    ['http', 407],
    ['https', 407],
    ['https', 503],
  ])('says that a proxy for %s answers %i', async (scheme, status) => {
    const proxy = await startRecordingUpstream({ otherwise: { status } });
    open.push(proxy);
    const settings = { [scheme]: proxy.origin };
    const result = await send(`${scheme}://api.test`, { proxy: settings });
    expect(result).toMatchObject({ ok: false, failure: { kind: 'network' } });
    const message = result.ok ? '' : result.failure.message;
    expect(message).toContain(`The proxy on the way to ${scheme}://api.test answered ${status}.`);
  });

  it.each(['http', 'https'])(
    'says that a proxy for %s cannot be reached, without its address',
    async (scheme) => {
      const proxy = await startRecordingUpstream();
      await proxy.close();
      const result = await send(`${scheme}://api.test`, { proxy: { [scheme]: proxy.origin } });
      expect(result).toMatchObject({ ok: false, failure: { kind: 'network', sent: false } });
      const message = result.ok ? '' : result.failure.message;
      expect(message).toMatch(
        /^No connection to https?:\/\/api\.test through the proxy: .*refused/,
      );
      expect(message).not.toContain('127.0.0.1');
    },
  );

  it('is a failure, no exception, where a header would be for the proxy', async () => {
    const headers = [['Proxy-Authorization', 'Basic eDp5']] as const;
    const settings = { http: 'http://127.0.0.1:9' };
    const result = await send('http://api.test', { proxy: settings }, headers);
    expect(result).toMatchObject({ ok: false, failure: { kind: 'network', sent: false } });
  });

  it.each(['http://[', 'ftp://proxy.test', 'http://%zz@proxy.test'])(
    'says that the setting %s cannot be used',
    async (http) => {
      const result = await send('http://api.test', { proxy: { http } });
      expect(result).toMatchObject({ ok: false, failure: { kind: 'network', sent: false } });
    },
  );
});

function tunnel(socket: Socket, port: number): void {
  socket.removeAllListeners('data');
  socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
  const onward = net.connect(port, '127.0.0.1');
  onward.on('error', () => socket.destroy());
  socket.on('close', () => onward.destroy());
  socket.pipe(onward).pipe(socket);
}
