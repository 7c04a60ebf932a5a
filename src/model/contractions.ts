/** What is written together in English, with an apostrophe or by people in a hurry without one. */
const contractions: readonly (readonly [RegExp, string])[] = [
  [/\b(?:can['’]?t|can not)\b/gi, 'cannot'],
  [/\bwon['’]?t\b/gi, 'will not'],
  [
    /\b(do|does|did|is|are|was|were|have|has|had|would|should|could|must|need)n['’]?t\b/gi,
    '$1 not',
  ],
  [/\b(who|what|where|when|how|why|that|there|here|it|he|she)['’]s\b/gi, '$1 is'],
  [/\b(who|what|where|how|that)s\b/gi, '$1 is'],
  [/\b(i)['’]m\b/gi, '$1 am'],
  [/\b(i|you|we|they|who)['’]?ve\b/gi, '$1 have'],
  [/\b(you|we|they|who)['’]re\b/gi, '$1 are'],
  [/\b(i|you|he|she|it|we|they|who|that)['’]ll\b/gi, '$1 will'],
  [/\b(i|you|he|she|it|we|they|who)['’]d\b/gi, '$1 would'],
];

/** Writes out what is contracted, so that `who's` and `don't` are the words that they stand for. */
export function expandContractions(text: string): string {
  return contractions.reduce((read, [pattern, full]) => read.replaceAll(pattern, full), text);
}
