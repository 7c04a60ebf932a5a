/**
 * Percent-encoding (rules P14 to P18). Every function takes well-formed text and throws `URIError` for a
 * lone surrogate, which no request can carry; {@link assertWellFormed} does so for text that is not encoded.
 */

/** RFC 3986 §2.3. */
const onlyUnreserved = /^[A-Za-z0-9\-._~]*$/;

/** Encodes everything but unreserved characters, as UTF-8 (rule P14). */
export function percentEncode(text: string): string {
  if (onlyUnreserved.test(text)) return text;
  return encodeURIComponent(text).replace(/[!'()*]/g, encodeAscii);
}

/** WHATWG URL §5.2: everything but letters, digits and `*-._`. */
const onlyFormSafe = /^[A-Za-z0-9*\-._]*$/;

/** Encodes for `application/x-www-form-urlencoded`: `+` for a space (rule P15). */
export function formEncode(text: string): string {
  if (onlyFormSafe.test(text)) return text;
  return encodeURIComponent(text)
    .replaceAll('%20', '+')
    .replace(/[!'()~]/g, encodeAscii);
}

/**
 * Reserved expansion in a query (rule P16): reserved characters and existing triples pass, but for
 * `# [ ]`, which no query may hold, and `& = +`, which forms give a meaning.
 */
export function encodeReservedInQuery(text: string): string {
  return text.replace(/(%[0-9A-Fa-f]{2})|%|[^A-Za-z0-9\-._~:/?@!$'()*,;%]+/g, keepTriple);
}

/** Reserved expansion in a path: as in a query, but `/` and `?` would cut the path (rule P20). */
export function encodeReservedInPath(text: string): string {
  return text.replace(/(%[0-9A-Fa-f]{2})|%|[^A-Za-z0-9\-._~:@!$&'()*+,;=%]+/g, keepTriple);
}

/** Reserved expansion in a cookie: `;`, `,`, quote and space would end or split it (RFC 6265 §4.1.1). */
export function encodeReservedInCookie(text: string): string {
  return text.replace(/(%[0-9A-Fa-f]{2})|%|[^A-Za-z0-9\-._~:/?#[\]@!$&'()*+=%]+/g, keepTriple);
}

/** Encodes each part between slashes and keeps the slashes (rule P23). */
export function encodeSegments(encode: (text: string) => string, text: string): string {
  return text.includes('/') ? text.split('/').map(encode).join('/') : encode(text);
}

/** Literal text of a path template: what may stand in a path stays, the rest is encoded. */
export function encodePathLiteral(text: string): string {
  return text.replace(/(%[0-9A-Fa-f]{2})|%|[^A-Za-z0-9\-._~:@!$&'()*+,;=/%]+/g, keepTriple);
}

/** Literal text behind the `?` of a path template. */
export function encodeQueryLiteral(text: string): string {
  return text.replace(/(%[0-9A-Fa-f]{2})|%|[^A-Za-z0-9\-._~:@!$&'()*+,;=/?%]+/g, keepTriple);
}

const loneSurrogate = /\p{Surrogate}/u;

/** Whether text holds half of a surrogate pair, which has no UTF-8 form. */
export function hasLoneSurrogate(text: string): boolean {
  return loneSurrogate.test(text);
}

/**
 * Hands text back as it is.
 *
 * @throws URIError for a lone surrogate, as the encoding functions do.
 */
export function assertWellFormed(text: string): string {
  if (hasLoneSurrogate(text)) throw new URIError('lone surrogate');
  return text;
}

function keepTriple(match: string, triple: string | undefined): string {
  return triple ?? percentEncode(match);
}

function encodeAscii(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
