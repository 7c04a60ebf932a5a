import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../../src/model/json.ts';
import { dig, ref } from '../../support/api-builder.ts';
import { publish } from '../../support/publish.ts';
import { accepts } from '../../support/schema-check.ts';

type Schemas = Readonly<Record<string, JsonSchema>>;

const cat: JsonSchema = {
  type: 'object',
  properties: { kind: { type: 'string' }, lives: { type: 'integer' } },
  required: ['lives'],
};
const dog: JsonSchema = {
  type: 'object',
  properties: { kind: { type: 'string' }, barks: { type: 'boolean' } },
};
const choice = (mapping: Readonly<Record<string, string>>, more: JsonSchema = {}): JsonSchema => ({
  oneOf: [ref('Cat'), ref('Dog')],
  discriminator: { propertyName: 'kind', mapping, ...more },
});

function tagged(schema: JsonSchema, schemas: Schemas): JsonSchema {
  return publish(schema, { schemas }).schema;
}

describe('a choice with a discriminator', () => {
  const schemas = { Cat: cat, Dog: dog };

  it('J9 says in each alternative which tag it has, and becomes anyOf', () => {
    expect(tagged(choice({ cat: 'Cat', dog: 'Dog' }), schemas)).toEqual({
      anyOf: [
        {
          type: 'object',
          properties: { kind: { type: 'string', const: 'cat' }, lives: { type: 'integer' } },
          required: ['kind', 'lives'],
        },
        {
          type: 'object',
          properties: { kind: { type: 'string', const: 'dog' }, barks: { type: 'boolean' } },
          required: ['kind'],
        },
      ],
    });
  });

  it('J9 takes the names of components where nothing is mapped', () => {
    const schema = tagged(choice({}), schemas);
    expect(dig(schema, 'anyOf', 0, 'properties', 'kind', 'const')).toBe('Cat');
    expect(dig(schema, 'anyOf', 1, 'properties', 'kind', 'const')).toBe('Dog');
  });

  it('J9 lists several tags of one alternative', () => {
    const schema = tagged(choice({ cat: 'Cat', kitten: 'Cat', dog: 'Dog' }), schemas);
    expect(dig(schema, 'anyOf', 0, 'properties', 'kind')).toEqual({
      type: 'string',
      enum: ['cat', 'kitten'],
    });
  });

  it('J9 does not ask for the tag where a mapping is the default', () => {
    const schema = tagged(choice({ cat: 'Cat', dog: 'Dog' }, { defaultMapping: 'Dog' }), schemas);
    expect(dig(schema, 'anyOf', 0, 'required')).toContain('kind');
    expect(schema).not.toHaveProperty(['anyOf', '1', 'required']);
  });

  it('J9 lets the values of an alternative’s own schema stand, and names a conflict', () => {
    const own = { Cat: { ...cat, properties: { kind: { enum: ['CAT'] } } }, Dog: dog };
    const { schema, codes } = publish(choice({ cat: 'Cat', dog: 'Dog' }), { schemas: own });
    expect(dig(schema, 'anyOf', 0, 'properties', 'kind')).toEqual({ enum: ['CAT'] });
    expect(codes).toEqual(['schema-discriminator-conflict']);
    // Names that nobody mapped are no promise that could be broken.
    expect(publish(choice({}), { schemas: own }).codes).toEqual([]);
  });

  it('J9 narrows a shared list of values to the tag of each alternative', () => {
    const kinds: JsonSchema = { type: 'string', enum: ['cat', 'dog'] };
    const schema = tagged(choice({ cat: 'Cat', dog: 'Dog' }), {
      Cat: { ...cat, properties: { kind: ref('Kind') } },
      Dog: { ...dog, properties: { kind: ref('Kind') } },
      Kind: kinds,
    });
    expect(dig(schema, 'anyOf', 0, 'properties', 'kind', 'const')).toBe('cat');
    expect(dig(schema, 'anyOf', 1, 'properties', 'kind', 'const')).toBe('dog');
  });

  it('J9 writes tags in the type of the property', () => {
    const numbered = (schema: JsonSchema): JsonSchema => ({
      ...schema,
      properties: { kind: { type: 'integer' } },
    });
    const schema = tagged(choice({ 1: 'Cat', 2: 'Dog' }), {
      Cat: numbered(cat),
      Dog: numbered(dog),
    });
    expect(dig(schema, 'anyOf', 0, 'properties', 'kind')).toEqual({ type: 'integer', const: 1 });
  });

  it('J9 keeps oneOf where tags do not tell all alternatives apart', () => {
    const schema = tagged(
      {
        oneOf: [ref('Cat'), ref('Dog'), { type: 'object', properties: { x: {} } }],
        discriminator: { propertyName: 'kind', mapping: { pet: 'Cat' } },
      },
      schemas,
    );
    expect(schema).toHaveProperty('oneOf');
  });

  it('J9 lets null stand beside tagged alternatives', () => {
    const schema = tagged(
      {
        oneOf: [ref('Cat'), { type: 'null' }],
        discriminator: { propertyName: 'kind', mapping: { cat: 'Cat' } },
      },
      schemas,
    );
    expect(accepts(schema, null)).toBe(true);
    expect(schema).toHaveProperty('anyOf');
  });

  it('J9 changes no validation of output', () => {
    const { schema } = publish(choice({ cat: 'Cat', dog: 'Dog' }), {
      schemas,
      direction: 'output',
    });
    expect(accepts(schema, { kind: 'another', lives: 9 })).toBe(true);
  });
});

describe('a parent with a discriminator', () => {
  const shapes: Schemas = {
    Shape: {
      type: 'object',
      description: 'Any shape',
      properties: { kind: { type: 'string' }, color: { type: 'string' } },
      required: ['kind'],
      discriminator: { propertyName: 'kind', mapping: { disc: 'Disc', bar: 'Bar' } },
    },
    Disc: { allOf: [ref('Shape'), { type: 'object', properties: { radius: { type: 'number' } } }] },
    Bar: { allOf: [ref('Shape'), { type: 'object', properties: { length: { type: 'number' } } }] },
  };

  it('U36 stands for its children, with their fields and its own', () => {
    expect(tagged(ref('Shape'), shapes)).toEqual({
      description: 'Any shape',
      anyOf: [
        {
          type: 'object',
          properties: {
            kind: { type: 'string', const: 'disc' },
            color: { type: 'string' },
            radius: { type: 'number' },
          },
          required: ['kind'],
        },
        {
          type: 'object',
          properties: {
            kind: { type: 'string', const: 'bar' },
            color: { type: 'string' },
            length: { type: 'number' },
          },
          required: ['kind'],
        },
      ],
    });
  });

  it.each<[string, JsonSchema, (value: JsonSchema) => JsonSchema]>([
    ['a property', { type: 'object', properties: { s: ref('Shape') } }, (s) => ({ s })],
    ['items', { type: 'array', items: ref('Shape') }, (s) => [s] as unknown as JsonSchema],
    ['a map', { type: 'object', additionalProperties: ref('Shape') }, (s) => ({ x: s })],
    ['a described reference', { allOf: [ref('Shape')], description: 'Here' }, (s) => s],
    ['a choice', { anyOf: [ref('Shape'), { type: 'null' }] }, (s) => s],
  ])('U37 stands for its children in %s', (_, schema, wrap) => {
    const published = tagged(schema, shapes);
    expect(accepts(published, wrap({ kind: 'disc', radius: 2 }))).toBe(true);
    expect(accepts(published, wrap({ kind: 'disc', radius: 'two' }))).toBe(false);
    expect(JSON.stringify(published)).toContain('"length"');
  });

  it('J9 finds children that no mapping names, at any remove', () => {
    const schema = tagged(ref('Animal'), {
      Animal: {
        type: 'object',
        properties: { type: { type: 'string' } },
        discriminator: { propertyName: 'type', mapping: {} },
      },
      Mammal: { allOf: [ref('Animal'), { properties: { fur: { type: 'boolean' } } }] },
      Otter: { allOf: [ref('Mammal'), { properties: { river: { type: 'string' } } }] },
    });
    const tags = (dig(schema, 'anyOf') as readonly JsonSchema[]).map((branch) =>
      dig(branch, 'properties', 'type', 'const'),
    );
    expect(tags).toEqual(['Mammal', 'Otter']);
    expect(dig(schema, 'anyOf', 1, 'properties')).toMatchObject({ fur: {}, river: {} });
  });

  it('J9 leaves out what lies between a parent and its mapped children', () => {
    const schema = tagged(ref('Animal'), {
      Animal: {
        type: 'object',
        properties: { type: { type: 'string' } },
        discriminator: { propertyName: 'type', mapping: { otter: 'Otter', ox: 'Ox' } },
      },
      Mammal: { allOf: [ref('Animal'), { properties: { fur: { type: 'boolean' } } }] },
      Otter: { allOf: [ref('Mammal'), { properties: { river: { type: 'string' } } }] },
      Ox: { allOf: [ref('Mammal'), { properties: { horns: { type: 'integer' } } }] },
    });
    expect(dig(schema, 'anyOf')).toHaveLength(2);
  });

  it('J9 stands for itself too where a tag is its own', () => {
    const schema = tagged(ref('Shape'), {
      ...shapes,
      Shape: {
        ...shapes['Shape'],
        discriminator: { propertyName: 'kind', mapping: { shape: 'Shape', disc: 'Disc' } },
      },
    });
    expect(accepts(schema, { kind: 'shape', color: 'red' })).toBe(true);
    expect(accepts(schema, { kind: 'disc', radius: 1 })).toBe(true);
  });

  it('J9 joins children that do not inherit from it', () => {
    const schema = tagged(ref('Shape'), {
      Shape: shapes['Shape'] ?? {},
      Disc: { type: 'object', properties: { radius: { type: 'number' } } },
      Bar: { type: 'object', properties: { length: { type: 'number' } } },
    });
    expect(dig(schema, 'anyOf', 0, 'properties')).toMatchObject({ color: {}, radius: {} });
  });

  it('J9 is not expanded in output', () => {
    const { schema } = publish(ref('Shape'), { schemas: shapes, direction: 'output' });
    expect(JSON.stringify(schema)).not.toContain('radius');
  });

  it('J9 may hold itself, and keeps definitions then', () => {
    const { schema } = publish(ref('Node'), {
      schemas: {
        Node: {
          type: 'object',
          properties: { kind: { type: 'string' } },
          discriminator: { propertyName: 'kind', mapping: { leaf: 'Leaf', pair: 'Pair' } },
        },
        Leaf: { allOf: [ref('Node'), { properties: { value: { type: 'integer' } } }] },
        Pair: { allOf: [ref('Node'), { properties: { left: ref('Node'), right: ref('Node') } }] },
      },
    });
    const pair = { kind: 'pair', left: { kind: 'leaf', value: 1 }, right: { kind: 'pair' } };
    expect(accepts(schema, pair)).toBe(true);
    expect(accepts(schema, { ...pair, left: { kind: 'leaf', value: 'x' } })).toBe(false);
  });

  it('J9 J7 hides read-only fields of the parent in its children', () => {
    const schema = tagged(ref('Shape'), {
      ...shapes,
      Shape: {
        ...shapes['Shape'],
        properties: { kind: { type: 'string' }, id: { type: 'string', readOnly: true } },
        required: ['kind', 'id'],
      },
    });
    expect(JSON.stringify(schema)).not.toContain('"id"');
    expect(accepts(schema, { kind: 'bar', length: 1 })).toBe(true);
  });
});
