/** What a server URL comes to after its variables are substituted. */
export type ServerUrl =
  | { readonly kind: 'absolute' | 'relative'; readonly url: string }
  /** `reason` completes "the server cannot be used because". */
  | { readonly kind: 'unusable'; readonly reason: string };

/**
 * Resolves a server URL against the URL that its document was retrieved from (rule S2). Without an http(s)
 * document an URL without origin stays `relative`: an absolute path, empty for the root. Query, fragment,
 * user information and protocols other than http are refused (rule S5).
 */
export function resolveServerUrl(url: string, document: string): ServerUrl {
  const text = url.trim();
  if (/[?#]/.test(text)) return unusable('its URL has a query or a fragment');
  if (/[{}]/.test(text)) return unusable('its URL has braces that name no variable');
  const base = isHttp(document) ? document : fileBase;
  const resolved = URL.canParse(text, base) ? new URL(text, base) : undefined;
  if (resolved === undefined) return unusable('its URL cannot be read');
  if (resolved.username !== '' || resolved.password !== '') {
    return unusable('its URL holds a user name or a password');
  }
  if (resolved.protocol === placeholderProtocol) {
    if (text.startsWith('//')) return resolveServerUrl(`https:${text}`, document);
    return { kind: 'relative', url: withoutSlash(resolved.pathname) };
  }
  if (!isHttp(resolved.href)) {
    return unusable(`its protocol ${resolved.protocol} is neither http nor https`);
  }
  return { kind: 'absolute', url: resolved.origin + withoutSlash(resolved.pathname) };
}

/** Resolves another URL of the document, such as a token URL, like a server URL; as written where it cannot be (rule K5). */
export function resolveApiUrl(url: string, document: string): string {
  const text = url.trim();
  if (!isHttp(document) || !URL.canParse(text, document)) return text;
  // A template keeps its braces, which the URL parser would encode.
  if (/[{}]/.test(text)) return text;
  return new URL(text, document).href;
}

/** Stands in for a document that is no http resource, to resolve dot segments of a path. */
const placeholderProtocol = 'placeholder:';
const fileBase = `${placeholderProtocol}//document/`;

function isHttp(url: string): boolean {
  return /^https?:\/\//i.test(url);
}

function withoutSlash(path: string): string {
  return path.replace(/\/$/, '');
}

function unusable(reason: string): ServerUrl {
  return { kind: 'unusable', reason };
}
