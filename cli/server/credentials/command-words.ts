/**
 * Cuts a command line into words as a shell would, without doing anything else that a shell does: quotes keep words
 * together, nothing is expanded, and a text in brackets is a JSON list of words. `undefined` where a quote is never
 * closed, or there is no word.
 */
export function commandWords(text: string): readonly [string, ...string[]] | undefined {
  const words = text.trimStart().startsWith('[') ? listedWords(text) : quotedWords(text);
  const [program, ...others] = words ?? [];
  return program === undefined || program === '' ? undefined : [program, ...others];
}

function listedWords(text: string): readonly string[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.every((word) => typeof word === 'string')
      ? value
      : undefined;
  } catch {
    return undefined;
  }
}

const piece = /\s+|'([^']*)'|"((?:[^"\\]|\\.)*)"|([^\s'"]+)|['"]/gsu;

function quotedWords(text: string): readonly string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  for (const [whole, single, double, plain] of text.matchAll(piece)) {
    const part = single ?? double?.replaceAll(/\\(["\\])/g, '$1') ?? plain;
    if (part !== undefined) {
      word = (word ?? '') + part;
    } else if (whole === "'" || whole === '"') {
      return undefined;
    } else if (word !== undefined) {
      words.push(word);
      word = undefined;
    }
  }
  return word === undefined ? words : [...words, word];
}
