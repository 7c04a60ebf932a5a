import type { JsonSchema } from '../../../model/json.ts';
import { ownValue } from '../../../model/json.ts';
import type { SchemaChange } from '../change.ts';
import type { NodeContext } from './context.ts';
import { isNever, isOpen, schemaMap, subschema, texts } from './node.ts';
import { includesType, typesOf } from './types.ts';

/** What properties a schema of objects knows. */
interface ObjectShape {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required: ReadonlySet<string>;
  /** What every other property must be. */
  readonly others: JsonSchema;
}

/** Objects: each property, what must be there, and what else may be. */
export function compareProperties(
  before: JsonSchema,
  after: JsonSchema,
  context: NodeContext,
): readonly SchemaChange[] {
  if (!includesType(typesOf(before), 'object') || !includesType(typesOf(after), 'object'))
    return [];
  const [old, now] = [shapeOf(before), shapeOf(after)];
  const names = new Set([
    ...Object.keys(old.properties),
    ...Object.keys(now.properties),
    ...old.required,
    ...now.required,
  ]);
  return [
    ...[...names].flatMap((name) => compareProperty(name, old, now, context)),
    ...compareRest(old.others, now.others, context),
  ];
}

function shapeOf(schema: JsonSchema): ObjectShape {
  return {
    properties: schemaMap(schema['properties']),
    required: new Set(texts(schema['required'])),
    others: subschema(schema['additionalProperties']),
  };
}

function compareProperty(
  name: string,
  old: ObjectShape,
  now: ObjectShape,
  { path, compare }: NodeContext,
): readonly SchemaChange[] {
  const at = [...path, name];
  const [before, after] = [ownValue(old.properties, name), ownValue(now.properties, name)];
  const isNewlyRequired = now.required.has(name) && !old.required.has(name);
  if (before === undefined) {
    if (after === undefined) return isNewlyRequired ? [newlyRequired(at, 'is required now')] : [];
    if (isNewlyRequired) return [newlyRequired(at, 'is new and required')];
    const isTyped = !isOpen(old.others) && !isNever(old.others);
    return [
      { impact: 'additive', kind: 'added', path: at, message: 'is new' },
      // What was one of many like it may be of another kind now.
      ...(isTyped ? compare(old.others, after, at) : []),
    ];
  }
  if (after === undefined) return gone(at, before, { now, compare, isNewlyRequired });
  return [
    ...(isNewlyRequired ? [newlyRequired(at, 'is required now')] : []),
    ...(old.required.has(name) && !now.required.has(name)
      ? [
          {
            impact: 'additive',
            kind: 'optional-now',
            path: at,
            message: 'may be left out now',
          } as const,
        ]
      : []),
    ...compare(before, after, at),
  ];
}

function newlyRequired(path: readonly string[], message: string): SchemaChange {
  return { impact: 'breaking', kind: 'newly-required', path, message };
}

interface GoneContext {
  readonly now: ObjectShape;
  readonly compare: NodeContext['compare'];
  readonly isNewlyRequired: boolean;
}

function gone(
  path: readonly string[],
  before: JsonSchema,
  { now, compare, isNewlyRequired }: GoneContext,
): readonly SchemaChange[] {
  if (isNever(now.others)) return [{ impact: 'breaking', kind: 'gone', path, message: 'is gone' }];
  return [
    ...(isNewlyRequired ? [newlyRequired(path, 'is required now')] : []),
    {
      impact: 'behavioral',
      kind: 'undescribed',
      path,
      message: 'is no longer described, but taken like any other property',
    },
    ...compare(before, now.others, path).filter(({ impact }) => impact === 'breaking'),
  ];
}

function compareRest(
  before: JsonSchema,
  after: JsonSchema,
  { path, compare }: NodeContext,
): readonly SchemaChange[] {
  const at = [...path, '*'];
  if (isNever(after)) {
    return isNever(before)
      ? []
      : [
          {
            impact: 'breaking',
            kind: 'closed',
            path: at,
            message: 'is refused: only described properties are taken now',
          },
        ];
  }
  if (isNever(before)) {
    return [
      { impact: 'additive', kind: 'opened', path: at, message: 'is taken: other properties too' },
    ];
  }
  return compare(before, after, at);
}
