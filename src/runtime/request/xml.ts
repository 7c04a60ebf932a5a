import type { ArgumentPath } from '../arguments/argument-path.ts';
import type { ArgumentObject, ArgumentValue } from '../arguments/argument-value.ts';
import {
  isArgumentArray,
  isArgumentObject,
  isArgumentScalar,
  maxArgumentDepth,
} from '../arguments/argument-value.ts';
import type { XmlContent, XmlEncoding, XmlNode } from '../../model/body-encoding.ts';
import { ownValue } from '../../model/json.ts';
import type { BodyReport } from './body-report.ts';
import { bodyPath, refuseInBody } from './body-report.ts';
import { scalarText } from './text-rules.ts';
import { escapeXmlAttribute, escapeXmlText, hasXmlForbidden, xmlCdata } from './xml-text.ts';

/**
 * Writes an XML body by its element tree (rule B17; 3.2 §XML Object): the schema's order, namespaces
 * declared on first use, `null` elements as `xsi:nil`, `null` attributes left out. `undefined` after a
 * fault; a field that the tree does not know is one.
 *
 * @throws RangeError for nesting beyond {@link maxArgumentDepth}.
 */
export function xmlText(
  encoding: XmlEncoding,
  value: ArgumentValue,
  body: BodyReport,
): string | undefined {
  const before = body.report.faults.length;
  const parts: string[] = [];
  const writer: XmlWriter = { definitions: encoding.definitions, body, parts };
  writeNode(writer, encoding.root, { value, path: [], scope: rootScope });
  return body.report.faults.length > before ? undefined : parts.join('');
}

interface XmlWriter {
  readonly definitions: XmlEncoding['definitions'];
  readonly body: BodyReport;
  readonly parts: string[];
}

type ResolvedContent = Exclude<XmlContent, { kind: 'reference' }>;

/** Namespace by prefix, as declared on the elements around. */
type Scope = ReadonlyMap<string, string>;

const rootScope: Scope = new Map();

const schemaInstance = 'http://www.w3.org/2001/XMLSchema-instance';

interface Occurrence {
  readonly value: ArgumentValue;
  readonly path: ArgumentPath;
  readonly scope: Scope;
}

function writeNode(writer: XmlWriter, node: XmlNode, occurrence: Occurrence): void {
  const { value, path } = occurrence;
  if (path.length > maxArgumentDepth) throw new RangeError('nested too deeply');
  const content = contentOf(writer, node.content);
  switch (node.nodeType) {
    case 'element':
      if (content.kind === 'array' && !content.wrapped)
        writeItems(writer, content.item, occurrence);
      else writeElement(writer, { node, content, occurrence });
      return;
    case 'none':
      if (value !== null) writeChildren(writer, content, occurrence);
      return;
    case 'text':
      writer.parts.push(escapeXmlText(textOf(writer, value, path)));
      return;
    case 'cdata':
      writer.parts.push(xmlCdata(textOf(writer, value, path)));
      return;
    case 'attribute':
      // Written with the start tag of the element around it.
      return;
  }
}

/** The content that a node has; a chain of references ends at the first that is none. */
function contentOf({ definitions }: XmlWriter, content: XmlContent): ResolvedContent {
  let current = content;
  for (let step = 0; current.kind === 'reference'; step += 1) {
    const definition = ownValue(definitions, current.definition);
    if (definition === undefined || step > maxArgumentDepth) return { kind: 'scalar' };
    current = definition.content;
  }
  return current;
}

interface ElementPlan {
  readonly node: XmlNode;
  readonly content: ResolvedContent;
  readonly occurrence: Occurrence;
}

function writeElement(writer: XmlWriter, { node, content, occurrence }: ElementPlan): void {
  const { value } = occurrence;
  const start = new StartTag(node, occurrence.scope);
  if (value === null) {
    start.add({ name: 'nil', prefix: 'xsi', namespace: schemaInstance }, 'true');
  } else {
    addAttributes(writer, { start, content }, occurrence);
  }
  const before = writer.parts.length;
  writer.parts.push(start.text());
  if (value !== null) writeChildren(writer, content, { ...occurrence, scope: start.scope });
  const isEmpty = writer.parts.length === before + 1;
  writer.parts.push(isEmpty ? '/>' : `</${start.name}>`);
  if (!isEmpty) writer.parts[before] = `${start.text()}>`;
}

/** Attributes of an element, also those of parts that stand in it without an element of their own. */
function addAttributes(
  writer: XmlWriter,
  { start, content }: { readonly start: StartTag; readonly content: ResolvedContent },
  { value, path, scope }: Occurrence,
): void {
  if (content.kind !== 'object' || !isArgumentObject(value)) return;
  for (const { property, node } of content.properties) {
    const member = ownValue(value, property);
    if (member === undefined || member === null) continue;
    const memberPath = [...path, property];
    if (node.nodeType === 'attribute') {
      start.add(node, textOf(writer, member, memberPath));
    } else if (node.nodeType === 'none') {
      const inner = contentOf(writer, node.content);
      addAttributes(writer, { start, content: inner }, { value: member, path: memberPath, scope });
    }
  }
}

function writeChildren(writer: XmlWriter, content: ResolvedContent, occurrence: Occurrence): void {
  const { value, path, scope } = occurrence;
  switch (content.kind) {
    case 'scalar': {
      const text = textOf(writer, value, path);
      if (text !== '') writer.parts.push(escapeXmlText(text));
      return;
    }
    case 'array':
      writeItems(writer, content.item, occurrence);
      return;
    case 'object':
      if (!isArgumentObject(value)) {
        refuseInBody(
          writer.body,
          bodyPath(writer.body, ...path),
          'has parts of its own in XML; send an object',
        );
        return;
      }
      refuseUnknown(writer, content, value, path);
      for (const { property, node } of content.properties) {
        const member = ownValue(value, property);
        if (member === undefined) continue;
        writeNode(writer, node, { value: member, path: [...path, property], scope });
      }
  }
}

function writeItems(writer: XmlWriter, item: XmlNode, { value, path, scope }: Occurrence): void {
  if (value === null) return;
  if (!isArgumentArray(value)) {
    refuseInBody(
      writer.body,
      bodyPath(writer.body, ...path),
      'is a list of XML elements; send a list',
    );
    return;
  }
  for (const [index, member] of value.entries()) {
    writeNode(writer, item, { value: member, path: [...path, index], scope });
  }
}

function refuseUnknown(
  { body }: XmlWriter,
  content: Extract<XmlContent, { kind: 'object' }>,
  value: ArgumentObject,
  path: ArgumentPath,
): void {
  const known = content.properties.map(({ property }) => property);
  for (const key of Object.keys(value)) {
    if (known.includes(key)) continue;
    const choices = known.length === 0 ? 'leave it out' : `the fields are ${known.join(', ')}`;
    refuseInBody(body, bodyPath(body, ...path, key), `has no place in the XML; ${choices}`);
  }
}

function textOf(writer: XmlWriter, value: ArgumentValue, path: ArgumentPath): string {
  if (value === null) return '';
  const where = (): string => bodyPath(writer.body, ...path);
  // A list in one attribute or text is a list of tokens, as in XML Schema.
  const scalars = isArgumentArray(value) ? value : [value];
  if (!scalars.every(isArgumentScalar)) {
    refuseInBody(
      writer.body,
      where(),
      'is plain text in the XML; send text, a number or true or false',
    );
    return '';
  }
  const text = scalars.map(scalarText).join(' ');
  if (hasXmlForbidden(text)) {
    refuseInBody(
      writer.body,
      where(),
      'has control characters that XML cannot carry; send plain text',
    );
    return '';
  }
  return text;
}

/** The start tag of an element while its attributes are gathered. */
class StartTag {
  readonly name: string;
  private readonly declared: Map<string, string>;
  private readonly attributes: string[] = [];

  constructor(node: XmlNode, scope: Scope) {
    this.declared = new Map(scope);
    this.name = this.qualify(node);
  }

  /** What is declared for the element's children. */
  get scope(): Scope {
    return this.declared;
  }

  /** Adds an attribute, which has a namespace only through a prefix. */
  add(node: Pick<XmlNode, 'name' | 'prefix' | 'namespace'>, text: string): void {
    const name = node.prefix === undefined ? node.name : this.qualify(node);
    this.attributes.push(` ${name}="${escapeXmlAttribute(text)}"`);
  }

  /** The tag without its end. */
  text(): string {
    return `<${this.name}${this.attributes.join('')}`;
  }

  /** The name with its prefix; declares the namespace where it is not in scope yet. */
  private qualify({
    name,
    prefix = '',
    namespace,
  }: Pick<XmlNode, 'name' | 'prefix' | 'namespace'>): string {
    if (namespace !== undefined && this.declared.get(prefix) !== namespace) {
      this.declared.set(prefix, namespace);
      const declaration = prefix === '' ? 'xmlns' : `xmlns:${prefix}`;
      this.attributes.push(` ${declaration}="${escapeXmlAttribute(namespace)}"`);
    }
    return prefix === '' ? name : `${prefix}:${name}`;
  }
}
