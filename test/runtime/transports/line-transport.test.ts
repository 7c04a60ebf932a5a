import { PassThrough } from 'node:stream';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { LineReader } from '../../../src/runtime/transports/line-reader.ts';
import { LineTransport } from '../../../src/runtime/transports/line-transport.ts';
import { findRequestId, parseMessage } from '../../../src/runtime/transports/rpc-message.ts';

function turns(count = 3): Promise<void> {
  return Array.from({ length: count }).reduce<Promise<void>>(
    (before) =>
      before.then(
        () =>
          new Promise((resolve) => {
            setImmediate(resolve);
          }),
      ),
    Promise.resolve(),
  );
}

async function connect(maxLineBytes = 1_000_000): Promise<{
  readonly input: PassThrough;
  readonly transport: LineTransport;
  readonly received: JSONRPCMessage[];
  readonly written: () => readonly unknown[];
  readonly closed: () => boolean;
  readonly errors: Error[];
  readonly breakPipe: () => void;
}> {
  const input = new PassThrough();
  const output = new PassThrough();
  let text = '';
  output.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8');
  });
  const transport = new LineTransport({
    input,
    output: {
      write: (line, callback) => output.write(line, callback),
      on: (event, listener) => output.on(event, listener),
    },
    maxLineBytes,
    drainMs: 10_000,
  });
  const received: JSONRPCMessage[] = [];
  const errors: Error[] = [];
  let closed = false;
  transport.onmessage = (message) => received.push(message);
  transport.onerror = (error) => errors.push(error);
  transport.onclose = () => {
    closed = true;
  };
  await transport.start();
  return {
    input,
    transport,
    received,
    errors,
    closed: () => closed,
    written: () =>
      text
        .split('\n')
        .filter((line) => line !== '')
        .map((line): unknown => JSON.parse(line)),
    breakPipe: () =>
      output.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })),
  };
}

const request = (id: number | string, method = 'tools/call'): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method })}\n`;
const answer = (id: number | string): JSONRPCMessage => ({ jsonrpc: '2.0', id, result: {} });

describe('messages as lines', () => {
  it('reads lines whatever the pieces that they come in', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\n', ' '))),
        fc.array(fc.nat(7), { minLength: 1 }),
        (lines, cuts) => {
          const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''), 'utf8');
          const reader = new LineReader(1_000_000);
          const read: string[] = [];
          for (let at = 0, cut = 0; at < bytes.length; cut += 1) {
            const size = (cuts[cut % cuts.length] ?? 0) + 1;
            for (const line of reader.read(bytes.subarray(at, at + size)))
              if (line.kind === 'line') read.push(line.text);
            at += size;
          }
          expect(read).toEqual(lines.map((line) => Buffer.from(line, 'utf8').toString('utf8')));
        },
      ),
    );
  });

  it('hands on messages, ignores empty lines, and copes with CRLF', async () => {
    const { input, received } = await connect();
    input.write(`\n  \n${request(1)}{"jsonrpc":"2.0","method":"notifications/initialized"}\r\n`);
    await turns();
    expect(received).toHaveLength(2);
  });

  it.each([
    ['what is no JSON', '{oops', { id: null, error: { code: -32_700 } }],
    ['a batch', `[${request(1).trim()}]`, { id: null, error: { code: -32_600 } }],
    ['another protocol', '{"hello":1}', { id: null, error: { code: -32_600 } }],
    [
      'a request whose method is no text',
      '{"jsonrpc":"2.0","id":7,"method":5}',
      { id: 7, error: { code: -32_600 } },
    ],
    [
      'params that are no object',
      '{"jsonrpc":"2.0","id":7,"method":"m","params":null}',
      { id: 7, error: { code: -32_602 } },
    ],
    [
      'a _meta that is no object',
      '{"jsonrpc":"2.0","id":7,"method":"m","params":{"_meta":[]}}',
      { id: 7, error: { code: -32_602 } },
    ],
    [
      'a progress token that is none',
      '{"jsonrpc":"2.0","id":7,"method":"m","params":{"_meta":{"progressToken":true}}}',
      { id: 7, error: { code: -32_602 } },
    ],
    [
      'an id that is no whole number',
      '{"jsonrpc":"2.0","id":1.5,"method":"m"}',
      { id: null, error: { code: -32_600 } },
    ],
    [
      'an id that is none',
      '{"jsonrpc":"2.0","id":{},"method":"ping"}',
      { id: null, error: { code: -32_600 } },
    ],
  ])('answers %s', async (_case, line, expected) => {
    const { input, written, received } = await connect();
    input.write(`${line}\n`);
    await turns();
    expect(written()).toMatchObject([expected]);
    expect(received).toEqual([]);
  });

  it('leaves no request without an answer because its result cannot be written', async () => {
    const { transport, written } = await connect();
    await transport.send({
      jsonrpc: '2.0',
      id: 4,
      result: { big: 1n },
    } as unknown as JSONRPCMessage);
    expect(written()).toMatchObject([{ id: 4, error: { code: -32_603 } }]);
  });
});

describe('a message beyond the limit', () => {
  it.each([
    [
      'with its id at the end',
      (text: string) =>
        JSON.stringify({ method: 'tools/call', params: { a: text }, jsonrpc: '2.0', id: 9 }),
    ],
    [
      'with its id in front',
      (text: string) =>
        JSON.stringify({ jsonrpc: '2.0', id: 9, method: 'tools/call', params: { a: text } }),
    ],
    [
      'with its id first of all',
      (text: string) =>
        JSON.stringify({ id: 9, jsonrpc: '2.0', method: 'tools/call', params: { a: text, id: 3 } }),
    ],
  ])('%s is answered, and the next one is served', async (_case, write) => {
    const { input, written, received, closed } = await connect(5_000);
    input.write(`${write('x'.repeat(20_000))}\n${request(10)}`);
    await turns();
    expect(written()).toMatchObject([{ id: 9, error: { code: -32_600 } }]);
    expect(received).toMatchObject([{ id: 10 }]);
    expect(closed()).toBe(false);
  });

  it('is not held in memory', () => {
    const reader = new LineReader(1_000);
    for (let piece = 0; piece < 1_000; piece += 1)
      Array.from(reader.read(Buffer.alloc(10_000, 0x61)));
    const [line] = [...reader.read(Buffer.from('\n'))];
    expect(line).toMatchObject({ kind: 'oversized', bytes: 10_000_000 });
    expect(JSON.stringify(line).length).toBeLessThan(3_000);
  });

  it('does not take an id inside the parameters for its own', () => {
    expect(
      findRequestId('{"jsonrpc":"2.0","method":"m","params":{"id":5,', ',"id":6}}'),
    ).toBeUndefined();
    expect(findRequestId('{"method":"m","params":{', '"x"},"id":"seven"}')).toBe('seven');
  });
});

describe('the end of the input', () => {
  it('lets calls in flight end before it closes', async () => {
    const { input, transport, written, closed } = await connect();
    input.write(request(1) + request('two'));
    input.end();
    await turns();
    expect(closed()).toBe(false);
    await transport.send(answer(1));
    await turns();
    expect(closed()).toBe(false);
    await transport.send(answer('two'));
    await turns();
    expect(closed()).toBe(true);
    expect(written()).toMatchObject([{ id: 1 }, { id: 'two' }]);
  });

  it('reads a last message without a line break', async () => {
    const { input, received } = await connect();
    input.end(request(1).trim());
    await turns();
    expect(received).toHaveLength(1);
  });

  it.each([
    ['nothing is in flight', ''],
    [
      'the call was cancelled',
      `${request(1)}{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}\n`,
    ],
    ['only a subscription is open', request(1, 'subscriptions/listen')],
  ])('closes at once where %s', async (_case, text) => {
    const { input, closed } = await connect();
    input.end(text);
    await turns();
    expect(closed()).toBe(true);
  });

  it('waits no longer than the bound', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { input, closed } = await connect();
      input.end(request(1));
      await turns();
      vi.advanceTimersByTime(9_999);
      expect(closed()).toBe(false);
      vi.advanceTimersByTime(1);
      expect(closed()).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a broken pipe', () => {
  it('ends the connection without an exception, and later messages go nowhere', async () => {
    const { transport, breakPipe, closed, errors } = await connect();
    breakPipe();
    expect(closed()).toBe(true);
    expect(errors.map(({ message }) => message)).toEqual(['write EPIPE']);
    breakPipe();
    await transport.send(answer(1));
    expect(errors).toHaveLength(1);
  });
});

describe('parsing', () => {
  it('takes every message that the protocol knows', () => {
    for (const message of [
      { id: 1, method: 'm' },
      { id: 'a', method: 'm' },
      { method: 'm' },
      { id: 1, result: {} },
      { id: 1, error: { code: 1, message: 'm' } },
    ]) {
      expect(parseMessage(JSON.stringify({ jsonrpc: '2.0', ...message })).ok).toBe(true);
    }
  });
});
