import { isLoopbackAddress } from '../loopback.ts';
import { TokenFailure } from './token-failure.ts';

/**
 * An address of an authorization server that secrets may be sent to: https, or http on this machine (RFC 6749
 * §3.2).
 *
 * @param what What it is, for the message: "token endpoint".
 * @throws TokenFailure `endpoint` for any other.
 */
export function checkEndpoint(text: string, what: string, allowHttp: boolean): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (/[{}]/.test(text)) throw unusable(text, what, 'it is a template with something to fill in');
  if (url === undefined) throw unusable(text, what, 'it is not an absolute URL');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw unusable(text, what, 'it is neither https nor http');
  }
  if (url.username !== '' || url.password !== '') {
    throw unusable(url.origin, what, 'it holds a user name');
  }
  if (url.protocol === 'http:' && !allowHttp && !isLoopbackAddress(url.hostname)) {
    throw unusable(text, what, 'it is not encrypted; http is for servers on this machine');
  }
  return url;
}

function unusable(text: string, what: string, why: string): TokenFailure {
  // A query may hold a key.
  const shown = text.replace(/[?#].*$/s, '').slice(0, 300);
  return new TokenFailure('endpoint', `The ${what} "${shown}" cannot be used: ${why}.`);
}
