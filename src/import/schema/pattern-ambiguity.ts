import { parsePattern } from './pattern-syntax.ts';
import type { PatternPart } from './pattern-syntax.ts';

/** A repetition is written out up to this many times; beyond, it counts as endless. */
const writtenOutRepetitions = 8;
const maxPositions = 20_000;
const maxEdges = 500_000;
const maxSteps = 200_000;

/**
 * Whether a backtracking matcher can need exponential time on this pattern, which must compile with the
 * `u` flag. It can exactly if some loop can read one text in two ways (exponential ambiguity; Weideman et
 * al., "Analyzing Matching Time Behavior of Backtracking Regular Expression Matchers", 2016): `(a+)+`,
 * `(a|a)*`, `(\w|\d)+`, but not `[a-z]+(-[a-z]+)*`. What is too complex to be judged counts as unsafe.
 */
export function mayBacktrackForEver(pattern: string): boolean {
  // Without two quantifiers, or one and a choice, no loop can read a text in two ways.
  if (!/[*+{].*[*+?{|]|[|?].*[*+{]/su.test(pattern)) return false;
  try {
    const { main, lookarounds } = parsePattern(pattern);
    return [main, ...lookarounds].some((part) => isAmbiguous(new Automaton(part)));
  } catch (error) {
    if (error instanceof RangeError) return true;
    throw error;
  }
}

/** Where matching of a part can begin and end, as positions of an {@link Automaton}. */
interface Ends {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly empty: boolean;
}

/** The position automaton (Glushkov) of a pattern: one state for each character set as written. */
class Automaton {
  /** What each position matches, as a bit set over {@link sampleCharacters}. */
  readonly sets: bigint[] = [];
  /** Positions that can come next, with the number of different ways to get there. */
  readonly next: Map<number, number>[] = [];
  readonly #masks = new Map<string, bigint>();
  #edges = 0;

  constructor(part: PatternPart) {
    this.#add(part);
  }

  #add(part: PatternPart): Ends {
    switch (part.kind) {
      case 'set':
        return this.#addPosition(part.source);
      case 'choice':
        return part.parts.map((choice) => this.#add(choice)).reduce(eitherOf);
      case 'sequence':
        return part.parts.reduce<Ends>(
          (before, item) => this.#join(before, this.#add(item)),
          emptyEnds,
        );
      case 'repeat':
        return this.#repeat(part.part, part.min, part.max);
    }
  }

  #addPosition(source: string): Ends {
    const position = this.sets.length;
    if (position >= maxPositions) throw new RangeError('The pattern is too long to be judged.');
    this.sets.push(this.#maskOf(source));
    this.next.push(new Map());
    return { first: [position], last: [position], empty: false };
  }

  #repeat(part: PatternPart, min: number, max: number): Ends {
    if (max > writtenOutRepetitions) {
      const loop = this.#add(part);
      this.#connect(loop.last, loop.first);
      return min === 0 ? { ...loop, empty: true } : loop;
    }
    let whole = emptyEnds;
    let before = emptyEnds;
    for (let count = 0; count < max; count += 1) {
      const copy = this.#add(part);
      if (count < min || copy.empty) {
        whole = this.#join(whole, copy);
      } else {
        // An optional copy follows the one before it and no earlier one: a{1,3} is a(a(a)?)?.
        this.#connect(count === min ? whole.last : before.last, copy.first);
        const first = whole.empty && count === min ? [...whole.first, ...copy.first] : whole.first;
        whole = { first, last: [...whole.last, ...copy.last], empty: whole.empty };
      }
      before = copy;
    }
    return whole;
  }

  #join(before: Ends, after: Ends): Ends {
    this.#connect(before.last, after.first);
    return {
      first: before.empty ? [...before.first, ...after.first] : before.first,
      last: after.empty ? [...before.last, ...after.last] : after.last,
      empty: before.empty && after.empty,
    };
  }

  #connect(from: readonly number[], to: readonly number[]): void {
    this.#edges += from.length * to.length;
    if (this.#edges > maxEdges) throw new RangeError('The pattern is too complex to be judged.');
    for (const position of from) {
      const next = this.next[position];
      for (const target of to) next?.set(target, (next.get(target) ?? 0) + 1);
    }
  }

  #maskOf(source: string): bigint {
    const known = this.#masks.get(source);
    if (known !== undefined) return known;
    const single = source.length === 1 && source !== '.' ? sampleCharacters.indexOf(source) : -1;
    const mask = single >= 0 ? 1n << BigInt(single) : sampleMask(source);
    this.#masks.set(source, mask);
    return mask;
  }
}

const emptyEnds: Ends = { first: [], last: [], empty: true };

function eitherOf(left: Ends, right: Ends): Ends {
  return {
    first: [...left.first, ...right.first],
    last: [...left.last, ...right.last],
    empty: left.empty || right.empty,
  };
}

/** Characters that stand for all others when two sets are compared: ASCII and some of each large script. */
const sampleCharacters: readonly string[] = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCodePoint(code)),
  ...Array.from('\u00a0éßÀΩжאا٣กあ中한€\u0301\u200b\u2028\ufeff𐀀😀Ａ'),
];

function sampleMask(source: string): bigint {
  const matcher = new RegExp(`^(?:${source})$`, 'u');
  let mask = 0n;
  sampleCharacters.forEach((character, index) => {
    if (matcher.test(character)) mask |= 1n << BigInt(index);
  });
  // A set of rarer characters overlaps with nothing but itself; the sample cannot say more.
  return mask;
}

/**
 * Whether a loop of the automaton can read one text in two ways: by an edge that exists twice inside the
 * loop, or by two paths over the same text that part in it and meet again.
 */
function isAmbiguous(automaton: Automaton): boolean {
  const loops = loopsOf(automaton.next);
  const inLoop = automaton.next.map((targets, position) =>
    [...targets.keys()].filter(
      (target) => loops[position] !== undefined && loops[target] === loops[position],
    ),
  );
  const doubled = inLoop.some((targets, position) =>
    targets.some((target) => (automaton.next[position]?.get(target) ?? 0) > 1),
  );
  return doubled || pathsPartAndMeet(automaton.sets, inLoop);
}

function pathsPartAndMeet(
  sets: readonly bigint[],
  inLoop: readonly (readonly number[])[],
): boolean {
  const seen = new Set<number>();
  // From one position the paths part; from a pair of different positions they may meet.
  const pending = [...inLoop.keys()].map((position): readonly [number, number] => [
    position,
    position,
  ]);
  let steps = 0;
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const [left, right] = pair;
    for (const leftTarget of inLoop[left] ?? []) {
      for (const rightTarget of inLoop[right] ?? []) {
        steps += 1;
        if (steps > maxSteps) throw new RangeError('The pattern is too complex to be judged.');
        if (((sets[leftTarget] ?? 0n) & (sets[rightTarget] ?? 0n)) === 0n) continue;
        if (leftTarget === rightTarget) {
          if (left !== right) return true;
          continue;
        }
        const identity = leftTarget * sets.length + rightTarget;
        if (seen.has(identity)) continue;
        seen.add(identity);
        pending.push([leftTarget, rightTarget]);
      }
    }
  }
  return false;
}

/** For each position the number of the loop (strongly connected component) that it is in, if any. */
function loopsOf(next: readonly ReadonlyMap<number, number>[]): readonly (number | undefined)[] {
  const order = finishOrder(next.map((targets) => [...targets.keys()]));
  const backwards: number[][] = next.map(() => []);
  next.forEach((targets, position) => {
    for (const target of targets.keys()) backwards[target]?.push(position);
  });
  const component: (number | undefined)[] = next.map(() => undefined);
  const sizes = new Map<number, number>();
  for (const start of [...order].reverse()) {
    if (component[start] !== undefined) continue;
    const pending = [start];
    for (let position = pending.pop(); position !== undefined; position = pending.pop()) {
      if (component[position] !== undefined) continue;
      component[position] = start;
      sizes.set(start, (sizes.get(start) ?? 0) + 1);
      pending.push(...(backwards[position] ?? []));
    }
  }
  return component.map((root, position) =>
    root !== undefined && ((sizes.get(root) ?? 0) > 1 || next[position]?.has(position) === true)
      ? root
      : undefined,
  );
}

/** Positions in the order in which a depth-first walk leaves them. */
function finishOrder(next: readonly (readonly number[])[]): readonly number[] {
  const order: number[] = [];
  const entered = new Set<number>();
  for (const start of next.keys()) {
    const stack: { readonly position: number; index: number }[] = [];
    const enter = (position: number): void => {
      entered.add(position);
      stack.push({ position, index: 0 });
    };
    if (!entered.has(start)) enter(start);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const target = next[top.position]?.[top.index];
      top.index += 1;
      if (target === undefined) {
        order.push(top.position);
        stack.pop();
      } else if (!entered.has(target)) {
        enter(target);
      }
    }
  }
  return order;
}
