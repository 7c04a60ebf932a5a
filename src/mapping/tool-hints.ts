import type { Operation } from '../model/api.ts';
import { type Diagnostic, diagnostic } from '../model/diagnostic.ts';
import { loweredCaution, noHints, overrideHints, type ToolHints } from '../model/hints.ts';
import { deriveHints, type HintOptions } from './derive-hints.ts';
import { groupBy } from './group.ts';
import { operationKey } from './operation-name.ts';
import { hintEntryOf } from './overlay/effects.ts';
import type { OverlayEntry } from './overlay/entry.ts';
import type { OperationDirectives } from './overlay/resolve.ts';

/** Derived and final hints of one operation. */
export interface ReviewedHints {
  readonly derived: ToolHints;
  readonly final: ToolHints;
}

/** Hints of operations, with what there is to say about them. */
export interface HintReview {
  readonly hints: ReadonlyMap<Operation, ReviewedHints>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Derives hints and lets what people declare win over them; lowering caution is reported once for each entry. */
export function reviewHints(
  operations: readonly Operation[],
  directives: ReadonlyMap<Operation, OperationDirectives>,
  options: HintOptions,
): HintReview {
  const hints = new Map<Operation, ReviewedHints>();
  const diagnostics: Diagnostic[] = [];
  const lowered: Lowering[] = [];
  for (const operation of operations) {
    const { directives: said, applied = [] } = directives.get(operation) ?? {};
    const derived = deriveHints(operation, options);
    const final = overrideHints(derived.hints, said?.hints ?? noHints);
    hints.set(operation, { derived: derived.hints, final });
    if (said?.hints?.readOnly === undefined) diagnostics.push(...derived.diagnostics);
    const axes = loweredCaution(derived.hints, final);
    const entry = hintEntryOf(applied);
    if (axes.length > 0 && entry !== undefined) lowered.push({ operation, entry, axes });
  }
  return { hints, diagnostics: [...diagnostics, ...loweringReports(lowered)] };
}

interface Lowering {
  readonly operation: Operation;
  readonly entry: OverlayEntry;
  readonly axes: readonly string[];
}

/** A document that plays down what it does weighs more than a person who decides it. */
function loweringReports(lowered: readonly Lowering[]): readonly Diagnostic[] {
  return [...groupBy(lowered, ({ entry }) => entry)].map(([entry, group]) => {
    const axes = [...new Set(group.flatMap((each) => each.axes))];
    const names = group.slice(0, 3).map(({ operation }) => operationKey(operation));
    const more = group.length > names.length ? ` and ${group.length - names.length} more` : '';
    return diagnostic('overlay-caution-lowered', {
      severity: entry.rank === 0 ? 'warning' : 'info',
      message: `"${entry.label}" lowers caution (${axes.join(', ')}) for ${names.join(', ')}${more}.`,
      fix: 'Make sure that it is true: clients may call such tools without asking.',
      location: entry.location,
    });
  });
}
