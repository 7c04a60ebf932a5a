/** Longer names are compared by this many characters, so that hostile input costs little. */
const comparedLength = 128;

/**
 * The names that somebody most likely meant, nearest first: close by edit distance, or one part of the
 * other, whatever the case. Deterministic; empty where nothing is near.
 *
 * @param limit How many names at most; 3 by default.
 */
export function nearestNames(
  name: string,
  candidates: Iterable<string>,
  limit = 3,
): readonly string[] {
  const wanted = fold(name);
  if (wanted === '') return [];
  const tolerance = Math.max(2, Math.floor(wanted.length / 3));
  const scored: { readonly candidate: string; readonly score: number }[] = [];
  for (const candidate of candidates) {
    const folded = fold(candidate);
    const score = distanceOf(wanted, folded, tolerance);
    if (score <= tolerance) scored.push({ candidate, score });
  }
  return scored
    .sort((a, b) => a.score - b.score || compareText(a.candidate, b.candidate))
    .slice(0, limit)
    .map(({ candidate }) => candidate);
}

/** `Did you mean "a" or "b"?`, or empty text where nothing is near. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const near = nearestNames(name, candidates).map((candidate) => JSON.stringify(candidate));
  const last = near.at(-1);
  if (last === undefined) return '';
  return near.length === 1
    ? `Did you mean ${last}?`
    : `Did you mean ${near.slice(0, -1).join(', ')} or ${last}?`;
}

/** Names that differ only in case and punctuation are the same slip. */
function fold(name: string): string {
  return name
    .slice(0, comparedLength)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Edit distance, or 1 where one name contains the other; more than `tolerance` means "not near". */
function distanceOf(wanted: string, candidate: string, tolerance: number): number {
  if (wanted === candidate) return 0;
  const [short, long] =
    wanted.length < candidate.length ? [wanted, candidate] : [candidate, wanted];
  if (short.length >= 4 && long.includes(short)) return 1;
  if (long.length - short.length > tolerance) return tolerance + 1;
  return editDistance(short, long);
}

/** Levenshtein distance with one row of memory. */
function editDistance(short: string, long: string): number {
  let previous = Array.from({ length: short.length + 1 }, (_, index) => index);
  for (let row = 1; row <= long.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= short.length; column += 1) {
      const substitution = long[row - 1] === short[column - 1] ? 0 : 1;
      current.push(
        Math.min(
          (previous[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (previous[column - 1] ?? 0) + substitution,
        ),
      );
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
}
