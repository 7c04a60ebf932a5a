import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  combineHints,
  hintAxes,
  hintDefaults,
  hintPresets,
  hintWords,
  hintsOf,
  loweredCaution,
  noHints,
  overrideHints,
  type ToolHints,
  withDefaults,
} from '../../src/model/hints.ts';

const axes = fc.record(
  Object.fromEntries(hintAxes.map((axis) => [axis, fc.boolean()])) as Record<
    (typeof hintAxes)[number],
    fc.Arbitrary<boolean>
  >,
  { requiredKeys: [] },
);
const hints: fc.Arbitrary<ToolHints> = fc
  .tuple(axes, fc.option(fc.string({ minLength: 1 }), { nil: undefined }))
  .map(([declared, title]) => (title === undefined ? declared : { ...declared, title }));

/** How cautious one axis is: unset, then the value that is not the default, then the default. */
function rank(value: boolean | undefined, fallback: boolean): number {
  if (value === undefined) return 0;
  return value === fallback ? 2 : 1;
}

describe('combineHints', () => {
  it('is commutative on the axes', () => {
    fc.assert(
      fc.property(axes, axes, (a, b) => {
        expect(combineHints(a, b)).toEqual(combineHints(b, a));
      }),
    );
  });

  it('is associative, titles included', () => {
    fc.assert(
      fc.property(hints, hints, hints, (a, b, c) => {
        expect(combineHints(combineHints(a, b), c)).toEqual(combineHints(a, combineHints(b, c)));
      }),
    );
  });

  it('has "nothing declared" as identity on both sides', () => {
    fc.assert(
      fc.property(hints, (a) => {
        expect(combineHints(a, noHints)).toEqual(a);
        expect(combineHints(noHints, a)).toEqual(a);
      }),
    );
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(hints, (a) => {
        expect(combineHints(a, a)).toEqual(a);
      }),
    );
  });

  it('takes the more cautious side of each axis: it is a maximum', () => {
    fc.assert(
      fc.property(hints, hints, (a, b) => {
        const both = combineHints(a, b);
        for (const axis of hintAxes) {
          const fallback = hintDefaults[axis];
          expect(rank(both[axis], fallback)).toBe(
            Math.max(rank(a[axis], fallback), rank(b[axis], fallback)),
          );
        }
      }),
    );
  });

  it('never lowers the caution of either side', () => {
    fc.assert(
      fc.property(axes, axes, (a, b) => {
        const both = combineHints(a, b);
        for (const axis of loweredCaution(a, both)) expect(a[axis]).toBeUndefined();
      }),
    );
  });

  it('keeps the last title that is not empty', () => {
    expect(combineHints({ title: 'a' }, { title: 'b' })).toEqual({ title: 'b' });
    expect(combineHints({ title: 'a' }, { title: '' })).toEqual({ title: 'a' });
    expect(combineHints({ title: '' }, {})).toEqual({});
  });

  it('makes Read and Destroy together a Destroy', () => {
    expect(combineHints(hintPresets.read, hintPresets.destroy)).toEqual(hintPresets.destroy);
    expect(combineHints(hintPresets.destroy, hintPresets.read)).toEqual(hintPresets.destroy);
  });
});

describe('overrideHints', () => {
  it('is associative and has "nothing declared" as identity', () => {
    fc.assert(
      fc.property(hints, hints, hints, (a, b, c) => {
        expect(overrideHints(overrideHints(a, b), c)).toEqual(
          overrideHints(a, overrideHints(b, c)),
        );
        expect(overrideHints(a, noHints)).toEqual(a);
        expect(overrideHints(noHints, a)).toEqual(a);
      }),
    );
  });

  it('lets what a person declares win axis by axis', () => {
    fc.assert(
      fc.property(hints, hints, (derived, declared) => {
        const result = overrideHints(derived, declared);
        for (const axis of hintAxes) expect(result[axis]).toBe(declared[axis] ?? derived[axis]);
      }),
    );
  });

  it('can lower caution, which combineHints cannot', () => {
    expect(overrideHints(hintPresets.destroy, hintPresets.read)).toEqual(hintPresets.read);
    expect(loweredCaution(hintPresets.destroy, hintPresets.read)).toEqual([
      'readOnly',
      'destructive',
    ]);
  });
});

describe('withDefaults', () => {
  it("fills the protocol's defaults where nothing is declared", () => {
    expect(withDefaults(noHints)).toEqual({
      readOnly: false,
      destructive: true,
      idempotent: false,
      openWorld: true,
    });
  });

  it('keeps what is declared and is idempotent', () => {
    fc.assert(
      fc.property(hints, (a) => {
        const complete = withDefaults(a);
        expect(withDefaults(complete)).toEqual(complete);
        for (const axis of hintAxes)
          if (a[axis] !== undefined) expect(complete[axis]).toBe(a[axis]);
      }),
    );
  });
});

describe('loweredCaution', () => {
  it('is empty between equals, and lists each axis in one direction only', () => {
    fc.assert(
      fc.property(axes, axes, (a, b) => {
        expect(loweredCaution(a, a)).toEqual([]);
        const there = loweredCaution(a, b);
        expect(loweredCaution(b, a).filter((axis) => there.includes(axis))).toEqual([]);
      }),
    );
  });

  it('counts an unset axis as its default', () => {
    expect(loweredCaution({}, { openWorld: false })).toEqual(['openWorld']);
    expect(loweredCaution({}, { openWorld: true })).toEqual([]);
  });
});

describe('the hint words', () => {
  it.each([
    ['read', { readOnly: true, destructive: false }],
    ['write', { readOnly: false, destructive: false }],
    ['destroy', { readOnly: false, destructive: true }],
    ['idempotent', { idempotent: true }],
    ['notIdempotent', { idempotent: false }],
    ['openWorld', { openWorld: true }],
    ['closedWorld', { openWorld: false }],
  ] as const)('%s declares exactly its axes', (word, declared) => {
    expect(hintsOf(word)).toEqual(declared);
  });

  it('are seven, and the title is the eighth case', () => {
    expect(hintWords).toHaveLength(7);
    expect(hintsOf({ title: 'Remove a pet' })).toEqual({ title: 'Remove a pet' });
    expect(hintsOf({ title: '' })).toEqual(noHints);
  });
});
