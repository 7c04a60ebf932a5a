import type { ApiModel, Operation } from '../../model/api.ts';
import { type Diagnostic, diagnostic } from '../../model/diagnostic.ts';
import { didYouMean } from '../../model/nearest-names.ts';
import { childLocation } from '../../model/source.ts';
import type { ToolDirectives } from '../directives.ts';
import { operationKey } from '../operation-name.ts';
import { operationsBelow, suggestPatterns, tagTree } from '../pattern.ts';
import { shallowPattern } from '../select.ts';
import { argumentKeys, resolveArguments } from './argument-keys.ts';
import type { OverlayEntries } from './entries.ts';
import { weigh } from './forms.ts';
import type { OverlayEntry } from './entry.ts';
import { mergeFields } from './merge.ts';
import type { ToolFields } from './tool-fields.ts';

/** An entry as it applies to one operation: its arguments are under the operation's own keys. */
export interface AppliedEntry {
  readonly entry: OverlayEntry;
  readonly layers: readonly ToolFields[];
}

/** What holds for one operation. */
export interface OperationDirectives {
  readonly directives: ToolDirectives;
  /** The weakest first. */
  readonly applied: readonly AppliedEntry[];
}

/** What people and the document say of every operation. */
export interface ResolvedOverlays {
  readonly operations: ReadonlyMap<Operation, OperationDirectives>;
  readonly diagnostics: readonly Diagnostic[];
  /** Entries that match no operation here; they may match in another document. */
  readonly unmatched: readonly Diagnostic[];
}

/** Merges entries for every operation, and reports those that match nothing or name what is not there. */
export function resolveOverlays(
  api: ApiModel,
  set: OverlayEntries,
  lenient: boolean,
): ResolvedOverlays {
  const entriesOf = new Map(api.operations.map((each) => [each, set.entriesOf(each)]));
  const matches = matchesOf(entriesOf);
  const usage = new ArgumentUsage();
  const operations = new Map<Operation, OperationDirectives>();
  for (const [operation, entries] of entriesOf) {
    const applied = applyEntries(entries, operation, { matches, usage });
    const directives = mergeFields(applied.flatMap(({ layers }) => layers));
    operations.set(operation, { directives, applied });
  }
  const found = [
    ...sharedNames(matches),
    ...usage.unknown(matches),
    ...shallowEntries(api, set.entries),
    ...leftOutEntries(api, set.entries, matches),
  ];
  return {
    operations,
    diagnostics: found.map(([entry, each]) => weigh(each, entry.rank, lenient)),
    unmatched: unmatchedEntries(api, set.entries, matches).map(([entry, each]) =>
      weigh(each, entry.rank, lenient),
    ),
  };
}

function matchesOf(entriesOf: ReadonlyMap<Operation, readonly OverlayEntry[]>): Matches {
  const matches = new Map<OverlayEntry, Operation[]>();
  for (const [operation, entries] of entriesOf) {
    for (const entry of entries) {
      const known = matches.get(entry);
      if (known === undefined) matches.set(entry, [operation]);
      else known.push(operation);
    }
  }
  return matches;
}

/** How many fixes name alternatives: finding them takes time, and the first ones tell the story. */
const mostSuggestions = 50;

type Finding = readonly [OverlayEntry, Diagnostic];
type Matches = ReadonlyMap<OverlayEntry, readonly Operation[]>;

interface ApplyContext {
  readonly matches: Matches;
  readonly usage: ArgumentUsage;
}

function applyEntries(
  entries: readonly OverlayEntry[],
  operation: Operation,
  { matches, usage }: ApplyContext,
): readonly AppliedEntry[] {
  const flatten =
    entries
      .flatMap(({ layers }) => layers.map((layer) => layer.flatten))
      .findLast((each) => each !== undefined) ?? false;
  return entries.map((entry) => ({
    entry,
    layers: entry.layers.map((layer) => {
      const named = namesMany(entry, matches) ? withoutName(layer) : layer;
      if (named.arguments === undefined) return named;
      const { known, unknown } = resolveArguments(named.arguments, operation, flatten);
      usage.note(entry, Object.keys(named.arguments), unknown);
      return { ...named, arguments: known };
    }),
  }));
}

function withoutName({ name: _shared, ...rest }: ToolFields): ToolFields {
  return rest;
}

function namesMany(entry: OverlayEntry, matches: Matches): boolean {
  return (
    (matches.get(entry)?.length ?? 0) > 1 && entry.layers.some(({ name }) => name !== undefined)
  );
}

function sharedNames(matches: Matches): readonly Finding[] {
  return [...matches.keys()]
    .filter((entry) => namesMany(entry, matches))
    .map((entry) => [
      entry,
      diagnostic('overlay-name-shared', {
        message: `"${entry.label}" gives one name to ${matches.get(entry)?.length ?? 0} operations.`,
        fix: 'Name each by its operationId or by METHOD /path.',
        location: childLocation(entry.location, 'name'),
      }),
    ]);
}

/** Which keys of `arguments` found an argument in at least one operation. */
class ArgumentUsage {
  readonly #found = new Map<OverlayEntry, Map<string, boolean>>();

  note(entry: OverlayEntry, keys: readonly string[], unknown: readonly string[]): void {
    const found = this.#found.get(entry) ?? new Map<string, boolean>();
    for (const key of keys) found.set(key, found.get(key) === true || !unknown.includes(key));
    this.#found.set(entry, found);
  }

  unknown(matches: Matches): readonly Finding[] {
    return [...this.#found].flatMap(([entry, found]) => {
      const candidates = new Set((matches.get(entry) ?? []).flatMap(argumentKeys));
      return [...found]
        .filter(([, known]) => !known)
        .map(([key]): Finding => [entry, unknownArgument(entry, key, candidates)]);
    });
  }
}

function unknownArgument(
  entry: OverlayEntry,
  key: string,
  candidates: ReadonlySet<string>,
): Diagnostic {
  const placed = [...candidates].filter((each) => each.endsWith(`:${key}`));
  const fix =
    placed.length > 0
      ? `Say which one is meant: ${placed.join(' or ')}.`
      : `${didYouMean(key, candidates)} Arguments here: ${[...candidates].slice(0, 20).join(', ') || 'none'}.`;
  return diagnostic('overlay-unknown-argument', {
    message: `"${entry.label}" names the argument ${JSON.stringify(key)}, which ${
      placed.length > 0 ? 'stands in more than one place' : 'no operation that it matches has'
    }.`,
    fix: fix.trim(),
    location: childLocation(entry.location, 'arguments', key),
  });
}

function shallowEntries(api: ApiModel, entries: readonly OverlayEntry[]): readonly Finding[] {
  const tags = tagTree(api.tags);
  return entries
    .filter(({ layers }) => layers.some(({ enabled }) => enabled === false))
    .flatMap((entry): readonly Finding[] => {
      const below = operationsBelow(entry.label, api.operations, tags);
      if (below.length === 0) return [];
      return [
        [entry, { ...shallowPattern(entry.label, entry.label, below), location: entry.location }],
      ];
    });
}

/** Entries whose only operations cannot become tools: nothing is wrong with the entry. */
function leftOutEntries(
  api: ApiModel,
  entries: readonly OverlayEntry[],
  matches: Matches,
): readonly Finding[] {
  return entries.flatMap((entry): readonly Finding[] => {
    if (matches.has(entry)) return [];
    const gone = leftOutMatch(api, entry);
    if (gone === undefined) return [];
    return [
      [
        entry,
        diagnostic('overlay-operation-left-out', {
          message: `"${entry.label}" matches only operations that cannot become tools, such as ${operationKey(gone)}.`,
          fix: 'See why the operation was left out, or remove the entry.',
          location: entry.location,
        }),
      ],
    ];
  });
}

function leftOutMatch(
  api: ApiModel,
  { pattern }: OverlayEntry,
): ApiModel['leftOut'][number] | undefined {
  return api.leftOut.find((each) => pattern?.match({ ...each, tags: [] }) !== undefined);
}

function unmatchedEntries(
  api: ApiModel,
  entries: readonly OverlayEntry[],
  matches: Matches,
): readonly Finding[] {
  return entries
    .filter(
      (entry) =>
        entry.source === 'file' &&
        entry.pattern !== undefined &&
        !matches.has(entry) &&
        leftOutMatch(api, entry) === undefined,
    )
    .map((entry, index) => [
      entry,
      diagnostic('overlay-unmatched', {
        message: `"${entry.label}" matches no operation.`,
        fix: `${index < mostSuggestions ? suggestPatterns(entry.label, api) : ''} A key is an operationId, "METHOD /path" with * and **, or tag:NAME.`.trim(),
        location: entry.location,
      }),
    ]);
}
