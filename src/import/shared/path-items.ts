import { diagnostic } from '../../model/diagnostic.ts';
import { isJsonObject } from '../../model/json.ts';
import type { DocumentNode } from '../document-set.ts';
import { membersOf, objectAt, pointerText, readObjectField } from './nodes.ts';
import type { Reading } from './reading.ts';
import { followReference, referenceOf } from './references.ts';

/** A Path Item Object with what its `$ref` adds. */
export interface PathItem {
  /** The key in `paths`, as written. */
  readonly path: string;
  /** The objects that make it up: the one that a `$ref` names, if any, then the one under the key. */
  readonly sources: readonly DocumentNode[];
  /** All members, those of the referenced item first; local ones replace them (rule L5). */
  readonly members: ReadonlyMap<string, DocumentNode>;
}

/** The path items of a document in order. Extensions of `paths` are none; a broken `$ref` is reported. */
export function readPathItems(reading: Reading): readonly PathItem[] {
  const { documents } = reading;
  const paths = readObjectField(reading, documents.entry.root, 'paths');
  const items: PathItem[] = [];
  for (const [path, node] of membersOf(documents, paths)) {
    if (path.startsWith('x-')) continue;
    if (!path.startsWith('/')) {
      reading.report(
        diagnostic('path-without-slash', {
          message: `The path ${JSON.stringify(path)} does not begin with a slash; one is put in front of it.`,
          fix: 'Begin the path with a slash.',
          location: node.location,
        }),
      );
    }
    items.push(readPathItem(reading, path, node));
  }
  return items;
}

function readPathItem(reading: Reading, path: string, node: DocumentNode): PathItem {
  const { documents } = reading;
  const local = membersOf(documents, node).filter(([key]) => key !== '$ref');
  const alone = { path, sources: [node], members: new Map(local) };
  if (node.value === null) return alone;
  if (isJsonObject(node.value) && referenceOf(node) === undefined) return alone;
  const followed = followReference(reading, node);
  if (followed === undefined) return alone;
  const referenced = membersOf(documents, followed.node);
  const overlap = local.filter(([key]) => Object.hasOwn(objectAt(followed.node), key));
  if (overlap.length > 0) {
    const names = overlap.map(([key]) => key).join(', ');
    reading.report(
      diagnostic('path-item-overlap', {
        message: `The path item at ${pointerText(node.location)} and the one that it refers to both have ${names}; what stands beside the reference is taken.`,
        fix: 'Write each field in one of the two places.',
        location: node.location,
      }),
    );
  }
  return { path, sources: [followed.node, node], members: new Map([...referenced, ...local]) };
}
