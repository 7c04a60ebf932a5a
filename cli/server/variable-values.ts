import { BridgeError } from '../../src/model/errors.ts';

/** Reads one variable; an empty one counts as not set. */
export type ReadVariable = (name: string) => string | undefined;

/**
 * A whole number.
 *
 * @throws BridgeError `configuration-invalid` for any other text; so do the functions below.
 */
export function readCount(name: string, read: ReadVariable): number | undefined {
  const text = read(name);
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw invalidValue(name, text, 'Give a whole number, 0 or more.');
  return Number(text);
}

/** Yes or no, in one of the usual words. */
export function readSwitch(name: string, read: ReadVariable): boolean | undefined {
  const text = read(name)?.toLowerCase();
  if (text === undefined) return undefined;
  if (['1', 'true', 'yes', 'on'].includes(text)) return true;
  if (['0', 'false', 'no', 'off'].includes(text)) return false;
  throw invalidValue(name, text, 'Give true or false.');
}

/** One of a few words. */
export function readWord<W extends string>(
  name: string,
  words: readonly W[],
  read: ReadVariable,
): W | undefined {
  const text = read(name);
  if (text === undefined) return undefined;
  const word = words.find((candidate) => candidate === text);
  if (word === undefined) throw invalidValue(name, text, `Give one of: ${words.join(', ')}.`);
  return word;
}

/** Words that commas or blanks separate. */
export function readList(name: string, read: ReadVariable): readonly string[] | undefined {
  const words = read(name)
    ?.split(/[\s,]+/)
    .filter((word) => word !== '');
  return words === undefined || words.length === 0 ? undefined : words;
}

/** What to throw for a value that cannot be used; never for a secret, which it would show. */
export function invalidValue(name: string, text: string, fix: string): BridgeError {
  return new BridgeError(
    'configuration-invalid',
    `${name} has the value ${JSON.stringify(text)}, which cannot be used.`,
    { fix },
  );
}
