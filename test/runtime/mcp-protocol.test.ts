import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../src/model/json.ts';
import { createBridge } from '../../src/runtime/bridge.ts';
import { artifactOf, toolOf } from '../support/artifact-builder.ts';
import type { FakeUpstream } from '../support/fake-upstream.ts';
import { createFakeUpstream } from '../support/fake-upstream.ts';
import { serveInProcess } from '../support/in-process-client.ts';

interface Reply {
  readonly id?: number;
  readonly result?: JsonObject;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: JsonObject };
}

interface Raw {
  readonly send: (method: string, params?: JsonObject) => Promise<Reply>;
  readonly upstream: FakeUpstream;
}

const capabilities = { elicitation: { form: {} } };
const envelope = (version = '2026-07-28', extra: JsonObject = capabilities): JsonObject => ({
  'io.modelcontextprotocol/protocolVersion': version,
  'io.modelcontextprotocol/clientCapabilities': extra,
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
});

function connect(confirm = false): Raw {
  const upstream = createFakeUpstream();
  const artifact = artifactOf({ tools: [toolOf({ settings: { confirm } })] });
  const served = serveInProcess(createBridge({ artifact, upstream }));
  let id = 0;
  return {
    upstream,
    send: async (method, params = {}) => {
      id += 1;
      const own = id;
      served.toServer.write(`${JSON.stringify({ jsonrpc: '2.0', id: own, method, params })}\n`);
      return (await served.line((message) => (message as Reply).id === own)) as Reply;
    },
  };
}

function initialize({ send }: Raw, protocolVersion: string): Promise<Reply> {
  return send('initialize', {
    protocolVersion,
    capabilities: {},
    clientInfo: { name: 'raw', version: '1' },
  });
}

describe('old revisions', () => {
  it.each([
    ['2024-10-07', '2024-10-07'],
    ['2024-11-05', '2024-11-05'],
    ['2025-03-26', '2025-03-26'],
    ['2025-06-18', '2025-06-18'],
    ['2025-11-25', '2025-11-25'],
    ['1999-01-01', '2025-11-25'],
  ])('%s is answered with %s', async (asked, answered) => {
    const raw = connect();
    expect((await initialize(raw, asked)).result).toMatchObject({
      protocolVersion: answered,
      capabilities: { tools: { listChanged: false } },
      serverInfo: { name: 'shop', version: '1.2.3' },
      instructions: 'Sells things.',
    });
    expect(
      (await raw.send('tools/call', { name: 'getThing', arguments: { id: '1' } })).result,
    ).toMatchObject({ structuredContent: { id: 1 } });
  });
});

describe('2026-07-28', () => {
  it('is served without discovery, and says who it is and how long its list holds', async () => {
    const { send } = connect();
    const { result } = await send('tools/list', { _meta: envelope() });
    expect(result).toMatchObject({ resultType: 'complete', ttlMs: 300_000, cacheScope: 'private' });
    expect(JSON.stringify(result?.['_meta'])).toContain('"shop"');
    expect(JSON.stringify(result?.['tools'])).not.toContain('execution');
  });

  it('answers another revision on the same connection with -32022', async () => {
    const { send } = connect();
    await send('tools/list', { _meta: envelope() });
    for (const method of ['tools/list', 'tools/call']) {
      const { error } = await send(method, {
        name: 'getThing',
        arguments: { id: '1' },
        _meta: envelope('2099-01-01'),
      });
      expect(error).toMatchObject({
        code: -32_022,
        data: { supported: ['2026-07-28'], requested: '2099-01-01' },
      });
    }
  });
});

describe('requests of the wrong shape', () => {
  it.each<[string, string, JsonValue]>([
    ['a cursor that is no text', 'tools/list', { cursor: 5 }],
    ['a cursor that was never given out', 'tools/list', { cursor: 'page2' }],
    ['a name that is no text', 'tools/call', { name: 5 }],
    ['no name', 'tools/call', {}],
    ['arguments that are a list', 'tools/call', { name: 'getThing', arguments: [1] }],
    ['an unknown tool', 'tools/call', { name: '__proto__' }],
  ])('R10 %s is -32602', async (_case, method, params) => {
    const raw = connect();
    await initialize(raw, '2025-11-25');
    const { error } = await raw.send(method, params as JsonObject);
    expect(error?.code).toBe(-32_602);
    expect(error?.message.length).toBeLessThan(1_000);
    expect(raw.upstream.plans).toEqual([]);
  });

  it('the empty cursor asks for the first page', async () => {
    const raw = connect();
    await initialize(raw, '2025-11-25');
    expect((await raw.send('tools/list', { cursor: '' })).result?.['tools']).toHaveLength(1);
  });
});

describe('an answer of the person that comes with a second request', () => {
  const yes = { question: { action: 'accept', content: { confirm: true } } };
  const call = (given: JsonObject, extra: JsonObject = {}): JsonObject => ({
    name: 'getThing',
    arguments: given,
    _meta: envelope(),
    ...extra,
  });

  async function ask(raw: Raw): Promise<string> {
    const { result } = await raw.send('tools/call', call({ id: '1' }));
    expect(result).toMatchObject({
      resultType: 'input_required',
      inputRequests: { question: { method: 'elicitation/create' } },
    });
    expect(raw.upstream.plans).toEqual([]);
    const requestState = result?.['requestState'];
    if (typeof requestState !== 'string') throw new Error('no state was handed out');
    return requestState;
  }

  it('lets the call through with the state that was handed out', async () => {
    const raw = connect(true);
    const requestState = await ask(raw);
    const { result } = await raw.send(
      'tools/call',
      call({ id: '1' }, { inputResponses: yes, requestState }),
    );
    expect(result).toMatchObject({ resultType: 'complete', structuredContent: { id: 1 } });
    expect(raw.upstream.plans).toHaveLength(1);
  });

  it.each<[string, (state: string) => JsonObject]>([
    ['without the state', () => call({ id: '1' }, { inputResponses: yes })],
    [
      'for other arguments',
      (requestState) => call({ id: '2' }, { inputResponses: yes, requestState }),
    ],
    ['without the answer', (requestState) => call({ id: '1' }, { requestState })],
    [
      'under another key',
      (requestState) =>
        call({ id: '1' }, { inputResponses: { other: yes.question }, requestState }),
    ],
  ])('asks again %s', async (_case, second) => {
    const raw = connect(true);
    const { result } = await raw.send('tools/call', second(await ask(raw)));
    expect(result).toMatchObject({ resultType: 'input_required' });
    expect(raw.upstream.plans).toEqual([]);
  });

  it.each<[string, (state: string) => JsonValue]>([
    ['changed', (state) => `${state.slice(0, -2)}AA`],
    ['made up', () => 'v1.e30.AAAA'],
    ['no text', () => 5],
  ])('refuses a state that is %s', async (_case, damage) => {
    const raw = connect(true);
    const requestState = damage(await ask(raw));
    const { error } = await raw.send(
      'tools/call',
      call({ id: '1' }, { inputResponses: yes, requestState }),
    );
    expect(error?.code).toBe(-32_602);
    expect(raw.upstream.plans).toEqual([]);
  });
});
