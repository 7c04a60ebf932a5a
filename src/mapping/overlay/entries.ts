import type { ApiModel, Operation } from '../../model/api.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { SourceLocation } from '../../model/source.ts';
import { operationPattern, tagTree, type TagTree } from '../pattern.ts';
import { type Bundles, bundlesIn, lookUpBundles } from './bundles.ts';
import { type OverlayEntry, strengths } from './entry.ts';
import { type OverlayOptions, type RankedForm, weigh } from './forms.ts';
import type { IconFiles } from './icons.ts';
import { readOwnExtensions } from './own-extensions.ts';
import type { WrittenEntry } from './short-form.ts';
import { type ToolFields, toolCheck } from './tool-fields.ts';

/** The entries of everything that people and the document say. */
export interface OverlayEntries {
  /** Entries of files and tags, in the order of precedence within one rank and strength. */
  readonly entries: readonly OverlayEntry[];
  /** Entries of an operation, the weakest first. */
  entriesOf(operation: Operation): readonly OverlayEntry[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Makes entries of short forms and of every other `x-mcp` of the document. */
export function collectEntries(
  api: ApiModel,
  forms: readonly RankedForm[],
  options: OverlayOptions,
): OverlayEntries {
  const diagnostics: Diagnostic[] = [];
  const note = (found: readonly Diagnostic[], rank: number): void => {
    diagnostics.push(...found.map((each) => weigh(each, rank, options.lenient)));
  };
  const bundles = bundlesIn(forms);
  const toEntry = entryFactory(bundles, tagTree(api.tags), note);
  const entries = [
    ...forms.flatMap(({ rank, form }) => [
      ...(form.defaults === undefined ? [] : [toEntry(form.defaults, rank, 'defaults')]),
      ...form.tools.map((written) => toEntry(written, rank, 'tools')),
    ]),
    ...tagEntries(api, options.iconFiles, toEntry, note),
  ];
  const own = readOwnExtensions(api, options.iconFiles, (fields, rank, location) =>
    withBundles(fields, { bundles, rank, location, note }),
  );
  for (const { found, rank } of own.diagnostics) note(found, rank);
  return {
    entries,
    entriesOf: (operation) =>
      sortEntries([...entries, ...(own.entries.get(operation) ?? [])], operation),
    diagnostics,
  };
}

type Note = (found: readonly Diagnostic[], rank: number) => void;

interface BundleContext {
  readonly bundles: Bundles;
  readonly rank: number;
  readonly location: SourceLocation;
  readonly note: Note;
}

function withBundles(
  fields: ToolFields,
  { bundles, rank, location, note }: BundleContext,
): readonly ToolFields[] {
  const used = lookUpBundles(fields.metadata ?? [], bundles, location);
  note(used.diagnostics, rank);
  return [...used.bundles, fields];
}

type EntryFactory = (written: WrittenEntry, rank: number, kind: EntryKind) => OverlayEntry;

/** Where an entry stands: under `defaults` or `tools` of a form, or in the `x-mcp` of a tag. */
type EntryKind = 'defaults' | 'tools' | 'tag';

function entryFactory(bundles: Bundles, tags: TagTree, note: Note): EntryFactory {
  return ({ key, fields, location }, rank, kind) => {
    const layers = withBundles(fields, { bundles, rank, location, note });
    const source = kind === 'tag' ? ('extension' as const) : ('file' as const);
    const common = { label: key, source, rank, location, layers };
    if (kind === 'defaults') return { ...common, strength: () => strengths.defaults };
    const pattern = operationPattern(key, tags);
    const depth = Math.min(tags.lineOf(key.replace(/^tag:/, '')).length, 900);
    return {
      ...common,
      pattern,
      strength: (operation) => {
        const match = pattern.match(operation);
        if (match === undefined) return undefined;
        return match === 'tag' ? strengths.tag + depth : strengths[match];
      },
    };
  };
}

function tagEntries(
  api: ApiModel,
  icons: IconFiles,
  toEntry: EntryFactory,
  note: Note,
): readonly OverlayEntry[] {
  const check = toolCheck(icons);
  return api.tags.flatMap(({ name, extension }) => {
    if (extension === undefined) return [];
    const fields = check(extension);
    note(fields.diagnostics, extension.rank);
    if (!fields.ok) return [];
    const written = { key: `tag:${name}`, fields: fields.value, location: extension.location };
    return [toEntry(written, extension.rank, 'tag')];
  });
}

/** By rank, then strength; of equals the later one in the file is stronger. */
function sortEntries(
  entries: readonly OverlayEntry[],
  operation: Operation,
): readonly OverlayEntry[] {
  return entries
    .flatMap((entry) => {
      const strength = entry.strength(operation);
      return strength === undefined ? [] : [{ entry, strength }];
    })
    .sort((a, b) => a.entry.rank - b.entry.rank || a.strength - b.strength)
    .map(({ entry }) => entry);
}
