import type { Document, Node, Pair, YAMLMap, YAMLSeq } from 'yaml';
import { isAlias, isMap, isNode, isScalar, isSeq, parseDocument, visit } from 'yaml';
import type { JsonObject, JsonValue } from '../../../model/json.ts';
import { isArray, isJsonObject, ownValue } from '../../../model/json.ts';
import type { OverlayDraft } from '../draft.ts';

/** A document before and after overlays. */
export interface EditedDocument {
  /** As written. */
  readonly text: string;
  readonly before: JsonValue;
  readonly draft: OverlayDraft;
}

/** How a text is laid out, as far as the writer can follow. */
interface Layout {
  readonly indent: number;
  readonly indentSeq: boolean;
}

/**
 * Brings what overlays changed into a YAML text, and leaves the rest with its comments, order and quotes. The text is
 * written anew in the layout of before; a comment behind the key of a block moves to a line of its own, folded text is no longer broken, and several
 * blank lines become one.
 *
 * @param expandAliases Write aliases out first, where a change through one of them would change them all.
 * @returns The new text, or `undefined` where the text cannot be edited so. Whether it says what it should is for the
 * caller to check.
 */
export function editYaml(
  { text, before, draft }: EditedDocument,
  expandAliases: boolean,
): string | undefined {
  try {
    const document: Document = parseDocument(text, {
      keepSourceTokens: false,
      logLevel: 'silent',
      merge: false,
      strict: false,
      uniqueKeys: false,
    });
    if (document.errors.length > 0) return undefined;
    if (expandAliases) writeAliasesOut(document);
    const editor = new YamlEditor(document, draft);
    document.contents = editor.edit(document.contents, before, draft.root);
    return document.toString({ lineWidth: 0, minContentWidth: 0, ...layoutOf(text) });
  } catch {
    return undefined; // deeper, or stranger, than the library can follow
  }
}

class YamlEditor {
  readonly #document: Document;
  readonly #draft: OverlayDraft;

  constructor(document: Document, draft: OverlayDraft) {
    this.#document = document;
    this.#draft = draft;
  }

  /** The node for a value of now: the same one, edited, where it can be. */
  edit(node: unknown, before: JsonValue | undefined, after: JsonValue): Node {
    if (before === after && isNode(node)) return node;
    if (isMap(node) && isJsonObject(before) && isJsonObject(after)) {
      this.#editMap(node, before, after);
      return node;
    }
    if (isSeq(node) && isArray(before) && isArray(after)) {
      const indices = this.#draft.originalIndices(after);
      if (indices !== undefined) {
        this.#editSequence(node, before, { after, indices });
        return node;
      }
    }
    if (isScalar(node) && !isContainer(after) && !isContainer(before)) {
      node.value = after;
      delete node.source;
      return node;
    }
    return this.#document.createNode(after, { aliasDuplicateObjects: false });
  }

  #editMap(map: YAMLMap, before: JsonObject, after: JsonObject): void {
    map.items = map.items.filter((pair) => {
      const key = keyOf(pair, before);
      return key === undefined || Object.hasOwn(after, key);
    });
    const present = new Set<string>();
    for (const pair of map.items) {
      const key = keyOf(pair, before);
      if (key === undefined) continue;
      present.add(key);
      const value = ownValue(after, key);
      if (value !== undefined) pair.value = this.edit(pair.value, ownValue(before, key), value);
    }
    for (const [key, value] of Object.entries(after)) {
      if (present.has(key)) continue;
      // An alias of a merge key brought it in, and nothing about it changed.
      if (Object.hasOwn(before, key) && before[key] === value && hasMergeKey(map)) continue;
      map.add(this.#document.createPair(key, value, { aliasDuplicateObjects: false }));
    }
  }

  #editSequence(
    sequence: YAMLSeq,
    before: readonly unknown[],
    {
      after,
      indices,
    }: { readonly after: readonly unknown[]; readonly indices: readonly (number | undefined)[] },
  ): void {
    const old = [...sequence.items];
    sequence.items = after.map((value, position) => {
      const index = indices[position];
      // Both arrays are JSON, which their guard cannot say.
      return index === undefined
        ? this.#document.createNode(value as JsonValue, { aliasDuplicateObjects: false })
        : this.edit(old[index], before[index] as JsonValue, value as JsonValue);
    });
  }
}

function isContainer(value: JsonValue | undefined): boolean {
  return typeof value === 'object' && value !== null;
}

/** The key of a pair as the reader of documents has it; `undefined` for a merge key and what is no key there. */
function keyOf({ key }: Pair, before: JsonObject): string | undefined {
  if (!isScalar(key)) return undefined;
  const names = [String(key.value), ...(key.source === undefined ? [] : [key.source])];
  return names.find((name) => Object.hasOwn(before, name));
}

function hasMergeKey(map: YAMLMap): boolean {
  return map.items.some(({ key }) => isScalar(key) && key.value === '<<');
}

function writeAliasesOut(document: Document): void {
  visit(document, {
    Alias: (_key, node) => {
      const target = node.resolve(document);
      return target === undefined ? undefined : (target.clone() as Node); // a node clones to its own kind
    },
  });
  visit(document, {
    Node: (_key, node) => {
      if (!isAlias(node)) delete node.anchor;
    },
  });
}

/** The indentation of the first lines that are indented, and whether lists stand deeper than their key. */
function layoutOf(text: string): Layout {
  const indent =
    /^[^\s#-][^\n]*:[^\S\n]*(?:#[^\n]*)?\n(?:[^\S\n]*(?:#[^\n]*)?\n)*( +)[^\s#-]/m.exec(text)?.[1]
      ?.length;
  const list = /^( *)[^\s#-][^\n]*:[^\S\n]*(?:#[^\n]*)?\n( *)- /m.exec(text);
  return {
    indent: Math.min(8, Math.max(1, indent ?? 2)),
    indentSeq: list === null || (list[2] ?? '').length > (list[1] ?? '').length,
  };
}
