import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slipsBetween, spellingsOf } from '../../../src/runtime/deferred/spelling.ts';

/** The definition, word for word. */
function slips(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const [restA, restB] = [a.slice(1), b.slice(1)];
  const swapped = a.length > 1 && a[0] === b[1] && a[1] === b[0];
  return Math.min(
    slips(restA, b) + 1,
    slips(a, restB) + 1,
    slips(restA, restB) + (a[0] === b[0] ? 0 : 1),
    ...(swapped ? [slips(a.slice(2), b.slice(2)) + 1] : []),
  );
}

describe('slips between two words', () => {
  it('are as many as their definition says, up to the tolerance', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
    fc.assert(
      fc.property(word, word, fc.nat(3), (a, b, tolerance) => {
        const real = slips(a, b);
        const counted = slipsBetween(a, b, tolerance);
        if (real <= tolerance) expect(counted).toBe(real);
        else expect(counted).toBeGreaterThan(tolerance);
      }),
    );
  });
});

describe('spellings of a word', () => {
  const known = ['delete', 'create', 'invoice', 'invoices', 'label', 'tag', 'tax'];
  it.each([
    ['delte', ['delete']],
    ['craete', ['create']],
    ['invioce', ['invoice']],
    ['lable', ['label']],
    ['tga', []],
    ['zzzzzz', []],
    ['d'.repeat(1_000), []],
  ])('%s are %j', (word, expected) => {
    expect(spellingsOf(word, known).map((each) => each.word)).toEqual(expected);
  });
});
