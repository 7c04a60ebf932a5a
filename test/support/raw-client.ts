import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { bareEnvironment } from './built-program.ts';

/** A JSON-RPC message as it stands on the wire. */
export interface RawMessage {
  readonly jsonrpc: '2.0';
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** How a server process is started. */
export interface RawClientOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** The Node binary; default: this one. */
  readonly node?: string;
  /** The folder that it starts in; default: this one. */
  readonly cwd?: string;
}

/**
 * Speaks raw JSON-RPC lines to a server process: the referee that no SDK can flatter. Keeps every line of
 * stdout, so that a test can assert on all of them.
 */
export class RawClient {
  readonly lines: string[] = [];
  stderr = '';
  readonly exited: Promise<number | null>;
  readonly child: ChildProcessWithoutNullStreams;
  #rest = '';
  #nextId = 1;
  readonly #waiting = new Map<number | string, (message: RawMessage) => void>();
  readonly #notifications: ((message: RawMessage) => void)[] = [];

  constructor(arguments_: readonly string[], options: RawClientOptions = {}) {
    this.child = spawn(options.node ?? process.execPath, arguments_, {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: bareEnvironment(options.env),
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    });
    this.child.stdin.on('error', () => undefined);
    this.child.stdout.setEncoding('utf8').on('data', (text: string) => this.#read(text));
    this.child.stderr.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    this.exited = new Promise((resolve) => this.child.once('close', resolve));
    onTestFinished(async () => {
      this.child.kill('SIGKILL');
      await this.exited;
    });
  }

  #read(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      this.lines.push(line);
      // A line that is no JSON stays in `lines`, where a test finds it.
      const message = parseMessage(line);
      if (message?.id !== undefined && message.method === undefined) {
        this.#waiting.get(message.id)?.(message);
        this.#waiting.delete(message.id);
      } else if (message !== undefined) {
        for (const listener of this.#notifications) listener(message);
      }
    }
  }

  /** Calls back for every message that is no answer. */
  onNotification(listener: (message: RawMessage) => void): void {
    this.#notifications.push(listener);
  }

  /** Writes one message as it is. */
  write(message: Record<string, unknown>): void {
    this.child.stdin.write(`${JSON.stringify(message)}\n`);
  }

  /** Sends a request and returns its whole answer. */
  request(
    method: string,
    params: Record<string, unknown> = {},
    id: number | string = this.#nextId++,
  ): Promise<RawMessage> {
    const answer = new Promise<RawMessage>((resolve) => this.#waiting.set(id, resolve));
    this.write({ jsonrpc: '2.0', id, method, params });
    return answer;
  }

  /** Greets the server in an older revision and returns the revision that it answers with. */
  async initialize(protocolVersion = '2025-11-25'): Promise<unknown> {
    const answer = await this.request('initialize', {
      protocolVersion,
      capabilities: {},
      clientInfo: { name: 'raw', version: '1' },
    });
    this.write({ jsonrpc: '2.0', method: 'notifications/initialized' });
    return answer.result?.['protocolVersion'];
  }

  /** Closes stdin and waits for the end of the process. */
  end(): Promise<number | null> {
    this.child.stdin.end();
    return this.exited;
  }
}

function parseMessage(line: string): RawMessage | undefined {
  try {
    // Tests read what the server wrote; its shape is what they assert.
    return JSON.parse(line) as RawMessage;
  } catch {
    return undefined;
  }
}

/** The `_meta` envelope that every request of 2026-07-28 carries. */
export function modernEnvelope(): Record<string, unknown> {
  return {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    },
  };
}
