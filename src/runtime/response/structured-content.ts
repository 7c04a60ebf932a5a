import type { JsonObject, JsonSchema, JsonValue } from '../../model/json.ts';
import { isJsonObject } from '../../model/json.ts';
import type { Tool } from '../../model/tool.ts';
import type { CheckValue, SchemaCompiler } from '../middleware/validate/compile-schema.ts';
import type { ResponseContext } from './context.ts';

/** A value as structured content, which is an object for every protocol revision (rule R6). */
export function wrapResult(value: JsonValue): JsonObject {
  return isJsonObject(value) ? value : { result: value };
}

/**
 * The structured content of a success. Where the tool publishes an output schema there always is one, because clients
 * take its absence for an error (rule C15): the value where it fits; `{}`, which a relaxed schema always admits, where
 * the body has no value or has drifted from the document (rule J19); the value all the same where the schema would
 * refuse `{}` too. Drift is noted for the audit. Without a schema there is one unless the tool's mode is `off`.
 */
export async function structuredContentOf(
  tool: Tool,
  value: JsonValue | undefined,
  context: ResponseContext,
): Promise<JsonObject | undefined> {
  const wrapped = value === undefined ? undefined : wrapResult(value);
  if (tool.outputSchema === undefined) {
    return tool.settings.outputSchema === 'off' ? undefined : wrapped;
  }
  if (wrapped === undefined) {
    context.exchange.notes.push('output schema: the answer has no structured content');
    return {};
  }
  const check = await compileOnce(tool, tool.outputSchema, context.schemas);
  const [fault] = check?.(wrapped) ?? [];
  if (fault === undefined) return wrapped;
  const place = fault.instancePath === '' ? '/' : fault.instancePath;
  context.exchange.notes.push(
    `output schema: drift at ${place.slice(0, 200)}: ${fault.message ?? fault.keyword}`,
  );
  return check?.({}).length === 0 ? {} : wrapped;
}

/** Schemas that ajv refuses; to try again with every call would cost more than the call. */
const unusable = new WeakSet<JsonSchema>();

/** `undefined` where the schema cannot be compiled: then nothing can be said against a value. */
async function compileOnce(
  tool: Tool,
  schema: JsonSchema,
  schemas: SchemaCompiler,
): Promise<CheckValue | undefined> {
  if (unusable.has(schema)) return undefined;
  try {
    // No tool has a name with a space, so this shares the compiler with the schemas of arguments.
    return await schemas.compile(`output ${tool.name}`, schema);
  } catch {
    unusable.add(schema);
    return undefined;
  }
}
