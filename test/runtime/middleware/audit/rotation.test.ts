import { mkdtempSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Clock } from '../../../../src/runtime/clock.ts';
import {
  createChainCheck,
  verifyAuditChain,
} from '../../../../src/runtime/middleware/audit/audit-chain.ts';
import type { AuditLog } from '../../../../src/runtime/middleware/audit/audit-log.ts';
import {
  beginAuditChain,
  createAuditLog,
} from '../../../../src/runtime/middleware/audit/audit-log.ts';
import type { AuditSink } from '../../../../src/runtime/middleware/audit/audit-sink.ts';
import type { FileSinkOptions } from '../../../../src/runtime/middleware/audit/file-sink.ts';
import { openFileSink } from '../../../../src/runtime/middleware/audit/file-sink.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'audit-rotation-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const dayMs = 86_400_000;

/** A run whose time the test sets. */
function openRun(
  run: string,
  options: Omit<FileSinkOptions, 'sync'>,
  sync: FileSinkOptions['sync'] = 'never',
): { readonly log: AuditLog; readonly sink: AuditSink; at: number } {
  const sink = openFileSink(path.join(folder, 'audit.jsonl'), { sync, ...options });
  const state = { at: Date.UTC(2026, 11, 1), sink };
  const clock: Clock = {
    now: () => state.at,
    elapsed: () => state.at,
    sleep: () => Promise.resolve(),
  };
  const log = createAuditLog({
    sink,
    clock,
    redact: (line) => line,
    chain: beginAuditChain(sink, run),
  });
  return Object.assign(state, { log });
}

const record = {
  type: 'start',
  server: { name: 's', version: '1' },
  documents: {},
  arguments: 'none',
} as const;

/** Names in the order of the records: the file that is written to comes last. */
function filesNow(): readonly string[] {
  return readdirSync(folder).sort();
}

function linesIn(...names: readonly string[]): readonly string[] {
  return names.flatMap((name) =>
    readFileSync(path.join(folder, name), 'utf8').split('\n').slice(0, -1),
  );
}

describe('a file of the audit', () => {
  it('that is full makes room for a new one, and the chain goes on', async () => {
    const run = openRun('a', { maxBytes: 1_000 });
    for (let count = 0; count < 20; count += 1) {
      run.at += 1;
      await run.log.append(record);
    }
    await run.sink.close();
    const names = filesNow();
    expect(names.length).toBeGreaterThan(3);
    expect(names.at(-1)).toBe('audit.jsonl');
    expect(names[0]).toMatch(/^audit\.20261201T0{6}\d{3}Z\.jsonl$/);
    const lines = linesIn(...names);
    expect(verifyAuditChain(lines)).toEqual([]);
    expect(lines.filter((line) => line.includes('"type":"start"'))).toHaveLength(20);
    for (const name of names) {
      // One record may stand on the limit, and with it the one that opens the file.
      expect(Buffer.byteLength(readFileSync(path.join(folder, name)))).toBeLessThan(1_700);
    }
  });

  it('that is old makes room for a new one, by the time of its first record, also after a restart', async () => {
    const first = openRun('a', { maxAgeMs: dayMs });
    await first.log.append(record);
    first.at += dayMs - 1;
    await first.log.append(record);
    await first.sink.close();
    expect(filesNow()).toEqual(['audit.jsonl']);
    const second = openRun('b', { maxAgeMs: dayMs });
    second.at += dayMs;
    await second.log.append(record);
    await second.sink.close();
    const names = filesNow();
    expect(names).toEqual(['audit.20261202T000000000Z.jsonl', 'audit.jsonl']);
    expect(verifyAuditChain(linesIn(...names))).toEqual([]);
  });

  it('is checked by itself as one that continues another, which is named', async () => {
    const run = openRun('a', { maxBytes: 400 });
    for (let count = 0; count < 4; count += 1) await run.log.append(record);
    await run.sink.close();
    const names = filesNow();
    const check = createChainCheck();
    const faults = linesIn('audit.jsonl').flatMap((line) => check.add(line) ?? []);
    expect(faults).toEqual([]);
    expect(check.missingFiles).toEqual([names.at(-2)]);
  });

  it('that is missing between two others is found', async () => {
    const run = openRun('a', { maxBytes: 400 });
    for (let count = 0; count < 9; count += 1) {
      run.at += 1;
      await run.log.append(record);
    }
    await run.sink.close();
    const names = filesNow();
    const kept = names.filter((_name, index) => index !== 1);
    expect(verifyAuditChain(linesIn(...kept))[0]?.message).toContain('missing');
  });

  it('that another process has moved away is left, and its last record is not lost', async () => {
    const run = openRun('a', { maxBytes: 1_000_000 });
    await run.log.append(record);
    renameSync(path.join(folder, 'audit.jsonl'), path.join(folder, 'audit.0.jsonl'));
    run.at += 5_000;
    await run.log.append(record);
    await run.sink.close();
    expect(filesNow()).toEqual(['audit.0.jsonl', 'audit.jsonl']);
    expect(verifyAuditChain(linesIn('audit.0.jsonl', 'audit.jsonl'))).toEqual([]);
    expect(linesIn('audit.jsonl')[0]).toContain('"previousFile":"audit.0.jsonl"');
  });

  it('is shared by two servers that both turn it over', async () => {
    const runs = ['a', 'b'].map((name) => openRun(name, { maxBytes: 1_500 }));
    for (let round = 0; round < 20; round += 1) {
      for (const run of runs) {
        run.at += 1_001;
        await run.log.append(record);
      }
    }
    await Promise.all(runs.map(({ sink }) => sink.close()));
    const names = filesNow();
    expect(names.length).toBeGreaterThan(3);
    const lines = linesIn(...names);
    expect(verifyAuditChain(lines)).toEqual([]);
    expect(lines.filter((line) => line.includes('"type":"start"'))).toHaveLength(40);
  });

  it('whose folder is gone is written on, and a record that waits for the disk gets there', async () => {
    const run = openRun('a', { maxBytes: 300 }, 'always');
    await run.log.append(record);
    const moved = `${folder}-moved`;
    renameSync(folder, moved);
    try {
      await run.log.append(record);
      await run.sink.close();
      const text = readFileSync(path.join(moved, 'audit.jsonl'), 'utf8');
      expect(text.split('\n')).toHaveLength(3);
    } finally {
      renameSync(moved, folder);
    }
  });
});
