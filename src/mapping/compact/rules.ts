/** What schemas can do without, by the name of the rule that leaves it out, and in words. */
export const compactRules: Readonly<Record<CompactRule, string>> = {
  'shared-parts': 'parts that a tool says several times, said once under $defs',
  examples: 'examples of numbers, booleans, and of formats that everybody knows',
  'name-again': 'titles and descriptions that only say the name again',
  'values-again': 'sentences that only list the values that are listed anyway',
  'format-again': 'formats that say no more than the type: int64, double, float',
};

/** One of {@link compactRules}. */
export type CompactRule =
  | 'shared-parts'
  | 'examples'
  | 'name-again'
  | 'values-again'
  | 'format-again';

/** Told how many characters of JSON a rule saved. */
export type NoteSaved = (rule: CompactRule, characters: number) => void;
