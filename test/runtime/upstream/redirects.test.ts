import { afterEach, describe, expect, it } from 'vitest';
import type { RequestPlan } from '../../../src/runtime/request/plan.ts';
import type { UpstreamOptions } from '../../../src/runtime/upstream.ts';
import { createUpstream } from '../../../src/runtime/upstream.ts';
import type { ExchangeLimits, UpstreamResponse } from '../../../src/runtime/upstream-port.ts';
import type { RecordingUpstream } from '../../support/recording-upstream.ts';
import { startRecordingUpstream } from '../../support/recording-upstream.ts';

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

async function serve(): Promise<RecordingUpstream> {
  const server = await startRecordingUpstream();
  open.push(server);
  return server;
}

/** Sends a request that carries credentials in every place they can stand. */
async function send(
  origin: string,
  { method = 'GET', ...options }: UpstreamOptions & { readonly method?: string } = {},
): Promise<UpstreamResponse> {
  const upstream = createUpstream(options);
  open.push(upstream);
  const hasBody = method === 'POST' || method === 'PUT';
  const plan: RequestPlan = {
    method,
    url: `${origin}/start?api_key=k`,
    origin,
    target: '/start?api_key=k',
    headers: [
      ['Accept', 'application/json'],
      ['Authorization', 'Bearer t'],
      ['X-Key', 'k'],
      ['Cookie', 'sid=1'],
      ['If-Match', '"1"'],
      ['Idempotency-Key', 'i'],
    ],
    body: hasBody
      ? { kind: 'bytes', contentType: 'text/plain', bytes: Buffer.from('x') }
      : { kind: 'none' },
  };
  const result = await upstream.send(plan, limits, new AbortController().signal);
  if (!result.ok) throw new Error(result.failure.message);
  return result.response;
}

describe('R20 redirects on the same origin', () => {
  it.each([301, 302, 303, 307, 308])('%i is followed for GET with its headers', async (status) => {
    const server = await serve();
    server.script({ status, headers: { Location: 'next?b=%2e%2e#part' } }, { json: { a: 1 } });
    const response = await send(server.origin);
    expect(response).toMatchObject({
      status: 200,
      url: `${server.origin}/next?b=%2e%2e`,
      remarks: [`Redirected (${status}) to /next.`],
    });
    const [, second] = server.requests;
    expect(second?.requestLine).toBe('GET /next?b=%2e%2e HTTP/1.1');
    expect(second?.header('authorization')).toBe('Bearer t');
    expect(second?.header('x-key')).toBe('k');
  });

  it('are followed for HEAD as HEAD', async () => {
    const server = await serve();
    server.script({ status: 303, headers: { Location: '/next' } });
    await send(server.origin, { method: 'HEAD' });
    expect(server.requests.map((request) => request.method)).toEqual(['HEAD', 'HEAD']);
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH'])(
    '303 after %s is followed with GET and without the body',
    async (method) => {
      const server = await serve();
      server.script({ status: 303, headers: { Location: '/result' } }, { json: {} });
      expect((await send(server.origin, { method })).status).toBe(200);
      const [, second] = server.requests;
      expect(second?.requestLine).toBe('GET /result HTTP/1.1');
      expect(second?.body.length).toBe(0);
      for (const name of ['content-type', 'content-length', 'if-match', 'idempotency-key']) {
        expect(second?.header(name)).toBeUndefined();
      }
      expect(second?.header('authorization')).toBe('Bearer t');
    },
  );

  it.each([301, 302, 307, 308])('%i after POST is not followed, and says so', async (status) => {
    const server = await serve();
    server.script({ status, headers: { Location: '/elsewhere?secret=s' } });
    const response = await send(server.origin, { method: 'POST' });
    expect(response).toMatchObject({
      status,
      remarks: [
        `The redirect (${status}) was not followed to /elsewhere: a POST is not repeated at another address.`,
      ],
    });
    expect(server.requests.length).toBe(1);
  });

  it.each([
    [0, 1],
    [2, 3],
    [undefined, 6],
  ])('end at a limit of %s', async (maxRedirects, requests) => {
    const server = await serve();
    const loop = { status: 302, headers: { Location: '/start' } };
    server.script(...Array.from({ length: 10 }, () => loop));
    const response = await send(server.origin, maxRedirects === undefined ? {} : { maxRedirects });
    expect(response.status).toBe(302);
    expect(response.remarks?.at(-1)).toContain(`${requests - 1} redirects were followed already`);
    expect(server.requests.length).toBe(requests);
  });

  it.each([
    ['without a Location', {}, undefined],
    ['to no URL', { Location: 'http://[' }, /cannot be followed|can be followed/],
    ['to a script', { Location: 'javascript:alert(1)' }, /not an http or https URL/],
    ['to a file', { Location: 'file:///etc/passwd' }, /not an http or https URL/],
    ['with a user in the URL', { Location: 'http://u:p@127.0.0.1/' }, /not an http or https URL/],
  ])('%s stay the answer', async (_name, headers, remark) => {
    const server = await serve();
    server.script({ status: 302, headers });
    const response = await send(server.origin);
    expect(response.status).toBe(302);
    expect(response.remarks?.join(' ')).toEqual(
      remark === undefined ? undefined : expect.stringMatching(remark),
    );
  });

  it.each([300, 304, 305])('%i is none', async (status) => {
    const server = await serve();
    server.script({ status, headers: { Location: '/next' } });
    expect(await send(server.origin)).toMatchObject({ status });
    expect(server.requests.length).toBe(1);
  });
});

describe('R20 K7 redirects to another origin', () => {
  it('are not followed, and nothing reaches the other server', async () => {
    const [server, other] = await Promise.all([serve(), serve()]);
    server.script({ status: 302, headers: { Location: `${other.origin}/steal?sig=s` } });
    const response = await send(server.origin);
    expect(response.status).toBe(302);
    expect(response.remarks?.[0]).toContain(`to ${other.origin}/steal: another origin`);
    expect(response.remarks?.[0]).not.toContain('sig=s');
    expect(other.connections).toBe(0);
  });

  it('are followed where they are allowed, with Accept as the only header of the plan', async () => {
    const [server, other] = await Promise.all([serve(), serve()]);
    server.script({ status: 302, headers: { Location: `${other.origin}/file?sig=s` } });
    const response = await send(server.origin, { redirectOrigins: [other.origin] });
    expect(response).toMatchObject({
      status: 200,
      url: `${other.origin}/file?sig=s`,
      remarks: [`Redirected (302) to ${other.origin}/file without credentials.`],
    });
    expect(other.requests[0]?.rawHeaders.map(([name]) => name.toLowerCase())).toEqual([
      'host',
      'connection',
      'accept',
      'accept-encoding',
      'user-agent',
    ]);
  });

  it('do not get the credentials back when they return', async () => {
    const [server, other] = await Promise.all([serve(), serve()]);
    server.script({ status: 302, headers: { Location: `${other.origin}/a` } });
    other.script({ status: 302, headers: { Location: `${server.origin}/b` } });
    const redirectOrigins = [server.origin, other.origin];
    expect((await send(server.origin, { redirectOrigins })).status).toBe(200);
    expect(server.requests[1]?.header('authorization')).toBeUndefined();
  });

  it('are not followed after a POST even where they are allowed', async () => {
    const [server, other] = await Promise.all([serve(), serve()]);
    server.script({ status: 303, headers: { Location: `${other.origin}/a` } });
    const options = { method: 'POST', redirectOrigins: [other.origin] };
    expect((await send(server.origin, options)).status).toBe(303);
    expect(other.connections).toBe(0);
  });
});
