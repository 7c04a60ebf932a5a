import { isJsonObject, ownValue, setOwn } from '../../model/json.ts';
import type { JsonObject } from '../../model/json.ts';
import type { DocumentNode } from '../document-set.ts';
import { kindOf, membersOf, pointerText } from '../shared/nodes.ts';
import { reportKeyword } from './conversion.ts';
import type { Conversion } from './conversion.ts';
import { documentRoot, followPureReferences } from './schema-references.ts';
import { noDynamicScope } from './schema-targets.ts';

/**
 * Reads a `discriminator` into `{ propertyName, mapping, defaultMapping }` whose targets are keys of the
 * table, and brings every subtype into the table, so that none is out of reach (rules J9, L4). 2.0 gives
 * the property's name alone. `node` is the keyword's value.
 */
export function readDiscriminator(
  conversion: Conversion,
  node: DocumentNode,
): JsonObject | undefined {
  const propertyName = propertyNameOf(node);
  if (propertyName === undefined) {
    reportKeyword(conversion, node, 'schema-keyword-invalid', {
      message: `The discriminator at ${pointerText(node.location)} names no property (it is ${kindOf(node.value)}) and is left out.`,
      fix: 'Write propertyName.',
    });
    return undefined;
  }
  const mapping: Record<string, string> = {};
  for (const [tag, target] of membersOf(
    conversion.documents,
    conversion.documents.child(node, 'mapping'),
  )) {
    const key = keyOfTarget(conversion, target);
    if (key !== undefined) setOwn(mapping, tag, key);
  }
  const fallback = conversion.documents.child(node, 'defaultMapping');
  const defaultMapping = fallback && keyOfTarget(conversion, fallback);
  return {
    propertyName,
    mapping,
    ...(defaultMapping === undefined ? {} : { defaultMapping }),
  };
}

/** Brings the subtypes of a schema with a discriminator into the table. */
export function includeSubtypes(conversion: Conversion, parent: DocumentNode): void {
  for (const subtype of conversion.subtypes.takeNew(parent)) {
    conversion.targets.keyOf({ node: subtype, scope: noDynamicScope });
  }
}

function propertyNameOf(node: DocumentNode): string | undefined {
  const name = isJsonObject(node.value) ? ownValue(node.value, 'propertyName') : node.value;
  return typeof name === 'string' ? name : undefined;
}

/** A mapping value is a component's name if there is one of that name, else a reference (rule L4). */
function keyOfTarget(conversion: Conversion, node: DocumentNode): string | undefined {
  const { documents, targets } = conversion;
  if (typeof node.value === 'string') {
    const named =
      namedSchema(conversion, documents.entry.uri, node.value) ??
      namedSchema(conversion, node.location.document, node.value);
    if (named !== undefined) return targets.keyOf({ node: named, scope: noDynamicScope });
    const followed = followPureReferences(documents, node.value, node);
    if (followed.ok) return targets.keyOf({ node: followed.node, scope: noDynamicScope });
  }
  reportKeyword(conversion, node, 'schema-discriminator-target', {
    message: `The discriminator's mapping at ${pointerText(node.location)} leads to no schema and is left out.`,
    fix: 'Name a schema of components, or write a reference to one.',
  });
  return undefined;
}

function namedSchema(
  conversion: Conversion,
  document: string,
  name: string,
): DocumentNode | undefined {
  const { documents } = conversion;
  const root = documentRoot(documents, document);
  if (root === undefined) return undefined;
  const found =
    documents.child(root, 'components', 'schemas', name) ??
    documents.child(root, 'definitions', name);
  if (found === undefined || !isJsonObject(found.value)) return undefined;
  const reference = ownValue(found.value, '$ref');
  if (typeof reference !== 'string' || Object.keys(found.value).length > 1) return found;
  const followed = followPureReferences(documents, reference, found);
  return followed.ok ? followed.node : undefined;
}
