import type { LookupFunction } from 'node:net';

/** Which proxy requests go through; values as the usual variables hold them, handed in by the configuration. */
export interface ProxySettings {
  /** URL of the proxy for `http:` origins; user and password may stand in it. */
  readonly http?: string;
  /** URL of the proxy for `https:` origins. */
  readonly https?: string;
  /**
   * What is reached directly, as in `NO_PROXY`: host names (their subdomains too), addresses, CIDR ranges, any of
   * them with `:port`, or `*`; separated by commas or spaces. Loopback is always reached directly.
   */
  readonly except?: string;
}

/** How TLS is spoken to the upstream; PEM text or bytes. */
export interface TlsSettings {
  /** Certificate authorities that replace those of Node. */
  readonly ca?: string | Uint8Array | readonly (string | Uint8Array)[];
  /** The client's certificate chain, for `mutualTLS`. */
  readonly cert?: string | Uint8Array;
  /** The client's private key. */
  readonly key?: string | Uint8Array;
  /** The private key's passphrase. */
  readonly passphrase?: string;
}

/** What an upstream client needs; everything has a default. */
export interface UpstreamOptions {
  /** Version of this program, for `User-Agent: openapi-mcp/<version>`; absent, only the name is sent. */
  readonly version?: string;
  readonly proxy?: ProxySettings;
  readonly tls?: TlsSettings;
  /** TLS settings of single origins, which replace {@link UpstreamOptions.tls} there. */
  readonly tlsByOrigin?: Readonly<Record<string, TlsSettings>>;
  /** Redirects followed for one request; default 5, 0 follows none. */
  readonly maxRedirects?: number;
  /**
   * Other origins that a redirect of GET or HEAD may lead to; nothing but `Accept` and `Accept-Language` goes along.
   * Default none (rules R20, K7).
   */
  readonly redirectOrigins?: readonly string[];
  /** Connections to one origin at a time; further requests wait. Default 128. */
  readonly maxConnections?: number;
  /** Largest header section of an answer, in bytes; default 65,536. */
  readonly maxHeaderBytes?: number;
  /** Resolves host names; default is Node's. */
  readonly lookup?: LookupFunction;
}
