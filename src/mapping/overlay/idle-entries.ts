import { type Diagnostic, diagnostic } from '../../model/diagnostic.ts';
import { childLocation } from '../../model/source.ts';
import type { OverlayEntry } from './entry.ts';
import { type DerivedTool, fieldsOf, sameFields } from './effects.ts';
import type { AppliedEntry } from './resolve.ts';
import type { ToolFields } from './tool-fields.ts';

/** An operation with what was said of it, and what it was before. */
interface TouchedOperation {
  readonly applied: readonly AppliedEntry[];
  readonly derived: DerivedTool;
}

/**
 * Entries of files that change nothing, wherever they apply, and fields of entries over which a stronger entry has the
 * last word everywhere.
 */
export function findIdleEntries(operations: readonly TouchedOperation[]): readonly Diagnostic[] {
  const shadows = findShadows(operations);
  const effective = findEffective(operations);
  return [...effective].flatMap(([entry, has]): readonly Diagnostic[] => {
    const shadowed = shadows.get(entry) ?? new Map<string, OverlayEntry>();
    const own = Object.keys(entry.layers.at(-1) ?? {});
    if (!has && !own.every((field) => shadowed.has(field))) return [noEffect(entry)];
    return [...shadowed].map(([field, by]) => shadowedField(entry, field, by));
  });
}

function noEffect(entry: OverlayEntry): Diagnostic {
  return diagnostic('overlay-no-effect', {
    message: `"${entry.label}" changes nothing: what it says holds anyway, or a stronger entry says otherwise.`,
    fix: 'Remove it.',
    location: entry.location,
  });
}

function shadowedField(entry: OverlayEntry, field: string, by: OverlayEntry): Diagnostic {
  return diagnostic('overlay-shadowed', {
    message: `The ${field} of "${entry.label}" never counts: "${by.label}" says it again wherever it would.`,
    fix: 'Remove one of them.',
    location: childLocation(entry.location, field),
  });
}

/** Whether each entry of a file makes a difference somewhere. */
function findEffective(
  operations: readonly TouchedOperation[],
): ReadonlyMap<OverlayEntry, boolean> {
  const effective = new Map<OverlayEntry, boolean>();
  for (const { applied, derived } of operations) {
    let left = applied;
    const whole = fieldsOf(applied, derived);
    for (const each of applied) {
      const { entry } = each;
      if (entry.source !== 'file' || saysNothing(entry)) continue;
      const without = left.filter((other) => other !== each);
      const idle = sameFields(fieldsOf(without, derived), whole);
      if (idle) left = without;
      effective.set(entry, effective.get(entry) === true || !idle);
    }
  }
  return effective;
}

/** A file that `overlay init` wrote has many entries in which nothing stands yet. */
function saysNothing({ layers }: OverlayEntry): boolean {
  return layers.every((layer) => Object.keys(layer).length === 0);
}

/** Fields that a stronger entry replaces as a whole; others are merged. */
const replacedFields = [
  'confirm',
  'description',
  'enabled',
  'execution',
  'expose',
  'flatten',
  'inputSchema',
  'name',
  'outputSchema',
  'pinned',
  'summary',
  'title',
  'unknownArguments',
  'validateArguments',
] as const satisfies readonly (keyof ToolFields)[];

type Shadows = ReadonlyMap<OverlayEntry, ReadonlyMap<string, OverlayEntry>>;

/** For each entry the fields that stronger entries replace on every operation, with one of those entries. */
function findShadows(operations: readonly TouchedOperation[]): Shadows {
  const shadows = new Map<OverlayEntry, Map<string, OverlayEntry>>();
  for (const { applied } of operations) {
    for (const [index, { entry }] of applied.entries()) {
      if (entry.source !== 'file') continue;
      const here = shadowsHere(entry, applied.slice(index + 1));
      const before = shadows.get(entry);
      const both = [...here].filter(([field]) => before?.has(field) ?? true);
      shadows.set(entry, new Map(both));
    }
  }
  return shadows;
}

function shadowsHere(
  entry: OverlayEntry,
  stronger: readonly AppliedEntry[],
): ReadonlyMap<string, OverlayEntry> {
  const own = entry.layers.at(-1) ?? {};
  return new Map(
    replacedFields.flatMap((field): readonly (readonly [string, OverlayEntry])[] => {
      if (own[field] === undefined) return [];
      const by = stronger.findLast(({ layers }) =>
        layers.some((each) => each[field] !== undefined),
      );
      return by === undefined ? [] : [[field, by.entry]];
    }),
  );
}
