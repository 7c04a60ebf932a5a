import type { PackedRelations } from '../../model/search-data.ts';

/** Turns lines `left…|right…` into what is looked up by the first word of each left one. */
export function packRelations(lines: readonly string[]): PackedRelations {
  const uses = new Map<string, string[]>();
  const targets = new Map<string, number>();
  for (const line of lines) {
    const at = line.indexOf('|');
    const target = line.slice(at + 1);
    const place = targets.get(target) ?? targets.size;
    targets.set(target, place);
    for (const said of line.slice(0, at).split(' ')) {
      const [first = '', ...rest] = said.split('_');
      const use = rest.length === 0 ? String(place) : `${rest.join('_')}:${place}`;
      const same = uses.get(first);
      if (same === undefined) uses.set(first, [use]);
      else if (!same.includes(use)) same.push(use);
    }
  }
  return {
    firsts: [...uses.keys()].join(' '),
    uses: [...uses.values()].map((all) => all.join(' ')),
    targets: [...targets.keys()],
  };
}
