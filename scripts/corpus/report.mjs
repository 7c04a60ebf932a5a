// The table of a corpus run, as text.

const columns = ['operations', 'tools', 'leftOut', 'cpuMs', 'peakMb', 'bytes', 'tokens'];
const idWidth = 40;
const missesShown = 5;

/** One line a document, then codes, operations left out, the heaviest, every miss, and the totals. */
export function reportRecords(records) {
  return [
    table(records),
    codesOf(records),
    leftOutOf(records),
    `slowest (ms of processor time): ${heaviest(records, 'cpuMs')}`,
    slowOf(records),
    `most memory (MB): ${heaviest(records, 'peakMb')}`,
    `largest lists (tokens): ${heaviest(records, 'tokens')}`,
    `most at the start when deferred (tokens): ${heaviest(records, 'startTokens')}`,
    missesOf(records),
    totals(records),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function table(records) {
  const head = `${'document'.padEnd(idWidth)}${columns.map((name) => name.padStart(11)).join('')}  largest tool, or error`;
  return [head, ...records.map(row)].join('\n');
}

function row(record) {
  const cells = columns.map((column) => {
    const value = column === 'leftOut' ? record.leftOut.length : record[column];
    return String(value === undefined ? '-' : Math.round(value)).padStart(11);
  });
  const { name, tokens } = record.largest ?? { name: '', tokens: 0 };
  const last = name === '' ? (record.errors[0] ?? '') : `${name} (${tokens})`;
  return `${record.id.padEnd(idWidth)}${cells.join('')}  ${last.slice(0, 90)}`;
}

function codesOf(records) {
  const counts = new Map();
  for (const { codes } of records) {
    for (const [code, times] of Object.entries(codes)) {
      counts.set(code, (counts.get(code) ?? 0) + times);
    }
  }
  const sorted = [...counts].toSorted(([, a], [, b]) => b - a);
  return [
    'diagnostics by code',
    ...sorted.map(([code, n]) => `${String(n).padStart(9)}  ${code}`),
  ].join('\n');
}

function leftOutOf(records) {
  const lines = records.flatMap(({ id, leftOut }) =>
    leftOut.map((each) => `  ${id}: ${each.method} ${each.path}: ${each.code}: ${each.message}`),
  );
  return lines.length === 0 ? '' : ['left out', ...lines].join('\n');
}

function heaviest(records, key) {
  return records
    .toSorted((a, b) => (b[key] ?? 0) - (a[key] ?? 0))
    .slice(0, 5)
    .map((record) => `${record.id} ${Math.round(record[key] ?? 0)}`)
    .join(', ');
}

/** Goals of time that were not reached: nothing fails by them, since a busy machine misses them too. */
function slowOf(records) {
  return records
    .filter(({ slow }) => slow !== undefined)
    .map(({ id, cpuMs, slow }) => `slower than its goal: ${id}, ${Math.round(cpuMs)} of ${slow} ms`)
    .join('\n');
}

function missesOf(records) {
  return records
    .filter(({ misses }) => misses.length > 0)
    .map(({ id, misses }) => {
      const rest = misses.length - missesShown;
      const shown = misses.slice(0, missesShown).map((miss) => `  ${miss}`);
      return [`MISS ${id}`, ...shown, ...(rest > 0 ? [`  … and ${rest} more`] : [])].join('\n');
    })
    .join('\n');
}

function totals(records) {
  const sum = (numberOf) => records.reduce((total, record) => total + numberOf(record), 0);
  const stopped = records.filter(({ stopped }) => stopped);
  const missed = records.filter(({ misses }) => misses.length > 0);
  return (
    `${records.length} documents: ${records.length - stopped.length} built, ` +
    `${stopped.length} stopped with an error; ${sum(({ operations }) => operations)} operations, ` +
    `${sum(({ tools }) => tools)} tools, ${sum(({ leftOut }) => leftOut.length)} left out; ` +
    `${missed.length} with misses`
  );
}
