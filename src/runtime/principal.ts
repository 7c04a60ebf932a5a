import type { JsonObject } from '../model/json.ts';

/** Who calls over HTTP, as the sign-in found out: the session value of every call there. */
export interface Principal {
  /** `token`: a signed or introspected access token; `static`: a configured token; `anonymous`: no sign-in. */
  readonly kind: 'token' | 'static' | 'anonymous';
  /** One for each caller of a server, and the same with every token of that caller. */
  readonly id: string;
  readonly issuer?: string;
  readonly subject?: string;
  readonly clientId?: string;
  /** What the sign-in grants; absent where nothing is restricted. */
  readonly scopes?: readonly string[];
  /** Claims of the token (RFC 7519) or members of the introspection's answer (RFC 7662); empty otherwise. */
  readonly claims: JsonObject;
  /** When the token ends, in milliseconds since 1970. */
  readonly expiresAt?: number;
}

/** What a caller brought that must never be shown, recorded or sent on by itself. */
export interface CallerSecrets {
  /** The caller's MCP token. For exchanging it (RFC 8693); sending it upstream is forbidden. */
  readonly token?: string;
  /** Headers that the configuration lets callers bring, by their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Apart from the principal, so that no log, audit record or middleware prints them by accident. */
const secretsByPrincipal = new WeakMap<Principal, CallerSecrets>();

const noSecrets: CallerSecrets = { headers: {} };

/** Keeps what the caller brought for as long as the principal is in use. */
export function keepSecrets(principal: Principal, secrets: CallerSecrets): void {
  secretsByPrincipal.set(principal, secrets);
}

/** What the caller brought; nothing where the transport kept nothing. */
export function secretsOf(principal: Principal): CallerSecrets {
  return secretsByPrincipal.get(principal) ?? noSecrets;
}
