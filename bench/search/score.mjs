// Figures of a search, by kind of query.

/** Kinds of query that a search must answer nearly always. */
const plainKinds = ['keyword', 'request', 'entity', 'typo'];

/**
 * One line for each kind: how many, shares in per cent, the mean reciprocal rank, and the share of which the answer says
 * that it only guesses, or that nothing fits; one more line for the first four kinds together.
 */
export function summarize(rows, kinds, rankOf) {
  return [...kinds, 'first four'].flatMap((kind) => {
    const own = rows.filter((row) =>
      kind === 'first four' ? plainKinds.includes(row.kind) : row.kind === kind,
    );
    if (own.length === 0) return [];
    const doubted = share(own.filter(({ sure }) => !sure).length, own.length);
    if (kind === 'none') return [{ kind, count: own.length, recognized: doubted }];
    const ranks = own.map(rankOf);
    const within = (most) => share(ranks.filter((rank) => rank <= most).length, own.length);
    const reciprocal = ranks.reduce((sum, rank) => sum + 1 / rank, 0) / own.length;
    return [
      {
        kind,
        count: own.length,
        at1: within(1),
        at5: within(5),
        at10: within(10),
        reciprocal,
        doubted,
      },
    ];
  });
}

function share(part, whole) {
  return Math.round((part / whole) * 1000) / 10;
}

/** The lines as a table. */
export function tableOf(lines) {
  const head = `${'kind'.padEnd(16)}${'queries'.padStart(8)}${'@1'.padStart(8)}${'@5'.padStart(8)}${'@10'.padStart(8)}${'MRR'.padStart(8)}${'doubted'.padStart(9)}`;
  return [
    head,
    ...lines.map(({ kind, count, at1, at5, at10, reciprocal, doubted, recognized }) =>
      recognized === undefined
        ? `${kind.padEnd(16)}${String(count).padStart(8)}${at1.toFixed(1).padStart(8)}${at5.toFixed(1).padStart(8)}${at10.toFixed(1).padStart(8)}${reciprocal.toFixed(3).padStart(8)}${doubted.toFixed(1).padStart(9)}`
        : `${kind.padEnd(16)}${String(count).padStart(8)}  recognized ${recognized} %`,
    ),
  ].join('\n');
}
