import type { Operation, Parameter, SchemaTable } from '../../model/api.ts';
import { diagnostic } from '../../model/diagnostic.ts';
import { isJsonObject, ownValue } from '../../model/json.ts';
import type { JsonSchema } from '../../model/json.ts';
import type { Reading } from './reading.ts';

/**
 * Warns of parameters whose lists or objects hold further ones, where their style has no form for that: such members
 * are sent as JSON text (rule P13).
 */
export function checkNesting(
  reading: Reading,
  operations: readonly Operation[],
  schemas: SchemaTable,
): void {
  const checked = new Set<Parameter>();
  for (const parameter of operations.flatMap(({ parameters }) => parameters)) {
    const { serialization, schema, name, location } = parameter;
    if (serialization.kind !== 'style' || serialization.style === 'deepObject') continue;
    if (checked.has(parameter)) continue;
    checked.add(parameter);
    const members = [...alternatives([schema], schemas)].flatMap(membersOf);
    if (![...alternatives(members, schemas)].some(isCompound)) continue;
    reading.report(
      diagnostic('parameter-nested', {
        message: `The parameter ${JSON.stringify(name)} can hold lists or objects inside another one, for which style ${serialization.style} has no form; they are sent as JSON text.`,
        fix: 'Describe the parameter by content: application/json if the API reads JSON there, or a query by style deepObject.',
        location,
      }),
    );
  }
}

/** Schemas and, through references and compositions, everything that their values may have to fit, each once. */
function alternatives(seeds: readonly JsonSchema[], schemas: SchemaTable): ReadonlySet<JsonSchema> {
  const found = new Set(seeds);
  // A set that grows is walked to its new end.
  for (const each of found) {
    const reference = ownValue(each, '$ref');
    if (typeof reference === 'string') {
      const entry = ownValue(schemas, reference.slice('#/$defs/'.length));
      if (entry !== undefined) found.add(entry.schema);
    }
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
      const branches = ownValue(each, keyword);
      if (!Array.isArray(branches)) continue;
      for (const branch of branches) if (isJsonObject(branch)) found.add(branch);
    }
  }
  return found;
}

/** Schemas of the items of lists and the members of objects. */
function membersOf(schema: JsonSchema): readonly JsonSchema[] {
  const properties = ownValue(schema, 'properties');
  return [
    ...(isJsonObject(properties) ? Object.values(properties) : []),
    ownValue(schema, 'items'),
    ownValue(schema, 'additionalProperties'),
  ].filter((member) => isJsonObject(member));
}

/** Whether a schema describes lists or objects in its own words. */
function isCompound(schema: JsonSchema): boolean {
  const types = [ownValue(schema, 'type')].flat();
  return types.includes('array') || types.includes('object') || membersOf(schema).length > 0;
}
