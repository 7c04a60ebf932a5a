import { PassThrough } from 'node:stream';
import { serveStdio as serveConnection } from '@modelcontextprotocol/server/stdio';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { JsonObject, JsonValue } from '../../../src/model/json.ts';
import { createBridge } from '../../../src/runtime/bridge.ts';
import type { HandwrittenTool } from '../../../src/runtime/handwritten-tool.ts';
import { implementationOf } from '../../../src/runtime/mcp-announcement.ts';
import { createMcpServerFactory } from '../../../src/runtime/mcp-server.ts';
import { LineTransport } from '../../../src/runtime/transports/line-transport.ts';
import { OrdinaryCalls } from '../../../src/runtime/transports/ordinary-calls.ts';
import { artifactOf, toolOf } from '../../support/artifact-builder.ts';
import { createFakeUpstream } from '../../support/fake-upstream.ts';

const identity = { name: 'shop', version: '1.2.3', title: 'Shop' };

type Message = JsonObject & { readonly id?: number };

/** Serves one client with or without the shortcut, sends the messages one by one, and gives every answer. */
async function converse(
  messages: readonly JsonObject[],
  withShortcut: boolean,
): Promise<{
  readonly answers: readonly Message[];
  readonly taken: number;
  readonly requests: readonly string[];
}> {
  const upstream = createFakeUpstream(({ target }) =>
    target.includes('missing')
      ? { status: 404, body: { title: 'Gone' } }
      : { body: [{ id: 1 }, 'ä'] },
  );
  const own: HandwrittenTool = {
    name: 'own',
    description: 'Ours.',
    handler: ({ request }) =>
      Promise.resolve({
        kind: 'success',
        content: [{ type: 'text', text: JSON.stringify([request.meta, request.client ?? null]) }],
        meta: { 'com.example/x': 1 },
      }),
  };
  const bridge = createBridge({
    artifact: artifactOf({ tools: [toolOf()] }),
    upstream,
    tools: [own],
  });
  const input = new PassThrough();
  const answers: Message[] = [];
  const waiting = new Map<number, () => void>();
  let taken = 0;
  const sessionOf = (): undefined => undefined;
  const serverInfo = implementationOf(identity) as unknown as JsonObject;
  const transport = new LineTransport({
    input,
    output: {
      write: (text, callback) => {
        for (const line of text.trimEnd().split('\n')) {
          const message = JSON.parse(line) as Message;
          answers.push(message);
          if (message.id !== undefined) waiting.get(message.id)?.();
        }
        callback();
        return true;
      },
      on: () => undefined,
    },
    maxLineBytes: 1_000_000,
    drainMs: 1_000,
    ...(withShortcut
      ? {
          shortcut: (write) => {
            const calls = new OrdinaryCalls({ bridge, serverInfo, sessionOf }, write);
            return {
              take: (request) => {
                const took = calls.take(request);
                if (took) taken += 1;
                return took;
              },
              cancel: (id) => calls.cancel(id),
              answered: (message) => {
                calls.answered(message);
              },
              close: () => {
                calls.close();
              },
            };
          },
        }
      : {}),
  });
  const connection = serveConnection(createMcpServerFactory({ bridge, identity, sessionOf }), {
    transport,
  });
  onTestFinished(() => connection.close());
  for (const [index, message] of messages.entries()) {
    const answered = new Promise<void>((resolve) => {
      waiting.set(index, resolve);
    });
    input.write(`${JSON.stringify({ jsonrpc: '2.0', id: index, ...message })}\n`);
    await answered;
  }
  return { answers, taken, requests: upstream.plans.map(({ target }) => target) };
}

const initialize: JsonObject = {
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'raw', version: '7' },
  },
};
const envelope: JsonObject = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '7' },
};

const params: readonly JsonObject[] = [
  { name: 'getThing', arguments: { id: '1' } },
  { name: 'getThing', arguments: { id: 'missing' } },
  { name: 'getThing', arguments: { idd: '1' } },
  { name: 'getThing' },
  { name: 'own', arguments: {}, _meta: { traceparent: '00-a-b-01', 'com.example/y': [1] } },
  { name: 'own' },
  { name: 'getThing', arguments: { id: '2' }, _meta: { progressToken: 'p1' } },
  { name: 'getThing', arguments: { id: '3' }, _meta: { progressToken: 7 } },
];

/** What the shortcut has to leave to the SDK. */
const unusual: readonly JsonValue[] = [
  { name: 'nope', arguments: {} },
  { name: 5 },
  { arguments: {} },
  { name: 'getThing', arguments: [1] },
  { name: 'getThing', arguments: null },
  { name: 'getThing', arguments: { id: '1' }, _meta: null },
  { name: 'getThing', arguments: { id: '1' }, _meta: { progressToken: true } },
  { name: 'getThing', arguments: { id: '1' }, _meta: { progressToken: 1.5 } },
  { name: 'getThing', arguments: { id: '1' }, inputResponses: {}, requestState: 'x' },
  { name: 'getThing', arguments: { id: '1' }, task: { ttl: 1 } },
  null,
];

const call = (value: JsonValue): JsonObject => ({ method: 'tools/call', params: value });
const modern = (value: JsonObject): JsonObject => ({
  ...value,
  _meta: { ...(value['_meta'] as JsonObject | undefined), ...envelope },
});

describe('ordinary calls', () => {
  it('get the same answers as from the SDK, in the old revisions', async () => {
    const messages = [initialize, ...params.map(call)];
    const direct = await converse(messages, true);
    const sdk = await converse(messages, false);
    expect(direct.taken).toBe(params.length);
    expect(direct.answers).toEqual(sdk.answers);
    expect(direct.requests).toEqual(sdk.requests);
  });

  it('get the same answers as from the SDK, in 2026-07-28', async () => {
    const messages = [
      { method: 'tools/list', params: { _meta: envelope } },
      ...params.map((value) => call(modern(value))),
    ];
    const direct = await converse(messages, true);
    const sdk = await converse(messages, false);
    expect(direct.taken).toBe(params.length);
    expect(direct.answers).toEqual(sdk.answers);
  });

  it.each([
    ['the old revisions', [initialize]],
    ['2026-07-28', [{ method: 'tools/list', params: { _meta: envelope } }]],
    ['a connection that has accepted nothing yet', []],
  ])('that are unusual are left to the SDK, in %s', async (_case, opening) => {
    const messages = [...opening, ...unusual.map(call)];
    const direct = await converse(messages, true);
    const sdk = await converse(messages, false);
    expect(direct.taken).toBe(0);
    expect(direct.answers).toEqual(sdk.answers);
  });

  it.each<[string, JsonObject]>([
    ['another revision', { 'io.modelcontextprotocol/protocolVersion': '2099-01-01' }],
    ['capabilities of the wrong type', { 'io.modelcontextprotocol/clientCapabilities': 5 }],
    [
      'other capabilities',
      { 'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } } },
    ],
    ['a log level', { 'io.modelcontextprotocol/logLevel': 'debug' }],
  ])('with %s than before go to the SDK', async (_case, change) => {
    const opening = { method: 'tools/list', params: { _meta: envelope } };
    const other = call({
      name: 'getThing',
      arguments: { id: '1' },
      _meta: { ...envelope, ...change },
    });
    const direct = await converse([opening, other], true);
    const sdk = await converse([opening, other], false);
    expect(direct.taken).toBe(0);
    expect(direct.answers).toEqual(sdk.answers);
  });

  it('of a client without the envelope go to the SDK where the connection is of 2026-07-28', async () => {
    const messages = [
      { method: 'tools/list', params: { _meta: envelope } },
      call({ name: 'getThing', arguments: { id: '1' } }),
    ];
    expect(await converse(messages, true)).toMatchObject({
      taken: 0,
      answers: (await converse(messages, false)).answers,
    });
  });
});
