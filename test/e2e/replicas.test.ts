import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildServer } from '../support/built-program.ts';
import { testAuthority } from '../support/certificates.ts';
import type { PostAnswer } from '../support/http-bridge.ts';
import { modern, post } from '../support/http-bridge.ts';
import { connectOld } from '../support/http-clients.ts';
import type { HttpProcess } from '../support/http-process.ts';
import { startHttpProcess } from '../support/http-process.ts';
import { freePort } from '../support/free-port.ts';
import type { RedisServer } from '../support/redis-server.ts';
import { hasRedis, startRedis } from '../support/redis-server.ts';
import { startRoundRobin } from '../support/round-robin.ts';
import type { ShopUpstream } from '../support/shop-upstream.ts';
import { shopDocument, startShopUpstream } from '../support/shop-upstream.ts';

/** How many calls go through the replicas; `npm run replicas` makes it 20,000. */
const calls = Number(process.env['REPLICA_CALLS'] ?? '1000');
const clients = 64;
/** Calls of the tool that is limited; nothing comes back while the test runs. */
const burst = 40;

const overlay = `
openapi-mcp: 1
tools:
  getRare: { middleware: [{ rateLimit: { perMinute: 0.001, burst: ${burst} } }] }
  listPrices: { middleware: [cache] }
  getPrivate:
    middleware: [cache, { rateLimit: { perMinute: 60000, burst: 1000, withoutStore: refuse } }]
`;

describe.skipIf(!hasRedis)('replicas of a generated server with one Redis', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'openapi-mcp-replicas-'));
  const serverPath = path.join(folder, 'shop-mcp/server.mjs');
  let redis: RedisServer;
  let shop: ShopUpstream;
  let runs = 0;

  beforeAll(async () => {
    redis = await startRedis();
    shop = await startShopUpstream();
    const spec = path.join(folder, 'shop.json');
    writeFileSync(spec, JSON.stringify(shopDocument(shop.url)));
    writeFileSync(path.join(folder, 'tools.yaml'), overlay);
    const more = ['--overlay', path.join(folder, 'tools.yaml')];
    await buildServer(spec, path.dirname(serverPath), ...more);
  });
  afterAll(async () => {
    await redis.stop();
    await shop.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Settings of the replicas of one test, which share nothing with those of another. */
  const settings = (more: Readonly<Record<string, string>> = {}): Record<string, string> => ({
    REDIS_URL: redis.url,
    // A machine that is busy with other things must not look like a store that is away.
    OPENAPI_MCP_REDIS_TIMEOUT_MS: '30000',
    OPENAPI_MCP_REDIS_PREFIX: `test-${(runs += 1)}:`,
    OPENAPI_MCP_AUDIT: 'off',
    SHOP_LOGIN_CLIENT_ID: 'shop-client',
    SHOP_LOGIN_CLIENT_SECRET: 'shop-client-secret',
    ...more,
  });
  const start = (env: Record<string, string>, port = 0): Promise<HttpProcess> =>
    startHttpProcess([serverPath, '--http', String(port)], { env });

  it('lose and double no write, and keep limits, while one of them is killed and comes back', async () => {
    const env = settings();
    const ports = [await freePort(), await freePort()] as const;
    const [first] = await Promise.all(ports.map((port) => start(env, port)));
    const balancer = await startRoundRobin(ports);
    onTestFinished(() => balancer.close());
    const url = `http://127.0.0.1:${balancer.port}/mcp`;
    const allowed: boolean[] = [];
    let begun = 0;
    let repeated = 0;

    /** As clients do: a request whose connection broke is sent once more, with the same key. */
    async function untilAnswered(call: () => Promise<CallOutcome>): Promise<CallOutcome> {
      for (let attempt = 0; ; attempt += 1) {
        try {
          return await call();
        } catch (error) {
          if (attempt === 50) throw error;
          repeated += 1;
        }
      }
    }

    const killedAt = Math.floor(calls * 0.4);
    const startedAt = Math.floor(calls * 0.6);
    let returned: Promise<HttpProcess> | undefined;
    async function run(call: (tool: string, given: Given) => Promise<CallOutcome>): Promise<void> {
      while (begun < calls) {
        const number = (begun += 1);
        if (number === killedAt) first?.child.kill('SIGKILL');
        if (number === startedAt) returned = start(env, ports[0]);
        if (number % 10 === 0) {
          allowed.push(!(await untilAnswered(() => call('getRare', {}))).isError);
        } else {
          const given = { 'Idempotency-Key': `order-${number}` };
          const { isError } = await untilAnswered(() => call('placeOrder', given));
          expect(isError, `order ${number}`).toBe(false);
        }
      }
    }
    const before = new Map(shop.paths);
    await Promise.all(
      Array.from({ length: clients }, async (_, index) => {
        if (index % 16 !== 0) return run((tool, given) => callModern(url, tool, given));
        const old = await connectOld(url);
        return run(async (tool, given) => outcomeOf(await old.callTool(tool, given)));
      }),
    );
    await returned;

    const ordered = calls - Math.floor(calls / 10);
    expect(shop.orders.size).toBe(ordered);
    const sent = [...shop.requests.values()].reduce((sum, count) => sum + count, 0);
    // The bridge repeats no write: only the clients did, whose connection had been cut.
    expect(sent).toBeLessThanOrEqual(ordered + repeated);
    const rare = (shop.paths.get('/rare') ?? 0) - (before.get('/rare') ?? 0);
    expect(rare).toBeLessThanOrEqual(burst);
    expect(allowed.filter(Boolean).length).toBeLessThanOrEqual(rare);
    expect(allowed.filter(Boolean).length).toBeGreaterThanOrEqual(burst - repeated);
    expect([...balancer.connections.values()].every((count) => count > 0)).toBe(true);
  });

  it('share a limit to the last call', async () => {
    const env = settings();
    const replicas = await Promise.all([start(env), start(env)]);
    const answers = await Promise.all(
      Array.from({ length: 3 * burst }, (_, index) =>
        callModern(replicas[index % 2]?.url ?? '', 'getRare', {}),
      ),
    );
    expect(answers.filter(({ isError }) => !isError)).toHaveLength(burst);
    expect(answers.find(({ isError }) => isError)?.text).toMatch(/Too many calls/);
  });

  it('fetch one token for all of them', async () => {
    const env = settings();
    const before = shop.tokensIssued();
    const [one, other] = await Promise.all([start(env), start(env)]);
    const first = await callModern(one.url, 'getPrivate', {});
    const second = await callModern(other.url, 'getPrivate', {});
    expect(first.isError || second.isError).toBe(false);
    expect(shop.tokensIssued()).toBe(before + 1);
  });

  it('answer with what another one has kept, to the same caller only', async () => {
    const env = settings({
      OPENAPI_MCP_AUTH_TOKENS: 'carol:carols-token-0123456789,dave:daves-token-0123456789',
    });
    const [one, other] = await Promise.all([start(env), start(env)]);
    const as = (name: string): Record<string, string> => ({
      authorization: `Bearer ${name}-token-0123456789`,
    });
    const before = shop.paths.get('/prices') ?? 0;
    const first = await callModern(one.url, 'listPrices', {}, as('carols'));
    expect(await callModern(other.url, 'listPrices', {}, as('carols'))).toEqual(first);
    expect(shop.paths.get('/prices')).toBe(before + 1);
    expect(await callModern(other.url, 'listPrices', {}, as('daves'))).not.toEqual(first);
    expect(shop.paths.get('/prices')).toBe(before + 2);
  });

  it('keep answers that Redis cannot read, where they have a key in common', async () => {
    const key = 'a key that all replicas have in common';
    const own = await startRedis();
    onTestFinished(() => own.stop());
    const env = settings({ REDIS_URL: own.url, OPENAPI_MCP_HTTP_STATE_KEY: key });
    const [one, other] = await Promise.all([start(env), start(env)]);
    const before = shop.paths.get('/prices') ?? 0;
    const first = await callModern(one.url, 'listPrices', {});
    expect(await callModern(other.url, 'listPrices', {})).toEqual(first);
    expect(shop.paths.get('/prices')).toBe(before + 1);
    const stranger = new Redis(own.url);
    onTestFinished(() => stranger.disconnect());
    const names = await stranger.keys('*');
    expect(names).not.toHaveLength(0);
    for (const name of names) {
      const kept = Buffer.from((await stranger.get(name)) ?? '', 'base64url').toString('latin1');
      expect(kept).not.toMatch(/nobody|count/);
      await stranger.set(name, '{"freshMs":1e9,"storedAt":1e15,"outcome":{"kind":"success"}}');
    }
    // What somebody wrote into Redis is no answer.
    expect(await callModern(one.url, 'listPrices', {})).not.toEqual(first);
    expect(shop.paths.get('/prices')).toBe(before + 2);
  });

  it.each([
    ['stay ready', {}, 200, 'ok: the shared store cannot be reached\n'],
    [
      'are not ready where they need it',
      { OPENAPI_MCP_REDIS_REQUIRED: 'true' },
      503,
      'the shared store cannot be reached\n',
    ],
  ])('%s while Redis is away', async (_what, more, status, text) => {
    const own = await startRedis();
    onTestFinished(() => own.stop());
    const { url, child, exited, output } = await start(settings({ REDIS_URL: own.url, ...more }));
    const ask = async (): Promise<readonly [number, string]> => {
      const answer = await fetch(new URL('/readyz', url));
      return [answer.status, await answer.text()];
    };
    expect(await ask()).toEqual([200, 'ok\n']);
    await own.kill();
    await expect.poll(ask).toEqual([status, text]);
    await own.start();
    await expect.poll(ask, { timeout: 15_000 }).toEqual([200, 'ok\n']);
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
    expect(output.stderr.match(/cannot be reached/g)).toHaveLength(1);
  });

  it('share over TLS, with a password and a database of their own', async () => {
    const own = await startRedis({ tls: true, password: 'hunter2-of-redis' });
    onTestFinished(() => own.stop());
    const authority = path.join(folder, 'authority.pem');
    writeFileSync(authority, testAuthority);
    const env = settings({ REDIS_URL: `${own.url}/3`, OPENAPI_MCP_TLS_CA: authority });
    const [one, other] = await Promise.all([start(env), start(env)]);
    const before = shop.paths.get('/prices') ?? 0;
    const first = await callModern(one.url, 'listPrices', {});
    expect(await callModern(other.url, 'listPrices', {})).toEqual(first);
    expect(shop.paths.get('/prices')).toBe(before + 1);
    expect(one.output.stderr + other.output.stderr).not.toMatch(/store|hunter2/);
  });

  it('go on alone without Redis, say so once, and share again when it is back', async () => {
    const own = await startRedis({ password: 'hunter2-of-redis' });
    onTestFinished(() => own.stop());
    const { url, output } = await start(settings({ REDIS_URL: own.url }));
    const isAllowed = async (): Promise<boolean> => !(await callModern(url, 'getRare', {})).isError;
    const priceRequests = (): number => shop.paths.get('/prices') ?? 0;
    const strict = (): Promise<CallOutcome> => callModern(url, 'getPrivate', {});
    expect(await isAllowed()).toBe(true);
    expect(await strict()).toMatchObject({ isError: false });
    await own.kill();
    await expect.poll(() => output.stderr).toMatch(/shared store cannot be reached/);
    // The limit is this replica's own, nobody calls the tool that must not go without, nothing is kept.
    expect(await isAllowed()).toBe(true);
    expect(await strict()).toMatchObject({
      isError: true,
      text: expect.stringMatching(/store that counts calls cannot be reached.*Nothing was sent/s),
    });
    const before = priceRequests();
    await callModern(url, 'listPrices', {});
    await callModern(url, 'listPrices', {});
    expect(priceRequests()).toBe(before + 2);
    await own.start();
    await expect.poll(() => output.stderr, { timeout: 15_000 }).toMatch(/shared store is back/);
    expect(await isAllowed()).toBe(true);
    expect(await strict()).toMatchObject({ isError: false });
    expect(output.stderr.match(/cannot be reached/g)).toHaveLength(1);
    expect(output.stderr).not.toMatch(/hunter2/);
  });
});

type Given = Readonly<Record<string, string>>;

interface CallOutcome {
  readonly isError: boolean;
  readonly text: string;
}

async function callModern(
  url: string,
  tool: string,
  given: Given,
  headers: Readonly<Record<string, string>> = {},
): Promise<CallOutcome> {
  const call = modern('tools/call', { name: tool, arguments: given });
  return outcomeOf(resultOf(await post(url, call.body, { ...call.headers, ...headers })));
}

function resultOf({ status, message, text }: PostAnswer): CallResult {
  if (message.result === undefined) throw new Error(`${status}: ${text}`);
  return message.result;
}

type CallResult = {
  readonly isError?: boolean | undefined;
  readonly content?: readonly { readonly text?: string }[] | undefined;
};

function outcomeOf({ isError = false, content = [] }: CallResult): CallOutcome {
  return { isError, text: content.map(({ text = '' }) => text).join('\n') };
}
