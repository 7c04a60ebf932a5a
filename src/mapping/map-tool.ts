import type { ApiModel, Operation } from '../model/api.ts';
import { type Diagnostic, diagnostic, staged, type Staged } from '../model/diagnostic.ts';
import type { ToolHints } from '../model/hints.ts';
import { isJsonObject, type JsonSchema, type JsonValue } from '../model/json.ts';
import { childLocation } from '../model/source.ts';
import { defaultToolSettings, type Tool, type ToolSettings } from '../model/tool.ts';
import { mapArguments, type MappedArguments } from './arguments.ts';
import { compactSchema } from './compact/compact-schema.ts';
import type { ArgumentOptions, ResponseOptions } from './options.ts';
import { mapResponses, type PendingLink } from './output.ts';
import { applyListDirective } from './overlay/merge.ts';
import { type PatchPlace, patchSchema } from './overlay/patch-schema.ts';
import type { OperationDirectives } from './overlay/resolve.ts';
import type { ToolText } from './text.ts';

/** What is already settled when one tool is put together. */
export interface ToolParts {
  readonly api: ApiModel;
  readonly operation: Operation;
  readonly said: OperationDirectives;
  readonly name: string;
  readonly text: ToolText;
  readonly hints: ToolHints;
  readonly namespace: string;
  /** Index of its server. */
  readonly server: number;
  /** What holds where nobody says anything about this tool. */
  readonly defaults: ToolSettings;
  /** What flags say about every tool. */
  readonly flags: Partial<ToolSettings>;
  /** Whether schemas leave out what carries no information. */
  readonly compact: boolean;
  /** Whether they say once what they say several times. */
  readonly sharedParts: boolean;
  readonly arguments: ArgumentOptions;
  readonly responses: ResponseOptions;
}

/** A tool whose links still lead to operations. */
export interface DraftTool {
  readonly operation: Operation;
  readonly tool: Tool;
  readonly links: readonly PendingLink[];
  readonly argumentNames: MappedArguments['argumentNames'];
  readonly pinned: boolean;
  readonly outputSchemaWanted: boolean;
}

/** Puts one tool together; refused where the operation cannot be called. */
export function mapTool(parts: ToolParts): Staged<DraftTool> {
  const { api, operation, said } = parts;
  const { directives } = said;
  const mapped = mapArguments(operation, api, directives.request, parts.arguments);
  if (!mapped.ok) return mapped;
  const settings = settingsOf(parts);
  const responses = mapResponses(operation, api, settings.outputSchema, {
    ...parts.responses,
    directives: directives.response,
  });
  const schemas = finalSchemas(parts, mapped.value.inputSchema, responses.outputSchema);
  const { inputSchema, outputSchema } = schemas;
  const tool: Tool = {
    ...metadataOf(parts),
    inputSchema,
    ...(outputSchema === undefined || settings.outputSchema === 'off' ? {} : { outputSchema }),
    operation: {
      ...(operation.operationId === undefined ? {} : { id: operation.operationId }),
      method: operation.method,
      path: operation.path,
      document: parts.namespace,
    },
    request: {
      method: operation.method,
      pathTemplate: operation.pathTemplate,
      server: parts.server,
      parameters: mapped.value.parameters,
      ...(mapped.value.body === undefined ? {} : { body: mapped.value.body }),
      accept: mapped.value.accept,
    },
    response: responses.response,
    security: operation.security,
    settings,
  };
  return staged(
    {
      operation,
      tool,
      links: responses.links,
      argumentNames: mapped.value.argumentNames,
      pinned: directives.pinned ?? false,
      outputSchemaWanted:
        directives.outputSchema !== undefined ||
        directives.outputSchemaPatches !== undefined ||
        (parts.flags.outputSchema ?? directives.settings.outputSchema) !== undefined,
    },
    [
      ...mapped.diagnostics,
      ...responses.diagnostics,
      ...schemas.diagnostics,
      ...strangeProperties(parts, inputSchema, mapped.value.argumentNames),
    ],
  );
}

interface FinalSchemas {
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly diagnostics: readonly Diagnostic[];
}

/** Derived schemas, written compactly, or those of a person, with what is merged into them. */
function finalSchemas(
  parts: ToolParts,
  derivedInput: JsonSchema,
  derivedOutput: JsonSchema | undefined,
): FinalSchemas {
  const { directives, applied } = parts.said;
  const { inputSchemaPatches: intoInput = [], outputSchemaPatches: intoOutput = [] } = directives;
  const placeOf = (key: PatchPlace['key']): PatchPlace => {
    const entry = applied.findLast(({ layers }) =>
      layers.some((layer) => layer[`${key}+`] !== undefined),
    )?.entry;
    return { key, location: entry?.location ?? parts.operation.location };
  };
  const isOwnInput = directives.inputSchema !== undefined || intoInput.length > 0;
  const isOwnOutput = directives.outputSchema !== undefined || intoOutput.length > 0;
  const input = patchSchema(
    directives.inputSchema ?? (isOwnInput ? derivedInput : compactOf(parts, derivedInput)),
    intoInput,
    placeOf('inputSchema'),
  );
  const output =
    directives.outputSchema ??
    (derivedOutput === undefined || isOwnOutput ? derivedOutput : compactOf(parts, derivedOutput));
  if (intoOutput.length === 0) {
    return {
      inputSchema: input.schema,
      ...(output === undefined ? {} : { outputSchema: output }),
      diagnostics: input.diagnostics,
    };
  }
  const base = output ?? { type: 'object', properties: {} };
  const patched = patchSchema(base, intoOutput, placeOf('outputSchema'));
  return {
    inputSchema: input.schema,
    outputSchema: patched.schema,
    diagnostics: [...input.diagnostics, ...patched.diagnostics],
  };
}

function compactOf(
  { compact, sharedParts, arguments: options }: ToolParts,
  schema: JsonSchema,
): JsonSchema {
  if (!compact) return schema;
  return compactSchema(schema, {
    share: sharedParts && typeof options.references !== 'object',
    keepTexts: options.maxDescriptionLength === Infinity,
  }).schema;
}

/** In the order in which they stand in the artifact. */
function metadataOf({
  operation,
  said: { directives },
  name,
  text,
  hints,
}: ToolParts): Pick<
  Tool,
  'name' | 'title' | 'description' | 'summary' | 'tags' | 'hints' | 'icons' | 'execution' | 'meta'
> {
  const title = directives.title ?? text.title;
  const icons = applyListDirective([], directives.icons);
  return {
    name,
    ...(title === undefined ? {} : { title }),
    description: directives.description ?? text.description,
    summary: directives.summary ?? text.summary,
    tags: applyListDirective(operation.tags, directives.tags),
    hints,
    ...(icons.length === 0 ? {} : { icons }),
    ...(directives.execution === undefined ? {} : { execution: directives.execution }),
    ...(directives.meta === undefined ? {} : { meta: directives.meta }),
  };
}

/** Flags over what is said of the tool, over what holds for all. */
function settingsOf({ said: { directives }, defaults, flags }: ToolParts): ToolSettings {
  const settings = { ...defaults, ...directives.settings, ...flags };
  return {
    ...orderedSettings(settings),
    configure: { ...defaults.configure, ...directives.settings.configure, ...flags.configure },
  };
}

/** The members in one order, whoever set them. */
function orderedSettings(settings: ToolSettings): ToolSettings {
  // Both have the members of ToolSettings; only their order differs.
  return Object.fromEntries(
    Object.keys(defaultToolSettings).map((key) => [
      key,
      (settings as unknown as Readonly<Record<string, JsonValue>>)[key],
    ]),
  ) as unknown as ToolSettings;
}

/** Properties of a person's own input schema that lead nowhere: a call with them would be refused. */
function strangeProperties(
  { said, operation }: ToolParts,
  inputSchema: JsonSchema,
  argumentNames: MappedArguments['argumentNames'],
): readonly Diagnostic[] {
  const properties = inputSchema['properties'];
  const entry = said.applied.findLast(({ layers }) =>
    layers.some((layer) => (layer.inputSchema ?? layer['inputSchema+']) !== undefined),
  )?.entry;
  if (entry === undefined || !isJsonObject(properties)) return [];
  const known = new Set(Object.values(argumentNames));
  const { location } = entry;
  return Object.keys(properties)
    .filter((name) => !known.has(name))
    .map((name) =>
      diagnostic('overlay-unknown-argument', {
        message: `The inputSchema has the property ${JSON.stringify(name)}, which is no argument of ${operation.method} ${operation.path}.`,
        fix: `Arguments here: ${[...known].slice(0, 20).join(', ') || 'none'}.`,
        location: childLocation(location, 'inputSchema', 'properties', name),
      }),
    );
}
