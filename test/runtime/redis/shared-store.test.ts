import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../src/runtime/clock.ts';
import { createMemoryStore } from '../../../src/runtime/memory-store.ts';
import type { StoreChange } from '../../../src/runtime/redis/redis.ts';
import { connectRedisStore } from '../../../src/runtime/redis/redis.ts';
import type { SharedStore } from '../../../src/runtime/shared-store.ts';
import { testAuthority } from '../../support/certificates.ts';
import type { RedisServer } from '../../support/redis-server.ts';
import { hasRedis, startRedis } from '../../support/redis-server.ts';

/** So slow that nothing comes back while a test runs. */
const never = 1 / 86_400;

describe.skipIf(!hasRedis)('a store that replicas share', () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.stop());

  const connect = async (
    prefix: string,
    onChange?: (change: StoreChange) => void,
    url = server.url,
  ): Promise<SharedStore> => {
    const store = await connectRedisStore({
      url,
      prefix,
      ...(onChange === undefined ? {} : { onChange }),
    });
    onTestFinished(() => store.close());
    return store;
  };

  describe.each([
    ['memory', () => Promise.resolve(createMemoryStore(systemClock))],
    ['Redis', (prefix: string) => connect(prefix)],
  ] as const)('in %s', (kind, open) => {
    it('lets as many calls through as the bucket holds, then says how long to wait', async () => {
      const store = await open(`bucket-${kind}:`);
      const bucket = { capacity: 3, refillPerSecond: never };
      for (let call = 0; call < 3; call += 1) {
        expect(await store.takeToken('a', bucket)).toEqual({ ok: true });
      }
      const refused = await store.takeToken('a', bucket);
      expect(refused.ok).toBe(false);
      const wait = refused.ok ? 0 : refused.retryAfterMs;
      expect(wait).toBeGreaterThan(86_000_000);
      expect(wait).toBeLessThanOrEqual(86_400_000);
      expect(await store.takeToken('b', bucket)).toEqual({ ok: true });
    });

    it('fills a bucket again with time', async () => {
      const store = await open(`refill-${kind}:`);
      const bucket = { capacity: 1, refillPerSecond: 1_000 };
      await store.takeToken('a', bucket);
      await expect.poll(() => store.takeToken('a', bucket)).toEqual({ ok: true });
    });

    it.each([
      [1_000_000, 1e-9],
      [0.5 + 0.5, 1e6],
      [2 ** 40, 2 ** 40],
    ])('counts buckets of %s tokens and %s a second', async (capacity, refillPerSecond) => {
      const store = await open(`odd-${kind}:`);
      expect(await store.takeToken(`${capacity}`, { capacity, refillPerSecond })).toEqual({
        ok: true,
      });
    });

    it('keeps texts as they are until their time is over', async () => {
      const store = await open(`texts-${kind}:`);
      const text = '{"é":"\\u0000","😀":1}\r\n';
      await store.keep('__proto__', text, 60_000);
      expect(await store.read('__proto__')).toBe(text);
      expect(await store.read('constructor')).toBeUndefined();
      await store.keep('__proto__', 'short', 1);
      await expect.poll(() => store.read('__proto__')).toBeUndefined();
      await store.keep('__proto__', 'gone before it came', 0);
      expect(await store.read('__proto__')).toBeUndefined();
    });
  });

  it('gives exactly as many tokens to two replicas that ask at once', async () => {
    const [one, other] = [await connect('exact:'), await connect('exact:')];
    const bucket = { capacity: 50, refillPerSecond: never };
    const asked = Array.from({ length: 200 }, (_, index) =>
      (index % 2 === 0 ? one : other).takeToken('a', bucket),
    );
    const taken = await Promise.all(asked);
    expect(taken.filter((each) => each.ok)).toHaveLength(50);
  });

  it('keeps servers with different prefixes apart, and shows nobody what the keys say', async () => {
    const [one, other] = [await connect('one:'), await connect('other:')];
    await one.keep('caller:carol@example.com', 'x', 60_000);
    expect(await other.read('caller:carol@example.com')).toBeUndefined();
    const redis = new Redis(server.url);
    onTestFinished(() => redis.disconnect());
    const keys = await redis.keys('one:*');
    expect(keys).toHaveLength(1);
    expect(keys[0]).not.toMatch(/carol/);
  });

  it('forgets a bucket that would be full again', async () => {
    const store = await connect('forgets:');
    await store.takeToken('a', { capacity: 1, refillPerSecond: 2 });
    const redis = new Redis(server.url);
    onTestFinished(() => redis.disconnect());
    const [key = ''] = await redis.keys('forgets:*');
    const left = await redis.pttl(key);
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(1_500);
  });

  it('rejects where something else stands at its key, and goes on', async () => {
    const store = await connect('broken:');
    await store.takeToken('a', { capacity: 1, refillPerSecond: never });
    const redis = new Redis(server.url);
    onTestFinished(() => redis.disconnect());
    const [key = ''] = await redis.keys('broken:*');
    await redis.set(key, 'no bucket');
    await expect(store.takeToken('a', { capacity: 1, refillPerSecond: 1 })).rejects.toThrow(
      /WRONGTYPE/,
    );
    await redis.del(key);
    await redis.hset(key, 'tokens', 'many', 'at', 'never');
    expect(await store.takeToken('a', { capacity: 1, refillPerSecond: 1 })).toEqual({ ok: true });
  });

  it('rejects at once while the server is away, says so once, and finds it again', async () => {
    const own = await startRedis();
    onTestFinished(() => own.stop());
    const changes: StoreChange['kind'][] = [];
    const store = await connect('away:', ({ kind }) => changes.push(kind), own.url);
    await store.keep('a', 'b', 60_000);
    await own.kill();
    await expect.poll(() => changes).toEqual(['lost']);
    await expect(store.read('a')).rejects.toThrow();
    await expect(store.takeToken('a', { capacity: 1, refillPerSecond: 1 })).rejects.toThrow();
    await own.start();
    await expect.poll(() => changes, { timeout: 10_000 }).toEqual(['lost', 'back']);
    await store.keep('a', 'c', 60_000);
    expect(await store.read('a')).toBe('c');
  });

  it('waits for a server that lives and does not answer once, and finds it again', async () => {
    const own = await startRedis();
    onTestFinished(() => own.stop());
    const changes: StoreChange[] = [];
    const options = { url: own.url, prefix: 'dumb:', timeoutMs: 200 };
    const store = await connectRedisStore({ ...options, onChange: (to) => changes.push(to) });
    onTestFinished(() => store.close());
    await store.keep('a', 'b', 60_000);
    own.pause();
    await expect(store.read('a')).rejects.toThrow();
    expect(changes).toEqual([{ kind: 'lost', reason: 'no answer within 200 ms' }]);
    // Later ones are not even sent.
    await expect(store.read('a')).rejects.toThrow(/isn't writeable/);
    own.resume();
    await expect.poll(() => changes.at(-1), { timeout: 10_000 }).toEqual({ kind: 'back' });
    expect(await store.read('a')).toBe('b');
    expect(changes).toHaveLength(2);
  });

  it.each<[string, (socket: Socket, asked: string) => void]>([
    ['nothing at all', () => undefined],
    ['another protocol', (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')],
    [
      'something else than what was asked for',
      (socket, asked) => socket.write(/info/i.test(asked) ? '$3\r\na:1\r\n' : ':-7\r\n'),
    ],
    [
      'lists in lists',
      (socket, asked) =>
        socket.write(/info/i.test(asked) ? '$3\r\na:1\r\n' : `${'*1\r\n'.repeat(50)}:1\r\n`),
    ],
  ])('gives nobody a token where a server answers %s', async (_what, answer) => {
    const port = await startDeceiver(answer);
    const store = await connectRedisStore({
      url: `redis://127.0.0.1:${port}`,
      prefix: '',
      timeoutMs: 200,
    });
    onTestFinished(() => store.close());
    await expect(store.takeToken('a', { capacity: 1, refillPerSecond: 1 })).rejects.toThrow();
  });

  it('speaks TLS, to servers of authorities that it trusts alone', async () => {
    const secure = await startRedis({ tls: true });
    onTestFinished(() => secure.stop());
    const options = { url: secure.url, prefix: 'tls:' };
    const trusting = await connectRedisStore({ ...options, ca: testAuthority });
    onTestFinished(() => trusting.close());
    await trusting.keep('a', 'b', 60_000);
    expect(await trusting.read('a')).toBe('b');
    const changes: StoreChange[] = [];
    const wary = await connect('tls:', (change) => changes.push(change), secure.url);
    await expect(wary.read('a')).rejects.toThrow();
    expect(changes).toMatchObject([{ kind: 'lost', reason: expect.stringMatching(/certificate/) }]);
  });

  it('starts without a server that is there', async () => {
    const own = await startRedis();
    await own.kill();
    onTestFinished(() => own.stop());
    const changes: StoreChange[] = [];
    const store = await connect('later:', (change) => changes.push(change), own.url);
    expect(changes).toMatchObject([
      { kind: 'lost', reason: expect.stringMatching(/ECONNREFUSED/) },
    ]);
    await expect(store.read('a')).rejects.toThrow();
  });

  it('says that a password is wrong, and does not say the password', async () => {
    const guarded = await startRedis({ password: 'correct:horse/battery' });
    onTestFinished(() => guarded.stop());
    const changes: StoreChange[] = [];
    const wrong = guarded.url.replace('correct', 'staple');
    const store = await connect('guarded:', (change) => changes.push(change), wrong);
    await expect(store.read('a')).rejects.toThrow();
    expect(changes).toMatchObject([{ kind: 'lost', reason: expect.stringMatching(/password/i) }]);
    expect(JSON.stringify(changes)).not.toMatch(/staple|horse/);
    const right = await connect('guarded:', undefined, guarded.url);
    await right.keep('a', 'b', 60_000);
    expect(await right.read('a')).toBe('b');
  });

  it.each([
    'http://127.0.0.1',
    'redis:',
    'localhost:6379',
    '',
    'redis://:100%@127.0.0.1',
    'redis://:%ff@127.0.0.1',
    'redis://127.0.0.1/cache',
    'redis://127.0.0.1/0/1',
  ])('refuses the address %j', async (url) => {
    await expect(connectRedisStore({ url, prefix: '' })).rejects.toMatchObject({
      code: 'configuration-invalid',
    });
  });
});

/** A server that is no Redis, until the test ends. */
async function startDeceiver(answer: (socket: Socket, asked: string) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.setEncoding('utf8').on('data', (asked: string) => answer(socket, asked));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  // A server that listens on TCP has an address with a port.
  return (server.address() as AddressInfo).port;
}
