import { diagnostic } from '../../model/diagnostic.ts';
import { ownValue } from '../../model/json.ts';
import type { DelimitedSerialization, Delimiter } from '../../model/serialization.ts';
import type { DocumentNode } from '../document-set.ts';
import { objectAt } from '../shared/nodes.ts';
import type { Reading } from '../shared/reading.ts';

const delimiters: ReadonlyMap<unknown, Delimiter> = new Map([
  ['csv', 'comma'],
  ['ssv', 'space'],
  ['tsv', 'tab'],
  ['pipes', 'pipe'],
]);

/** Arrays nested deeper than this in one parameter are read as if they ended here. */
const deepestArray = 10;

/**
 * How a 2.0 array is written (rule V3): the separator of each level from the outside in, csv where none is
 * named. `multi` repeats the name, which only a query and a form can; `undefined` for a value that is no
 * array.
 */
export function readCollectionFormat(
  reading: Reading,
  owner: DocumentNode,
  place: string,
): DelimitedSerialization | undefined {
  if (!isArrayType(owner)) return undefined;
  const mayRepeat = place === 'query' || place === 'formData';
  const repeat = ownValue(objectAt(owner), 'collectionFormat') === 'multi' && mayRepeat;
  const levels = arrayLevels(reading, owner);
  const written = repeat ? levels.slice(1) : levels;
  return {
    kind: 'delimited',
    delimiters: written.map((level) => delimiterOf(reading, level)),
    repeat,
  };
}

/** The array itself and the arrays inside it. */
function arrayLevels(reading: Reading, owner: DocumentNode): readonly DocumentNode[] {
  const levels: DocumentNode[] = [];
  let level: DocumentNode | undefined = owner;
  while (level !== undefined && isArrayType(level) && levels.length < deepestArray) {
    levels.push(level);
    level = reading.documents.child(level, 'items');
  }
  return levels;
}

function isArrayType(node: DocumentNode): boolean {
  return ownValue(objectAt(node), 'type') === 'array';
}

function delimiterOf(reading: Reading, node: DocumentNode): Delimiter {
  const format = ownValue(objectAt(node), 'collectionFormat') ?? 'csv';
  const delimiter = delimiters.get(format);
  if (delimiter !== undefined) return delimiter;
  reading.report(
    diagnostic('style-illegal', {
      message: `The collectionFormat ${JSON.stringify(format)} is not legal here; csv is used.`,
      fix: 'Use csv, ssv, tsv or pipes; multi in the query and in forms alone, and for the outermost array.',
      location: node.location,
    }),
  );
  return 'comma';
}
