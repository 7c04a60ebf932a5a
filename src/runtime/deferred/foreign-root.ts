/**
 * What inflected words of German and of the Romance languages have in common; umlauts may be written as two letters.
 * The word itself where little would be left.
 */
export function foreignRoot(word: string): string {
  const plain = word.replaceAll(/[aou]e/g, ([letter = '']) => letter);
  const root = plain.replace(
    /(?:ieren|iert|ern|ungen|ung|ions|en|er|em|es|os|as|ez|e|n|s|a|o|i|t)$/,
    '',
  );
  return root.length < 4 ? word : root;
}
