/** A known word that a misspelled one may be. */
export interface Spelling {
  readonly word: string;
  /** How near, from 0 to 1. */
  readonly nearness: number;
}

/** Shorter words have too many neighbors. */
const leastLength = 4;

/** Longer words are no slips of a word. */
const mostLength = 24;

/** How many known words a misspelled one may stand for. */
const mostSpellings = 3;

/** The known words nearest to a word that is not known, nearest first. */
export function spellingsOf(word: string, known: Iterable<string>): readonly Spelling[] {
  if (word.length < leastLength || word.length > mostLength) return [];
  const tolerance = word.length < 7 ? 1 : 2;
  const found: Spelling[] = [];
  for (const candidate of known) {
    if (Math.abs(candidate.length - word.length) > tolerance || candidate.length < 3) continue;
    if (!beginsAlike(word, candidate)) continue;
    const distance = slipsBetween(word, candidate, tolerance);
    if (distance > tolerance) continue;
    found.push({ word: candidate, nearness: 0.95 - 0.15 * (distance - 1) });
  }
  found.sort((a, b) => b.nearness - a.nearness || (a.word < b.word ? -1 : 1));
  const best = found[0]?.nearness ?? 0;
  return found.filter(({ nearness }) => nearness >= best - 0.01).slice(0, mostSpellings);
}

/** People seldom miss the first letter: `bread` is no slip of `read`. */
function beginsAlike(word: string, candidate: string): boolean {
  return word[0] === candidate[0] || (word[0] === candidate[1] && word[1] === candidate[0]);
}

/**
 * How many letters are missing, too many, wrong, or changed places with their neighbor; more than `tolerance` where it
 * is more than that.
 */
export function slipsBetween(a: string, b: string, tolerance: number): number {
  let older: number[] = [];
  let old = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(
        (old[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (old[j - 1] ?? 0) + (same ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (older[j - 2] ?? 0) + 1);
      }
      row.push(cost);
      least = Math.min(least, cost);
    }
    if (least > tolerance + 1) return tolerance + 1;
    older = old;
    old = row;
  }
  return old[b.length] ?? 0;
}
