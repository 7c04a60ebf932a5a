import { isJsonObject, ownValue } from '../../model/json.ts';
import type { JsonSchema } from '../../model/json.ts';
import type { DocumentNode, DocumentSet } from '../document-set.ts';
import { membersOf, pointerText } from '../shared/nodes.ts';
import { reportKeyword } from './conversion.ts';
import type { Conversion, SchemaPlace } from './conversion.ts';
import type { DynamicScope } from './schema-targets.ts';

/**
 * The dynamic scope inside a schema: its own `$dynamicAnchor` and those of its `$defs`, unless a schema
 * further out already has one of the same name (rule J6).
 */
export function scopeInside(
  documents: DocumentSet,
  node: DocumentNode,
  outer: DynamicScope,
): DynamicScope {
  if (!isJsonObject(node.value)) return outer;
  const ownAnchor = ownValue(node.value, '$dynamicAnchor');
  const definitions = ownValue(node.value, '$defs');
  if (ownAnchor === undefined && definitions === undefined) return outer;
  const candidates = [
    node,
    ...membersOf(documents, documents.child(node, '$defs')).map(([, definition]) => definition),
  ];
  const inner = new Map<string, DocumentNode>();
  for (const candidate of candidates) {
    const name = isJsonObject(candidate.value)
      ? ownValue(candidate.value, '$dynamicAnchor')
      : undefined;
    if (typeof name === 'string' && !outer.has(name)) inner.set(name, candidate);
  }
  return inner.size === 0 ? outer : new Map([...outer, ...inner]);
}

/**
 * Resolves a `$dynamicRef` to the outermost anchor that conversion has passed, else to the anchor that the
 * document has; where there is neither, anything is accepted (rule J6). `place.node` is the keyword's value.
 */
export function readDynamicReference(conversion: Conversion, place: SchemaPlace): JsonSchema {
  const { node } = place;
  const target =
    typeof node.value === 'string' ? findTarget(conversion, place, node.value) : undefined;
  if (target !== undefined) {
    const scope = scopeInside(conversion.documents, target, place.scope);
    return { $ref: `#/$defs/${conversion.targets.keyOf({ node: target, scope })}` };
  }
  reportKeyword(conversion, node, 'schema-dynamic-reference', {
    message: `It cannot be decided which schema the $dynamicRef at ${pointerText(node.location)} means; anything is accepted there.`,
    fix: 'Give a schema of the document the $dynamicAnchor that it names, or use $ref.',
  });
  return {};
}

function findTarget(
  conversion: Conversion,
  place: SchemaPlace,
  reference: string,
): DocumentNode | undefined {
  const { documents } = conversion;
  const [document = '', fragment = ''] = reference.split('#', 2);
  const passed = place.scope.get(fragment);
  if (passed !== undefined) return passed;
  const anchored = document === '' ? documents.anchor(fragment, place.node) : undefined;
  if (anchored !== undefined) return anchored;
  const located = documents.locate(reference, place.node);
  return located.ok ? located.node : undefined;
}
