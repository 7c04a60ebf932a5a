import type { OAuthClient } from '../../middleware/auth/token-provider.ts';
import type { ServerPlace } from '../authorization-server.ts';
import type { GrantedToken } from '../grants.ts';
import type { EndpointOptions } from '../options.ts';

/** Everything that a login takes. */
export interface LoginOptions extends EndpointOptions {
  readonly place: ServerPlace;
  readonly client: OAuthClient;
  readonly scopes: readonly string[];
  readonly audience?: string;
  /** RFC 8707. */
  readonly resource?: string;
  /** Parameters of the authorization request that only this authorization server knows. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly flow: BrowserFlow | DeviceFlow;
  /** Gives the login up. */
  readonly signal: AbortSignal;
}

/** The person logs in with a browser on this machine (RFC 8252, RFC 7636). */
export interface BrowserFlow {
  readonly kind: 'browser';
  /**
   * Where the browser comes back to: a URL of this machine. Without a port a free one is taken; by default
   * `http://127.0.0.1/callback`.
   */
  readonly redirectUri?: string;
  /** Shows the person where to log in. */
  readonly open: (url: string) => void;
  /** How long the person may take. */
  readonly timeoutMs: number;
}

/** The person logs in anywhere and types a code (RFC 8628). */
export interface DeviceFlow {
  readonly kind: 'device';
  readonly show: (code: DeviceCode) => void;
}

/** What the person needs to know. */
export interface DeviceCode {
  readonly userCode: string;
  readonly verificationUrl: string;
  /** With the code already in it, where the authorization server offers that. */
  readonly completeUrl?: string;
  readonly expiresInMs: number;
}

/** The tokens, or one sentence that says why there are none. */
export type LoginAnswer =
  | { readonly ok: true; readonly token: GrantedToken }
  | { readonly ok: false; readonly message: string };
