// The index without one of its parts: what each part is for.

const bytesOf = (value) => JSON.stringify(value).length;
const isPhrase = (key) => key.includes('_');

/** Lines of which only some of the left words stay. */
function keepWords(lines, keep) {
  return lines.flatMap((line) => {
    const [left, right] = line.split('|');
    const kept = left.split(' ').filter(keep);
    return kept.length === 0 ? [] : [`${kept.join(' ')}|${right}`];
  });
}

/** What is left out, and how: each takes the index as it is built. */
export const ablations = [
  ['everything', (data) => data],
  ['no families of words', (data) => ({ ...data, related: keepWords(data.related, isPhrase) })],
  [
    'no phrases',
    (data) => ({ ...data, related: keepWords(data.related, (key) => !isPhrase(key)) }),
  ],
  ['no other languages', (data) => ({ ...data, foreign: [] })],
  ['no focus on names', (data) => ({ ...data, cores: data.cores.map(() => []) })],
  ['no actions', (data) => ({ ...data, actions: '4'.repeat(data.size) })],
  ['no knowledge at all', (data) => ({ ...data, related: [], foreign: [] })],
];

/** How many bytes of the index a part takes. */
export function savedBytes(data, change) {
  return bytesOf(data) - bytesOf(change(data));
}
