// Figures of a search, by kind of query.

/** One line for each kind: how many, shares in per cent, the mean reciprocal rank. */
export function summarize(rows, kinds, rankOf) {
  return kinds.flatMap((kind) => {
    const own = rows.filter((row) => row.kind === kind);
    if (own.length === 0) return [];
    if (kind === 'none') {
      const empty = own.filter(({ found }) => found.length === 0).length;
      return [{ kind, count: own.length, recognized: share(empty, own.length) }];
    }
    const ranks = own.map(rankOf);
    const within = (most) => share(ranks.filter((rank) => rank <= most).length, own.length);
    const reciprocal = ranks.reduce((sum, rank) => sum + 1 / rank, 0) / own.length;
    return [
      { kind, count: own.length, at1: within(1), at5: within(5), at10: within(10), reciprocal },
    ];
  });
}

function share(part, whole) {
  return Math.round((part / whole) * 1000) / 10;
}

/** The lines as a table. */
export function tableOf(lines) {
  const head = `${'kind'.padEnd(16)}${'queries'.padStart(8)}${'@1'.padStart(8)}${'@5'.padStart(8)}${'@10'.padStart(8)}${'MRR'.padStart(8)}`;
  return [
    head,
    ...lines.map(({ kind, count, at1, at5, at10, reciprocal, recognized }) =>
      recognized === undefined
        ? `${kind.padEnd(16)}${String(count).padStart(8)}${at1.toFixed(1).padStart(8)}${at5.toFixed(1).padStart(8)}${at10.toFixed(1).padStart(8)}${reciprocal.toFixed(3).padStart(8)}`
        : `${kind.padEnd(16)}${String(count).padStart(8)}  recognized ${recognized} %`,
    ),
  ].join('\n');
}
