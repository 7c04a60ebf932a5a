import type { Operation, Parameter, QueryParameter, SchemaTable } from '../../model/api.ts';
import { diagnostic } from '../../model/diagnostic.ts';
import { isJsonObject, ownValue } from '../../model/json.ts';
import type { JsonSchema } from '../../model/json.ts';
import type { SecurityScheme } from '../../model/security.ts';
import type { Reading } from './reading.ts';

/** What a check of queries needs beside the operations. */
export interface QueryCheckInput {
  readonly schemas: SchemaTable;
  readonly schemes: Readonly<Record<string, SecurityScheme>>;
}

/**
 * Warns of names that can meet in a query: those of an exploded object, whose own name is not sent (rule
 * P12), and a key of a security scheme beside a parameter that is the whole query (rule P30).
 */
export function checkQueries(
  reading: Reading,
  operations: readonly Operation[],
  input: QueryCheckInput,
): void {
  for (const operation of operations) {
    for (const parameter of operation.parameters) {
      if (parameter.in === 'query') checkExploded(reading, operation, parameter, input.schemas);
      if (parameter.in === 'querystring') checkWhole(reading, operation, parameter, input.schemes);
    }
  }
}

function checkExploded(
  reading: Reading,
  operation: Operation,
  parameter: QueryParameter,
  schemas: SchemaTable,
): void {
  const { serialization } = parameter;
  if (serialization.kind !== 'style' || serialization.style !== 'form') return;
  if (!serialization.explode) return;
  const schema = resolveSchema(parameter.schema, schemas);
  const properties = ownValue(schema, 'properties');
  const others = operation.parameters.filter(
    (other) => other.in === 'query' && other.name !== parameter.name,
  );
  const clashes = isJsonObject(properties)
    ? others.filter(({ name }) => Object.hasOwn(properties, name)).map(({ name }) => name)
    : [];
  const open = ownValue(schema, 'additionalProperties');
  const isOpenMap = (open === true || isJsonObject(open)) && others.length > 0;
  if (clashes.length === 0 && !isOpenMap) return;
  const names = clashes.length === 0 ? 'names that the document does not list' : clashes.join(', ');
  reading.report(
    diagnostic('parameter-collision', {
      message: `The properties of the query parameter ${JSON.stringify(parameter.name)} are sent under their own names and can meet other query parameters: ${names}.`,
      fix: 'Use style deepObject, or other names.',
      location: parameter.location,
    }),
  );
}

/** The schema that a bare reference leads to. The table has no loops of references. */
function resolveSchema(schema: JsonSchema, schemas: SchemaTable): JsonSchema {
  let current = schema;
  for (;;) {
    const reference = ownValue(current, '$ref');
    if (typeof reference !== 'string') return current;
    const entry = ownValue(schemas, reference.slice('#/$defs/'.length));
    if (entry === undefined) return current;
    current = entry.schema;
  }
}

function checkWhole(
  reading: Reading,
  operation: Operation,
  parameter: Parameter,
  schemes: Readonly<Record<string, SecurityScheme>>,
): void {
  for (const { scheme } of operation.security.flatMap((requirement) => requirement.schemes)) {
    const found = ownValue(schemes, scheme);
    if (found?.type !== 'apiKey' || found.in !== 'query') continue;
    reading.report(
      diagnostic('querystring-conflict', {
        message: `The security scheme ${JSON.stringify(scheme)} adds a key to the query, which the parameter ${JSON.stringify(parameter.name)} is as a whole.`,
        fix: 'Send the key in a header, or describe the query by query parameters.',
        location: parameter.location,
      }),
    );
  }
}
