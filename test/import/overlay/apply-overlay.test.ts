import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OverlaidDocument } from '../../../src/import/overlay/apply-overlay.ts';
import { applyOverlay, applyOverlays } from '../../../src/import/overlay/apply-overlay.ts';
import type { OverlayDocument } from '../../../src/import/overlay/overlay-document.ts';
import { parseOverlay } from '../../../src/import/overlay/parse-overlay.ts';
import type { JsonObject, JsonValue } from '../../../src/model/json.ts';

interface Action {
  readonly target: string;
  readonly update?: JsonValue;
  readonly remove?: boolean;
  readonly copy?: string;
}

function overlayOf(actions: readonly Action[], version = '1.1.0'): OverlayDocument {
  const value = { overlay: version, info: { title: 'T', version: '1' }, actions };
  const parsed = parseOverlay(value, { document: 'file:///overlay.yaml', pointer: '' });
  if (!parsed.ok) throw new Error(parsed.diagnostics[0].message);
  return parsed.value;
}

/** Applies actions and checks that the input stays as it was. */
function apply(
  document: JsonValue,
  actions: readonly Action[],
  version?: string,
): OverlaidDocument {
  const before = JSON.stringify(document);
  const frozen = deepFreeze(structuredClone(document));
  const result = applyOverlay(frozen, overlayOf(actions, version));
  expect(JSON.stringify(frozen)).toBe(before);
  return result;
}

function resultOf(document: JsonValue, actions: readonly Action[], version?: string): JsonValue {
  const { value, diagnostics } = apply(document, actions, version);
  expect(diagnostics).toEqual([]);
  return value;
}

function faultOf(
  document: JsonValue,
  actions: readonly Action[],
  version?: string,
): readonly unknown[] {
  return apply(document, actions, version).diagnostics.map(({ code, severity, location }) => [
    code,
    severity,
    location?.pointer,
  ]);
}

describe('updates', () => {
  it.each<[string, JsonValue, JsonValue, JsonValue]>([
    ['keeps what only the target has', { a: 1 }, {}, { a: 1 }],
    ['inserts what only the update has', {}, { a: { b: [1] } }, { a: { b: [1] } }],
    [
      'replaces primitives',
      { a: 1, b: null, c: 'x' },
      { a: 'y', b: 2, c: null },
      { a: 'y', b: 2, c: null },
    ],
    ['concatenates arrays', { a: [1, 2] }, { a: [2, 3] }, { a: [1, 2, 2, 3] }],
    [
      'merges objects at any depth',
      { a: { b: { c: 1 } } },
      { a: { b: { d: 2 } } },
      { a: { b: { c: 1, d: 2 } } },
    ],
    ['keeps the order of keys', { b: 1, a: 2 }, { c: 3, b: 4 }, { b: 4, a: 2, c: 3 }],
  ])('O9 %s', (_name, target, update, expected) => {
    const result = resultOf({ t: target }, [{ target: '$.t', update }]);
    expect(JSON.stringify(result)).toBe(JSON.stringify({ t: expected }));
  });

  it.each<[string, JsonValue, JsonValue]>([
    ['an array', [9], [1, 9]],
    ['an object', { a: 1 }, [1, { a: 1 }]],
    ['a primitive', 'x', [1, 'x']],
    ['null', null, [1, null]],
  ])('O9 an array as target takes %s', (_name, update, expected) => {
    expect(resultOf({ t: [1] }, [{ target: '$.t', update }])).toEqual({ t: expected });
    expect(resultOf({ t: [1] }, [{ target: '$.t', update }], '1.0.0')).toEqual({ t: expected });
  });

  it.each<[string, JsonValue, JsonValue, string]>([
    ['an object over a primitive', { a: 1 }, { a: {} }, 'an object into a primitive value at /t/a'],
    ['a primitive over an object', { a: {} }, { a: 1 }, 'a primitive value into an object at /t/a'],
    ['null over an object', { a: {} }, { a: null }, 'a primitive value into an object at /t/a'],
    ['an object over null', { a: null }, { a: {} }, 'an object into a primitive value at /t/a'],
    ['an array over an object', { a: {} }, { a: [] }, 'an array into an object at /t/a'],
    ['an object over an array', { a: [] }, { a: {} }, 'an object into an array at /t/a'],
    ['an array into the target', {}, [1], 'an array into an object at /t'],
    ['null into the target', {}, null, 'a primitive value into an object at /t'],
  ])('O9 refuses %s', (_name, target, update, words) => {
    const { diagnostics } = apply({ t: target }, [{ target: '$.t', update }]);
    expect(diagnostics).toMatchObject([
      { code: 'overlay-kind-mismatch', severity: 'error', message: expect.stringContaining(words) },
    ]);
  });

  it('O9 copies what it inserts, for every target anew', () => {
    const overlay = overlayOf([
      { target: '$.*', update: { list: [] } },
      { target: '$.a.list', update: 1 },
    ]);
    const { value } = applyOverlay({ a: {}, b: {} }, overlay);
    expect(value).toEqual({ a: { list: [1] }, b: { list: [] } });
    expect(applyOverlay({ a: {}, b: {} }, overlay).value).toEqual(value);
  });

  it('O7 replaces primitives under 1.1, and under 1.0 says that it is a mistake', () => {
    const document = { info: { title: 'old', x: null } };
    const actions = [
      { target: '$.info.title', update: 'new' },
      { target: '$.info.x', update: 1 },
    ];
    expect(resultOf(document, actions)).toEqual({ info: { title: 'new', x: 1 } });
    const { value, isComplete, diagnostics } = apply(document, actions, '1.0.0');
    expect(value).toEqual({ info: { title: 'new', x: 1 } });
    expect(isComplete).toBe(true);
    expect(diagnostics).toMatchObject([
      { code: 'overlay-target-primitive', severity: 'error', location: { pointer: '/actions/0' } },
      { code: 'overlay-target-primitive', severity: 'error', location: { pointer: '/actions/1' } },
    ]);
  });

  it('O9 lets no object replace a primitive under 1.1', () => {
    const { value, isComplete, diagnostics } = apply({ a: 1 }, [{ target: '$.a', update: {} }]);
    expect({ value, isComplete }).toEqual({ value: { a: 1 }, isComplete: false });
    expect(diagnostics).toMatchObject([{ code: 'overlay-kind-mismatch', severity: 'error' }]);
  });

  it('O8 wants nodes of one kind under 1.1', () => {
    const document = { a: {}, b: [], c: 1 };
    const action = { target: '$.*', update: { x: 1 } };
    expect(faultOf(document, [action])).toEqual([['overlay-mixed-targets', 'error', '/actions/0']]);
    expect(resultOf({ a: {}, b: [] }, [action], '1.0.0')).toEqual({ a: { x: 1 }, b: [{ x: 1 }] });
  });

  it('O3 changes a node once however often the query selects it', () => {
    expect(resultOf({ a: [] }, [{ target: "$['a','a']", update: 1 }])).toEqual({ a: [1] });
  });

  it('O3 collects all nodes before it changes one', () => {
    const document = { a: { b: {} } };
    expect(resultOf(document, [{ target: '$..b', update: { b: {} } }])).toEqual({
      a: { b: { b: {} } },
    });
  });

  it('merges into the root', () => {
    expect(resultOf({ a: 1 }, [{ target: '$', update: { b: 2 } }])).toEqual({ a: 1, b: 2 });
  });
});

describe('removals', () => {
  const list = { list: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] };
  it.each<[string, JsonValue, string, JsonValue]>([
    ['a key', { a: 1, b: 2 }, '$.a', { b: 2 }],
    ['a primitive in an array', { a: ['x', 'y'] }, "$.a[?@ == 'x']", { a: ['y'] }],
    ['several items of an array', list, '$.list[?@ != 5 && @ != 11]', { list: [5, 11] }],
    ['items named in any order', list, '$.list[11,0,2:10]', { list: [1, 10] }],
    ['what lies inside another removed node', { a: { a: { a: 1 } }, b: 1 }, '$..a', { b: 1 }],
    [
      'items of arrays inside items',
      { a: [[1, 2], [3], [4, 5]] },
      '$.a[0,2,0][0]',
      { a: [[2], [3], [5]] },
    ],
    ['an item and its parts', { a: [{ x: [1] }, { y: [2] }] }, '$.a..[0]', { a: [{ y: [] }] }],
  ])('O10 take away %s', (_name, document, target, expected) => {
    expect(resultOf(document, [{ target, remove: true }])).toEqual(expected);
    expect(resultOf(document, [{ target, remove: true }], '1.0.0')).toEqual(expected);
  });

  it('O10 may not take the root', () => {
    expect(faultOf({ a: 1 }, [{ target: '$', remove: true }])).toEqual([
      ['overlay-removes-root', 'error', '/actions/0'],
    ]);
  });

  it('O10 of any set of items leaves the others in order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(20), { minLength: 1 }), (indices) => {
        const items = Array.from({ length: 21 }, (_, index) => index);
        const target = `$.a[${indices.join(',')}]`;
        expect(resultOf({ a: items }, [{ target, remove: true }])).toEqual({
          a: items.filter((index) => !indices.includes(index)),
        });
      }),
    );
  });

  it('O6 beat update and copy', () => {
    const actions = [{ target: '$.a', remove: true, update: { x: 1 }, copy: '$.none' }];
    expect(resultOf({ a: {}, b: 1 }, actions)).toEqual({ b: 1 });
  });
});

describe('copies', () => {
  it('O11 merge one node into every target', () => {
    const document = { from: { a: [1], b: 1 }, to: [{ a: [0] }, {}] };
    expect(resultOf(document, [{ target: '$.to[*]', copy: '$.from' }])).toEqual({
      ...document,
      to: [
        { a: [0, 1], b: 1 },
        { a: [1], b: 1 },
      ],
    });
  });

  it('O11 take the source as it stands before the action', () => {
    expect(resultOf({ a: { b: {} } }, [{ target: '$.a.b', copy: '$.a' }])).toEqual({
      a: { b: { b: {} } },
    });
    expect(resultOf({ a: { x: 1 } }, [{ target: '$', copy: '$.a' }])).toEqual({
      a: { x: 1 },
      x: 1,
    });
  });

  it('O11 move with two more actions', () => {
    const actions = [
      { target: '$.paths', update: { '/new': {} } },
      { target: "$.paths['/new']", copy: "$.paths['/old']" },
      { target: "$.paths['/old']", remove: true },
    ];
    expect(resultOf({ paths: { '/old': { get: {} } } }, actions)).toEqual({
      paths: { '/new': { get: {} } },
    });
  });

  it.each(['$.none', '$.a[*]'])('O11 refuse %s, which is not one node', (copy) => {
    expect(faultOf({ a: [1, 2] }, [{ target: '$', copy }])).toEqual([
      ['overlay-copy-source', 'error', '/actions/0/copy'],
    ]);
  });

  it('O6 and update in one action are a mistake', () => {
    expect(faultOf({ a: {} }, [{ target: '$.a', copy: '$', update: {} }])).toEqual([
      ['overlay-action-conflict', 'error', '/actions/0'],
    ]);
  });
});

describe('actions', () => {
  it('O2 see what the ones before them did', () => {
    const actions = [
      { target: '$.a', remove: true },
      { target: '$', update: { a: { fresh: 1 } } },
      { target: '$.a.fresh', update: 2 },
    ];
    expect(resultOf({ a: { old: 1 } }, actions)).toEqual({ a: { fresh: 2 } });
  });

  it('O2 of several overlays follow each other', () => {
    const first = { overlay: overlayOf([{ target: '$', update: { a: 1 } }]), rank: 1 };
    const second = { overlay: overlayOf([{ target: '$.a', update: 2 }]), rank: 2 };
    expect(applyOverlays({}, [first, second]).value).toEqual({ a: 2 });
    expect(applyOverlays({}, [second, first]).diagnostics).toHaveLength(1);
  });

  it('O12 may do nothing', () => {
    expect(resultOf({ a: 1 }, [{ target: '$.a' }])).toEqual({ a: 1 });
  });

  it('O13 share with the input what they do not touch', () => {
    const document = { a: { b: 1 }, c: { d: 1 } };
    const { value } = applyOverlay(document, overlayOf([{ target: '$.a', update: { x: 1 } }]));
    expect((value as typeof document).c).toBe(document.c);
  });

  it.each([
    ['$.paths["/pet"].get', "$.paths['/pet'].get selects nothing. $.paths exists", 'exact'],
    ['$.nothing', '$.nothing selects nothing.', 'root'],
    ["$.paths['/ref'].get.summary", "$.paths['/ref'] is a reference to other.yaml", 'reference'],
    [
      "$.paths['/pets'].get.parameters[?@.name == 'x']",
      "$.paths['/pets'].get.parameters is a reference to #/p",
      'list',
    ],
  ])('O4, O5 that match nothing say how far %s got', (target, words) => {
    const document = {
      paths: {
        '/pets': { get: { parameters: [{ $ref: '#/p' }] } },
        '/ref': { $ref: 'other.yaml' },
      },
    };
    const { value, diagnostics } = apply(document, [{ target, update: {} }]);
    expect(value).toEqual(document);
    expect(diagnostics).toMatchObject([
      { code: 'overlay-matches-nothing', severity: 'warning', location: { pointer: '/actions/0' } },
    ]);
    expect(diagnostics[0]?.message.replaceAll('"', "'")).toContain(words);
  });

  it('O16 name their overlay and place', () => {
    const { diagnostics } = apply({ a: {} }, [{ target: '$' }, { target: '$.a', update: 1 }]);
    expect(diagnostics[0]).toMatchObject({
      location: { document: 'file:///overlay.yaml', pointer: '/actions/1' },
      message: 'The action on $.a merges a primitive value into an object at /a.',
    });
  });
});

describe('hostile overlays', () => {
  it('keep odd keys as data', () => {
    const update = JSON.parse(
      '{"__proto__": {"x": 1}, "constructor": 2, "a/b~c\'\\"": 3}',
    ) as JsonValue;
    const result = resultOf({ t: {} }, [{ target: '$.t', update }]) as { readonly t: JsonObject };
    expect(Object.keys(result.t)).toEqual(['__proto__', 'constructor', 'a/b~c\'"']);
    expect(Object.getPrototypeOf(result.t)).toBe(Object.prototype);
    const again = resultOf(result, [{ target: "$.t['__proto__']", update: { y: 2 } }]);
    expect(JSON.stringify(again)).toContain('"__proto__":{"x":1,"y":2}');
    expect(resultOf(again, [{ target: "$.t['__proto__']", remove: true }])).toEqual({
      t: { constructor: 2, 'a/b~c\'"': 3 },
    });
  });

  it('select nothing inherited', () => {
    for (const target of ['$.__proto__', '$.constructor', '$.toString', '$.a.length']) {
      expect(faultOf({ a: [] }, [{ target, update: { polluted: 1 } }])).toMatchObject([
        ['overlay-matches-nothing', 'warning', '/actions/0'],
      ]);
    }
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('end when they double the document', () => {
    const actions = Array.from({ length: 40 }, (_, index) => ({
      target: `$.a`,
      copy: '$.a',
      description: String(index),
    }));
    const { diagnostics } = apply({ a: ['x'.repeat(1000)] }, actions);
    expect(diagnostics.map(({ code }) => code)).toEqual(['overlay-result-too-large']);
  });

  it('end when they nest the document in itself', () => {
    const actions = Array.from({ length: 30 }, (_, index) => ({
      target: '$..leaf',
      copy: '$.a',
      description: String(index),
    }));
    const { value, diagnostics } = apply({ a: { b: { leaf: {} } } }, actions);
    expect(diagnostics.every(({ code }) => code === 'overlay-result-too-large')).toBe(true);
    expect(diagnostics.length).toBeGreaterThan(0);
    expect(() => JSON.stringify(value)).not.toThrow();
  });

  it('reach the bottom of a deep document', () => {
    let document: JsonValue = { end: 1 };
    for (let level = 0; level < 990; level += 1) document = { a: document };
    const { diagnostics, value } = applyOverlay(
      document,
      overlayOf([{ target: '$..end', update: 2 }]),
    );
    expect(diagnostics).toEqual([]);
    expect(JSON.stringify(value)).toContain('{"end":2}');
  });
});

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) deepFreeze(member);
    Object.freeze(value);
  }
  return value;
}
