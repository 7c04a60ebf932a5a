/** The type and subtype of a media type in lower case, without parameters. */
export function essenceOf(mediaType: string): string {
  const end = mediaType.indexOf(';');
  return (end === -1 ? mediaType : mediaType.slice(0, end)).trim().toLowerCase();
}

/** Whether a media type is JSON by name or structured suffix (RFC 6839 §3.1). */
export function isJsonMediaType(mediaType: string): boolean {
  const essence = essenceOf(mediaType);
  return essence === 'application/json' || essence === 'text/json' || essence.endsWith('+json');
}

/** Whether a media type has a parameter of this name. */
function hasParameter(mediaType: string, name: string): boolean {
  return mediaType
    .split(';')
    .slice(1)
    .some((parameter) => parameter.split('=', 1)[0]?.trim().toLowerCase() === name);
}

/** Whether a media type lies in a range such as `image/*`; a concrete range is equality. */
export function isInRange(mediaType: string, range: string): boolean {
  const wanted = essenceOf(range);
  if (wanted === '*/*' || wanted === '*') return true;
  const essence = essenceOf(mediaType);
  return wanted.endsWith('/*') ? essence.startsWith(wanted.slice(0, -1)) : essence === wanted;
}

/** Whether a media type names exactly one type. */
export function isConcrete(mediaType: string): boolean {
  return !essenceOf(mediaType).includes('*');
}

/** RFC 9110 §8.3.1, without control characters. */
const mediaTypeSyntax = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+(?:[ \t]*;[\t\x20-\x7e]*)?$/;

/** Whether text can stand in a Content-Type header. */
export function isMediaType(text: string): boolean {
  return mediaTypeSyntax.test(text);
}

/** Appends `charset=utf-8` to a text type that names no charset (rule B16), where the text needs it. */
export function withCharset(mediaType: string, text: string): string {
  const needed =
    essenceOf(mediaType).startsWith('text/') &&
    !hasParameter(mediaType, 'charset') &&
    /[^\0-\x7f]/.test(text);
  return needed ? `${mediaType}; charset=utf-8` : mediaType;
}
