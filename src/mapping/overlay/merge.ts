import { noHints, overrideHints } from '../../model/hints.ts';
import { type JsonObject, type JsonValue, objectFromEntries, ownValue } from '../../model/json.ts';
import type { ToolSettings } from '../../model/tool.ts';
import {
  type ArgumentDirective,
  type ListDirective,
  noDirectives,
  type ToolDirectives,
} from '../directives.ts';
import type { MiddlewareUse, ToolFields } from './tool-fields.ts';

/** Folds what entries say of one tool, the weakest first: a later word wins field by field. */
export function mergeFields(layers: readonly ToolFields[]): ToolDirectives {
  return layers.reduce(applyFields, noDirectives);
}

function applyFields(below: ToolDirectives, fields: ToolFields): ToolDirectives {
  const tags = applyList(below.tags, fields.tags, fields['tags+']);
  const icons = applyList(below.icons, fields.icons, fields['icons+']);
  const meta = applyMeta(below.meta, fields);
  const outputSchema = outputSchemaOf(below, fields);
  const { outputSchema: _replaced, ...rest } = below;
  return {
    ...rest,
    ...definedOnly({
      enabled: fields.enabled,
      pinned: fields.pinned,
      name: fields.name,
      title: fields.title,
      description: fields.description,
      summary: fields.summary,
      execution: fields.execution,
      expose: fields.expose,
      resource: fields.resource && { ...below.resource, ...fields.resource },
      inputSchema: fields.inputSchema,
      inputSchemaPatches: applyPatch(below.inputSchemaPatches, fields, 'inputSchema'),
      outputSchemaPatches: applyPatch(below.outputSchemaPatches, fields, 'outputSchema'),
      hints: fields.hints && overrideHints(below.hints ?? noHints, fields.hints),
      tags,
      icons,
      meta,
      outputSchema,
    }),
    settings: applySettings(below.settings, fields),
    request: {
      ...below.request,
      ...definedOnly({ flatten: fields.flatten, mediaType: fields.request?.mediaType }),
      arguments: applyArguments(below.request.arguments, fields.arguments ?? {}),
    },
    response: { ...below.response, ...fields.response },
  };
}

type Defined<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** Leaves out what is not said, so that it does not hide what was said below. */
function definedOnly<T extends object>(values: T): Defined<T> {
  // Only members that are undefined are removed, as the type says.
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as Defined<T>;
}

function applyList<T>(
  below: ListDirective<T> | undefined,
  replaced: readonly T[] | undefined,
  appended: readonly T[] | undefined,
): ListDirective<T> | undefined {
  const base = replaced === undefined ? below : ({ mode: 'replace', items: replaced } as const);
  if (appended === undefined) return base;
  return { mode: base?.mode ?? 'append', items: [...(base?.items ?? []), ...appended] };
}

/** What a list directive makes of the derived list. */
export function applyListDirective<T>(
  derived: readonly T[],
  directive: ListDirective<T> | undefined,
): readonly T[] {
  if (directive === undefined) return derived;
  return directive.mode === 'replace' ? directive.items : [...derived, ...directive.items];
}

function applyMeta(below: JsonObject | undefined, fields: ToolFields): JsonObject | undefined {
  const base = fields['_meta='] ?? below;
  if (fields._meta === undefined) return base;
  return objectFromEntries([...Object.entries(base ?? {}), ...Object.entries(fields._meta)]);
}

/** `off` takes back a schema that was given below; another word only says how it is used. */
function outputSchemaOf(
  below: ToolDirectives,
  { outputSchema }: ToolFields,
): ToolDirectives['outputSchema'] {
  if (outputSchema === undefined) return below.outputSchema;
  if (outputSchema.kind === 'schema') return outputSchema.schema;
  return outputSchema.mode === 'off' ? undefined : below.outputSchema;
}

/** A schema that replaces the one below takes back what was merged into that. */
function applyPatch(
  below: readonly JsonObject[] | undefined,
  fields: ToolFields,
  key: 'inputSchema' | 'outputSchema',
): readonly JsonObject[] | undefined {
  const replaced = fields[key];
  const isSchema =
    replaced !== undefined && (key === 'inputSchema' || fields.outputSchema?.kind === 'schema');
  const patch = fields[`${key}+`];
  const base = isSchema ? [] : below;
  return patch === undefined ? base : [...(base ?? []), patch];
}

function applySettings(below: Partial<ToolSettings>, fields: ToolFields): Partial<ToolSettings> {
  const middleware = applyMiddleware(below, fields);
  return {
    ...below,
    ...middleware,
    ...definedOnly({
      validateArguments: fields.validateArguments,
      coerceArguments: fields.coerce,
      unknownArguments: fields.unknownArguments,
      outputSchema: outputModeOf(below, fields),
      confirm: fields.confirm,
      scopes: appended(fields.scopes ?? below.scopes, fields['scopes+']),
    }),
  };
}

function outputModeOf(
  below: Partial<ToolSettings>,
  { outputSchema, 'outputSchema+': patch }: ToolFields,
): ToolSettings['outputSchema'] | undefined {
  if (outputSchema?.kind === 'mode') return outputSchema.mode;
  if (outputSchema === undefined && patch === undefined) return undefined;
  return below.outputSchema === 'strict' ? 'strict' : 'relaxed';
}

function appended<T>(
  base: readonly T[] | undefined,
  more: readonly T[] | undefined,
): readonly T[] | undefined {
  return more === undefined ? base : [...(base ?? []), ...more];
}

/**
 * Middleware that every server has, in slots of its own: naming one on a tool configures its slot, and does not
 * add a second.
 */
const builtIn: ReadonlySet<string> = new Set([
  'audit',
  'auth',
  'cache',
  'concurrency',
  'confirm',
  'rateLimit',
  'readOnly',
  'retry',
  'scopes',
  'timeout',
  'validate',
]);

/** Names and settings of a list of middleware, as a tool's settings hold them. */
export function middlewareSettings(
  uses: readonly MiddlewareUse[],
): Pick<ToolSettings, 'middleware' | 'configure'> {
  return {
    middleware: uses.filter(({ name }) => !builtIn.has(name)).map(({ name }) => name),
    configure: objectFromEntries(
      uses.flatMap(({ name, settings }): readonly (readonly [string, JsonValue])[] => {
        if (settings !== undefined) return [[name, settings]];
        return builtIn.has(name) ? [[name, {}]] : [];
      }),
    ),
  };
}

function applyMiddleware(below: Partial<ToolSettings>, fields: ToolFields): Partial<ToolSettings> {
  const { middleware: replaced, 'middleware+': more } = fields;
  if (replaced === undefined && more === undefined) return {};
  const base = replaced === undefined ? below : middlewareSettings(replaced);
  const added = middlewareSettings(more ?? []);
  const names = [...(replaced ?? []), ...(more ?? [])].map(({ name }) => name);
  return {
    middleware: [...(base.middleware ?? []), ...added.middleware],
    configure: { ...base.configure, ...added.configure },
    // These two gates are switches of their own; naming them means to switch them on.
    ...(names.includes('confirm') ? { confirm: true } : {}),
    ...(names.includes('validate') ? { validateArguments: true } : {}),
  };
}

function applyArguments(
  below: Readonly<Record<string, ArgumentDirective>>,
  fields: Readonly<Record<string, ArgumentDirective>>,
): Readonly<Record<string, ArgumentDirective>> {
  const merged = Object.entries(fields).map(
    ([key, directive]) => [key, { ...ownValue(below, key), ...directive }] as const,
  );
  return merged.length === 0 ? below : objectFromEntries([...Object.entries(below), ...merged]);
}
