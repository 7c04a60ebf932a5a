import type { JsonValue } from '../../model/json.ts';
import { isArray, isJsonObject, ownValue, setOwn } from '../../model/json.ts';
import type { SourceLocation } from '../../model/source.ts';
import { childLocation } from '../../model/source.ts';
import type { DraftArray, DraftObject, OverlayDraft } from './draft.ts';
import type { NodePath } from './json-path.ts';

/** The kinds that the merge rules tell apart. */
export type NodeKind = 'object' | 'array' | 'primitive';

/** A pair of values that do not merge. */
export interface MergeConflict {
  readonly path: NodePath;
  readonly target: NodeKind;
  readonly update: NodeKind;
}

/** What a merge needs beside the values. */
export interface MergeContext {
  readonly draft: OverlayDraft;
  /** Rank of the overlay. */
  readonly rank: number;
  /** Place of the merged value in the overlay. */
  readonly location: SourceLocation;
  /** A primitive target gives way to any value, as tools for Overlay 1.0 do it. */
  readonly replacesPrimitives: boolean;
  /** Called with the weight of every value that is added; throws where a limit is reached. */
  readonly charge: (weight: number) => void;
}

/** The key of the extensions whose origins are remembered. */
const extensionKey = 'x-mcp';

/** Names the kind of a value; `null` is a primitive. */
export function kindOf(value: JsonValue): NodeKind {
  if (isArray(value)) return 'array';
  return isJsonObject(value) ? 'object' : 'primitive';
}

/** How many containers lie inside each other at the deepest place of a value. */
export function depthOf(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return 0;
  let deepest = 0;
  for (const member of Object.values(value)) deepest = Math.max(deepest, depthOf(member));
  return deepest + 1;
}

/**
 * Merges a value into the node at a path by rule O9: objects merge, arrays grow, primitives are replaced;
 * an array that is the target itself takes anything as one more item. Returns what did not fit.
 */
export function mergeAt(
  path: NodePath,
  update: JsonValue,
  context: MergeContext,
): readonly MergeConflict[] {
  const { draft } = context;
  const target = draft.valueAt(path);
  if (target === undefined) return [];
  const conflicts: MergeConflict[] = [];
  const merge = new Merge(context, conflicts);
  switch (kindOf(target)) {
    case 'array': {
      const owned = draft.ownAt(path);
      const items = isArray(update) ? update : [update];
      if (isArray(owned)) draft.append(owned, merge.copyItems(items, context.location));
      break;
    }
    case 'object': {
      const owned = draft.ownAt(path);
      if (owned === undefined || isArray(owned) || !isJsonObject(update)) {
        conflicts.push({ path, target: 'object', update: kindOf(update) });
      } else merge.mergeObject(owned, update, { path, location: context.location });
      break;
    }
    case 'primitive':
      if (kindOf(update) === 'primitive' || context.replacesPrimitives) {
        const value = merge.copy(update, context.location);
        draft.replaceAt(path, value);
        if (path.at(-1) === extensionKey) merge.recordAll(value, context.location);
      } else conflicts.push({ path, target: 'primitive', update: kindOf(update) });
  }
  if (conflicts.length === 0) recordAbove(path, context);
  return conflicts;
}

/** Where a merge stands, in the document and in the overlay. */
interface MergePlace {
  readonly path: NodePath;
  readonly location: SourceLocation;
}

class Merge {
  readonly #context: MergeContext;
  readonly #conflicts: MergeConflict[];

  constructor(context: MergeContext, conflicts: MergeConflict[]) {
    this.#context = context;
    this.#conflicts = conflicts;
  }

  mergeObject(
    target: DraftObject,
    update: Readonly<Record<string, JsonValue>>,
    place: MergePlace,
  ): void {
    for (const [key, value] of Object.entries(update)) {
      const below = {
        path: [...place.path, key],
        location: childLocation(place.location, key),
      };
      const existing = ownValue(target, key);
      if (existing === undefined) this.#insert(target, key, value, below.location);
      else this.#mergeMember(target, key, value, below);
      if (place.path.at(-1) === extensionKey) this.#record(target, key, place.location);
    }
  }

  copyItems(items: readonly JsonValue[], location: SourceLocation): JsonValue[] {
    return items.map((item, index) => this.copy(item, childLocation(location, index)));
  }

  #mergeMember(target: DraftObject, key: string, update: JsonValue, place: MergePlace): void {
    const { draft } = this.#context;
    const existing = ownValue(target, key);
    if (existing === undefined) return;
    const kinds = { target: kindOf(existing), update: kindOf(update) };
    if (kinds.target !== kinds.update) {
      this.#conflicts.push({ path: place.path, ...kinds });
    } else if (kinds.target === 'primitive') {
      this.#insert(target, key, update, place.location);
    } else {
      const member = draft.ownMember(target, key);
      if (isArray(member) && isArray(update)) {
        draft.append(member, this.copyItems(update, place.location));
      } else if (member !== undefined && !isArray(member) && isJsonObject(update)) {
        this.mergeObject(member, update, place);
      }
    }
  }

  #insert(target: DraftObject, key: string, value: JsonValue, location: SourceLocation): void {
    this.#context.charge(key.length);
    setOwn(target, key, this.copy(value, location));
    if (key === extensionKey && !isJsonObject(value)) this.#record(target, key, location);
  }

  /** A deep copy that the draft owns; inserted values never share anything with the overlay. */
  copy(value: JsonValue, location: SourceLocation): JsonValue {
    const { draft, charge } = this.#context;
    charge(32 + (typeof value === 'string' ? value.length : 0));
    if (isArray(value)) {
      const copy: DraftArray = this.copyItems(value, location);
      return draft.adopt(copy);
    }
    if (!isJsonObject(value)) return value;
    const copy = draft.adopt<DraftObject>({});
    for (const [key, member] of Object.entries(value)) {
      this.#insert(copy, key, member, childLocation(location, key));
    }
    if (lastToken(location) === extensionKey) this.recordAll(copy, location);
    return copy;
  }

  /** Remembers the origin of every key of a value, if it is an object. */
  recordAll(value: JsonValue, location: SourceLocation): void {
    if (!isJsonObject(value)) return;
    for (const key of Object.keys(value)) this.#record(value, key, location);
  }

  #record(object: object, key: string, location: SourceLocation): void {
    this.#context.draft.recordOrigin(object, key, { rank: this.#context.rank, location });
  }
}

/** A change deep inside an `x-mcp` counts for the key of that object under which it lies. */
function recordAbove(path: NodePath, context: MergeContext): void {
  const { draft, rank, location } = context;
  const at = path.indexOf(extensionKey);
  const key = path[at + 1];
  if (at === -1) return;
  const holder = draft.ownAt(path.slice(0, key === undefined ? at : at + 1));
  if (holder === undefined || isArray(holder)) return;
  if (key !== undefined) draft.recordOrigin(holder, String(key), { rank, location });
  else if (!isJsonObject(ownValue(holder, extensionKey))) {
    draft.recordOrigin(holder, extensionKey, { rank, location });
  }
}

function lastToken(location: SourceLocation): string {
  return location.pointer.slice(location.pointer.lastIndexOf('/') + 1);
}
