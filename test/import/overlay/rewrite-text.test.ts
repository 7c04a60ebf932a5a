import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyOverlay } from '../../../src/import/overlay/apply-overlay.ts';
import { parseOverlay } from '../../../src/import/overlay/parse-overlay.ts';
import type { RewrittenText } from '../../../src/import/overlay/edit/rewrite-text.ts';
import { rewriteText } from '../../../src/import/overlay/edit/rewrite-text.ts';
import { parseText } from '../../../src/import/parse/parse-text.ts';
import type { JsonValue } from '../../../src/model/json.ts';

function parse(text: string) {
  const parsed = parseText({ text, uri: 'a:', name: 'a' });
  if (!parsed.ok) throw new Error(parsed.diagnostics[0].message);
  return parsed;
}

/** A text after the actions of an overlay. */
async function rewrite(text: string, actions: readonly object[]): Promise<RewrittenText> {
  const overlay = parseOverlay(
    {
      overlay: '1.1.0',
      info: { title: 't', version: '1' },
      actions: actions as readonly JsonValue[],
    },
    { document: 'o:', pointer: '' },
  );
  if (!overlay.ok) throw new Error(overlay.diagnostics[0].message);
  const { value, syntax } = parse(text);
  const { draft } = applyOverlay(value, overlay.value);
  const rewritten = await rewriteText({ text, syntax, before: value, draft });
  expect(parse(rewritten.text).value).toEqual(draft.root);
  return rewritten;
}

const document = `# The pet store.
openapi: '3.1.0' # quoted
info:
  title: Pets
  version: "1"

# Where it is.
servers:
- url: https://a.example # first
- url: https://b.example

paths:
  /pets: # all of them
    get:
      operationId: listPets
      description: |
        Lists pets.

        All of them.
      tags: [pets, {a: 1}]
    # Adds one.
    post:
      operationId: addPet
`;

describe('rewriteText', () => {
  it('leaves a text alone that no action changes', async () => {
    const same = await rewrite(document, [{ target: '$.none', remove: true }]);
    expect(same).toEqual({ text: document, keepsLayout: true });
  });

  it('changes only what an action changes', async () => {
    const { text, keepsLayout } = await rewrite(document, [
      {
        target: "$.paths['/pets'].get",
        update: { operationId: 'list_pets', 'x-mcp': { title: 'Pets: all' } },
      },
      { target: '$.servers[0]', remove: true },
      { target: "$.paths['/pets'].post", remove: true },
      { target: "$.paths['/pets'].get.tags", update: 'more' },
    ]);
    expect(keepsLayout).toBe(true);
    expect(text).toBe(`# The pet store.
openapi: '3.1.0' # quoted
info:
  title: Pets
  version: "1"

# Where it is.
servers:
- url: https://b.example

paths:
  /pets:
    # all of them
    get:
      operationId: list_pets
      description: |
        Lists pets.

        All of them.
      tags: [ pets, { a: 1 }, more ]
      x-mcp:
        title: "Pets: all"
`);
  });

  it('keeps wide indentation, lists under their key, and line breaks of Windows', async () => {
    const wide = 'a:\r\n    b: 1 # one\r\n    c:\r\n        - x\r\n';
    const { text } = await rewrite(wide, [{ target: '$.a', update: { c: ['y'], d: 'e' } }]);
    expect(text).toBe(
      'a:\r\n    b: 1 # one\r\n    c:\r\n        - x\r\n        - y\r\n    d: e\r\n',
    );
  });

  it('writes an alias out where a change would reach its other uses', async () => {
    const shared = 'base: &base { a: 1 } # shared\nother: *base\n';
    const { text, keepsLayout } = await rewrite(shared, [{ target: '$.other', update: { a: 2 } }]);
    expect(text).toContain('# shared');
    expect(parse(text).value).toEqual({ base: { a: 1 }, other: { a: 2 } });
    expect(keepsLayout).toBe(true);
    const anchor = await rewrite(shared, [{ target: '$.base', update: { a: 2 } }]);
    expect(parse(anchor.text).value).toEqual({ base: { a: 2 }, other: { a: 1 } });
    expect(anchor.text).toContain('# shared');
  });

  it('follows merge keys', async () => {
    const merged = 'base: &base\n  a: 1\nother:\n  <<: *base\n  b: 2 # own\n';
    const { text } = await rewrite(merged, [{ target: '$.other', update: { a: 3 } }]);
    expect(parse(text).value).toEqual({ base: { a: 1 }, other: { a: 3, b: 2 } });
    const gone = await rewrite(merged, [{ target: '$.other.a', remove: true }]);
    expect(parse(gone.text).value).toEqual({ base: { a: 1 }, other: { b: 2 } });
  });

  it('finds keys that are no text', async () => {
    const { text } = await rewrite('200:\n  a: 1 # kept\n1.50: x\ntrue: y\n', [
      { target: "$['200']", update: { b: 2 } },
      { target: "$['true']", remove: true },
    ]);
    expect(text).toBe('200:\n  a: 1 # kept\n  b: 2\n1.50: x\n');
  });

  it.each([
    [
      'indented',
      '{\n\t"a": 1,\n\t"b": [2]\n}\n',
      '{\n\t"a": 1,\n\t"b": [\n\t\t2\n\t],\n\t"c": 3\n}\n',
    ],
    ['on one line', '{"a": 1}', '{"a":1,"c":3}'],
  ])('keeps JSON JSON: %s', async (_how, before, after) => {
    const { text } = await rewrite(before, [{ target: '$', update: { c: 3 } }]);
    expect(text).toBe(after);
  });

  it('never says something else than the overlay made, whatever the document', async () => {
    const scalar = fc.oneof(
      fc.constantFrom<JsonValue>(
        null,
        true,
        'yes',
        '~',
        ' a ',
        '- b',
        'a: b',
        '# c',
        '1',
        '{',
        "'",
        'x\ny',
        '\t',
        '<<',
        '\u0085',
      ),
      fc.string({ unit: 'grapheme', maxLength: 8 }),
      fc.integer(),
    );
    const { json } = fc.letrec<{ json: JsonValue }>((tie) => ({
      json: fc.oneof(
        { maxDepth: 3 },
        scalar,
        fc.array(tie('json'), { maxLength: 3 }),
        fc.dictionary(
          fc.oneof(fc.string({ maxLength: 4 }), fc.constantFrom('<<', '__proto__', '1')),
          tie('json'),
          {
            maxKeys: 3,
            noNullPrototype: true,
          },
        ),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(json, json, async (left, right) => {
        // JSON is YAML; a comment before it makes sure that it is read as that.
        const text = `# c\n${JSON.stringify({ a: left, b: [right, left] })}\n`;
        await rewrite(text, [
          { target: '$', update: { c: right } },
          { target: '$.b', update: left },
          { target: '$.a', remove: true },
        ]);
      }),
      { numRuns: 150 },
    );
  });
});
