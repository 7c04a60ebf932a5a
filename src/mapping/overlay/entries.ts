import type { ApiModel, Extension, Operation } from '../../model/api.ts';
import {
  type Diagnostic,
  diagnostic,
  type DiagnosticCode,
  staged,
  type Staged,
} from '../../model/diagnostic.ts';
import { didYouMean } from '../../model/nearest-names.ts';
import { childLocation, type SourceLocation } from '../../model/source.ts';
import { operationPattern, tagTree, type TagTree } from '../pattern.ts';
import { withDiagnostics } from './check.ts';
import { type OverlayEntry, strengths } from './entry.ts';
import type { IconFiles } from './icons.ts';
import { readOwnExtensions } from './own-extensions.ts';
import {
  parseRootExtension,
  parseShortForm,
  type ShortForm,
  type WrittenEntry,
} from './short-form.ts';
import { type BundleFields, type ToolFields, toolCheck } from './tool-fields.ts';

/** What overlays are read with. */
export interface OverlayOptions {
  /** Parsed short forms with their rank, in any order. */
  readonly overlays: readonly Extension[];
  readonly iconFiles: IconFiles;
  /** Unknown keys and entries that match nothing are warnings. */
  readonly lenient: boolean;
}

/** The entries of everything that people and the document say. */
export interface OverlayEntries {
  /** Entries of files and tags, in the order of precedence within one rank and strength. */
  readonly entries: readonly OverlayEntry[];
  /** Entries of an operation, the weakest first. */
  entriesOf(operation: Operation): readonly OverlayEntry[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A checked short form with its rank. */
export interface RankedForm {
  readonly rank: number;
  readonly location: SourceLocation;
  readonly form: ShortForm;
}

/** Short forms in order of rank, with what is wrong in them. */
export interface ReadForms {
  readonly forms: readonly RankedForm[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the `x-mcp` at the root of the document and every short form. */
export function readForms(api: ApiModel, options: OverlayOptions): ReadForms {
  const sources = [
    ...(api.extension === undefined ? [] : [{ source: api.extension, parse: parseRootExtension }]),
    ...options.overlays.map((source) => ({ source, parse: parseShortForm })),
  ].sort((a, b) => a.source.rank - b.source.rank);
  const read = sources.map(({ source, parse }) => ({
    source,
    form: parse(source, options.iconFiles),
  }));
  return {
    forms: read.flatMap(({ source: { rank, location }, form }) =>
      form.ok ? [{ rank, location, form: form.value }] : [],
    ),
    diagnostics: read.flatMap(({ source, form }) =>
      form.diagnostics.map((each) => weigh(each, source.rank, options.lenient)),
    ),
  };
}

const onlyForPeople = [
  'headers',
  'middleware',
  'mode',
  'runtime',
  'security',
  'securitySchemes',
] as const satisfies readonly (keyof ServerFields)[];

/**
 * A document may introduce itself, but not say how the server runs: with headers it could have variables of
 * the environment sent to itself, with settings switch the audit off.
 */
function distrustDocument(form: Staged<ShortForm>, source: Extension): Staged<ShortForm> {
  if (!form.ok || source.rank > 0) return form;
  const ignored = onlyForPeople.filter((key) => form.value.server[key] !== undefined);
  if (ignored.length === 0) return form;
  // The members that the document may set are those that are not only for people.
  const server = Object.fromEntries(
    Object.entries(form.value.server).filter(([key]) => !ignored.some((each) => each === key)),
  ) as ServerFields;
  const warnings = ignored.map((key) =>
    diagnostic('overlay-not-for-documents', {
      message: `The document's x-mcp sets server.${key}, which is ignored.`,
      fix: 'If it is right, say the same in an overlay file.',
      location: childLocation(source.location, 'server', key),
    }),
  );
  return withDiagnostics(staged({ ...form.value, server }), [...form.diagnostics, ...warnings]);
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
  const bundles = bundlesOf(forms);
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

const forgivable: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  'overlay-unknown-argument',
  'overlay-unknown-key',
  'overlay-unmatched',
]);

/**
 * What is wrong in the document's own `x-mcp` never stops a build: it may be meant for another program, and
 * whoever builds cannot mend it.
 */
export function weigh(found: Diagnostic, rank: number, lenient: boolean): Diagnostic {
  if (found.severity !== 'error') return found;
  const mild = rank === 0 || (lenient && forgivable.has(found.code));
  return mild ? { ...found, severity: 'warning' } : found;
}

/** Bundles by name; of two with one name the later file's counts, everywhere. */
function bundlesOf(forms: readonly RankedForm[]): ReadonlyMap<string, BundleFields> {
  return new Map(forms.flatMap(({ form }) => Object.entries(form.metadata)));
}

interface BundleContext {
  readonly bundles: ReadonlyMap<string, BundleFields>;
  readonly rank: number;
  readonly location: SourceLocation;
  readonly note: Note;
}

function withBundles(
  fields: ToolFields,
  { bundles, rank, location, note }: BundleContext,
): readonly ToolFields[] {
  const used = (fields.metadata ?? []).flatMap((name) => {
    const bundle = bundles.get(name);
    if (bundle !== undefined) return [bundle];
    const missing = diagnostic('overlay-unknown-bundle', {
      message: `There is no bundle ${JSON.stringify(name)} under metadata.`,
      fix: `${didYouMean(name, bundles.keys())} Bundles stand under "metadata" of a short form.`.trim(),
      location: childLocation(location, 'metadata'),
    });
    note([missing], rank);
    return [];
  });
  return [...used, fields];
}

type EntryFactory = (written: WrittenEntry, rank: number, kind: EntryKind) => OverlayEntry;

/** Where an entry stands: under `defaults` or `tools` of a form, or in the `x-mcp` of a tag. */
type EntryKind = 'defaults' | 'tools' | 'tag';

function entryFactory(
  bundles: ReadonlyMap<string, BundleFields>,
  tags: TagTree,
  note: Note,
): EntryFactory {
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
