import { isIP } from 'node:net';
import { rpcError } from './answers.ts';

/** Which names and web pages a server answers. */
export interface GuardOptions {
  /** Host names that clients may use, without ports. Loopback names always count. */
  readonly hosts: readonly string[];
  /** Addresses are served too, not only the names; for servers that listen on a network. */
  readonly anyAddress: boolean;
  /** Origins of web pages that may call, for instance `https://app.example`. */
  readonly origins: readonly string[];
}

/** Checks who is asked, and which web page asks. */
export interface Guard {
  /** The refusal, or `undefined` where the request may pass. */
  check(headers: Headers): Response | undefined;
  /** Whether a web page of this origin may read answers (CORS). */
  isListedOrigin(origin: string): boolean;
}

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Keeps web pages out that were not invited. A page that has its name resolve to this server (DNS rebinding)
 * shows itself by the `Host` header, every other page by `Origin`; the opaque origin `null` is nobody's.
 */
export function createGuard({ hosts, anyAddress, origins }: GuardOptions): Guard {
  const names = new Set(hosts.map((host) => hostName(host) ?? host.toLowerCase()));
  const listed = new Set(origins.map(normalizeOrigin));

  function checkHost(host: string | undefined): Response | undefined {
    if (host === undefined) {
      // Two programs may read it differently, so that nothing more is taken from this connection.
      return rpcError(400, 'The Host header is missing or malformed.', {
        headers: { connection: 'close' },
      });
    }
    const known =
      isLoopbackName(host) || names.has(host) || (anyAddress && isIP(unbracketed(host)) !== 0);
    return known
      ? undefined
      : rpcError(403, `This server is not reached by the host name "${host}" (--allowed-host).`);
  }

  function checkOrigin(origin: string, host: string): Response | undefined {
    if (listed.has(normalizeOrigin(origin))) return undefined;
    // A page of this machine may ask a server of this machine; reading the answer is up to CORS.
    if (isLoopbackName(host) && isLoopbackOrigin(origin)) return undefined;
    return rpcError(403, 'Requests from this origin are not allowed (--cors-origin).');
  }

  return {
    check: (headers) => {
      const host = hostName(headers.get('host') ?? '');
      const refusal = checkHost(host);
      const origin = headers.get('origin');
      return refusal ?? (origin === null ? undefined : checkOrigin(origin, host ?? ''));
    },
    isListedOrigin: (origin) => listed.has(normalizeOrigin(origin)),
  };
}

/** The name in a `Host` header, in lower case and without the port; addresses of IPv6 keep their brackets. */
export function hostName(value: string): string | undefined {
  const [, name] = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i.exec(value) ?? [];
  return name?.toLowerCase().replace(/\.$/, '');
}

function isLoopbackName(host: string): boolean {
  return loopbackNames.includes(host);
}

function isLoopbackOrigin(origin: string): boolean {
  const [, host] = /^https?:\/\/([^/]+)$/i.exec(origin) ?? [];
  return isLoopbackName(hostName(host ?? '') ?? '');
}

/** Browsers write origins in one form; people who configure them do not. */
function normalizeOrigin(text: string): string {
  const plain = text.trim().toLowerCase().replace(/\/$/, '');
  return plain.replace(/^(http:\/\/.+):80$/, '$1').replace(/^(https:\/\/.+):443$/, '$1');
}

function unbracketed(host: string): string {
  return host.startsWith('[') ? host.slice(1, -1) : host;
}
