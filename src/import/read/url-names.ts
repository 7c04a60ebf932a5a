/** A URL for people and diagnostics: no credentials, no query, no fragment. */
export function displayUrl(url: URL): string {
  return `${url.origin}${url.pathname}${url.search === '' ? '' : '?…'}`;
}

/** The URI that a document from this URL goes by: its query may hold a token and never matters to references. */
export function documentUri(url: URL): string {
  return `${url.origin}${url.pathname}`;
}

/** Parses a URL; `undefined` instead of an exception. */
export function parseUrl(text: string, base?: string): URL | undefined {
  return URL.canParse(text, base) ? new URL(text, base) : undefined;
}

/**
 * Whether a host stands in an allow-list. An entry is `host`, `host:port`, or `*.host` for every name
 * below it; without a port it means the default port.
 */
export function isAllowedHost(url: URL, allowed: readonly string[]): boolean {
  return allowed.some((entry) => {
    const pattern = entry.trim().toLowerCase();
    if (pattern.startsWith('*.')) return url.port === '' && url.host.endsWith(pattern.slice(1));
    return pattern === url.host;
  });
}
