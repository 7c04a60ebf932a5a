/**
 * What becomes of references in a published schema (rule J5). `inline` puts definitions in place where
 * that neither recurs nor makes the tool more than twice as large; `defs` keeps every one under
 * `$defs`; `depth` unrolls that many references and ends with an open value.
 */
export type ReferenceMode = 'inline' | 'defs' | { readonly depth: number };

/** How the arguments of an operation are laid out and published. */
export interface ArgumentOptions {
  /** Default `inline`. */
  readonly references?: ReferenceMode;
  /**
   * Argument names that an earlier build gave, by the keys of {@link MappedArguments.argumentNames};
   * they are kept where they are still legal and free (rule N6).
   */
  readonly lockedNames?: Readonly<Record<string, string>>;
  /** Longest description of an argument or property, in UTF-16 code units; default 1,024. */
  readonly maxDescriptionLength?: number;
}

/** How the answers of an operation are published. */
export interface ResponseOptions {
  /** Largest relaxed output schema in bytes of JSON; default 4,096 (rule J18). */
  readonly maxRelaxedBytes?: number;
  /** Longest description in a strict output schema, in UTF-16 code units; default 1,024. */
  readonly maxDescriptionLength?: number;
}
