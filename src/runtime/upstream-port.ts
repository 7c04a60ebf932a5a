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
}

/** Why there is no answer. `retryable`: nothing can have been processed, or the method is idempotent. */
export interface UpstreamFailure {
  readonly kind: 'network' | 'timeout' | 'cancelled';
  /** For the model: what happened, without addresses of the internal network or secrets. */
  readonly message: string;
  /** Whether the request may have reached the upstream. */
  readonly sent: boolean;
}

/** One attempt: exactly one request on the wire. Never throws. */
export type SendRequest = (
  plan: RequestPlan,
  limits: ExchangeLimits,
  signal: AbortSignal,
  onChunk?: (chunk: Uint8Array) => 'continue' | 'stop',
) => Promise<
  | { readonly ok: true; readonly response: UpstreamResponse }
  | { readonly ok: false; readonly failure: UpstreamFailure }
>;

/** The upstream as the runtime uses it. */
export interface Upstream {
  readonly send: SendRequest;
  /** Closes every socket; calls in flight fail. */
  close(): Promise<void>;
}
