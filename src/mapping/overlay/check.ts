import {
  type Diagnostic,
  diagnostic,
  refused,
  staged,
  type Staged,
} from '../../model/diagnostic.ts';
import {
  isArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  objectFromEntries,
} from '../../model/json.ts';
import { didYouMean } from '../../model/nearest-names.ts';
import { childLocation, parsePointer, type SourceLocation } from '../../model/source.ts';

/** A value in a file with its place. */
export interface Place {
  readonly value: JsonValue;
  readonly location: SourceLocation;
}

/**
 * Reads one value. What is wrong becomes diagnostics; a list or an object that has something wrong inside still
 * gives the rest, so that one reading finds every fault.
 */
export type Check<T> = (place: Place) => Staged<T>;

/** Checks of the members of an object type, by key. */
export type Checks<T> = { readonly [K in keyof T]-?: Check<Exclude<T[K], undefined>> };

/** The member of an object or list, as a place of its own. */
export function memberOf(place: Place, key: string | number, value: JsonValue): Place {
  return { value, location: childLocation(place.location, key) };
}

/** Refuses a value of the wrong kind. */
export function wrongType<T>(place: Place, expected: string): Staged<T> {
  return refused(
    diagnostic('overlay-wrong-type', {
      message: `${fieldName(place.location)} must be ${expected}, but is ${kindOf(place.value)}.`,
      fix: `Write ${expected}.`,
      location: place.location,
    }),
  );
}

/** Refuses a value of the right kind that cannot be used. */
export function badValue<T>(place: Place, problem: string, fix: string): Staged<T> {
  return refused(
    diagnostic('overlay-bad-value', {
      message: `${fieldName(place.location)} ${problem}.`,
      fix,
      location: place.location,
    }),
  );
}

/** What messages call a value: the last steps of its pointer, in quotes. */
function fieldName(location: SourceLocation): string {
  const tokens = parsePointer(location.pointer);
  const last = tokens.at(-1);
  if (last === undefined) return 'The file';
  const owner = tokens.at(-2);
  return /^\d+$/.test(last) && owner !== undefined
    ? JSON.stringify(`${owner}[${last}]`)
    : JSON.stringify(last);
}

function kindOf(value: JsonValue): string {
  if (value === null) return 'null';
  if (isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'string') return `the text ${JSON.stringify(shorten(value))}`;
  return `${typeof value === 'number' ? 'the number ' : ''}${String(value)}`;
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/** Text that is not empty. */
export const text: Check<string> = (place) => {
  if (typeof place.value !== 'string') return wrongType(place, 'text');
  return place.value.trim() === ''
    ? badValue(place, 'is empty', 'Write some text, or remove it.')
    : staged(place.value);
};

/** Text that may be empty. */
export const anyText: Check<string> = (place) =>
  typeof place.value === 'string' ? staged(place.value) : wrongType(place, 'text');

/** `true` or `false`. */
export const flag: Check<boolean> = (place) =>
  typeof place.value === 'boolean' ? staged(place.value) : wrongType(place, 'true or false');

/** Any JSON value. */
export const anyJson: Check<JsonValue> = (place) => staged(place.value);

/** A JSON object, whatever is in it. */
export const anyObject: Check<JsonObject> = (place) =>
  isJsonObject(place.value) ? staged(place.value) : wrongType(place, 'an object');

/** A whole number from `least` up. */
export function wholeNumber(least: number): Check<number> {
  return (place) => {
    if (typeof place.value !== 'number') return wrongType(place, 'a whole number');
    return Number.isSafeInteger(place.value) && place.value >= least
      ? staged(place.value)
      : badValue(
          place,
          `is ${place.value}, but must be a whole number of at least ${least}`,
          `Write a whole number of at least ${least}.`,
        );
  };
}

/** One of a few words. */
export function oneOf<W extends string>(words: readonly W[]): Check<W> {
  return (place) => {
    const word = words.find((each) => each === place.value);
    if (word !== undefined) return staged(word);
    const expected = `one of ${words.join(', ')}`;
    if (typeof place.value !== 'string') return wrongType(place, expected);
    return badValue(
      place,
      `is ${JSON.stringify(shorten(place.value))}, but must be ${expected}`,
      `${didYouMean(place.value, words)} Write ${expected}.`.trim(),
    );
  };
}

/** Text of a certain form. */
export function textLike(pattern: RegExp, form: string): Check<string> {
  return (place) => {
    if (typeof place.value !== 'string') return wrongType(place, 'text');
    return pattern.test(place.value)
      ? staged(place.value)
      : badValue(
          place,
          `is ${JSON.stringify(shorten(place.value))}, but must be ${form}`,
          `Write ${form}.`,
        );
  };
}

/** A list whose items pass a check. */
export function listOf<T>(check: Check<T>): Check<readonly T[]> {
  return (place) => {
    if (!isArray(place.value)) return wrongType(place, 'a list');
    const items = place.value.map((value: JsonValue, index) =>
      check(memberOf(place, index, value)),
    );
    return staged(
      items.flatMap((item) => (item.ok ? [item.value] : [])),
      items.flatMap(({ diagnostics }) => diagnostics),
    );
  };
}

/** One item, or a list of them. */
export function oneOrMore<T>(check: Check<T>): Check<readonly T[]> {
  const list = listOf(check);
  return (place) =>
    isArray(place.value) ? list(place) : refine(check, (value) => staged([value]))(place);
}

/** An object with free keys whose values pass a check. */
export function mapOf<T>(check: Check<T>): Check<Readonly<Record<string, T>>> {
  return (place) => {
    if (!isJsonObject(place.value)) return wrongType(place, 'an object');
    const members = Object.entries(place.value).map(
      ([key, value]) => [key, check(memberOf(place, key, value))] as const,
    );
    return staged(
      objectFromEntries(
        members.flatMap(([key, member]) => (member.ok ? [[key, member.value] as const] : [])),
      ),
      members.flatMap(([, { diagnostics }]) => diagnostics),
    );
  };
}

/** An object with known keys only, each optional. `open` lets keys with `x-` pass unread. */
export function record<T extends object>(
  checks: Checks<T>,
  options: { readonly open?: boolean } = {},
): Check<T> {
  // The mapped type loses its string index; keys are looked up as own properties only.
  const byKey = checks as Readonly<Record<string, Check<unknown>>>;
  const keys = Object.keys(byKey);
  return (place) => {
    if (!isJsonObject(place.value)) return wrongType(place, 'an object');
    const found: [string, unknown][] = [];
    const diagnostics: Diagnostic[] = [];
    for (const [key, value] of Object.entries(place.value)) {
      const check = Object.hasOwn(byKey, key) ? byKey[key] : undefined;
      if (check !== undefined) {
        const member = check(memberOf(place, key, value));
        diagnostics.push(...member.diagnostics);
        if (member.ok) found.push([key, member.value]);
      } else if (options.open !== true || !key.startsWith('x-')) {
        diagnostics.push(unknownKey(memberOf(place, key, value), key, keys));
      }
    }
    // Every value passed the check of its key, and every key is one of T's.
    return staged(objectFromEntries(found) as T, diagnostics);
  };
}

function unknownKey(place: Place, key: string, keys: readonly string[]): Diagnostic {
  return diagnostic('overlay-unknown-key', {
    message: `${JSON.stringify(shorten(key))} is not a key that is known here.`,
    fix: `${didYouMean(key, keys)} Known here: ${keys.join(', ')}.`.trim(),
    location: place.location,
  });
}

/** YAML leaves a key without anything below it `null`: an object with nothing in it, yet. */
export function nullAsEmpty<T>(check: Check<T>): Check<T> {
  return (place) => check(place.value === null ? { ...place, value: {} } : place);
}

/** A check whose result goes through another step. */
export function refine<T, U>(
  check: Check<T>,
  step: (value: T, place: Place) => Staged<U>,
): Check<U> {
  return (place) => {
    const first = check(place);
    if (!first.ok) return first;
    return withDiagnostics(step(first.value, place), first.diagnostics);
  };
}

/** The same result with more to say about it. */
export function withDiagnostics<T>(result: Staged<T>, more: readonly Diagnostic[]): Staged<T> {
  if (result.ok) return staged(result.value, [...more, ...result.diagnostics]);
  const [first, ...rest] = result.diagnostics;
  return refused(first, ...rest, ...more);
}
