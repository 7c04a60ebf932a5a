import { PassThrough } from 'node:stream';
import { Client as ModernClient } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { onTestFinished } from 'vitest';
import type { JsonObject } from '../../src/model/json.ts';
import type { Bridge } from '../../src/runtime/bridge-options.ts';
import type { StdioOptions } from '../../src/runtime/transports/stdio.ts';
import { serveStdio } from '../../src/runtime/transports/stdio.ts';

/** A result of `tools/call`, as both SDKs hand it out. */
export interface CallResult {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: unknown;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** What every client can do, whichever SDK and revision it is. */
export interface AnyClient {
  readonly listTools: () => Promise<{ readonly tools: readonly JsonObject[] }>;
  readonly callTool: (
    name: string,
    given?: Record<string, unknown>,
    options?: {
      readonly signal?: AbortSignal;
      readonly onprogress?: (update: { progress: number }) => void;
    },
  ) => Promise<CallResult>;
  readonly listResources: () => Promise<readonly JsonObject[]>;
  readonly listResourceTemplates: () => Promise<readonly JsonObject[]>;
  readonly readResource: (uri: string) => Promise<JsonObject>;
  readonly listPrompts: () => Promise<readonly JsonObject[]>;
  readonly getPrompt: (name: string, given?: Record<string, string>) => Promise<JsonObject>;
  /** What the server says of itself. */
  readonly server: () => {
    readonly identity: unknown;
    readonly instructions: string | undefined;
    readonly capabilities: JsonObject;
  };
}

/** What a person answers when asked. */
export type Answer = {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: Record<string, string | number | boolean>;
};

/** How a client is set up; without `answer` it cannot ask the person. */
export interface ClientSetup {
  readonly answer?: (message: string) => Answer;
}

/** Every line that the server wrote, for what no SDK shows. */
export interface ServedBridge {
  readonly toServer: PassThrough;
  readonly fromServer: PassThrough;
  readonly lines: readonly string[];
  /** The first line, written already or still to come, that a test looks for. */
  readonly line: (wanted: (message: unknown) => boolean) => Promise<unknown>;
  readonly closed: Promise<void>;
}

/** Serves a bridge over a pair of streams in this process. */
export function serveInProcess(
  bridge: Bridge,
  more: Partial<StdioOptions<undefined>> = {},
): ServedBridge {
  const toServer = new PassThrough();
  const fromServer = new PassThrough();
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  let rest = '';
  fromServer.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
    for (const look of waiting) look();
  });
  const line: ServedBridge['line'] = (wanted) =>
    new Promise((resolve) => {
      const look = (): void => {
        const found = lines
          .map((text): unknown => JSON.parse(text))
          .find((message) => wanted(message));
        if (found === undefined) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
    });
  const connection = serveStdio({
    bridge,
    identity: { name: 'shop', version: '1.2.3', instructions: 'Sells things.' },
    sessionOf: () => undefined,
    input: toServer,
    output: {
      write: (text, callback) => fromServer.write(text, callback),
      on: (event, listener) => fromServer.on(event, listener),
    },
    ...more,
  });
  onTestFinished(() => connection.close());
  return { toServer, fromServer, lines, line, closed: connection.closed };
}

/** The client's end of {@link serveInProcess}: the transport interface that both SDKs share. */
class StreamTransport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: never) => void;
  readonly #served: ServedBridge;

  constructor(served: ServedBridge) {
    this.#served = served;
  }

  start(): Promise<void> {
    let rest = '';
    this.#served.fromServer.on('data', (text: string) => {
      const parts = (rest + text).split('\n');
      rest = parts.pop() ?? '';
      for (const line of parts) this.onmessage?.(JSON.parse(line) as never);
    });
    return Promise.resolve();
  }

  send(message: unknown): Promise<void> {
    this.#served.toServer.write(`${JSON.stringify(message)}\n`);
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.#served.toServer.end();
    this.onclose?.();
    return Promise.resolve();
  }
}

/** Tools as JSON; each SDK has its own type for them. */
function plain(tools: readonly unknown[]): readonly JsonObject[] {
  return tools as readonly JsonObject[];
}

/** What both SDKs call alike. */
function readingWith(client: OldClient | ModernClient): Omit<AnyClient, 'listTools' | 'callTool'> {
  // Their result types differ in what nobody here looks at.
  const either = client as ModernClient;
  const json = (value: unknown): JsonObject => value as JsonObject;
  return {
    listResources: async () => plain((await either.listResources()).resources),
    listResourceTemplates: async () =>
      plain((await either.listResourceTemplates()).resourceTemplates),
    readResource: async (uri) => json(await either.readResource({ uri })),
    listPrompts: async () => plain((await either.listPrompts()).prompts),
    getPrompt: async (name, given = {}) => json(await either.getPrompt({ name, arguments: given })),
    server: () => ({
      identity: either.getServerVersion(),
      instructions: either.getInstructions(),
      capabilities: json(either.getServerCapabilities()),
    }),
  };
}

export type Connect = (served: ServedBridge, setup?: ClientSetup) => Promise<AnyClient>;

async function connectOld(served: ServedBridge, { answer }: ClientSetup = {}): Promise<AnyClient> {
  const { ElicitRequestSchema } = await import('@modelcontextprotocol/sdk/types.js');
  const capabilities = answer === undefined ? {} : { elicitation: {} };
  const client = new OldClient({ name: 'old', version: '1' }, { capabilities });
  if (answer !== undefined) {
    client.setRequestHandler(ElicitRequestSchema, (request) => ({
      ...answer(request.params.message),
    }));
  }
  await client.connect(new StreamTransport(served) as never);
  return {
    listTools: async () => ({ tools: plain((await client.listTools()).tools) }),
    callTool: (name, given = {}, options = {}) =>
      client.callTool({ name, arguments: given }, undefined, options) as Promise<CallResult>,
    ...readingWith(client),
  };
}

function connectModern(mode: 'default' | 'auto' | 'pinned'): Connect {
  return async (served, { answer } = {}) => {
    const negotiation = {
      default: {},
      auto: { versionNegotiation: { mode: 'auto' as const } },
      pinned: { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    }[mode];
    const capabilities = answer === undefined ? {} : { elicitation: { form: {} } };
    const client = new ModernClient(
      { name: 'modern', version: '1' },
      { ...negotiation, capabilities },
    );
    if (answer !== undefined) {
      client.setRequestHandler('elicitation/create', (request) => ({
        ...answer(request.params.message),
      }));
    }
    await client.connect(new StreamTransport(served) as never);
    return {
      listTools: async () => ({ tools: plain((await client.listTools()).tools) }),
      callTool: (name, given = {}, options = {}) =>
        client.callTool({ name, arguments: given }, options) as Promise<CallResult>,
      ...readingWith(client),
    };
  };
}

/** Every kind of client, by how it comes to its revision. */
export const clients: readonly (readonly [name: string, connect: Connect])[] = [
  ['v1 client', connectOld],
  ['v2 client, default', connectModern('default')],
  ['v2 client, auto', connectModern('auto')],
  ['v2 client, pinned to 2026-07-28', connectModern('pinned')],
];
