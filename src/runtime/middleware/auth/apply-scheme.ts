import { Buffer } from 'node:buffer';
import { applyToken } from './apply-token.ts';
import type { AppliedScheme, SchemeUse } from './scheme-use.ts';
import { bearerCredential, isSet, ready, unusable } from './scheme-use.ts';
import type { TokenProvider } from './token-provider.ts';

/** Turns the configured parts of one scheme into what goes into the request (rule K4). No I/O. */
export function applyScheme(use: SchemeUse, tokens: TokenProvider | undefined): AppliedScheme {
  const { definition, parts } = use;
  if (parts.problem !== undefined) return { kind: 'unusable', message: parts.problem };
  if (parts.origins !== undefined && !parts.origins.includes(use.origin)) {
    return unusable(use, `its credential is not configured for ${use.origin}`);
  }
  switch (definition.type) {
    case 'apiKey':
      return isSet(parts.apiKey)
        ? ready(use, definition.in, definition.name, parts.apiKey)
        : { kind: 'missing' };
    case 'http':
      return applyHttp(use, definition.scheme.toLowerCase());
    case 'oauth2':
    case 'openIdConnect':
      return applyToken(use, definition, tokens);
    case 'mutualTLS':
      return parts.clientCertificate === true
        ? { kind: 'ready', credentials: [] }
        : { kind: 'missing' };
  }
}

function applyHttp(use: SchemeUse, scheme: string): AppliedScheme {
  const { username, password, token } = use.parts;
  switch (scheme) {
    case 'basic':
      if (username === undefined || password === undefined) return { kind: 'missing' };
      // RFC 7617 §2: the first colon ends the user-id.
      if (username.includes(':'))
        return unusable(use, 'its user name has a colon, which Basic cannot carry');
      return ready(
        use,
        'header',
        'Authorization',
        `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`,
      );
    case 'bearer':
      return isSet(token) ? bearerCredential(use, token) : { kind: 'missing' };
    // No scheme of HTTP's, but how some say that nothing is needed.
    case 'none':
      return { kind: 'ready', credentials: [] };
    default:
      return unusable(use, `HTTP authentication "${scheme}" is not supported`);
  }
}
