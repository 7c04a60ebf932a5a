/** What a tool does: reading one thing, making, changing, removing, acting in another way, or reading many things. */
export const toolActions = ['read', 'create', 'update', 'delete', 'act', 'list'] as const;

/** One of {@link toolActions}. */
export type ToolAction = (typeof toolActions)[number];

/** The number of this layout; an artifact with another is built anew. */
export const searchLayout = 4;

/**
 * The search index as it travels in an artifact. Everything of an API's own words, and of general knowledge only what
 * leads to them.
 */
export interface SearchData {
  readonly layout: typeof searchLayout;
  /** How many tools it knows: their ids are their places in the artifact. */
  readonly size: number;
  /** For each tool the place of its action among {@link toolActions}: `0012…`. */
  readonly actions: string;
  /** Words between blanks, one for each stem. */
  readonly words: string;
  /**
   * For each word the tools that say it, as numbers in pairs: the distance from the tool before, and how much it says
   * the word in {@link weightUnit}s.
   */
  readonly postings: readonly (readonly number[])[];
  /** For each tool the places among the words of what its name and path say. */
  readonly cores: readonly (readonly number[])[];
  /** What other words mean here. */
  readonly related: PackedRelations;
  /** What words of other languages mean; those of scripts without blanks between words are found inside texts. */
  readonly foreign: PackedRelations;
}

/** What words and phrases lead to, as it is looked up: by the first word of what somebody says. */
export interface PackedRelations {
  /** The first words by their stems, each once, between blanks. */
  readonly firsts: string;
  /**
   * For each of them the places among {@link targets} to which it leads, between blanks: `12` for the word alone,
   * `out_of:12` for a phrase that goes on so. `*` stands for up to four words between two.
   */
  readonly uses: readonly string[];
  /**
   * Stems between blanks, of which any may be meant. After a `|`, the place among {@link toolActions} of what is asked
   * for, where something is.
   */
  readonly targets: readonly string[];
}

/** Weights in postings are whole numbers of this part of one. */
export const weightUnit: number = 1 / 16;
