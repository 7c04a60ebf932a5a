// The index without one of its parts: what each part is for.

const bytesOf = (value) => JSON.stringify(value).length;
const isPhrase = (use) => use.includes(':');
const nothing = { firsts: '', uses: [], targets: [] };

/** Relations of which only some uses of each first word stay. */
function keepUses({ firsts, uses, targets }, keep) {
  const kept = firsts
    .split(' ')
    .map((first, place) => [first, uses[place].split(' ').filter(keep).join(' ')])
    .filter(([, left]) => left !== '');
  const used = new Set(kept.flatMap(([, left]) => left.match(/\d+(?= |$)/g) ?? []));
  return {
    firsts: kept.map(([first]) => first).join(' '),
    uses: kept.map(([, left]) => left),
    targets: targets.map((target, place) => (used.has(String(place)) ? target : '')),
  };
}

/** What is left out, and how: each takes the index as it is built. */
export const ablations = [
  ['everything', (data) => data],
  ['no families of words', (data) => ({ ...data, related: keepUses(data.related, isPhrase) })],
  ['no phrases', (data) => ({ ...data, related: keepUses(data.related, (use) => !isPhrase(use)) })],
  ['no other languages', (data) => ({ ...data, foreign: nothing })],
  ['no focus on names', (data) => ({ ...data, cores: data.cores.map(() => []) })],
  ['no actions', (data) => ({ ...data, actions: '4'.repeat(data.size) })],
  ['no knowledge at all', (data) => ({ ...data, related: nothing, foreign: nothing })],
];

/** How many bytes of the index a part takes. */
export function savedBytes(data, change) {
  return bytesOf(data) - bytesOf(change(data));
}
