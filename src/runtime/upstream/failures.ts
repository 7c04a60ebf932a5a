import type { UpstreamFailure } from '../upstream-port.ts';

/** Where an exchange stood when it failed. */
export interface FailurePlace {
  readonly origin: string;
  /** Whether the connection goes through a proxy. */
  readonly proxied: boolean;
  /** Whether the request may have reached the upstream. */
  readonly sent: boolean;
  /** Bytes of the body that had arrived; absent before the headers. */
  readonly received?: number;
}

/**
 * Turns what undici, TLS, DNS or the socket reported into a failure for the model. The texts are ours: those of
 * the errors name addresses of the internal network.
 */
export function describeFailure(error: unknown, place: FailurePlace): UpstreamFailure {
  const code = codeOf(error);
  const kind = timeoutCodes.has(code) ? 'timeout' : 'network';
  if (code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED') {
    return { kind: 'cancelled', message: 'This server is shutting down.', sent: place.sent };
  }
  return { kind, message: messageFor(code, error, place), sent: place.sent };
}

const timeoutCodes: ReadonlySet<string> = new Set([
  'ETIMEDOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
]);

/** What went wrong before a connection stood, by error code. */
const connectTexts: Readonly<Record<string, string>> = {
  EAI_AGAIN: 'the host name could not be looked up just now. Try again later',
  EAI_FAIL: 'the host name could not be looked up',
  ECONNREFUSED:
    'the connection was refused. The upstream may be down, or the base URL may name the wrong port',
  EHOSTUNREACH: 'the host cannot be reached from here',
  ENETUNREACH: 'the network cannot be reached from here',
  ENOTFOUND: 'the host name does not exist. The base URL may be wrong',
  ETIMEDOUT: 'the connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
};

/** Faults of the upstream's certificate, by error code. */
const certificateTexts: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'has expired',
  CERT_NOT_YET_VALID: 'is not valid yet',
  CERT_REVOKED: 'was revoked',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'is self-signed; its authority is not among the trusted ones',
  ERR_TLS_CERT_ALTNAME_INVALID: 'is for another host name',
  SELF_SIGNED_CERT_IN_CHAIN: 'comes from an authority that is not trusted here',
  UNABLE_TO_GET_ISSUER_CERT: 'comes from an authority that is not trusted here',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'comes from an authority that is not trusted here',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'comes from an authority that is not trusted here',
};

function messageFor(code: string, error: unknown, place: FailurePlace): string {
  const via = place.proxied ? ' through the proxy' : '';
  const proxyStatus = /^Proxy (?:response|Authentication Required) \((\d{3})\)/.exec(textOf(error));
  if (proxyStatus !== null) {
    return `The proxy on the way to ${place.origin} answered ${proxyStatus[1]}. The proxy's settings need a look.`;
  }
  const certificate = certificateTexts[code];
  if (certificate !== undefined) {
    return `No secure connection to ${place.origin}: its certificate ${certificate}.`;
  }
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_') || code === 'UND_ERR_PRX_TLS') {
    return `No secure connection to ${place.origin}${via}: the TLS handshake failed. It may be an http address, or want a client certificate.`;
  }
  const connect = connectTexts[code];
  if (!place.sent && connect !== undefined) {
    return `No connection to ${place.origin}${via}: ${connect}.`;
  }
  if (!place.sent && code === 'UND_ERR_INVALID_ARG') {
    return 'The request cannot be written as HTTP: a header or the path holds a character that is not allowed there.';
  }
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return `The headers of the answer from ${place.origin} are larger than is accepted.`;
  }
  // undici's parser errors have no code of their own on every version.
  const malformed = error instanceof Error && error.name === 'HTTPParserError';
  if (malformed && place.received === undefined) {
    return `The answer from ${place.origin} is not HTTP/1.1 as it should be.`;
  }
  if (!place.sent) return `No connection to ${place.origin}${via}.`;
  if (place.received === undefined) {
    return `${place.origin} closed the connection before it answered.`;
  }
  return `The connection to ${place.origin} broke while the answer was arriving, after ${place.received} bytes of its body.`;
}

/** The code of an error or of what caused it; several addresses tried in turn give an AggregateError. */
function codeOf(error: unknown): string {
  let current: unknown = error;
  for (let depth = 0; depth < 4 && current instanceof Error; depth += 1) {
    const code: unknown = Reflect.get(current, 'code');
    if (typeof code === 'string' && code !== 'UND_ERR') return code;
    current = current instanceof AggregateError ? current.errors[0] : current.cause;
  }
  return '';
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : '';
}
