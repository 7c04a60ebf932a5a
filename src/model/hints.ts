/**
 * What a tool declares about itself, as MCP's tool annotations. An absent axis is "not said", which
 * differs from `false`; {@link withDefaults} fills it for the wire.
 */
export interface ToolHints {
  /** The tool changes nothing. */
  readonly readOnly?: boolean;
  /** The tool may destroy or replace something; it matters only where `readOnly` is false. */
  readonly destructive?: boolean;
  /** A second call with the same arguments changes nothing more. */
  readonly idempotent?: boolean;
  /** The tool reaches a world that others change too. */
  readonly openWorld?: boolean;
  /** MCP's `annotations.title`; never empty. */
  readonly title?: string;
}

/** One hint as people write it: eight cases, seven words and a title. */
export type Hint =
  | 'read'
  | 'write'
  | 'destroy'
  | 'idempotent'
  | 'notIdempotent'
  | 'openWorld'
  | 'closedWorld'
  | { readonly title: string };

/** The words among the {@link Hint} cases, in the order of the documentation. */
export const hintWords = [
  'read',
  'write',
  'destroy',
  'idempotent',
  'notIdempotent',
  'openWorld',
  'closedWorld',
] as const;

/** What each hint word declares. */
export const hintPresets: Readonly<Record<(typeof hintWords)[number], ToolHints>> = {
  read: { readOnly: true, destructive: false },
  write: { readOnly: false, destructive: false },
  destroy: { readOnly: false, destructive: true },
  idempotent: { idempotent: true },
  notIdempotent: { idempotent: false },
  openWorld: { openWorld: true },
  closedWorld: { openWorld: false },
};

/** The identity of {@link combineHints} and {@link overrideHints}: nothing declared. */
export const noHints: ToolHints = {};

/** The four boolean axes of {@link ToolHints}. */
export const hintAxes = ['readOnly', 'destructive', 'idempotent', 'openWorld'] as const;

/** One of the four boolean axes. */
export type HintAxis = (typeof hintAxes)[number];

/**
 * What a client assumes where an axis is absent (MCP `ToolAnnotations`): the cautious value of each
 * axis, and so also the value that wins when two sources disagree.
 */
export const hintDefaults: Readonly<Record<HintAxis, boolean>> = {
  readOnly: false,
  destructive: true,
  idempotent: false,
  openWorld: true,
};

/** {@link ToolHints} with every boolean axis said. */
export type CompleteHints = Readonly<Record<HintAxis, boolean>> & { readonly title?: string };

/** What one hint declares. An empty title declares nothing. */
export function hintsOf(hint: Hint): ToolHints {
  if (typeof hint === 'string') return hintPresets[hint];
  return hint.title === '' ? noHints : { title: hint.title };
}

/**
 * Folds two derived sources: an undeclared axis always loses; where both declare and differ, the
 * protocol's default, the cautious value, wins. On the axes commutative, associative and idempotent
 * with {@link noHints} as identity; the title is the last non-empty one (associative only).
 */
export function combineHints(left: ToolHints, right: ToolHints): ToolHints {
  return fromAxes(
    (axis) => {
      const a = left[axis];
      const b = right[axis];
      if (a === undefined) return b;
      return b === undefined || a === b ? a : hintDefaults[axis];
    },
    titleOf(right) ?? titleOf(left),
  );
}

/** Applies what a person declares over what was derived: axis by axis the person's word wins. */
export function overrideHints(derived: ToolHints, declared: ToolHints): ToolHints {
  return fromAxes((axis) => declared[axis] ?? derived[axis], titleOf(declared) ?? titleOf(derived));
}

/** Fills what is unset with {@link hintDefaults}; the wire always carries all four axes. */
export function withDefaults(hints: ToolHints): CompleteHints {
  const title = titleOf(hints);
  return {
    readOnly: hints.readOnly ?? hintDefaults.readOnly,
    destructive: hints.destructive ?? hintDefaults.destructive,
    idempotent: hints.idempotent ?? hintDefaults.idempotent,
    openWorld: hints.openWorld ?? hintDefaults.openWorld,
    ...(title === undefined ? {} : { title }),
  };
}

/** The axes on which `to` is less cautious than `from`, both with their defaults filled in. */
export function loweredCaution(from: ToolHints, to: ToolHints): readonly HintAxis[] {
  const before = withDefaults(from);
  const after = withDefaults(to);
  return hintAxes.filter(
    (axis) => before[axis] !== after[axis] && before[axis] === hintDefaults[axis],
  );
}

function titleOf(hints: ToolHints): string | undefined {
  return hints.title === '' ? undefined : hints.title;
}

function fromAxes(
  valueOf: (axis: HintAxis) => boolean | undefined,
  title: string | undefined,
): ToolHints {
  const result: Partial<Record<HintAxis, boolean>> & { title?: string } = {};
  for (const axis of hintAxes) {
    const value = valueOf(axis);
    if (value !== undefined) result[axis] = value;
  }
  if (title !== undefined) result.title = title;
  return result;
}
