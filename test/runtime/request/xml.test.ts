import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import type { XmlContent, XmlEncoding, XmlNode } from '../../../src/model/body-encoding.ts';
import type { JsonValue } from '../../../src/model/json.ts';
import type { ArgumentValue } from '../../../src/runtime/arguments/argument-value.ts';
import { ExactNumber } from '../../../src/runtime/arguments/argument-value.ts';
import { bodyOf, bodyText, faultsOf, planOf } from '../../support/binding-builder.ts';

const scalar: XmlContent = { kind: 'scalar' };

function node(name: string, content: XmlContent = scalar, given: Partial<XmlNode> = {}): XmlNode {
  return { nodeType: 'element', name, content, ...given };
}

function object(properties: Readonly<Record<string, XmlNode>>): XmlContent {
  return {
    kind: 'object',
    properties: Object.entries(properties).map(([property, own]) => ({ property, node: own })),
  };
}

function array(item: XmlNode, wrapped = false): XmlContent {
  return { kind: 'array', wrapped, item };
}

function encodingOf(root: XmlNode, definitions: XmlEncoding['definitions'] = {}): XmlEncoding {
  return { kind: 'xml', mediaType: 'application/xml', root, definitions };
}

function write(root: XmlNode, body: ArgumentValue, definitions = {}): string {
  const encoding = encodingOf(root, definitions);
  const text = bodyText(planOf({ method: 'POST', body: bodyOf(encoding) }, { body }));
  expect(XMLValidator.validate(text)).toBe(true);
  return text;
}

/** Reads XML with a library: attributes under `@`, text under `#`, namespaces untouched. */
function read(text: string): unknown {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    textNodeName: '#',
    parseTagValue: false,
    parseAttributeValue: false,
    trimValues: false,
    htmlEntities: true,
  });
  return parser.parse(text);
}

describe('XML bodies', () => {
  it('B17 write elements in the order of the schema and attributes with their element', () => {
    const pet = node(
      'pet',
      object({
        id: node('id', scalar, { nodeType: 'attribute' }),
        name: node('petName'),
        age: node('age'),
      }),
    );
    expect(write(pet, { age: 3, name: 'Rex', id: 10 })).toBe(
      '<pet id="10"><petName>Rex</petName><age>3</age></pet>',
    );
    expect(write(pet, {})).toBe('<pet/>');
  });

  it('B17 repeat items without a wrapper, and put one around where it is asked for', () => {
    const item = node('tag');
    const root = node('pet', object({ tags: node('tags', array(item)) }));
    expect(write(root, { tags: ['a', 'b'] })).toBe('<pet><tag>a</tag><tag>b</tag></pet>');
    const wrapped = node('pet', object({ tags: node('tags', array(item, true)) }));
    expect(write(wrapped, { tags: ['a', 'b'] })).toBe(
      '<pet><tags><tag>a</tag><tag>b</tag></tags></pet>',
    );
    expect(write(wrapped, { tags: [] })).toBe('<pet><tags/></pet>');
  });

  it('B17 declare namespaces on first use', () => {
    const space = { namespace: 'http://example.com/s', prefix: 's' };
    const root = node(
      'pet',
      object({
        code: node('code', scalar, { ...space, nodeType: 'attribute' }),
        name: node('name', scalar, space),
        other: node('other', scalar, { namespace: 'http://example.com/o', prefix: 's' }),
      }),
      { namespace: 'http://example.com/d' },
    );
    expect(write(root, { code: 1, name: 'x', other: 'y' })).toBe(
      '<pet xmlns="http://example.com/d" xmlns:s="http://example.com/s" s:code="1"><s:name>x</s:name><s:other xmlns:s="http://example.com/o">y</s:other></pet>',
    );
  });

  it('B17 write null as xsi:nil and leave null attributes out', () => {
    const root = node(
      'pet',
      object({ id: node('id', scalar, { nodeType: 'attribute' }), name: node('name') }),
    );
    expect(write(root, { id: null, name: null })).toBe(
      '<pet><name xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/></pet>',
    );
  });

  it('B17 write text, CDATA and parts without an element of their own', () => {
    const root = node(
      'note',
      object({
        lang: node('lang', scalar, { nodeType: 'attribute' }),
        body: node('body', scalar, { nodeType: 'text' }),
        raw: node('raw', scalar, { nodeType: 'cdata' }),
        rest: node(
          'rest',
          object({ kind: node('kind', scalar, { nodeType: 'attribute' }), more: node('more') }),
          { nodeType: 'none' },
        ),
      }),
    );
    const value = { lang: 'en', body: 'a<b', raw: 'x]]>y', rest: { kind: 'k', more: 'm' } };
    const text = write(root, value);
    expect(text).toBe(
      '<note lang="en" kind="k">a&lt;b<![CDATA[x]]]]><![CDATA[>y]]><more>m</more></note>',
    );
    expect(read(text)).toEqual({
      note: { '@lang': 'en', '@kind': 'k', '#': 'a<bx]]>y', more: 'm' },
    });
  });

  it('B17 follow recursive definitions', () => {
    const tree: XmlNode = node(
      'tree',
      object({
        v: node('v'),
        kids: node('kids', array(node('tree', { kind: 'reference', definition: 'Tree' }))),
      }),
    );
    const root = node('tree', { kind: 'reference', definition: 'Tree' });
    const value = { v: 1, kids: [{ v: 2, kids: [{ v: 3 }] }, { v: 4 }] };
    expect(write(root, value, { Tree: tree })).toBe(
      '<tree><v>1</v><tree><v>2</v><tree><v>3</v></tree></tree><tree><v>4</v></tree></tree>',
    );
  });

  it('stop at endless nesting', () => {
    const tree: XmlNode = node(
      'tree',
      object({ kid: node('kid', { kind: 'reference', definition: 'Tree' }) }),
    );
    let body: JsonValue = {};
    for (let depth = 0; depth < 20_000; depth += 1) body = { kid: body };
    const sketch = { method: 'POST', body: bodyOf(encodingOf(tree, { Tree: tree })) };
    expect(faultsOf(sketch, { body })).toEqual([
      '`body` is nested too deeply to be sent; send a flatter value.',
    ]);
  });

  it.each([`<&>"'`, 'é☃😀', ' a\tb ', 'line\nbreak'])(
    'read back %j as text and attribute',
    (text) => {
      const root = node(
        'a',
        object({ t: node('t', scalar, { nodeType: 'attribute' }), e: node('e') }),
      );
      expect(read(write(root, { t: text, e: text }))).toEqual({ a: { '@t': text, e: text } });
    },
  );

  it('escape what readers would normalise', () => {
    const root = node('a', object({ t: node('t', scalar, { nodeType: 'attribute' }) }));
    expect(write(root, { t: 'a\r\n\tb' })).toBe('<a t="a&#xD;&#xA;&#x9;b"/>');
    expect(write(node('a'), 'a\rb')).toBe('<a>a&#xD;b</a>');
  });

  it('write lists in one attribute as tokens, and exact digits', () => {
    const root = node('a', object({ t: node('t', scalar, { nodeType: 'attribute' }) }));
    expect(write(root, { t: ['x', 1, true] })).toBe('<a t="x 1 true"/>');
    expect(write(node('id'), new ExactNumber('9007199254740993'))).toBe(
      '<id>9007199254740993</id>',
    );
  });

  it.each([
    [{ name: 'x', hue: 1 }, '`body.hue` has no place in the XML; the fields are name, list.'],
    [
      { name: 'a\0b' },
      '`body.name` has control characters that XML cannot carry; send plain text.',
    ],
    [
      { name: '\ud800' },
      '`body.name` has control characters that XML cannot carry; send plain text.',
    ],
    [
      { name: { x: 1 } },
      '`body.name` is plain text in the XML; send text, a number or true or false.',
    ],
    [{ list: 'x' }, '`body.list` is a list of XML elements; send a list.'],
    ['text', '`body` has parts of its own in XML; send an object.'],
  ])('refuse %j', (body, message) => {
    const root = node('pet', object({ name: node('name'), list: node('list', array(node('i'))) }));
    expect(faultsOf({ method: 'POST', body: bodyOf(encodingOf(root)) }, { body })).toEqual([
      message,
    ]);
  });

  it('B16 add a charset to text/xml beyond ASCII', () => {
    const encoding = { ...encodingOf(node('a')), mediaType: 'text/xml' };
    const plan = planOf({ method: 'POST', body: bodyOf(encoding) }, { body: 'é' });
    expect(plan.body).toMatchObject({ contentType: 'text/xml; charset=utf-8' });
  });
});
