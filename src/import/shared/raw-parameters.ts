import { diagnostic } from '../../model/diagnostic.ts';
import { ownValue } from '../../model/json.ts';
import type { DocumentNode } from '../document-set.ts';
import { itemsOf, objectAt, pointerText, reportField } from './nodes.ts';
import { followMisplaced } from './misplaced-references.ts';
import type { Reading } from './reading.ts';
import { followReference } from './references.ts';
import type { Followed } from './references.ts';

/** A Parameter Object of any version before it is read: only its name and place are known. */
export interface RawParameter extends Followed {
  readonly name: string;
  /** The value of `in`, as written. */
  readonly place: string;
}

/**
 * The parameters of an operation: those of the path item and its own, each (name, place) once, the
 * operation's winning (rule P1). What has no name or no place is reported and left out.
 */
export function collectParameters(
  reading: Reading,
  lists: readonly (DocumentNode | undefined)[],
): readonly RawParameter[] {
  const merged = new Map<string, RawParameter>();
  for (const list of lists) {
    for (const [key, parameter] of readList(reading, list)) merged.set(key, parameter);
  }
  return [...merged.values()];
}

function readList(
  reading: Reading,
  list: DocumentNode | undefined,
): ReadonlyMap<string, RawParameter> {
  const parameters = new Map<string, RawParameter>();
  const meant = list && (followMisplaced(reading, list) ?? list);
  if (meant !== undefined && meant.value !== null && !Array.isArray(meant.value)) {
    reportField(reading, meant, 'a list');
  }
  for (const item of itemsOf(reading.documents, meant)) {
    const parameter = readRaw(reading, item);
    if (parameter === undefined) continue;
    const key = identityOf(parameter);
    if (parameters.has(key)) reportRepeated(reading, parameter);
    else parameters.set(key, parameter);
  }
  return parameters;
}

function readRaw(reading: Reading, item: DocumentNode): RawParameter | undefined {
  const followed = followReference(reading, item);
  if (followed === undefined) return undefined;
  const fields = objectAt(followed.node);
  const name = ownValue(fields, 'name');
  const place = ownValue(fields, 'in');
  if (typeof place === 'string' && (typeof name === 'string' || place === 'body')) {
    return { ...followed, name: typeof name === 'string' ? name : '', place };
  }
  if (typeof place === 'string' && (typeof name === 'number' || typeof name === 'boolean')) {
    return { ...followed, name: String(name), place };
  }
  reading.report(
    diagnostic('parameter-invalid', {
      message: `The parameter at ${pointerText(followed.node.location)} has no name or no place ("in"), and is left out.`,
      fix: 'Give it both a name and an "in".',
      location: followed.node.location,
    }),
  );
  return undefined;
}

/** Header names are the same in any case (RFC 9110 §5.1), all others are not; a body has no name. */
function identityOf({ name, place }: RawParameter): string {
  if (place === 'body') return 'body';
  return `${place}\n${place === 'header' ? name.toLowerCase() : name}`;
}

function reportRepeated(reading: Reading, { name, place, site }: RawParameter): void {
  reading.report(
    diagnostic('parameter-repeated', {
      message: `The ${place} parameter ${JSON.stringify(name)} is declared twice in one list; the first is taken.`,
      fix: 'Remove one of the two.',
      location: site.location,
    }),
  );
}
