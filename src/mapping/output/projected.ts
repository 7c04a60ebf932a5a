import { compile } from 'jmespath';
import {
  isJsonObject,
  jsonEqual,
  objectFromEntries,
  type JsonSchema,
  type JsonValue,
} from '../../model/json.ts';
import type { Facts, JsonType } from '../schema/facts.ts';
import { refusesAll } from '../schema/keywords.ts';
import { functionResults } from './function-results.ts';

/** A node of a compiled JMESPath expression. */
interface Expression {
  readonly type: string;
  readonly name?: string;
  /** Of a literal, its value; of a member of `{…}`, its expression. */
  readonly value?: unknown;
  readonly children?: readonly Expression[];
}

/** What an expression can give: values that fit a schema and, where nothing is found, `null`. */
interface Shape {
  readonly schema: JsonSchema;
  readonly orNull: boolean;
}

const unknown: Shape = { schema: {}, orNull: true };
const never: JsonSchema = { not: {} };

/**
 * The canonical schema of what a JMESPath expression picks out of answers that fit a schema. Where the document or
 * the expression does not tell, the schema admits everything; it never refuses what the expression gives.
 */
export function projectSchema(schema: JsonSchema, expression: string, facts: Facts): JsonSchema {
  // The package has no types; `compile` gives a tree of its parser's nodes, and has accepted the expression before.
  const root = compile(expression) as Expression;
  return written(new Projector(facts).shape(root, { schema, orNull: facts.admitsNull(schema) }));
}

function written({ schema, orNull }: Shape): JsonSchema {
  if (!orNull || Object.keys(schema).length === 0) return schema;
  if (schema === never) return { type: 'null' };
  const { type } = schema;
  const isPlain = mayRefuseNull.every((keyword) => schema[keyword] === undefined);
  // Some clients read a list of types among scalars only (rule J2).
  return isPlain && typeof type === 'string' && scalarTypes.has(type)
    ? { ...schema, type: [type, 'null'] }
    : { anyOf: [schema, { type: 'null' }] };
}

/** Beside these, a type that admits null does not make a schema admit it. */
const mayRefuseNull = ['enum', 'const', 'allOf', 'anyOf', 'oneOf', 'not', 'if', '$ref'] as const;

const scalarTypes: ReadonlySet<string> = new Set(['boolean', 'integer', 'number', 'string']);

/** Choices taken apart in all; a document may write one that comes back to itself. */
const maxChoices = 500;

class Projector {
  private readonly facts: Facts;
  private choices = 0;

  constructor(facts: Facts) {
    this.facts = facts;
  }

  shape(node: Expression, of: Shape): Shape {
    const [left, right] = node.children ?? [];
    switch (node.type) {
      case 'Identity':
      case 'Current':
        return of;
      case 'Field':
        return this.field(of, node.name ?? '');
      case 'Literal':
        return { schema: literalSchema(node.value), orNull: node.value === null };
      case 'Subexpression':
      case 'IndexExpression':
      case 'Pipe':
        return left && right ? this.shape(right, this.shape(left, of)) : unknown;
      case 'Index':
        return { schema: this.items(of.schema), orNull: true };
      case 'Slice':
        return { schema: this.list(of.schema), orNull: true };
      case 'Flatten':
        return left ? this.flat(this.shape(left, of)) : unknown;
      case 'Projection':
      case 'FilterProjection':
        return left && right ? this.each(right, this.items(this.shape(left, of).schema)) : unknown;
      case 'ValueProjection':
        return left && right ? this.each(right, this.values(this.shape(left, of).schema)) : unknown;
      case 'OrExpression':
      case 'AndExpression':
        return left && right ? union([this.shape(left, of), this.shape(right, of)]) : unknown;
      case 'NotExpression':
      case 'Comparator':
        return { schema: { type: 'boolean' }, orNull: false };
      case 'MultiSelectHash':
        return this.hash(node.children ?? [], of);
      case 'MultiSelectList': {
        const members = (node.children ?? []).map((child) => this.shape(child, present(of)));
        return { schema: listOf(written(union(members))), orNull: of.orNull };
      }
      case 'Function':
        return this.call(node, of);
      default:
        return unknown;
    }
  }

  /** A member of an object; of anything else, `null`. */
  private field({ schema }: Shape, name: string): Shape {
    const branches = this.branches(schema);
    if (branches !== undefined) {
      return union(branches.map((branch) => this.field({ schema: branch, orNull: false }, name)));
    }
    if (this.excludes(schema, 'object')) return { schema: never, orNull: true };
    const named = this.facts.named(schema).properties.get(name);
    if (named !== undefined) return { schema: named, orNull: true };
    const additional = this.facts.target(schema)['additionalProperties'];
    const isKnown = isJsonObject(additional) && !refusesAll(additional);
    return isKnown ? { schema: additional, orNull: true } : unknown;
  }

  /** The schema of every item of a list. */
  private items(schema: JsonSchema): JsonSchema {
    const branches = this.branches(schema);
    if (branches !== undefined) {
      return union(branches.map((branch) => ({ schema: this.items(branch), orNull: false })))
        .schema;
    }
    if (this.excludes(schema, 'array')) return never;
    const { items, prefixItems } = this.facts.target(schema);
    return isJsonObject(items) && prefixItems === undefined ? items : {};
  }

  /** What of a schema is a list. */
  private list(schema: JsonSchema): JsonSchema {
    const items = this.items(schema);
    return items === never ? never : listOf(items);
  }

  /** The schema of every member of an object. */
  private values(schema: JsonSchema): JsonSchema {
    if (this.excludes(schema, 'object')) return never;
    const additional = this.facts.target(schema)['additionalProperties'];
    const { properties } = this.facts.named(schema);
    return isJsonObject(additional) && properties.size === 0 ? additional : {};
  }

  /** A projection: an expression on each item, without what is `null`. */
  private each(expression: Expression, item: JsonSchema): Shape {
    if (item === never) return { schema: never, orNull: true };
    const { schema } = this.shape(expression, { schema: item, orNull: true });
    return { schema: listOf(schema === never ? {} : schema), orNull: true };
  }

  /** Lists inside a list become part of it. */
  private flat({ schema }: Shape): Shape {
    const item = this.items(schema);
    if (item === never) return { schema: never, orNull: true };
    const inner = this.items(item);
    if (inner === never) return { schema: listOf(item), orNull: true };
    const types = this.facts.types(item);
    const isList = types.size === 1 && types.has('array');
    return { schema: listOf(isList ? inner : {}), orNull: true };
  }

  private hash(pairs: readonly Expression[], of: Shape): Shape {
    const members = pairs.map(({ name = '', value }): readonly [string, JsonSchema] => {
      // The value of a pair is an expression; see the parser's node.
      const member = this.shape(value as Expression, present(of));
      return [name, written(member)];
    });
    const schema = { type: 'object', properties: objectFromEntries(members) };
    return { schema, orNull: of.orNull };
  }

  private call({ name = '', children = [] }: Expression, of: Shape): Shape {
    const [first, second] = children;
    const argument = (node: Expression | undefined): Shape =>
      node === undefined ? unknown : this.shape(node, of);
    switch (name) {
      case 'sort':
      case 'sort_by':
        return { schema: this.list(argument(first).schema), orNull: false };
      case 'max_by':
      case 'min_by':
        return { schema: this.items(argument(first).schema), orNull: true };
      case 'map': {
        const [mapped] = first?.children ?? [];
        const item = this.items(argument(second).schema);
        if (mapped === undefined || item === never) return unknown;
        const each = this.shape(mapped, { schema: item, orNull: this.facts.admitsNull(item) });
        return { schema: listOf(written(each)), orNull: false };
      }
      case 'not_null':
        return { ...union(children.map(argument)), orNull: true };
      default:
        return functionResults.get(name) ?? unknown;
    }
  }

  private excludes(schema: JsonSchema, type: JsonType): boolean {
    return schema === never || !this.facts.types(schema).has(type);
  }

  /** The alternatives of a schema that is a choice and names nothing of its own. */
  private branches(schema: JsonSchema): readonly JsonSchema[] | undefined {
    const target = this.facts.target(schema);
    const choice = target['anyOf'] ?? target['oneOf'];
    const isChoice = ['properties', 'allOf', 'items'].every((name) => target[name] === undefined);
    if (!isChoice || !Array.isArray(choice) || this.choices >= maxChoices) return undefined;
    this.choices += 1;
    return choice.filter((branch) => isJsonObject(branch));
  }
}

/** What the members of `{…}` and `[…]` are taken from: where it is `null`, there are none. */
function present({ schema }: Shape): Shape {
  return { schema, orNull: false };
}

function listOf(items: JsonSchema): JsonSchema {
  return { type: 'array', items };
}

/** What fits one of several shapes. */
function union(shapes: readonly Shape[]): Shape {
  const schemas = shapes.map(({ schema }) => schema).filter((schema) => schema !== never);
  const distinct = schemas.filter(
    (schema, index) => !schemas.slice(0, index).some((other) => jsonEqual(schema, other)),
  );
  const orNull = shapes.some((shape) => shape.orNull);
  const [only] = distinct;
  if (only === undefined) return { schema: never, orNull };
  if (distinct.some((schema) => Object.keys(schema).length === 0)) return { schema: {}, orNull };
  return { schema: distinct.length === 1 ? only : { anyOf: distinct }, orNull };
}

function literalSchema(value: unknown): JsonSchema {
  if (value === null) return never;
  if (Array.isArray(value)) return listOf({});
  const type: JsonValue = typeof value;
  return ['string', 'number', 'boolean', 'object'].includes(type) ? { type } : {};
}
