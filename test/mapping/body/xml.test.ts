import { describe, expect, it } from 'vitest';
import { mapArguments } from '../../../src/mapping/arguments.ts';
import { noDirectives } from '../../../src/mapping/directives.ts';
import type { JsonSchema, JsonValue } from '../../../src/model/json.ts';
import { apiOf, bodyOf, mediaOf, operationOf, ref } from '../../support/api-builder.ts';
import { bodyText, planOf } from '../../support/binding-builder.ts';

function mapXml(
  schema: JsonSchema,
  schemas: Readonly<Record<string, JsonSchema>> = {},
): {
  readonly kind: string;
  readonly write: (value: JsonValue) => string;
  readonly codes: readonly string[];
} {
  const mapped = mapArguments(
    operationOf({ method: 'POST', requestBody: bodyOf([mediaOf('application/xml', schema)]) }),
    apiOf({ schemas }),
    noDirectives.request,
    {},
  );
  if (!mapped.ok) throw new Error(mapped.diagnostics[0].message);
  const { body } = mapped.value;
  if (body === undefined) throw new Error('no body');
  return {
    kind: body.encoding.kind,
    codes: mapped.diagnostics.map(({ code }) => code),
    // The runtime's writer is the judge of what the tree means.
    write: (value) => bodyText(planOf({ method: 'POST', body }, { body: value })),
  };
}

const text: JsonSchema = { type: 'string' };
const animals = (array: JsonSchema): JsonSchema => ({
  type: 'object',
  xml: { name: 'root' },
  properties: { animals: array },
});

describe('an XML body', () => {
  // The examples of the XML Object (OpenAPI 3.1 §XML Object Examples), under a root element.
  it.each<[string, JsonSchema, JsonValue, string]>([
    ['a basic string element', animals(text), { animals: 'x' }, '<animals>x</animals>'],
    [
      'a basic string array',
      animals({ type: 'array', items: text }),
      { animals: ['a', 'b'] },
      '<animals>a</animals><animals>b</animals>',
    ],
    [
      'an array whose items have a name',
      animals({ type: 'array', items: { ...text, xml: { name: 'animal' } } }),
      { animals: ['a', 'b'] },
      '<animal>a</animal><animal>b</animal>',
    ],
    [
      'an array whose own name has no effect',
      animals({
        type: 'array',
        items: { ...text, xml: { name: 'animal' } },
        xml: { name: 'aliens' },
      }),
      { animals: ['a'] },
      '<animal>a</animal>',
    ],
    [
      'a wrapped array without names',
      animals({ type: 'array', items: text, xml: { wrapped: true } }),
      { animals: ['a', 'b'] },
      '<animals><animals>a</animals><animals>b</animals></animals>',
    ],
    [
      'a wrapped array with a name for its items',
      animals({
        type: 'array',
        items: { ...text, xml: { name: 'animal' } },
        xml: { name: 'aliens', wrapped: true },
      }),
      { animals: ['a'] },
      '<aliens><animal>a</animal></aliens>',
    ],
    [
      'a wrapped array with a name of its own alone',
      animals({ type: 'array', items: text, xml: { name: 'aliens', wrapped: true } }),
      { animals: ['a'] },
      '<aliens><aliens>a</aliens></aliens>',
    ],
    [
      '3.2 an array that is an element by nodeType',
      animals({ type: 'array', items: text, xml: { name: 'aliens', nodeType: 'element' } }),
      { animals: ['a'] },
      '<aliens><aliens>a</aliens></aliens>',
    ],
  ])('B17 writes %s', (_, schema, value, inner) => {
    expect(mapXml(schema).write(value)).toBe(`<root>${inner}</root>`);
  });

  it('B17 writes attributes, prefixes and namespaces', () => {
    const { write } = mapXml(ref('Person'), {
      Person: {
        type: 'object',
        properties: {
          id: { type: 'integer', xml: { attribute: true } },
          name: {
            type: 'string',
            xml: { namespace: 'https://example.com/schema/sample', prefix: 'sample' },
          },
        },
      },
    });
    expect(write({ id: 123, name: 'example' })).toBe(
      '<Person id="123"><sample:name xmlns:sample="https://example.com/schema/sample">example</sample:name></Person>',
    );
  });

  it('B17 names the root by its component, or by its own word', () => {
    const schemas = {
      Pet: { type: 'object', properties: { name: text } },
      Named: { type: 'object', xml: { name: 'pet' }, properties: { name: text } },
    };
    expect(mapXml(ref('Pet'), schemas).write({ name: 'x' })).toBe('<Pet><name>x</name></Pet>');
    expect(mapXml(ref('Named'), schemas).write({ name: 'x' })).toBe('<pet><name>x</name></pet>');
    expect(mapXml({ allOf: [ref('Pet')], description: 'd' }, schemas).kind).toBe('xml');
  });

  it('B17 calls what is referred to as the property, where it has no name of its own', () => {
    const { write } = mapXml(ref('Pet'), {
      Pet: { type: 'object', properties: { owner: ref('Person'), keeper: ref('Keeper') } },
      Person: { type: 'object', properties: { name: text } },
      Keeper: { type: 'object', xml: { name: 'Guard' }, properties: { name: text } },
    });
    expect(write({ owner: { name: 'a' }, keeper: { name: 'b' } })).toBe(
      '<Pet><owner><name>a</name></owner><Guard><name>b</name></Guard></Pet>',
    );
  });

  it('B17 follows what recurs, inherits or may be null', () => {
    const { write } = mapXml(ref('Node'), {
      Node: {
        allOf: [
          { type: 'object', properties: { id: { type: 'integer', xml: { attribute: true } } } },
          {
            properties: {
              next: { anyOf: [ref('Node'), { type: 'null' }] },
              kids: { type: 'array', items: ref('Node') },
            },
          },
        ],
      },
    });
    expect(write({ id: 1, next: { id: 2, next: null }, kids: [{ id: 3 }] })).toBe(
      '<Node id="1"><next id="2"><next xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/></next><kids id="3"/></Node>',
    );
  });

  it('B17 leaves out what is read-only', () => {
    const { write } = mapXml(ref('Pet'), {
      Pet: { type: 'object', properties: { id: { type: 'integer', readOnly: true }, name: text } },
    });
    expect(write({ name: 'x' })).toBe('<Pet><name>x</name></Pet>');
  });

  it.each<[string, JsonSchema]>([
    ['the root has no name', { type: 'object', properties: { a: text } }],
    ['the root is a list without an element', { type: 'array', items: text, xml: { name: 'a' } }],
    [
      'properties have free names',
      { type: 'object', xml: { name: 'a' }, additionalProperties: text },
    ],
    [
      'a property is a choice of objects',
      {
        type: 'object',
        xml: { name: 'a' },
        properties: { b: { oneOf: [ref('Pet'), ref('Cat')] } },
      },
    ],
    ['a name is none of XML', { type: 'object', xml: { name: 'a' }, properties: { 'b c': text } }],
  ])('B17 is text that the caller writes where %s', (_, schema) => {
    const object: JsonSchema = { type: 'object', properties: { x: text } };
    const mapped = mapXml(schema, { Pet: object, Cat: object });
    expect(mapped.kind).toBe('text');
    expect(mapped.codes).toEqual(['body-as-text']);
    expect(mapped.write('<a/>')).toBe('<a/>');
  });
});
