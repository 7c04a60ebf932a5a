import { diagnostic, refused, staged, type Staged } from '../model/diagnostic.ts';
import { leastNameRoom, nameBudget } from './names.ts';

/** Longest slug, in characters. */
const longestSlug = 40;

/**
 * Longest name that is derived for a server, in characters: with more, the shortest budget of tool names would not
 * fit beside it (rules N2, C6).
 */
const longestServerName = 25;

/**
 * The namespace of a document: its file's name without extension, or its title where it was not read from a file;
 * in lower case, with every other character as `-`.
 */
export function namespaceOf(uri: string, title: string): string {
  const stem = uri.startsWith('file:') ? stemOf(uri) : '';
  const slug = slugOf(stem === '' ? title : stem);
  return slug === '' ? 'api' : slug;
}

/** What a server is called when nobody says so: its namespaces, joined, cut behind a word. */
export function defaultServerName(namespaces: readonly string[]): string {
  const joined = namespaces
    .map(slugOf)
    .filter((each) => each !== '')
    .join('-');
  if (joined.length <= longestServerName) return joined || 'api';
  const edge = joined.lastIndexOf('-', longestServerName);
  const cut = edge * 2 >= longestServerName ? edge : longestServerName;
  return trimSlug(joined.slice(0, cut));
}

/** Letters, digits and `-` of any text. */
export function slugOf(text: string): string {
  const plain = text
    .slice(0, 500)
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
  return trimSlug(plain);
}

function trimSlug(text: string): string {
  return text.replace(/^-/, '').slice(0, longestSlug).replace(/-$/, '');
}

function stemOf(uri: string): string {
  const file = uri.split('/').at(-1) ?? '';
  return decode(file).replace(/(?:\.(?:json|ya?ml|openapi|swagger))+$/i, '');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * `<namespace>_`, legal at the beginning of a tool's name, or nothing where the server has one document. Refused
 * where the namespace would leave no room for names.
 */
export function namePrefix(
  namespace: string,
  serverName: string,
  several: boolean,
): Staged<string> {
  const prefix = `${/^[0-9-]/.test(namespace) ? '_' : ''}${namespace}_`;
  const longest = nameBudget(serverName) - leastNameRoom;
  if (/^[A-Za-z0-9_-]+$/.test(namespace) && (!several || prefix.length <= longest)) {
    return staged(several ? prefix : '');
  }
  return refused(
    diagnostic('namespace-unusable', {
      message: `The namespace ${JSON.stringify(namespace.slice(0, 80))} cannot stand before the names of tools.`,
      fix: `Give the document another with NAME=SPEC: letters, digits, _ and -, at most ${longest - 2} long.`,
    }),
  );
}
