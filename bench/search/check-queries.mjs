// Checks the labelled queries: every answer is an operation of its document, nothing is asked twice, every kind is
// there, and no query says more than 60 % of its own words in the summary and operationId of an answer, so that
// finding it takes more than comparing words. Prints how many there are, and how the shares are spread.
//
//   node bench/search/check-queries.mjs [FOLDER OF QUERIES]
import { importDocument } from '../../dist/src/index.js';
import { pathToFileURL } from 'node:url';
import { documentFile, kinds, operationKey, readQuerySets } from './labelled-queries.mjs';

const mostShared = 0.6;
const leastQueries = 600;
const documentsOf = { tuning: 12, reporting: 3 };

const stopWords = new Set(
  (
    'a an and any are as at be been but by can could did do does for from had has have he her him his how i if in into is it ' +
    'its just me my no not of off on or our out please she should so some than that the their them then there these they ' +
    'this those to up us want was we were what when where which who will with would you your'
  ).split(' '),
);

/** Words that carry meaning, without their endings. */
function contentWords(text) {
  return new Set(
    text
      .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length > 1 && !stopWords.has(word))
      .map((word) => word.replace(/(?:ies|ied)$/, 'y').replace(/(?:ing|ed|es|s|e)$/, '')),
  );
}

/** The share of a query's words that an operation says itself. */
export function sharedWords(query, { operationId = '', summary = '' }) {
  const asked = [...contentWords(query)];
  const said = contentWords(`${operationId} ${summary}`);
  return asked.length === 0 ? 0 : asked.filter((word) => said.has(word)).length / asked.length;
}

/** Faults of one set, and the shares of its queries. */
export function checkSet({ document, half, queries }, operations) {
  const faults = [];
  const shares = [];
  const seen = new Set();
  if (half !== 'tuning' && half !== 'reporting') faults.push(`${document}: half "${half}"`);
  for (const kind of kinds) {
    if (!queries.some((each) => each.kind === kind)) faults.push(`${document}: no ${kind}`);
  }
  for (const { kind, query, answers } of queries) {
    const say = (fault) => faults.push(`${document}, "${query}": ${fault}`);
    if (!kinds.includes(kind)) say(`kind "${kind}"`);
    if (seen.has(query.toLowerCase())) say('is asked twice');
    seen.add(query.toLowerCase());
    if ((kind === 'none') !== (answers.length === 0)) say('has the wrong number of answers');
    if (new Set(answers).size !== answers.length) say('names an answer twice');
    const unknown = answers.filter((answer) => !operations.has(answer));
    if (unknown.length > 0) say(`no operation ${unknown.join(', ')}`);
    const most = Math.max(
      0,
      ...answers.map((answer) => sharedWords(query, operations.get(answer) ?? {})),
    );
    if (most > mostShared) say(`shares ${Math.round(most * 100)} % of its words with an answer`);
    if (kind !== 'none') shares.push(most);
  }
  return { faults, shares };
}

/** The operations of a document by what queries call them. */
async function operationsOf(file) {
  const { result } = await importDocument({ kind: 'file', path: file });
  if (!result.ok) throw new Error(`${file}: ${result.diagnostics[0].message}`);
  return new Map(
    result.value.operations.map((operation) => [
      operationKey({ ...operation, path: operation.path }),
      operation,
    ]),
  );
}

async function main() {
  const sets = readQuerySets(process.argv[2]);
  const faults = [];
  const shares = [];
  for (const set of sets) {
    const file = documentFile(set.document);
    if (file === undefined) {
      console.log('queries: the documents are not here');
      return;
    }
    const checked = checkSet(set, await operationsOf(file));
    faults.push(...checked.faults);
    shares.push(...checked.shares);
  }
  for (const half of ['tuning', 'reporting']) {
    const own = sets.filter((set) => set.half === half);
    const counts = kinds.map((kind) => {
      const count = own.flatMap(({ queries }) => queries).filter((each) => each.kind === kind);
      return `${kind} ${count.length}`;
    });
    const total = own.reduce((sum, { queries }) => sum + queries.length, 0);
    console.log(`${half}: ${own.length} documents, ${total} queries: ${counts.join(', ')}`);
    if (own.length !== documentsOf[half]) {
      faults.push(`${half}: ${own.length} documents, not ${documentsOf[half]}`);
    }
  }
  const total = sets.reduce((sum, { queries }) => sum + queries.length, 0);
  if (total < leastQueries) faults.push(`${total} queries, fewer than ${leastQueries}`);
  console.log('words shared with an answer, of the words of the query:');
  for (let tenth = 0; tenth <= mostShared * 10; tenth += 1) {
    const count = shares.filter((share) => Math.floor(share * 10 + 1e-9) === tenth).length;
    console.log(`  from ${String(tenth * 10).padStart(2)} %  ${count}`);
  }
  for (const fault of faults) console.log(`FAULT  ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main();
