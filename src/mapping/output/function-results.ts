import type { JsonSchema } from '../../model/json.ts';

const text: JsonSchema = { type: 'string' };
const number: JsonSchema = { type: 'number' };
const truth: JsonSchema = { type: 'boolean' };

const results: readonly (readonly [
  names: readonly string[],
  schema: JsonSchema,
  orNull: boolean,
])[] = [
  [['join', 'to_string', 'type'], text, false],
  [['abs', 'ceil', 'floor', 'sum'], number, false],
  [['avg', 'to_number'], number, true],
  [['length'], { type: 'integer', format: 'int32' }, false],
  [['contains', 'ends_with', 'starts_with'], truth, false],
  [['keys'], { type: 'array', items: text }, false],
  [['to_array', 'values'], { type: 'array', items: {} }, false],
  [['max', 'min'], { type: ['number', 'string'] }, true],
  [['merge'], { type: 'object' }, false],
  [['reverse'], { type: ['array', 'string'], items: {} }, false],
];

/** What JMESPath functions give whose result does not depend on the schema of what they are given, by name. */
export const functionResults: ReadonlyMap<
  string,
  { readonly schema: JsonSchema; readonly orNull: boolean }
> = new Map(
  results.flatMap(([names, schema, orNull]) => names.map((name) => [name, { schema, orNull }])),
);
