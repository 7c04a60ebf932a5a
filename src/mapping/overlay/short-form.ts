import type { Extension } from '../../model/api.ts';
import { type Diagnostic, diagnostic, staged, type Staged } from '../../model/diagnostic.ts';
import { isJsonObject, type JsonValue } from '../../model/json.ts';
import type { SourceLocation } from '../../model/source.ts';
import {
  type Check,
  mapOf,
  memberOf,
  nullAsEmpty,
  type Place,
  record,
  withDiagnostics,
  wrongType,
} from './check.ts';
import type { IconFiles } from './icons.ts';
import { type PromptFields, promptCheck } from './prompt-fields.ts';
import {
  namedMap,
  type ResourceFields,
  type ResourceFiles,
  resourceCheck,
} from './resource-fields.ts';
import { type ServerFields, serverCheck } from './server-fields.ts';
import { type BundleFields, bundleCheck, type ToolFields, toolCheck } from './tool-fields.ts';

/** A short-form file, or the `x-mcp` at a document's root, after checking. */
export interface ShortForm {
  readonly server: ServerFields;
  readonly metadata: Readonly<Record<string, BundleFields>>;
  readonly defaults?: WrittenEntry;
  /** In the order of the file. */
  readonly tools: readonly WrittenEntry[];
  readonly resources: Readonly<Record<string, ResourceFields>>;
  readonly prompts: Readonly<Record<string, PromptFields>>;
}

/** Contents of files that a short form may name. */
export interface OverlayFiles {
  readonly icons: IconFiles;
  readonly resources: ResourceFiles;
}

/** One entry with its key and place. */
export interface WrittenEntry {
  /** As written: an operationId, `METHOD /path`, `tag:name`, or `defaults`. */
  readonly key: string;
  readonly fields: ToolFields;
  readonly location: SourceLocation;
}

/** The number of the short form's layout. */
const shortFormVersion = 1;

const versionKey = 'openapi-mcp';

/** Reads a short-form file. */
export function parseShortForm(source: Extension, files: OverlayFiles): Staged<ShortForm> {
  const parsed = formCheck(files)(source);
  return withDiagnostics(parsed, parsed.ok ? checkVersion(source) : []);
}

/** Reads the `x-mcp` at the root of a document: the same without the number; `false` disables every operation. */
export function parseRootExtension(source: Extension, files: OverlayFiles): Staged<ShortForm> {
  if (typeof source.value !== 'boolean') return formCheck(files)(source);
  const fields: ToolFields = { enabled: source.value };
  return staged({
    server: {},
    metadata: {},
    defaults: { key: 'defaults', fields, location: source.location },
    tools: [],
    resources: {},
    prompts: {},
  });
}

function checkVersion({ value, location }: Extension): readonly Diagnostic[] {
  const version = isJsonObject(value) ? value[versionKey] : undefined;
  if (version === shortFormVersion) return [];
  return [
    diagnostic('overlay-bad-value', {
      message:
        version === undefined
          ? 'The file does not say which layout it has.'
          : `The file has layout ${JSON.stringify(version)}, which is not known.`,
      fix: `Begin the file with "${versionKey}: ${shortFormVersion}".`,
      location,
    }),
  ];
}

interface Root {
  readonly 'openapi-mcp'?: JsonValue;
  readonly server?: ServerFields;
  readonly metadata?: Readonly<Record<string, BundleFields>>;
  readonly defaults?: WrittenEntry;
  readonly tools?: readonly WrittenEntry[];
  readonly resources?: Readonly<Record<string, ResourceFields>>;
  readonly prompts?: Readonly<Record<string, PromptFields>>;
}

function formCheck({ icons, resources: files }: OverlayFiles): Check<ShortForm> {
  const tool = nullAsEmpty(toolCheck(icons));
  const root = record<Root>(
    {
      [versionKey]: (place) => staged(place.value),
      server: nullAsEmpty(serverCheck(icons)),
      metadata: nullAsEmpty(mapOf(bundleCheck(icons))),
      defaults: (place) => readEntry('defaults', place, tool),
      tools: nullAsEmpty((place) => readEntries(place, tool)),
      resources: nullAsEmpty(namedMap(resourceCheck(icons, files))),
      prompts: nullAsEmpty(namedMap(promptCheck(icons))),
    },
    { open: true },
  );
  return (place) => {
    const read = root(place);
    if (!read.ok) return read;
    const { defaults, ...rest } = read.value;
    const { server = {}, metadata = {}, tools = [], resources = {}, prompts = {} } = rest;
    const form = { server, metadata, tools, resources, prompts };
    return staged({ ...form, ...(defaults === undefined ? {} : { defaults }) }, read.diagnostics);
  };
}

function readEntry(key: string, place: Place, tool: Check<ToolFields>): Staged<WrittenEntry> {
  const fields = tool(place);
  if (!fields.ok) return fields;
  return staged({ key, fields: fields.value, location: place.location }, fields.diagnostics);
}

function readEntries(place: Place, tool: Check<ToolFields>): Staged<readonly WrittenEntry[]> {
  if (!isJsonObject(place.value)) return wrongType(place, 'an object');
  const entries = Object.entries(place.value).map(([key, value]) =>
    readEntry(key, memberOf(place, key, value), tool),
  );
  return staged(
    entries.flatMap((entry) => (entry.ok ? [entry.value] : [])),
    entries.flatMap(({ diagnostics }) => diagnostics),
  );
}
