import { describe, expect, it } from 'vitest';
import { pathText } from '../../../src/mapping/diff/change.ts';
import { compareSchemas } from '../../../src/mapping/diff/schema/compare-schemas.ts';
import type { JsonSchema } from '../../../src/model/json.ts';

/** Changes as `impact kind path: message`. */
function changes(before: JsonSchema, after: JsonSchema): readonly string[] {
  return compareSchemas(before, after).map(
    ({ impact, kind, path, message }) => `${impact} ${kind} ${pathText(path)}: ${message}`,
  );
}

const closed = (properties: JsonSchema, more: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...more,
});
const text = { type: 'string' };
const whole = { type: 'integer' };
const nothing = { type: 'null' };

describe('compareSchemas', () => {
  it.each<readonly [string, JsonSchema, JsonSchema, readonly string[]]>([
    ['a property gone', closed({ a: text }), closed({}), ['breaking gone a: is gone']],
    ['a property added', closed({}), closed({ a: text }), ['additive added a: is new']],
    [
      'a property added and required',
      closed({}),
      closed({ a: text }, { required: ['a'] }),
      ['breaking newly-required a: is new and required'],
    ],
    [
      'a property required',
      closed({ a: text }),
      closed({ a: text }, { required: ['a'] }),
      ['breaking newly-required a: is required now'],
    ],
    [
      'a property optional',
      closed({ a: text }, { required: ['a'] }),
      closed({ a: text }),
      ['additive optional-now a: may be left out now'],
    ],
    ['a type lost', { type: ['string', 'null'] }, text, [': no longer takes null']],
    ['a type gained', text, { type: ['string', 'null'] }, [': takes null too']],
    [
      'numbers made whole',
      { type: 'number' },
      whole,
      [': no longer takes numbers with a fraction'],
    ],
    ['whole numbers freed', whole, { type: 'number' }, [': takes number too']],
    ['another type', text, whole, [': no longer takes string']],
    ['no type any more', text, {}, [': takes null, boolean, object, array and number too']],
    [
      'enum values',
      { enum: ['a', 'b'] },
      { enum: ['b', 'c'] },
      [
        'breaking enum-value-gone : no longer takes "a"',
        'additive enum-value-added : takes "c" too',
      ],
    ],
    ['an enum added', text, { type: 'string', enum: ['a'] }, [': takes only "a" now']],
    [
      'an enum lifted',
      { type: 'string', enum: ['a'] },
      text,
      [': takes values beyond those listed'],
    ],
    ['a const', { const: 'a' }, { const: 'b' }, ['no longer takes "a"', 'takes "b" too']],
    ['an enum that lists every boolean', { type: 'boolean' }, { enum: [true, false] }, []],
    [
      'a shorter text',
      text,
      { type: 'string', maxLength: 5 },
      ['breaking narrowed : has maxLength 5'],
    ],
    [
      'a longer text',
      { type: 'string', maxLength: 5 },
      { type: 'string', maxLength: 9 },
      ['additive widened : has maxLength 9 instead of maxLength 5'],
    ],
    ['a length that says nothing', text, { type: 'string', minLength: 0 }, []],
    ['a length of another type', text, { type: 'string', maxItems: 1 }, []],
    ['a minimum', whole, { type: 'integer', minimum: 1 }, ['breaking narrowed : has minimum 1']],
    [
      'an exclusive minimum',
      { type: 'number', minimum: 1 },
      { type: 'number', exclusiveMinimum: 1 },
      ['breaking narrowed : has exclusiveMinimum 1 instead of minimum 1'],
    ],
    [
      'a range lifted',
      { type: 'number', maximum: 1 },
      { type: 'number' },
      [': has no maximum 1 any more'],
    ],
    [
      'a coarser multiple',
      { type: 'number', multipleOf: 5 },
      { type: 'number', multipleOf: 10 },
      ['breaking narrowed'],
    ],
    [
      'a finer multiple',
      { type: 'number', multipleOf: 10 },
      { type: 'number', multipleOf: 5 },
      ['additive widened'],
    ],
    ['multiples of one among whole numbers', whole, { type: 'integer', multipleOf: 1 }, []],
    [
      'a pattern',
      text,
      { type: 'string', pattern: '^a' },
      ['breaking narrowed : has pattern "^a" now'],
    ],
    [
      'another pattern',
      { type: 'string', pattern: '^a' },
      { type: 'string', pattern: '^b' },
      ['breaking undecided'],
    ],
    ['another format', text, { type: 'string', format: 'uuid' }, ['behavioral format-changed']],
    [
      'another description',
      { description: 'A' },
      { description: 'B' },
      ['behavioral description-changed'],
    ],
    [
      'deprecation',
      text,
      { type: 'string', deprecated: true },
      ['behavioral deprecated : is deprecated'],
    ],
    [
      'items',
      { type: 'array', items: text },
      { type: 'array', items: whole },
      ['breaking type-narrowed []: no longer takes string'],
    ],
    [
      'tuples',
      { type: 'array', prefixItems: [text, whole] },
      { type: 'array', prefixItems: [text], items: text },
      ['breaking type-narrowed [1]: no longer takes integer', 'breaking type-narrowed []'],
    ],
    ['an object closed', { type: 'object' }, closed({}), ['breaking closed *: is refused']],
    ['an object opened', closed({}), { type: 'object' }, ['additive opened *: is taken']],
    [
      'a property of an open object',
      { type: 'object' },
      { type: 'object', properties: { a: text } },
      ['additive added a: is new'],
    ],
    [
      'a property of a map, of another type than the others',
      { type: 'object', additionalProperties: text },
      { type: 'object', additionalProperties: text, properties: { a: whole } },
      ['additive added a', 'breaking type-narrowed a: no longer takes string'],
    ],
    [
      'a property that an open object no longer describes',
      { type: 'object', properties: { a: text } },
      { type: 'object' },
      ['behavioral undescribed a'],
    ],
    [
      'pattern properties',
      { type: 'object', patternProperties: { '^a': text } },
      { type: 'object', patternProperties: { '^a': whole } },
      ['breaking undecided'],
    ],
    ['a value forbidden', text, { not: {} }, ['breaking closed : takes no value any more']],
  ])('%s', (_what, before, after, expected) => {
    const found = changes(before, after);
    expect(found).toHaveLength(expected.length);
    for (const [index, each] of expected.entries()) expect(found[index]).toContain(each);
    expect(changes(before, before)).toEqual([]);
    expect(changes(after, after)).toEqual([]);
  });
});

describe('alternatives', () => {
  const cat = closed({ kind: { const: 'cat' }, lives: whole }, { required: ['kind'] });
  const dog = closed({ kind: { const: 'dog' }, tricks: whole }, { required: ['kind'] });
  const calmDog = closed({ kind: { const: 'dog' } }, { required: ['kind'] });

  it.each<readonly [string, JsonSchema, JsonSchema, readonly string[]]>([
    ['in another order', { anyOf: [cat, dog] }, { anyOf: [dog, cat] }, []],
    ['under another keyword', { oneOf: [cat, dog] }, { oneOf: [dog, cat] }, []],
    [
      'one more',
      { oneOf: [cat] },
      { oneOf: [cat, dog] },
      ['additive widened : takes the alternative with kind "dog" too'],
    ],
    [
      'one less',
      { oneOf: [cat, dog] },
      { oneOf: [cat] },
      ['breaking narrowed : no longer takes the alternative with kind "dog"'],
    ],
    [
      'one with less in it',
      { oneOf: [cat, dog] },
      { oneOf: [calmDog, cat] },
      ['breaking gone tricks: is gone'],
    ],
    [
      'null added',
      text,
      { anyOf: [text, nothing] },
      ['additive widened : takes the alternative null too'],
    ],
    [
      'null gone',
      { anyOf: [text, nothing] },
      text,
      ['breaking narrowed : no longer takes the alternative null'],
    ],
    [
      'one that another covers',
      { anyOf: [whole, { type: 'number' }] },
      { anyOf: [{ type: 'number' }] },
      [],
    ],
    [
      'one more that may fit together with another, where only one may',
      { oneOf: [text] },
      { oneOf: [text, { type: 'string', minLength: 3 }] },
      ['breaking undecided'],
    ],
    [
      'one with less, where another may take the rest',
      {
        anyOf: [
          { type: 'string', maxLength: 9 },
          { type: 'string', pattern: 'x' },
        ],
      },
      {
        anyOf: [
          { type: 'string', maxLength: 5 },
          { type: 'string', pattern: 'x' },
        ],
      },
      ['breaking undecided'],
    ],
    [
      'a part of a conjunction more',
      { allOf: [text] },
      { allOf: [text, { minLength: 1 }] },
      ['breaking undecided'],
    ],
    [
      'a part of a conjunction less',
      { allOf: [text, { minLength: 1 }] },
      { allOf: [text] },
      ['additive widened'],
    ],
    ['a condition', {}, { if: text, then: { minLength: 1 } }, ['breaking undecided']],
    ['a condition less', { if: text, then: { minLength: 1 } }, {}, ['additive widened']],
  ])('%s', (_what, before, after, expected) => {
    const found = changes(before, after);
    expect(found).toHaveLength(expected.length);
    for (const [index, each] of expected.entries()) expect(found[index]).toContain(each);
  });
});

describe('definitions', () => {
  const node = (value: JsonSchema): JsonSchema => ({
    $ref: '#/$defs/Node',
    $defs: {
      Node: closed({
        value,
        next: { $ref: '#/$defs/Node' },
        all: { type: 'array', items: { $ref: '#/$defs/Node' } },
      }),
    },
  });

  it('are the same under another name, and in place', () => {
    const named = (name: string): JsonSchema =>
      closed({ a: { $ref: `#/$defs/${name}` } }, { $defs: { [name]: closed({ b: text }) } });
    expect(changes(named('One'), named('Two'))).toEqual([]);
    expect(changes(named('One'), closed({ a: closed({ b: text }) }))).toEqual([]);
  });

  it('that refer to themselves end, and tell a change once', () => {
    expect(changes(node(text), node(text))).toEqual([]);
    expect(changes(node(text), node(whole))).toEqual([
      'breaking type-narrowed value: no longer takes string',
    ]);
  });

  it('that unroll once more are the same', () => {
    const unrolled = {
      ...node(text),
      $ref: undefined,
      ...closed({
        value: text,
        next: { $ref: '#/$defs/Node' },
        all: { type: 'array', items: { $ref: '#/$defs/Node' } },
      }),
    };
    const { $ref: _none, ...schema } = unrolled;
    expect(changes(node(text), schema as JsonSchema)).toEqual([]);
    expect(changes(schema as JsonSchema, node(text))).toEqual([]);
  });

  it('that cannot be found make a change undecided', () => {
    const lost = (name: string): JsonSchema => closed({ a: { $ref: `#/$defs/${name}` } });
    expect(changes(lost('One'), lost('One'))).toEqual([]);
    expect(changes(lost('One'), lost('Two'))[0]).toContain('breaking undecided a');
  });

  it('with assertions beside a reference are both', () => {
    const beside = (more: JsonSchema): JsonSchema => ({
      $ref: '#/$defs/T',
      ...more,
      $defs: { T: text },
    });
    expect(changes(beside({}), beside({ description: 'A' }))).toEqual([
      'behavioral description-changed : has another description',
    ]);
    expect(changes(beside({ minLength: 1 }), beside({ minLength: 2 }))).toEqual([
      'breaking narrowed : has minLength 2 instead of minLength 1',
    ]);
  });

  it('give up on what is made to take forever', () => {
    const wide = (depth: number, leaf: JsonSchema): JsonSchema => {
      const $defs: Record<string, JsonSchema> = { N0: leaf };
      for (let level = 1; level <= depth; level += 1) {
        const inner = { $ref: `#/$defs/N${level - 1}` };
        $defs[`N${level}`] = closed({ a: inner, b: inner, c: inner });
      }
      return { $ref: `#/$defs/N${depth}`, $defs };
    };
    expect(changes(wide(40, text), wide(40, whole))).toEqual([
      'breaking undecided : is too large to be compared',
    ]);
    expect(changes(wide(40, text), wide(40, { ...text, minLength: 0 }))).toEqual([]);
  });
});
