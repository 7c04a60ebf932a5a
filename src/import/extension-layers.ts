import type { Extension } from '../model/api.ts';
import type { JsonValue } from '../model/json.ts';
import { isJsonObject, objectFromEntries, ownValue } from '../model/json.ts';
import { childLocation } from '../model/source.ts';
import type { DocumentNode } from './document-set.ts';
import type { ExtensionOrigin, OverlayDraft } from './overlay/draft.ts';
import type { ReadContext } from './read-context.ts';

const extensionKey = 'x-mcp';

/** The context of a document that overlays may have changed; without them everything has rank 0. */
export function createReadContext(draft?: OverlayDraft): ReadContext {
  const extensionsOf = (node: DocumentNode): readonly Extension[] => layersOf(node, draft);
  return {
    extensionsOf,
    extensionOf: (node) => {
      const layers = extensionsOf(node);
      const highest = layers.at(-1);
      const value = extensionValue(node);
      if (highest === undefined || value === undefined) return undefined;
      return layers.length === 1 ? highest : { ...highest, value };
    },
  };
}

function extensionValue(node: DocumentNode): JsonValue | undefined {
  return isJsonObject(node.value) ? ownValue(node.value, extensionKey) : undefined;
}

function layersOf(node: DocumentNode, draft: OverlayDraft | undefined): readonly Extension[] {
  const value = extensionValue(node);
  if (value === undefined || !isJsonObject(node.value)) return [];
  const own: ExtensionOrigin = { rank: 0, location: childLocation(node.location, extensionKey) };
  const keys = isJsonObject(value) ? Object.keys(value) : [];
  if (!isJsonObject(value) || keys.length === 0) {
    return [{ value, ...(draft?.originOf(node.value, extensionKey) ?? own) }];
  }
  const groups = new Map<string, { readonly origin: ExtensionOrigin; readonly keys: string[] }>();
  for (const key of keys) {
    const origin = draft?.originOf(value, key) ?? own;
    const name = `${origin.rank} ${origin.location.document} ${origin.location.pointer}`;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, { origin, keys: [key] });
    else group.keys.push(key);
  }
  return [...groups.values()]
    .sort((left, right) => left.origin.rank - right.origin.rank)
    .map(({ origin, keys: found }) => ({ value: pick(value, found), ...origin }));
}

function pick(value: Readonly<Record<string, JsonValue>>, keys: readonly string[]): JsonValue {
  return objectFromEntries(keys.map((key) => [key, ownValue(value, key) ?? null]));
}
