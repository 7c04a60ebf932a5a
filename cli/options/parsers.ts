import { InvalidArgumentError } from 'commander';

/** Collects an option that may be given several times. */
export function collect(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value];
}

/** Collects an option that may be given several times, each time with several values between commas. */
export function collectList(value: string, earlier: readonly string[] = []): readonly string[] {
  const values = value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  return [...earlier, ...values];
}

/** One of a fixed set of words, given once or several times. */
export function collectWords<T extends string>(words: readonly T[]) {
  return (value: string, earlier: readonly T[] = []): readonly T[] => {
    const word = words.find((candidate) => candidate === value);
    if (word === undefined) throw new InvalidArgumentError(`It is one of ${words.join(', ')}.`);
    return [...earlier, word];
  };
}

/** What becomes of references in schemas: `inline`, `defs` or `depth:N`. */
export function referenceMode(value: string): 'inline' | 'defs' | { readonly depth: number } {
  if (value === 'inline' || value === 'defs') return value;
  const depth = /^depth:(\d{1,2})$/.exec(value)?.[1];
  if (depth === undefined) throw new InvalidArgumentError('It is inline, defs, or depth:N.');
  return { depth: Number(depth) };
}

/** An absolute http or https URL without query and fragment, as base of every request. */
export function baseUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new InvalidArgumentError('It is a URL that begins with http:// or https://.');
  }
  if (url.search !== '' || url.hash !== '') {
    throw new InvalidArgumentError('It has no query and no fragment (rule S5).');
  }
  if (url.username !== '' || url.password !== '') {
    throw new InvalidArgumentError('Credentials go into variables, not into the URL.');
  }
  return value;
}

/** `Name: value`, as curl writes a header. */
export function header(
  value: string,
  earlier: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const match = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*)$/.exec(value);
  const [, name, content] = match ?? [];
  if (name === undefined || content === undefined) {
    throw new InvalidArgumentError('It is written "Name: value".');
  }
  return { ...earlier, [name]: content };
}

/** A TCP port; 0 takes a free one. */
export function port(value: string): number {
  const number = /^\d{1,5}$/.test(value) ? Number(value) : Infinity;
  if (number > 65_535) throw new InvalidArgumentError('It is a port: 0 to 65535.');
  return number;
}

/** A whole number above 0; digits may be grouped as in `25,000`. */
export function wholeNumber(value: string): number {
  const digits = value.replaceAll(/[,_]/g, '');
  if (!/^[1-9]\d{0,8}$/.test(digits)) throw new InvalidArgumentError('It is a number above 0.');
  return Number(digits);
}

/** `name=value`; a later one of the same name replaces an earlier one. */
export function parameter(
  value: string,
  earlier: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const [, name, content] = /^([^=]+)=(.*)$/s.exec(value) ?? [];
  if (name === undefined || content === undefined) {
    throw new InvalidArgumentError('It is written name=value.');
  }
  return { ...earlier, [name]: content };
}

/** A time in whole seconds above 0, up to a day. */
export function seconds(value: string): number {
  const number = /^\d{1,5}$/.test(value) ? Number(value) : 0;
  if (number < 1 || number > 86_400) {
    throw new InvalidArgumentError('It is a number of seconds: 1 to 86400.');
  }
  return number;
}
