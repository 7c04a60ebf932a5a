import { createHash, createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject, JsonSchema, JsonValue } from '../../../src/model/json.ts';
import type { ToolHandler, ToolMiddleware } from '../../../src/runtime/call.ts';
import { failure } from '../../../src/runtime/call.ts';
import { auditIdMetaKey } from '../../../src/runtime/meta-keys.ts';
import { verifyAuditChain } from '../../../src/runtime/middleware/audit/audit-chain.ts';
import {
  beginAuditChain,
  createAuditLog,
} from '../../../src/runtime/middleware/audit/audit-log.ts';
import type { AuditSink } from '../../../src/runtime/middleware/audit/audit-sink.ts';
import { createAudit } from '../../../src/runtime/middleware/audit/audit.ts';
import { openFileSink } from '../../../src/runtime/middleware/audit/file-sink.ts';
import {
  fingerprint,
  recordArguments,
} from '../../../src/runtime/middleware/audit/record-arguments.ts';
import { createStreamSink } from '../../../src/runtime/middleware/audit/stream-sink.ts';
import { createRedactor } from '../../../src/runtime/redact.ts';
import { contextOf, done, reasonOf, textOf } from '../../support/call-context.ts';
import { createManualClock } from '../../support/manual-clock.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'audit-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const key = new Uint8Array(32).fill(7);

function memorySink(): AuditSink & { readonly lines: string[] } {
  const lines: string[] = [];
  return {
    lines,
    write: (line) => {
      lines.push(line);
      return Promise.resolve();
    },
    close: () => Promise.resolve(),
  };
}

interface AuditSetup {
  readonly sink: AuditSink;
  readonly required?: boolean;
  readonly problems?: unknown[];
  readonly policy?: 'none' | 'names' | 'full';
}

const redactor = createRedactor(['s3cr3t-key']);

function auditOver({
  sink,
  required = false,
  problems = [],
  policy = 'full',
}: AuditSetup): ToolMiddleware {
  const clock = createManualClock();
  return createAudit({
    log: createAuditLog({
      sink,
      clock,
      redact: (line) => redactor.redact(line),
      chain: beginAuditChain(sink, 'run-1'),
    }),
    clock,
    settings: { required, arguments: policy },
    fingerprintKey: key,
    start: {
      type: 'start',
      server: { name: 'shop', version: '1' },
      documents: { shop: 'abc' },
      arguments: policy,
    },
    onProblem: (problem) => {
      problems.push(problem);
    },
  });
}

const records = (lines: readonly string[]): readonly Record<string, unknown>[] =>
  lines.map((line) => JSON.parse(line) as Record<string, unknown>);

describe('the audit of a call', () => {
  it('records the intent before anything leaves and the outcome afterwards', async () => {
    const sink = memorySink();
    let linesAtCall = 0;
    const outcome = await auditOver({ sink })((context) => {
      linesAtCall = sink.lines.length;
      Object.assign(context.exchange, {
        status: 200,
        attempts: 2,
        requestBytes: 10,
        responseBytes: 20,
        upstreamMs: 1.26,
      });
      context.exchange.notes.push('retry: 503');
      return Promise.resolve(done);
    })(contextOf({ arguments: { id: '7' } }));
    const [start, intent, end] = records(sink.lines);
    expect(linesAtCall).toBe(2);
    expect(start).toMatchObject({
      type: 'start',
      format: 1,
      run: 'run-1',
      seq: 1,
      time: '2026-01-02T03:04:05.000Z',
    });
    expect(intent).toMatchObject({
      type: 'intent',
      seq: 2,
      tool: 'getThing',
      operation: { id: 'getThing', method: 'GET', path: '/things/{id}', document: 'shop' },
      readOnly: true,
      arguments: { id: '7' },
    });
    expect(end).toMatchObject({
      type: 'outcome',
      id: intent?.['id'],
      outcome: 'success',
      status: 200,
      attempts: 2,
      upstreamMs: 1.3,
      notes: ['retry: 503'],
    });
    expect(outcome.meta?.[auditIdMetaKey]).toBe(intent?.['id']);
  });

  it('records why a call failed', async () => {
    const sink = memorySink();
    await auditOver({ sink })(() => Promise.resolve(failure('timeout', 'late')))(contextOf());
    expect(records(sink.lines).at(-1)).toMatchObject({ outcome: 'failure', reason: 'timeout' });
  });

  it('opens the run once', async () => {
    const sink = memorySink();
    const handler = auditOver({ sink })(() => Promise.resolve(done));
    await Promise.all([handler(contextOf()), handler(contextOf())]);
    expect(records(sink.lines).map(({ type }) => type)).toEqual([
      'start',
      'intent',
      'intent',
      'outcome',
      'outcome',
    ]);
  });

  it('never holds a known secret', async () => {
    const sink = memorySink();
    await auditOver({ sink })(() => Promise.resolve(done))(
      contextOf({ arguments: { note: 'key s3cr3t-key', at: 'https://x/?k=s3cr3t%2Dkey' } }),
    );
    expect(sink.lines.join('')).not.toContain('s3cr3t-key');
    expect(records(sink.lines)).toHaveLength(3);
  });

  it.each([true, false])('with required=%s and a sink that fails', async (required) => {
    const problems: unknown[] = [];
    let called = 0;
    const sink: AuditSink = {
      write: () => Promise.reject(new Error('disk full')),
      close: () => Promise.resolve(),
    };
    const handler: ToolHandler = () => {
      called += 1;
      return Promise.resolve(done);
    };
    const outcome = await auditOver({ sink, required, problems })(handler)(contextOf());
    expect(called).toBe(required ? 0 : 1);
    expect(reasonOf(outcome)).toBe(required ? 'audit' : 'success');
    expect(textOf(outcome)).not.toContain('disk full');
    expect(problems.length).toBeGreaterThan(0);
  });

  it('answers a call that was made even where its outcome cannot be recorded', async () => {
    let writes = 0;
    const sink: AuditSink = {
      write: () => ((writes += 1) < 3 ? Promise.resolve() : Promise.reject(new Error('disk full'))),
      close: () => Promise.resolve(),
    };
    expect(
      reasonOf(await auditOver({ sink, required: true })(() => Promise.resolve(done))(contextOf())),
    ).toBe('success');
  });

  it('does not fail on arguments too deep to be written', async () => {
    let deep: JsonValue = 1;
    for (let level = 0; level < 200_000; level += 1) deep = [deep];
    const problems: unknown[] = [];
    const outcome = await auditOver({ sink: memorySink(), problems })(() => Promise.resolve(done))(
      contextOf({ arguments: { deep } }),
    );
    expect(reasonOf(outcome)).toBe('success');
    expect(problems).toHaveLength(1);
  });
});

describe('argument policies', () => {
  const schema: JsonSchema = {
    type: 'object',
    properties: {
      pin: { type: 'string', format: 'password' },
      body: { $ref: '#/$defs/Body' },
      list: {
        type: 'array',
        items: { type: 'object', properties: { raw: { type: 'string', writeOnly: true } } },
      },
    },
    $defs: {
      Body: { type: 'object', properties: { hidden: { type: 'string', writeOnly: true } } },
    },
  };
  const given: JsonObject = {
    id: '7',
    api_key: 'k',
    pin: '1234',
    body: { hidden: 'h', shown: 's', accessToken: 't' },
    list: [{ raw: 'r', n: 1 }],
  };

  it.each([
    ['none', undefined],
    ['names', ['api_key', 'body', 'id', 'list', 'pin']],
    ['full', given],
    [
      'redacted',
      {
        id: '7',
        api_key: '[redacted]',
        pin: '[redacted]',
        body: { hidden: '[redacted]', shown: 's', accessToken: '[redacted]' },
        list: [{ raw: '[redacted]', n: 1 }],
      },
    ],
  ] as const)('%s', (policy, expected) => {
    expect(recordArguments(given, schema, { policy, fingerprintKey: key })).toEqual(expected);
  });

  it('redacted shortens long text and long lists', () => {
    const recorded = recordArguments(
      { text: 'x'.repeat(9_000), list: Array.from({ length: 60 }, (_, index) => index) },
      {},
      { policy: 'redacted', fingerprintKey: key },
    );
    expect(JSON.stringify(recorded).length).toBeLessThan(1_000);
    expect(JSON.stringify(recorded)).toMatch(/9000 characters.*60 items/);
  });

  it('fingerprints are an HMAC of the canonical value', () => {
    const recorded = recordArguments(
      { body: { b: 1, a: [2] } },
      {},
      { policy: 'fingerprints', fingerprintKey: key },
    );
    const expected = createHmac('sha256', key).update('{"a":[2],"b":1}').digest('hex').slice(0, 32);
    expect(recorded).toEqual({ body: `hmac-sha256:${expected}` });
  });

  it('fingerprints are equal for equal values only, whatever the order of keys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (left, right) => {
        const equal =
          JSON.stringify(sorted(left as JsonValue)) === JSON.stringify(sorted(right as JsonValue));
        expect(fingerprint(left as JsonValue, key) === fingerprint(right as JsonValue, key)).toBe(
          equal,
        );
        expect(fingerprint(sorted(left as JsonValue), key)).toBe(
          fingerprint(left as JsonValue, key),
        );
      }),
    );
  });

  it('keeps hostile names as names', () => {
    const hostile = JSON.parse('{"__proto__": {"a": 1}, "constructor": 2}') as JsonObject;
    expect(
      JSON.stringify(recordArguments(hostile, schema, { policy: 'redacted', fingerprintKey: key })),
    ).toBe('{"__proto__":{"a":1},"constructor":2}');
  });
});

/** Keys in order, written apart from the code under test. */
function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => sorted(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, member]): [string, JsonValue] => [name, sorted(member)])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function fileOf(): string {
  return path.join(folder, 'audit.jsonl');
}

function linesOf(): readonly string[] {
  return readFileSync(fileOf(), 'utf8').trimEnd().split('\n');
}

async function run(name: string, calls: number): Promise<void> {
  const sink = openFileSink(fileOf(), { sync: 'never' });
  const log = createAuditLog({
    sink,
    clock: createManualClock(),
    redact: (line) => line,
    chain: beginAuditChain(sink, name),
  });
  await Promise.all(
    Array.from({ length: calls }, () =>
      log.append({
        type: 'start',
        server: { name, version: '1' },
        documents: {},
        arguments: 'none',
      }),
    ),
  );
  await sink.close();
}

describe('the audit file', () => {
  it('is readable by its owner only', async () => {
    await run('a', 1);
    expect(statSync(fileOf()).mode & 0o777).toBe(0o600);
  });

  it('chains the lines of a run, and of the next run onto the last line', async () => {
    await run('a', 3);
    await run('b', 2);
    const lines = linesOf();
    expect(verifyAuditChain(lines)).toEqual([]);
    const hashes = lines.map((line) => createHash('sha256').update(line).digest('hex'));
    expect(records(lines).map(({ prev }) => prev)).toEqual([
      '0'.repeat(64),
      ...hashes.slice(0, -1),
    ]);
  });

  it.each<[string, (lines: string[]) => string[]]>([
    [
      'changed',
      (lines) =>
        lines.map((line, index) =>
          index === 1 ? line.replace('"version":"1"', '"version":"2"') : line,
        ),
    ],
    ['removed', (lines) => lines.filter((_line, index) => index !== 1)],
    ['put in twice', (lines) => [...lines.slice(0, 2), ...lines.slice(1)]],
    ['swapped', ([a = '', b = '', ...rest]) => [b, a, ...rest]],
    [
      'replaced by something else',
      (lines) => lines.map((line, index) => (index === 1 ? 'gone' : line)),
    ],
  ])('shows a line that was %s', async (_case, damage) => {
    await run('a', 4);
    expect(verifyAuditChain(damage([...linesOf()])).length).toBeGreaterThan(0);
  });

  it('accepts runs of two servers that write at the same time', async () => {
    await run('old', 1);
    const sinks = ['a', 'b'].map((name) => {
      const sink = openFileSink(fileOf(), { sync: 'never' });
      return {
        sink,
        log: createAuditLog({
          sink,
          clock: createManualClock(),
          redact: (line) => line,
          chain: beginAuditChain(sink, name),
        }),
      };
    });
    for (let round = 0; round < 3; round += 1) {
      for (const { log } of sinks)
        await log.append({
          type: 'start',
          server: { name: 's', version: '1' },
          documents: {},
          arguments: 'none',
        });
    }
    await Promise.all(sinks.map(({ sink }) => sink.close()));
    expect(linesOf()).toHaveLength(7);
    expect(verifyAuditChain(linesOf())).toEqual([]);
  });

  it('ends a torn line before it goes on', async () => {
    await run('a', 2);
    const text = readFileSync(fileOf(), 'utf8');
    writeFileSync(fileOf(), text.slice(0, -20));
    await run('b', 1);
    const lines = linesOf();
    expect(lines).toHaveLength(3);
    expect(verifyAuditChain(lines)).toEqual([
      { line: 2, message: expect.stringContaining('torn') as string },
    ]);
  });

  it('finds the last line of a file whose last line is long', async () => {
    writeFileSync(fileOf(), `{"a":1}\n${JSON.stringify({ long: 'ä'.repeat(300_000) })}\n`);
    const sink = openFileSink(fileOf(), { sync: 'never' });
    expect(sink.lastLine).toBe(JSON.stringify({ long: 'ä'.repeat(300_000) }));
    await sink.close();
  });

  it('has written a line once the promise is kept, and keeps the order', async () => {
    const sink = openFileSink(fileOf(), { sync: 'always' });
    await Promise.all(['a', 'b', 'c'].map((line) => sink.write(line, 'now')));
    expect(linesOf()).toEqual(['a', 'b', 'c']);
    const late = sink.write('d', 'soon');
    await sink.close();
    await late;
    expect(linesOf()).toEqual(['a', 'b', 'c', 'd']);
    await expect(sink.write('e', 'now')).rejects.toThrow('closed');
  });

  it('writes what may wait together with the next line, or by itself soon', async () => {
    const sink = openFileSink(fileOf(), { sync: 'never' });
    const first = sink.write('a', 'soon');
    await sink.write('b', 'now');
    expect(linesOf()).toEqual(['a', 'b']);
    await first;
    await sink.write('c', 'soon');
    expect(linesOf()).toEqual(['a', 'b', 'c']);
    await sink.close();
  });

  it('throws where the file cannot be opened', () => {
    expect(() => openFileSink(path.join(folder, 'none', 'audit.jsonl'), { sync: 'never' })).toThrow(
      'ENOENT',
    );
  });
});

describe('the audit on a stream', () => {
  it('is a line for each record, and fails with the stream', async () => {
    const written: string[] = [];
    await createStreamSink({
      write: (chunk: string, callback?: unknown) => {
        written.push(chunk);
        (callback as () => void)();
        return true;
      },
    }).write('{}', 'now');
    expect(written).toEqual(['{}\n']);
    const broken = createStreamSink({
      write: (_chunk: string, callback?: unknown) => {
        (callback as (error: Error) => void)(new Error('EPIPE'));
        return false;
      },
    });
    await expect(broken.write('{}', 'now')).rejects.toThrow('EPIPE');
  });
});
