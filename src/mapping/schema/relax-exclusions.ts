import { isJsonObject, type JsonSchema, type JsonValue } from '../../model/json.ts';
import { mapSubschemas, withoutKeys } from './keywords.ts';
import { measure } from './measure.ts';

const relaxed = new WeakMap<JsonSchema, JsonSchema>();

/**
 * Removes what would refuse more once a reference inside admits more than it did: `oneOf` becomes
 * `anyOf`, and `not`, `if` and `maxContains` go, wherever they speak of a reference.
 */
export function relaxExclusions(schema: JsonSchema): JsonSchema {
  if (measure(schema).references.size === 0) return schema;
  const before = relaxed.get(schema);
  if (before !== undefined) return before;
  const inner = mapSubschemas(schema, relaxExclusions);
  const result = withoutExclusions(inner, (_, keyword) => measureAll(schema[keyword]) > 0);
  relaxed.set(schema, result);
  return result;
}

/** The same for a schema of which parts were replaced by wider ones, compared with what it was. */
export function keepMeaning(before: JsonSchema, after: JsonSchema): JsonSchema {
  if (before === after) return after;
  return withoutExclusions(after, (value, keyword) => value !== before[keyword]);
}

function withoutExclusions(
  schema: JsonSchema,
  isWider: (value: JsonValue, keyword: string) => boolean,
): JsonSchema {
  const affected = (keyword: string): boolean => {
    const value = schema[keyword];
    return value !== undefined && isWider(value, keyword);
  };
  let result = schema;
  if (affected('not')) result = withoutKeys(result, 'not');
  if (affected('if')) result = withoutKeys(result, 'if', 'then', 'else');
  if (affected('contains')) result = withoutKeys(result, 'maxContains');
  return affected('oneOf') ? oneBecomesAny(result) : result;
}

/** `oneOf` as `anyOf`, which admits the same and what fits several. */
export function oneBecomesAny(schema: JsonSchema): JsonSchema {
  const choice = schema['oneOf'] ?? [];
  const rest = withoutKeys(schema, 'oneOf');
  if (rest['anyOf'] === undefined) return { ...rest, anyOf: choice };
  const members = rest['allOf'];
  const further: readonly JsonValue[] = Array.isArray(members) ? members : [];
  return { ...rest, allOf: [...further, { anyOf: choice }] };
}

/** References inside one schema or a list of them, as they were before anything was replaced. */
function measureAll(value: JsonValue | undefined): number {
  const schemas: readonly (JsonValue | undefined)[] = Array.isArray(value) ? value : [value];
  return schemas.reduce<number>(
    (sum, schema) => sum + (isJsonObject(schema) ? measure(schema).references.size : 0),
    0,
  );
}
