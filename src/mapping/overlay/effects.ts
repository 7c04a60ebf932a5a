import { overrideHints, type ToolHints } from '../../model/hints.ts';
import { jsonEqual, type JsonObject, type JsonValue } from '../../model/json.ts';
import { childLocation, type SourceLocation } from '../../model/source.ts';
import { defaultToolSettings } from '../../model/tool.ts';
import type { ArgumentDirective, ToolDirectives } from '../directives.ts';
import { groupBy } from '../group.ts';
import type { OverlayEntry } from './entry.ts';
import { applyListDirective, mergeFields } from './merge.ts';
import type { AppliedEntry } from './resolve.ts';

/** What an overlay changed on one tool. */
export interface OverlayChange {
  /** `title`, `hints`, `arguments.limit.fixed`, … */
  readonly field: string;
  /** Absent where nothing was there, or where what was there is too large to show (schemas). */
  readonly before?: JsonValue;
  /** Absent where it was taken away. */
  readonly after?: JsonValue;
  /** 0 for the document's own `x-mcp`. */
  readonly rank: number;
  readonly location: SourceLocation;
}

/** What a tool is before anybody says anything. */
export interface DerivedTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly hints: ToolHints;
}

/** Fields by name. */
export type Fields = ReadonlyMap<string, JsonValue>;

/** What each file changed on one tool, in order of rank; a file that says what already holds changes nothing. */
export function listChanges(
  applied: readonly AppliedEntry[],
  derived: DerivedTool,
): readonly OverlayChange[] {
  const changes: OverlayChange[] = [];
  const layers: AppliedEntry[] = [];
  let before = fieldsOf([], derived);
  for (const [rank, entries] of groupBy(applied, ({ entry }) => entry.rank)) {
    layers.push(...entries);
    const after = fieldsOf(layers, derived);
    for (const field of new Set([...before.keys(), ...after.keys()])) {
      const [old, now] = [before.get(field), after.get(field)];
      if (jsonEqual(old, now)) continue;
      changes.push({
        field,
        ...(old === undefined ? {} : { before: old }),
        ...(now === undefined ? {} : { after: now }),
        rank,
        location: placeOf(field, entries),
      });
    }
    before = after;
  }
  return changes;
}

/** Whether two sets of fields are equal. */
export function sameFields(left: Fields, right: Fields): boolean {
  return (
    left.size === right.size && [...left].every(([key, value]) => jsonEqual(value, right.get(key)))
  );
}

/** Every field of a tool after entries were applied. */
export function fieldsOf(applied: readonly AppliedEntry[], derived: DerivedTool): Fields {
  const directives = mergeFields(applied.flatMap(({ layers }) => layers));
  const { settings, request, response } = directives;
  return fieldMap([
    ...metadataFields(directives, derived),
    ['validateArguments', settings.validateArguments ?? defaultToolSettings.validateArguments],
    ['coerce', settings.coerceArguments ?? defaultToolSettings.coerceArguments],
    ['unknownArguments', settings.unknownArguments ?? defaultToolSettings.unknownArguments],
    ['confirm', settings.confirm ?? defaultToolSettings.confirm],
    ['middleware', settings.middleware],
    ['configure', settings.configure],
    ['scopes', settings.scopes],
    ['flatten', request.flatten],
    ['request.mediaType', request.mediaType],
    ...Object.entries(request.arguments).flatMap(([key, argument]) =>
      argumentFields(`arguments.${key}`, argument),
    ),
    ['response.select', response.select],
    ['response.maxBytes', response.maxBytes],
    ['response.paginate', response.paginate as JsonObject | undefined],
  ]);
}

type FieldEntry = readonly [string, JsonValue | undefined];

function metadataFields(directives: ToolDirectives, derived: DerivedTool): readonly FieldEntry[] {
  return [
    ['enabled', directives.enabled ?? true],
    ['pinned', directives.pinned ?? false],
    ['name', directives.name ?? derived.name],
    ['title', directives.title ?? derived.title],
    ['description', directives.description ?? derived.description],
    ['summary', directives.summary ?? derived.summary],
    ['tags', applyListDirective(derived.tags, directives.tags)],
    // JSON by their types: interfaces only lack the index signature.
    ['hints', overrideHints(derived.hints, directives.hints ?? {}) as JsonObject],
    ['icons', applyListDirective([], directives.icons) as unknown as JsonValue],
    ['execution', directives.execution],
    ['_meta', directives.meta],
    ['expose', directives.expose ?? 'tool'],
    ['resource', directives.resource as JsonObject | undefined],
    ['inputSchema', directives.inputSchema],
    ['inputSchema+', directives.inputSchemaPatches],
    ['outputSchema', directives.outputSchema ?? directives.settings.outputSchema],
    ['outputSchema+', directives.outputSchemaPatches],
  ];
}

function argumentFields(
  prefix: string,
  { location: _place, ...argument }: ArgumentDirective,
): readonly FieldEntry[] {
  return Object.entries(argument).map(([key, value]) => [`${prefix}.${key}`, value]);
}

function fieldMap(entries: readonly FieldEntry[]): Fields {
  return new Map(
    entries.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])),
  );
}

/** The strongest entry that speaks of a field, down to its key where the entry itself has it. */
function placeOf(
  field: string,
  entries: readonly [AppliedEntry, ...AppliedEntry[]],
): SourceLocation {
  const [key = field] = field === 'configure' ? ['middleware'] : field.split('.', 1);
  const keys = [key, `${key}+`, `${key}=`];
  for (const { entry } of entries.toReversed()) {
    const own = entry.layers.at(-1) ?? {};
    const written = keys.find((each) => Object.hasOwn(own, each));
    if (written !== undefined && entry.source === 'file')
      return childLocation(entry.location, written);
    if (entry.layers.some((layer) => keys.some((each) => Object.hasOwn(layer, each))))
      return entry.location;
  }
  return entries[0].entry.location;
}

/** The strongest entry that declares hints for a tool; `undefined` where none does. */
export function hintEntryOf(applied: readonly AppliedEntry[]): OverlayEntry | undefined {
  return applied.findLast(({ layers }) => layers.some(({ hints }) => hints !== undefined))?.entry;
}
