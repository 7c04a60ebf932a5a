import type { ApiKeyScheme, HttpScheme } from '../../model/security.ts';

/** A header's name (RFC 9110 §5.1). */
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** `Authorization: Bearer` in the place of a name, as people write it who mean HTTP authentication. */
const written = /^authorization\s*:\s*(bearer|basic)$/i;

/** The scheme of an API key in this place, or what is wrong with its name. */
export function apiKeyScheme(
  place: ApiKeyScheme['in'],
  name: string,
): ApiKeyScheme | HttpScheme | string {
  if (place !== 'header') return { type: 'apiKey', in: place, name, deprecated: false };
  const scheme = written.exec(name)?.[1];
  if (scheme !== undefined) {
    return { type: 'http', scheme: scheme.toLowerCase(), deprecated: false };
  }
  return headerName.test(name)
    ? { type: 'apiKey', in: place, name, deprecated: false }
    : `has the name ${JSON.stringify(name)}, which no header can have,`;
}
