/** A server URL cut into what requests need. */
export interface BaseUrl {
  /** For instance `https://api.example.com`, as the WHATWG URL standard writes it. */
  readonly origin: string;
  /** The path below the origin, without a trailing slash; empty for the root. */
  readonly prefix: string;
}

/** A usable server URL, or why it is none. */
export type ParsedBaseUrl =
  | { readonly ok: true; readonly base: BaseUrl }
  | { readonly ok: false; readonly message: string };

/**
 * Reads a server URL (rules S4, S5). Operations are appended to its path as text, so one trailing slash is
 * dropped; a query, a fragment or a user name has no place in it.
 */
export function parseBaseUrl(text: string): ParsedBaseUrl {
  const url = tryParse(text);
  if (url === undefined) return notUsable('it is not an absolute URL');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return notUsable('only http and https can be called');
  }
  if (url.username !== '' || url.password !== '') {
    return notUsable('it holds a user name; credentials are configured apart');
  }
  if (/[?#]/.test(text)) return notUsable('it has a query or fragment');
  const { origin, pathname } = url;
  return {
    ok: true,
    base: { origin, prefix: pathname.endsWith('/') ? pathname.slice(0, -1) : pathname },
  };
}

/**
 * Checks a finished URL once (rule S7): as the receiving side parses it, it has the origin of its server and
 * exactly the path that was built. Whatever a value tried, a URL that passes went nowhere else.
 */
export function isFaithfulUrl(url: string, { origin }: BaseUrl, path: string): boolean {
  const parsed = tryParse(url);
  return (
    parsed !== undefined &&
    parsed.origin === origin &&
    parsed.pathname === path &&
    parsed.username === '' &&
    parsed.hash === ''
  );
}

function tryParse(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

function notUsable(reason: string): ParsedBaseUrl {
  return { ok: false, message: `The server URL cannot be used: ${reason}.` };
}
