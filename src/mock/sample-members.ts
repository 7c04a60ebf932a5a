import type { JsonSchema } from '../model/json.ts';
import { isArray, isJsonObject } from '../model/json.ts';
import { samplePattern } from './sample-pattern.ts';
import type { SampleContext } from './sample-context.ts';
import { facets, isNever } from './schema-kinds.ts';

/** Members that no property declares. */
export interface RestMembers {
  readonly schema: JsonSchema;
  /** Whether the schema speaks of them at all. */
  readonly isSaid: boolean;
  readonly names: (count: number) => readonly string[];
}

/** What other members an object may have; `undefined` where it may have none. */
export function restOf(schema: JsonSchema): RestMembers | undefined {
  const { additionalProperties: rest, patternProperties, propertyNames } = schema;
  const [byPattern] = isJsonObject(patternProperties) ? Object.entries(patternProperties) : [];
  if (byPattern !== undefined && isJsonObject(byPattern[1])) {
    const name = samplePattern(byPattern[0], 1);
    if (name !== undefined) return { schema: byPattern[1], isSaid: true, names: () => [name] };
  }
  if (rest === false || (isJsonObject(rest) && isNever(rest))) return undefined;
  const listed = isJsonObject(propertyNames) ? propertyNames['enum'] : [];
  const names = (isArray(listed) ? listed : []).filter((name) => typeof name === 'string');
  return {
    schema: isJsonObject(rest) ? rest : {},
    isSaid: rest !== undefined,
    names: names.length === 0 ? counted : () => names,
  };
}

function counted(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `key${index + 1}`);
}

/** Declared members that a value for this direction may have, in order. */
export function declaredMembers(
  { properties }: JsonSchema,
  { table, direction }: SampleContext,
): ReadonlyMap<string, JsonSchema> {
  const avoid = direction === 'request' ? 'readOnly' : 'writeOnly';
  const entries = isJsonObject(properties) ? Object.entries(properties) : [];
  return new Map(
    entries.flatMap(([name, property]): [string, JsonSchema][] => {
      if (!isJsonObject(property) || isNever(property)) return [];
      const isAvoided = [...facets(property, table)].some((facet) => facet[avoid] === true);
      return isAvoided ? [] : [[name, property]];
    }),
  );
}

/** Whether a property of this name is declared. */
export function isDeclared({ properties }: JsonSchema, name: string): boolean {
  return isJsonObject(properties) && Object.hasOwn(properties, name);
}
