import { describe, expect, it } from 'vitest';
import type { ProgressUpdate } from '../../../src/runtime/call.ts';
import { watchStream } from '../../../src/runtime/response/watch-stream.ts';

/** Feeds a text in pieces of a size; gives the progress told and the piece at which it was stopped. */
function watch(
  type: string,
  text: string,
  { size = 1, max = 100, status = 200 } = {},
): { readonly updates: readonly ProgressUpdate[]; readonly stoppedAt: number | undefined } {
  const updates: ProgressUpdate[] = [];
  const onChunk = watchStream({
    maxStreamItems: max,
    progress: (update) => updates.push(update),
    from: 2,
  });
  const head = { status, headers: [['content-type', type]], url: 'https://api.test/' } as const;
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) {
    if (onChunk(bytes.subarray(at, at + size), head) === 'stop') {
      return { updates, stoppedAt: at };
    }
  }
  return { updates, stoppedAt: undefined };
}

describe('R17 watching a stream', () => {
  it.each([
    ['application/jsonl', '1\n\n2\r\n{"a":\t3}\n\r\n4', 3],
    ['application/x-ndjson; charset=utf-8', '1\n2\n', 2],
    ['application/json-seq', '\u001e1\n\u001e2\n\u001e3\n', 2],
    [
      'text/event-stream',
      ': ping\n\ndata: 1\n\nevent: x\n\nid: 1\ndata: 2\r\n\r\ndata: 3\r\rdata: 4',
      3,
    ],
    ['text/event-stream', '\n\n\r\n\r\n: a\n\n', 0],
  ])('counts the complete items of %s in %j', (type, text, items) => {
    for (const size of [1, 2, 3, 1_000]) {
      const { updates } = watch(type, text, { size });
      expect(updates.at(-1)?.progress ?? 2).toBe(2 + items);
    }
  });

  it('tells rising progress and stops after enough items', () => {
    const { updates, stoppedAt } = watch('application/jsonl', '1\n2\n3\n4\n', { max: 3 });
    expect(updates).toEqual([
      { progress: 3, message: '1 item received' },
      { progress: 4, message: '2 items received' },
      { progress: 5, message: '3 items received' },
    ]);
    expect(stoppedAt).toBe(5);
  });

  it.each([
    ['application/json', 200],
    ['application/jsonl', 500],
    ['text/event-stream', 302],
  ])('only tells that pieces arrive of %s with status %i', (type, status) => {
    const { updates, stoppedAt } = watch(type, '1\n2\n3\n', { size: 2, max: 1, status });
    expect(updates.map(({ progress }) => progress)).toEqual([3, 4, 5]);
    expect(stoppedAt).toBeUndefined();
  });
});
