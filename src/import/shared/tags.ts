import type { Tag } from '../../model/api.ts';
import { diagnostic } from '../../model/diagnostic.ts';
import type { DocumentNode } from '../document-set.ts';
import { itemsOf, readArrayField, readText, reportField } from './nodes.ts';
import type { Reading } from './reading.ts';

/** The tags of the root object. A `parent` that does not exist or leads back is dropped (rule V14). */
export function readTags(reading: Reading): readonly Tag[] {
  const { documents } = reading;
  const found = new Map<string, { readonly tag: Tag; readonly node: DocumentNode }>();
  for (const node of itemsOf(documents, readArrayField(reading, documents.entry.root, 'tags'))) {
    const tag = readTag(reading, node);
    if (tag === undefined) continue;
    if (found.has(tag.name))
      reportTag(reading, node, `The tag ${tag.name} is declared twice; the first is taken.`);
    else found.set(tag.name, { tag, node });
  }
  const parents = new Map([...found].map(([name, { tag }]) => [name, tag.parent]));
  return [...found.values()].map(({ tag, node }) => {
    const fault = faultOfParent(tag, parents);
    if (fault === undefined) return tag;
    reportTag(reading, node, `The tag ${tag.name} has ${fault}; it stands at the top.`);
    const { parent: _parent, ...root } = tag;
    return root;
  });
}

function readTag(reading: Reading, node: DocumentNode): Tag | undefined {
  const name = readText(reading, node, 'name');
  if (name === undefined) {
    reportField(reading, node, 'a tag with a name');
    return undefined;
  }
  const summary = readText(reading, node, 'summary');
  const description = readText(reading, node, 'description');
  const parent = readText(reading, node, 'parent');
  const extension = reading.context.extensionOf(node);
  return {
    name,
    ...(summary === undefined ? {} : { summary }),
    ...(description === undefined ? {} : { description }),
    ...(parent === undefined ? {} : { parent }),
    ...(extension === undefined ? {} : { extension }),
  };
}

/** Why a tag cannot have its parent. Every tag of a ring loses its own, so that the order does not matter. */
function faultOfParent(
  tag: Tag,
  parents: ReadonlyMap<string, string | undefined>,
): string | undefined {
  if (tag.parent === undefined) return undefined;
  if (!parents.has(tag.parent)) return `the parent ${tag.parent}, which is no tag of the document`;
  const seen = new Set<string>();
  for (
    let next: string | undefined = tag.parent;
    next !== undefined && !seen.has(next);
    next = parents.get(next)
  ) {
    if (next === tag.name) return `itself among its parents`;
    seen.add(next);
  }
  return undefined;
}

function reportTag(reading: Reading, node: DocumentNode, message: string): void {
  reading.report(
    diagnostic('tag-invalid', {
      message,
      fix: 'Name each tag once, and let parents lead to a tag without a parent.',
      location: node.location,
    }),
  );
}
