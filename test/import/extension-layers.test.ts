import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import type { DocumentNode } from '../../src/import/document-set.ts';
import { createReadContext } from '../../src/import/extension-layers.ts';
import type { RankedOverlay } from '../../src/import/overlay/apply-overlay.ts';
import { applyOverlays } from '../../src/import/overlay/apply-overlay.ts';
import { parseOverlay } from '../../src/import/overlay/parse-overlay.ts';
import type { Extension } from '../../src/model/api.ts';
import { isJsonObject, type JsonValue, ownValue } from '../../src/model/json.ts';
import { childLocation } from '../../src/model/source.ts';

function overlay(rank: number, actions: string): RankedOverlay {
  const head = `overlay: 1.1.0\ninfo: { title: T, version: '1' }\nactions:\n`;
  const location = { document: `overlay-${rank}`, pointer: '' };
  const parsed = parseOverlay(parseYaml(head + actions), location);
  if (!parsed.ok) throw new Error(parsed.diagnostics[0].message);
  return { overlay: parsed.value, rank };
}

/** The layers at a place of a document after overlays, as `[rank, origin, value]`. */
function layers(
  document: string,
  overlays: readonly RankedOverlay[],
  ...path: readonly string[]
): readonly (readonly [number, string, JsonValue])[] {
  const { draft, value, isComplete } = applyOverlays(parseYaml(document) as JsonValue, overlays);
  expect(isComplete).toBe(true);
  return createReadContext(draft).extensionsOf(nodeAt(value, path)).map(summary);
}

function summary({ rank, location, value }: Extension): readonly [number, string, JsonValue] {
  return [rank, `${location.document}#${location.pointer}`, value];
}

function nodeAt(root: JsonValue, path: readonly string[]): DocumentNode {
  let node: DocumentNode = { value: root, location: { document: 'api', pointer: '' }, base: 'api' };
  for (const key of path) {
    const parent: unknown = node.value;
    const value = Array.isArray(parent)
      ? (parent[Number(key)] as unknown)
      : isJsonObject(parent)
        ? ownValue(parent, key)
        : undefined;
    node = { ...node, value, location: childLocation(node.location, key) };
  }
  return node;
}

describe('the origin of x-mcp', () => {
  it('O14 of the document itself has rank 0', () => {
    expect(layers('x-mcp: { name: a }', [])).toEqual([[0, 'api#/x-mcp', { name: 'a' }]]);
    expect(layers('a: 1', [])).toEqual([]);
    expect(layers('x-mcp: {}', [])).toEqual([[0, 'api#/x-mcp', {}]]);
    expect(layers('x-mcp: false', [])).toEqual([[0, 'api#/x-mcp', false]]);
  });

  it('O14 is told key by key, lowest rank first', () => {
    const overlays = [
      overlay(3, `- { target: $.op, update: { x-mcp: { name: c, title: c } } }`),
      overlay(5, `- { target: "$.op['x-mcp']", update: { title: d } }`),
    ];
    expect(layers('op: { x-mcp: { name: a, summary: a } }', overlays, 'op')).toEqual([
      [0, 'api#/op/x-mcp', { summary: 'a' }],
      [3, 'overlay-3#/actions/0/update/x-mcp', { name: 'c' }],
      [5, 'overlay-5#/actions/0/update', { title: 'd' }],
    ]);
  });

  it.each([
    ['inserted', `- { target: $.op, update: { x-mcp: { name: b } } }`, 'update/x-mcp'],
    [
      'inserted with the operation',
      `- { target: $, update: { op: { x-mcp: { name: b } } } }`,
      'update/op/x-mcp',
    ],
    ['copied', `- { target: $.op, copy: $.from }`, 'copy/x-mcp'],
    [
      'copied from x-mcp',
      `- { target: $.op, update: { x-mcp: {} } }\n- { target: "$.op['x-mcp']", copy: "$.from['x-mcp']" }`,
      'copy',
    ],
  ])('O14 of what is %s is the overlay', (_name, actions, origin) => {
    const document = 'op: {}\nfrom: { x-mcp: { name: b } }';
    const found = layers(document, [overlay(2, actions)], 'op');
    expect(found).toEqual([
      [2, expect.stringMatching(new RegExp(`^overlay-2#/actions/\\d/${origin}$`)), { name: 'b' }],
    ]);
  });

  it('O14 of a change deep inside counts for its key', () => {
    const document = 'op: { x-mcp: { arguments: { a: { hide: true } }, name: n } }';
    const actions = `- { target: "$.op['x-mcp'].arguments.a", update: { description: d } }`;
    expect(layers(document, [overlay(1, actions)], 'op')).toEqual([
      [0, 'api#/op/x-mcp', { name: 'n' }],
      [1, 'overlay-1#/actions/0/update', { arguments: { a: { hide: true, description: 'd' } } }],
    ]);
  });

  it('O14 of a value that is no object stands with its holder', () => {
    const actions = `- { target: $.a, update: { x-mcp: false } }\n- { target: "$.b['x-mcp']", update: false }`;
    const document = 'a: {}\nb: { x-mcp: true }';
    expect(layers(document, [overlay(1, actions)], 'a')).toEqual([
      [1, 'overlay-1#/actions/0/update/x-mcp', false],
    ]);
    expect(layers(document, [overlay(1, actions)], 'b')).toEqual([
      [1, 'overlay-1#/actions/1/update', false],
    ]);
  });

  it('O14 stays with its object when items before it are removed', () => {
    const actions = `
- { target: "$.tags[?@.name == 'b']", update: { x-mcp: { title: B } } }
- { target: "$.tags[0]", remove: true }`;
    const document =
      'tags: [{ name: a, x-mcp: { title: A } }, { name: b, x-mcp: { enabled: false } }]';
    expect(layers(document, [overlay(1, actions)], 'tags', '0')).toEqual([
      [0, 'api#/tags/0/x-mcp', { enabled: false }],
      [1, 'overlay-1#/actions/0/update/x-mcp', { title: 'B' }],
    ]);
  });

  it('O14 is forgotten when the key is removed and set anew', () => {
    const overlays = [
      overlay(1, `- { target: $.op, update: { x-mcp: { name: b } } }`),
      overlay(
        2,
        `- { target: "$.op['x-mcp']", remove: true }\n- { target: $.op, update: { x-mcp: { name: c } } }`,
      ),
    ];
    expect(layers('op: {}', overlays, 'op')).toEqual([
      [2, 'overlay-2#/actions/1/update/x-mcp', { name: 'c' }],
    ]);
  });

  it('O14 as one value has the highest rank', () => {
    const actions = `- { target: $, update: { x-mcp: { title: T } } }`;
    const { draft, value } = applyOverlays({ 'x-mcp': { name: 'a' } }, [overlay(4, actions)]);
    const found = createReadContext(draft).extensionOf(nodeAt(value, []));
    expect(found && summary(found)).toEqual([
      4,
      'overlay-4#/actions/0/update/x-mcp',
      { name: 'a', title: 'T' },
    ]);
    expect(createReadContext().extensionOf(nodeAt({}, []))).toBeUndefined();
  });

  it('keeps odd keys', () => {
    const document = JSON.parse('{"x-mcp": {"__proto__": {"a": 1}, "b": 2}}') as JsonValue;
    const actions = `- { target: "$['x-mcp']", update: { b: 3 } }`;
    const { draft, value } = applyOverlays(document, [overlay(1, actions)]);
    const [first] = createReadContext(draft).extensionsOf(nodeAt(value, []));
    expect(JSON.stringify(first?.value)).toBe('{"__proto__":{"a":1}}');
  });
});
