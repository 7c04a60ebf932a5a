import { isJsonObject, ownValue } from '../../model/json.ts';
import { diagnostic } from '../../model/diagnostic.ts';
import type { DocumentNode, DocumentSet, Resolution } from '../document-set.ts';
import { locationKey } from '../shared/nodes.ts';
import { referenceOf } from '../shared/references.ts';

/** The root of a loaded document by its URI. */
export function documentRoot(documents: DocumentSet, document: string): DocumentNode | undefined {
  if (document === documents.entry.uri) return documents.entry.root;
  const from = { value: undefined, location: { document, pointer: '' }, base: document };
  const located = documents.locate('#', from);
  return located.ok ? located.node : undefined;
}

/**
 * Follows a schema's `$ref` to the schema that it means. A schema that is nothing but another reference is
 * passed through; one that says more stays the target, because what it says counts (rules V8, V9, L2).
 */
export function followPureReferences(
  documents: DocumentSet,
  reference: string,
  from: DocumentNode,
): Resolution {
  const seen = new Set<string>();
  let located = documents.locate(reference, from);
  while (located.ok) {
    const { node } = located;
    const next = isBareReference(node) ? referenceOf(node) : undefined;
    if (next === undefined) return located;
    const key = locationKey(node.location);
    if (seen.has(key)) return loopAt(from, reference);
    seen.add(key);
    located = documents.locate(next, node);
  }
  return located;
}

/** Whether a schema is a `$ref` and nothing else. */
function isBareReference(node: DocumentNode): boolean {
  return (
    isJsonObject(node.value) &&
    ownValue(node.value, '$ref') !== undefined &&
    Object.keys(node.value).length === 1
  );
}

function loopAt(from: DocumentNode, reference: string): Resolution {
  return {
    ok: false,
    diagnostic: diagnostic('reference-loop', {
      message: `The reference ${reference} leads back to itself and never to a schema.`,
      fix: 'Let one schema of the loop say what it is.',
      location: from.location,
    }),
  };
}
