import type { XmlContent, XmlEncoding, XmlNode } from '../../model/body-encoding.ts';
import {
  isJsonObject,
  objectFromEntries,
  type JsonSchema,
  type JsonValue,
} from '../../model/json.ts';
import { soleMember, type TypeSet } from '../schema/facts.ts';
import { referenceKey } from '../schema/keywords.ts';
import type { SchemaLibrary } from '../schema/library.ts';

const maxDepth = 50;

/**
 * The element tree of an XML body (rule B17; 3.2 §XML Object), or `undefined` where the schema does not
 * settle one: a root without a name, a choice of objects, free property names, names that XML has not.
 */
export function xmlEncoding(
  schema: JsonSchema,
  mediaType: string,
  library: SchemaLibrary,
): XmlEncoding | undefined {
  const planner = new XmlPlanner(library);
  const root = planner.root(schema);
  if (root === undefined || planner.hasFailed) return undefined;
  return { kind: 'xml', mediaType, root, definitions: objectFromEntries(planner.definitions) };
}

/** What an XML Object says, the nearest to the use first. */
interface XmlWords {
  readonly name?: string;
  readonly namespace?: string;
  readonly prefix?: string;
  readonly wrapped: boolean;
  readonly nodeType: XmlNode['nodeType'] | undefined;
}

const scalar: XmlContent = { kind: 'scalar' };

class XmlPlanner {
  readonly definitions = new Map<string, XmlNode>();
  hasFailed = false;
  private readonly library: SchemaLibrary;
  private readonly started = new Set<string>();

  constructor(library: SchemaLibrary) {
    this.library = library;
  }

  root(schema: JsonSchema): XmlNode | undefined {
    const key = this.keyOf(schema);
    const component = key === undefined ? undefined : this.library.entry(key)?.name;
    const name = this.words(schema).name ?? component;
    if (name === undefined) return undefined;
    const node = this.node(schema, name, 0);
    const content = this.resolve(node.content);
    const standsAlone =
      node.nodeType === 'element' && (content.kind !== 'array' || content.wrapped);
    return standsAlone ? node : undefined;
  }

  private node(schema: JsonSchema, inferredName: string, depth: number): XmlNode {
    const words = this.words(schema);
    const name = words.name ?? inferredName;
    if (!isXmlName(name)) this.hasFailed = true;
    const nodeType = words.nodeType ?? 'element';
    return {
      nodeType,
      name,
      ...(words.namespace === undefined ? {} : { namespace: words.namespace }),
      ...(words.prefix === undefined ? {} : { prefix: words.prefix }),
      content:
        nodeType === 'element' || nodeType === 'none'
          ? this.content(schema, { words, inferredName }, depth)
          : scalar,
    };
  }

  private content(
    schema: JsonSchema,
    at: { readonly words: XmlWords; readonly inferredName: string },
    depth: number,
  ): XmlContent {
    if (depth > maxDepth) return this.fail();
    const alternative = this.onlyAlternative(schema);
    if (alternative !== undefined) return this.content(alternative, at, depth + 1);
    const { facts } = this.library;
    const types = facts.types(schema);
    if (consistsOf(types, 'array')) return this.list(schema, at, depth);
    const named = facts.named(schema);
    const isObject = consistsOf(types, 'object') || named.properties.size > 0;
    if (!isObject) return types.has('object') && types.size < 6 ? this.fail() : scalar;
    return this.object(schema, depth);
  }

  /** The one schema of a choice that is not `null`. */
  private onlyAlternative(schema: JsonSchema): JsonSchema | undefined {
    const target = this.library.facts.target(schema);
    const choice = target['anyOf'] ?? target['oneOf'];
    if (!Array.isArray(choice)) return undefined;
    const branches = (choice as readonly JsonValue[]).filter(
      (branch): branch is JsonSchema => isJsonObject(branch) && branch['type'] !== 'null',
    );
    const [only] = branches;
    if (only !== undefined && branches.length === 1 && target['properties'] === undefined) {
      return only;
    }
    const { facts } = this.library;
    if (branches.some((branch) => !isScalar(facts.types(branch)))) this.fail();
    return undefined;
  }

  private object(schema: JsonSchema, depth: number): XmlContent {
    const key = this.keyOf(schema);
    if (key === undefined) return this.members(schema, depth);
    if (!this.started.has(key)) {
      this.started.add(key);
      const name = this.library.entry(key)?.name ?? key;
      const content = this.members(schema, depth);
      this.definitions.set(key, { nodeType: 'element', name, content });
    }
    return { kind: 'reference', definition: key };
  }

  private members(schema: JsonSchema, depth: number): XmlContent {
    const { facts } = this.library;
    const { properties } = facts.named(schema);
    if (properties.size === 0 && !facts.isClosed(schema)) return this.fail();
    return {
      kind: 'object',
      properties: [...properties]
        .filter(([, property]) => !facts.isMarked(property, 'readOnly'))
        .map(([property, inner]) => ({ property, node: this.node(inner, property, depth + 1) })),
    };
  }

  private list(
    schema: JsonSchema,
    { words, inferredName }: { readonly words: XmlWords; readonly inferredName: string },
    depth: number,
  ): XmlContent {
    const items = this.library.facts.target(schema)['items'];
    // Items without a name of their own are called as the property is, wrapped or not.
    const name = words.wrapped ? (words.name ?? inferredName) : inferredName;
    const item = this.node(isJsonObject(items) ? items : {}, name, depth + 1);
    return { kind: 'array', wrapped: words.wrapped, item };
  }

  /** The words of a schema and of what it refers to. */
  private words(schema: JsonSchema): XmlWords {
    const found: JsonSchema[] = [];
    let current: JsonSchema | undefined = schema;
    for (let step = 0; current !== undefined && step < maxDepth; step += 1) {
      if (isJsonObject(current['xml'])) found.push(current['xml']);
      const key = referenceKey(current);
      current = key === undefined ? soleMember(current) : this.library.entry(key)?.schema;
    }
    return readWords(Object.assign({}, ...found.reverse()) as JsonSchema);
  }

  private keyOf(schema: JsonSchema): string | undefined {
    return referenceKey(schema) ?? referenceKey(soleMember(schema) ?? {});
  }

  private resolve(content: XmlContent): XmlContent {
    if (content.kind !== 'reference') return content;
    return this.definitions.get(content.definition)?.content ?? content;
  }

  private fail(): XmlContent {
    this.hasFailed = true;
    return scalar;
  }
}

function readWords(xml: JsonSchema): XmlWords {
  const text = (keyword: string): string | undefined => {
    const value = xml[keyword];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const [name, namespace, prefix] = ['name', 'namespace', 'prefix'].map(text);
  const given = text('nodeType');
  const nodeType = given !== undefined && isNodeType(given) ? given : undefined;
  return {
    ...(name === undefined ? {} : { name }),
    ...(namespace === undefined ? {} : { namespace }),
    ...(prefix === undefined ? {} : { prefix }),
    wrapped: xml['wrapped'] === true || nodeType === 'element',
    nodeType: nodeType ?? (xml['attribute'] === true ? 'attribute' : undefined),
  };
}

function isNodeType(type: string): type is XmlNode['nodeType'] {
  return ['element', 'attribute', 'text', 'cdata', 'none'].includes(type);
}

function consistsOf(types: TypeSet, wanted: 'array' | 'object'): boolean {
  return types.has(wanted) && [...types].every((type) => type === wanted || type === 'null');
}

function isScalar(types: TypeSet): boolean {
  return !types.has('object') && !types.has('array');
}

/** Name of an element or attribute (XML 1.0 §2.3), a little narrower. */
function isXmlName(name: string): boolean {
  return name.length <= 200 && /^[\p{L}_][\p{L}\p{N}._:-]*$/u.test(name) && !/^xml$/i.test(name);
}
