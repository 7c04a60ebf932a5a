import { describe, expect, it } from 'vitest';
import type { JsonSchema, JsonValue } from '../../../src/model/json.ts';
import { schemaLimits } from '../../../src/mapping/schema/limits.ts';
import { conditional, dig, ref } from '../../support/api-builder.ts';
import { publish } from '../../support/publish.ts';
import { cpuTimeOf } from '../../support/cpu-time.ts';
import { accepts, compileSchema, referencesIn } from '../../support/schema-check.ts';

type Schemas = Record<string, JsonSchema>;

const object = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  properties,
});
const text: JsonSchema = { type: 'string' };

describe('references', () => {
  it('J5 U46 are put in place where they do not recur, however deep', () => {
    const schemas: Schemas = { L30: object({ v: { type: 'integer' } }) };
    for (let level = 29; level > 0; level -= 1) {
      schemas[`L${level}`] = object({ n: ref(`L${level + 1}`) });
    }
    const { schema, codes } = publish(ref('L1'), { schemas });
    expect(referencesIn(schema)).toEqual([]);
    expect(
      dig(schema, ...Array.from({ length: 29 }, () => ['properties', 'n']).flat(), 'properties'),
    ).toEqual({
      v: { type: 'integer' },
    });
    expect(codes).toEqual([]);
  });

  it('J5 keep definitions of a chain that would nest too deep', () => {
    const schemas: Schemas = { L99: object({ v: { type: 'integer' } }) };
    for (let level = 98; level > 0; level -= 1) {
      schemas[`L${level}`] = object({ n: ref(`L${level + 1}`) });
    }
    const { schema, codes } = publish(ref('L1'), { schemas });
    expect(codes).toEqual([]);
    let value: JsonValue = { v: 'no integer' };
    for (let level = 0; level < 98; level += 1) value = { n: value };
    expect(accepts(schema, value)).toBe(false);
  });

  it('J5 U43 keep one definition each where they recur', () => {
    const schemas = {
      Filter: object({ all: { type: 'array', items: ref('Filter') }, name: ref('Name') }),
      Name: text,
    };
    const { schema } = publish(object({ filter: ref('Filter') }), { schemas });
    expect(schema).toEqual({
      type: 'object',
      properties: { filter: ref('Filter') },
      $defs: {
        Filter: object({ all: { type: 'array', items: ref('Filter') }, name: text }),
      },
    });
  });

  it('J5 grow a tool no more than twofold', () => {
    const long = object({ a: { type: 'string', description: 'x'.repeat(600) } });
    const names = Array.from({ length: 20 }, (_, index) => `p${index}`);
    const root = object({
      ...Object.fromEntries(names.map((name) => [name, ref('Long')])),
      once: ref('Once'),
    });
    const { schema } = publish(root, { schemas: { Long: long, Once: object({ b: text }) } });
    expect(Object.keys(dig(schema, '$defs') as JsonSchema)).toEqual(['Long']);
    expect(dig(schema, 'properties', 'once')).toEqual(object({ b: text }));
  });

  it('J5 U45 lead only to definitions that are there, behind every keyword', () => {
    const schemas = {
      Outer: object({
        m: ref('Mid'),
        t: { type: 'array', prefixItems: [ref('First')], items: ref('Rest') },
      }),
      Mid: {
        ...object({
          x: { type: 'object', additionalProperties: ref('Leaf') },
          p: {
            type: 'object',
            patternProperties: { '^k': ref('Keyed') },
            propertyNames: ref('Name'),
          },
          c: { type: 'array', contains: ref('Kept') },
          n: { not: ref('Never') },
          d: { dependentSchemas: { a: ref('Dependent') } },
          u: { type: 'array', unevaluatedItems: ref('Loose') },
          s: { type: 'string', contentSchema: ref('Inside') },
        }),
        ...conditional(ref('When'), ref('Then'), ref('Else')),
      },
      Leaf: text,
      Keyed: ref('Second'),
      Second: { type: 'integer' },
      Name: { type: 'string', maxLength: 9 },
      Kept: { type: 'integer', minimum: 1 },
      Never: { const: 'no' },
      Dependent: { required: ['b'] },
      Loose: { type: 'boolean' },
      Inside: object({ z: text }),
      When: { required: ['w'] },
      Then: object({ y: { type: 'integer' } }),
      Else: object({ z: { type: 'integer' } }),
      First: text,
      Rest: { type: 'number' },
    } satisfies Schemas;
    const { schema } = publish(ref('Outer'), { schemas, references: 'defs' });
    const definitions = Object.keys(dig(schema, '$defs') as JsonSchema);
    expect(definitions.toSorted()).toEqual(Object.keys(schemas).toSorted());
    for (const reference of referencesIn(schema)) {
      expect(definitions.map((key) => `#/$defs/${key}`)).toContain(reference);
    }
    expect(
      accepts(schema, { m: { x: { a: 'leaf' }, p: { k1: 4 }, c: [2], n: 'yes' }, t: ['a', 1.5] }),
    ).toBe(true);
    expect(accepts(schema, { m: { p: { k1: 'text' } } })).toBe(false);
  });

  it('U43 are followed to a limited depth where a client cannot follow any', () => {
    const schemas = { Tree: object({ label: text, kids: { type: 'array', items: ref('Tree') } }) };
    const { schema } = publish(ref('Tree'), { schemas, references: { depth: 2 } });
    expect(schema).toEqual(
      object({
        label: text,
        kids: {
          type: 'array',
          items: object({ label: text, kids: { type: 'array', items: { type: 'object' } } }),
        },
      }),
    );
  });

  it('keep the words beside them', () => {
    const schemas = { A: { ...text, description: 'Of A', minLength: 1 } };
    const root = object({ a: { ...ref('A'), description: 'Here', maxLength: 3 } });
    expect(publish(root, { schemas }).schema['properties']).toEqual({
      a: { type: 'string', description: 'Here', maxLength: 3, minLength: 1 },
    });
  });
});

describe('the limits of a published schema', () => {
  const wide = (count: number, length: number): JsonSchema =>
    object(
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [
          `property${index}`,
          object({ inner: object({ x: { type: 'string', description: 'y'.repeat(length) } }) }),
        ]),
      ),
    );

  it('J16 cut the deepest parts of one large schema, and say so', () => {
    const { schema, codes } = publish(object({ body: wide(500, 1_000) }));
    expect(Buffer.byteLength(JSON.stringify(schema))).toBeLessThanOrEqual(schemaLimits.bytes);
    expect(codes).toEqual(['schema-cut']);
    expect(
      dig(schema, 'properties', 'body', 'properties', 'property499', 'properties', 'inner'),
    ).toEqual({ type: 'object', description: 'Any JSON value; its schema was cut for size.' });
    compileSchema(schema);
  });

  it('J16 keep the nearest definitions and cut the others', () => {
    const schemas: Schemas = {};
    for (let index = 0; index < 200; index += 1) {
      schemas[`S${index}`] = {
        ...wide(2, 700),
        properties: {
          next: ref(`S${(index + 1) % 200}`),
          other: ref(`S${(index * 7) % 200}`),
          ...(wide(2, 700)['properties'] as JsonSchema),
        },
      };
    }
    const { schema, codes } = publish(ref('S0'), { schemas });
    expect(codes).toEqual(['schema-cut']);
    expect(Buffer.byteLength(JSON.stringify(schema))).toBeLessThanOrEqual(schemaLimits.bytes);
    const definitions = dig(schema, '$defs') as Readonly<Record<string, JsonSchema>>;
    expect(definitions['S0']).toHaveProperty('properties');
    const cut = Object.values(definitions).filter((one) => one['properties'] === undefined);
    expect(cut.length).toBeGreaterThan(0);
    for (const one of cut) {
      expect(one).toEqual({
        type: 'object',
        description: 'Any JSON value; its schema was cut for size.',
      });
    }
    compileSchema(schema);
  });

  it('J16 never make an exclusive choice or a negation refuse more', () => {
    const schemas: Schemas = { Big: wide(900, 400), Small: object({ a: text }) };
    const root = object({
      one: { oneOf: [ref('Big'), { type: 'string' }] },
      no: { not: ref('Big') },
      both: { oneOf: [{ ...ref('Big'), required: ['x'] }, ref('Small')] },
    });
    const { schema, codes } = publish(root, { schemas, references: 'defs' });
    expect(codes).toEqual(['schema-cut']);
    expect(accepts(schema, { one: 'x', no: 5, both: { x: 1, a: 'y' } })).toBe(true);
  });

  it('J16 publish a parent as it is where the choice of its children would be too large', () => {
    const schemas: Schemas = {
      Parent: {
        ...object({ kind: text }),
        discriminator: { propertyName: 'kind', mapping: {} },
      },
    };
    for (let index = 0; index < 100; index += 1) {
      schemas[`Child${index}`] = { allOf: [ref('Parent'), wide(10, 500)] };
    }
    const { schema, codes } = publish(ref('Parent'), { schemas });
    expect(codes).toEqual([]);
    expect(schema).toEqual(object({ kind: text }));
  });

  it('are found without writing out what many places share', () => {
    const schemas: Schemas = { D60: text };
    for (let level = 0; level < 60; level += 1) {
      const next = ref(`D${level + 1}`);
      schemas[`D${level}`] = object({ left: next, right: next });
    }
    const spent = cpuTimeOf(() => {
      publish(ref('D0'), { schemas, references: { depth: 50 } });
    });
    expect(spent).toBeLessThan(2_000);
    const { schema } = publish(ref('D0'), { schemas });
    expect(accepts(schema, { left: { right: { left: 'no object' } } })).toBe(false);
  });

  it('hold for a graph in which everything reaches everything', () => {
    const names = Array.from({ length: 120 }, (_, index) => `N${index}`);
    const all = Object.fromEntries(names.map((name) => [name, ref(name)]));
    const schemas = Object.fromEntries(names.map((name) => [name, object(all)]));
    const { schema } = publish(ref('N0'), { schemas });
    expect(Buffer.byteLength(JSON.stringify(schema))).toBeLessThanOrEqual(schemaLimits.bytes);
    compileSchema(schema);
  });
});
