import { withDefaults } from '../model/hints.ts';
import type { JsonObject, JsonSchema, JsonValue } from '../model/json.ts';
import { isArray, isJsonObject, objectFromEntries } from '../model/json.ts';
import type { Icon } from '../model/tool.ts';
import type { ResolvedTool, WireTool } from './call.ts';
import { documentMetaKey, operationMetaKey } from './meta-keys.ts';

/**
 * Turns tools into what `tools/list` sends, once, at start. One tool that a client cannot read hides all the
 * others, so each is made safe for every client: its roots are objects, no property is a bare boolean, nothing is
 * `null`, every icon has its source.
 */
export function toWireTools(tools: readonly ResolvedTool[]): readonly WireTool[] {
  const documents = new Set(
    tools.flatMap((tool) => (tool.kind === 'operation' ? [tool.tool.operation.document] : [])),
  );
  return tools.map((tool) => toWireTool(tool, documents.size > 1));
}

function toWireTool(resolved: ResolvedTool, manyDocuments: boolean): WireTool {
  const { tool } = resolved;
  const outputSchema =
    tool.outputSchema === undefined ? undefined : objectSchema(tool.outputSchema);
  const meta = metaOf(resolved, manyDocuments);
  const icons = (tool.icons ?? []).filter(({ src }) => typeof src === 'string' && src !== '');
  return {
    name: tool.name,
    ...(tool.title === undefined || tool.title === '' ? {} : { title: tool.title }),
    description: tool.description,
    inputSchema: objectSchema(tool.inputSchema) ?? emptyInput,
    ...(outputSchema === undefined ? {} : { outputSchema }),
    annotations: annotationsOf(resolved),
    ...(icons.length === 0 ? {} : { icons: icons.map(toWireIcon) }),
    ...(tool.execution === undefined
      ? {}
      : { execution: { taskSupport: taskSupportOf(tool.execution.taskSupport) } }),
    ...(Object.keys(meta).length === 0 ? {} : { _meta: meta }),
  };
}

const emptyInput: JsonSchema = { type: 'object', properties: {}, additionalProperties: false };

/** All four hints, always: clients differ in what they assume (rule H1). */
function annotationsOf({ tool }: ResolvedTool): JsonObject {
  const hints = withDefaults(tool.hints);
  return {
    ...(hints.title === undefined ? {} : { title: hints.title }),
    readOnlyHint: hints.readOnly,
    destructiveHint: hints.destructive,
    idempotentHint: hints.idempotent,
    openWorldHint: hints.openWorld,
  };
}

/** What the tool says of itself, and which operation it is; our keys cannot be taken by a document. */
function metaOf(resolved: ResolvedTool, manyDocuments: boolean): JsonObject {
  const own = resolved.tool.meta ?? {};
  if (resolved.kind === 'handwritten') return own;
  const { method, path, document } = resolved.tool.operation;
  return {
    ...own,
    [operationMetaKey]: `${method} ${path}`,
    ...(manyDocuments ? { [documentMetaKey]: document } : {}),
  };
}

/** An icon with nothing but what MCP knows. */
export function toWireIcon(icon: Icon): JsonObject {
  return {
    src: icon.src,
    ...(icon.mimeType === undefined ? {} : { mimeType: icon.mimeType }),
    ...(icon.sizes === undefined ? {} : { sizes: icon.sizes }),
    ...(icon.theme === undefined ? {} : { theme: icon.theme }),
  };
}

/** Until this server runs tasks, `required` would make a tool that nobody can call. */
function taskSupportOf(support: 'forbidden' | 'optional' | 'required'): string {
  return support === 'required' ? 'optional' : support;
}

/**
 * The schema with a root that every client reads: `type` is the word `object`, and no property is a boolean
 * schema. The same object where nothing has to change; `undefined` where the root is of another type.
 */
function objectSchema(schema: JsonSchema): JsonSchema | undefined {
  const type = schema['type'];
  const typed = type === 'object' ? schema : withObjectType(schema, type);
  if (typed === undefined) return undefined;
  const properties = typed['properties'];
  if (!isJsonObject(properties)) {
    return properties === undefined ? typed : { ...typed, properties: {} };
  }
  if (Object.values(properties).every(isJsonObject)) return typed;
  return { ...typed, properties: withoutBooleans(properties) };
}

function withObjectType(schema: JsonSchema, type: JsonValue | undefined): JsonSchema | undefined {
  const possible = type === undefined || (isArray(type) && type.includes('object'));
  return possible ? { ...schema, type: 'object' } : undefined;
}

function withoutBooleans(properties: JsonObject): JsonObject {
  return objectFromEntries(
    Object.entries(properties).map(([name, schema]): readonly [string, JsonValue] => {
      if (isJsonObject(schema)) return [name, schema];
      return [name, schema === false ? { not: {} } : {}];
    }),
  );
}
