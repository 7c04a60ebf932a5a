import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/runtime/clock.ts';
import { createMemoryStore } from '../../src/runtime/memory-store.ts';
import { sealStore } from '../../src/runtime/sealed-store.ts';
import type { SharedStore } from '../../src/runtime/shared-store.ts';

const secret = new Uint8Array(32).fill(7);
const hour = 3_600_000;

function stores(): { readonly plain: SharedStore; readonly sealed: SharedStore } {
  const plain = createMemoryStore(systemClock);
  return { plain, sealed: sealStore(plain, secret) };
}

describe('a sealed store', () => {
  it('gives back what was kept, whatever it is', async () => {
    const { sealed } = stores();
    await fc.assert(
      // Lone surrogates have no UTF-8; results are JSON, which writes them as escapes.
      fc.asyncProperty(fc.string(), fc.string({ unit: 'grapheme' }), async (place, text) => {
        await sealed.keep(place, text, hour);
        expect(await sealed.read(place)).toBe(text);
      }),
      { numRuns: 50 },
    );
  });

  it('shows the store nothing of it, and never the same bytes twice', async () => {
    const { plain, sealed } = stores();
    await sealed.keep('a', 'the salary of Carol', hour);
    const first = (await plain.read('a')) ?? '';
    await sealed.keep('a', 'the salary of Carol', hour);
    expect(await plain.read('a')).not.toBe(first);
    for (const text of [first, Buffer.from(first, 'base64url').toString('latin1')]) {
      expect(text).not.toMatch(/salary|Carol/);
    }
  });

  it.each<[string, (plain: SharedStore, kept: string) => Promise<void>]>([
    ['plain text', (plain) => plain.keep('a', '{"outcome":{}}', hour)],
    ['nothing', (plain) => plain.keep('a', '', hour)],
    [
      'other bytes of the same length',
      (plain, kept) => plain.keep('a', 'A'.repeat(kept.length), hour),
    ],
    ['half of it', (plain, kept) => plain.keep('a', kept.slice(0, kept.length / 2), hour)],
    [
      'one bit changed',
      (plain, kept) => {
        const bytes = Buffer.from(kept, 'base64url');
        bytes.writeUInt8(bytes.readUInt8(14) ^ 1, 14);
        return plain.keep('a', bytes.toString('base64url'), hour);
      },
    ],
  ])('counts a value as none in whose place stands %s', async (_what, change) => {
    const { plain, sealed } = stores();
    await sealed.keep('a', 'as it was', hour);
    await change(plain, (await plain.read('a')) ?? '');
    expect(await sealed.read('a')).toBeUndefined();
  });

  it("counts one caller's value as none where somebody moved it to another's place", async () => {
    const { plain, sealed } = stores();
    await sealed.keep('cache:carol', 'for Carol', hour);
    await plain.keep('cache:dave', (await plain.read('cache:carol')) ?? '', hour);
    expect(await sealed.read('cache:dave')).toBeUndefined();
  });

  it('counts a value as none that another key has sealed', async () => {
    const { plain, sealed } = stores();
    await sealStore(plain, new Uint8Array(32).fill(8)).keep('a', 'x', hour);
    expect(await sealed.read('a')).toBeUndefined();
  });

  it('counts buckets as the store does', async () => {
    const { plain, sealed } = stores();
    const bucket = { capacity: 2, refillPerSecond: 1e-6 };
    expect(await sealed.takeToken('a', bucket)).toEqual({ ok: true });
    expect(await plain.takeToken('a', bucket)).toEqual({ ok: true });
    expect(await sealed.takeToken('a', bucket)).toMatchObject({ ok: false });
  });
});
