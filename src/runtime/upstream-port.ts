import type { HeaderPair, RequestPlan } from './request/plan.ts';

/** Limits of one exchange. */
export interface ExchangeLimits {
  readonly connectTimeoutMs: number;
  readonly headersTimeoutMs: number;
  readonly bodyTimeoutMs: number;
  /** Of the answer, after decompression. */
  readonly maxResponseBytes: number;
}

/** An answer with its body read up to the limit. */
export interface UpstreamResponse {
  readonly status: number;
  /** Names in lower case, in the order received. */
  readonly headers: readonly HeaderPair[];
  /** Decompressed; at most `maxResponseBytes`. */
  readonly body: Uint8Array;
  /** The body was longer than the limit, or a streaming answer was ended by a limit. */
  readonly truncated: boolean;
  /** Length of the whole body where the server told it and the body was not compressed. */
  readonly declaredBytes?: number;
  /** The URL that answered, after redirects. */
  readonly url: string;
  /** What happened on the way that the model should know: redirects that were followed or refused (rule R20). */
  readonly remarks?: readonly string[];
}

/** The beginning of an answer, as it is known when the first piece of the body arrives. */
export type ResponseHead = Pick<UpstreamResponse, 'status' | 'headers' | 'url'>;

/**
 * Sees each piece of the body, decompressed, as it arrives; `stop` ends the reading with what is there,
 * and the answer is `truncated`. A compressed body of a type that is no stream is seen as one piece at its end.
 */
export type ObserveChunk = (chunk: Uint8Array, head: ResponseHead) => 'continue' | 'stop';

/** What came of one request. */
export type SendResult =
  | { readonly ok: true; readonly response: UpstreamResponse }
  | { readonly ok: false; readonly failure: UpstreamFailure };

/** Why there is no answer. */
export interface UpstreamFailure {
  readonly kind: 'network' | 'timeout' | 'cancelled';
  /** For the model: what happened, without addresses of the internal network or secrets. */
  readonly message: string;
  /** Whether the request may have reached the upstream. */
  readonly sent: boolean;
}

/**
 * One attempt: exactly one request on the wire, and those of its redirects. Never throws. A request that hits a
 * connection which the upstream had closed while it was idle is sent again at once, where that is safe.
 */
export type SendRequest = (
  plan: RequestPlan,
  limits: ExchangeLimits,
  signal: AbortSignal,
  onChunk?: ObserveChunk,
) => Promise<SendResult>;

/** The upstream as the runtime uses it. */
export interface Upstream {
  readonly send: SendRequest;
  /** Closes every socket; calls in flight fail. */
  close(): Promise<void>;
}
