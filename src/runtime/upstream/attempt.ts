import type { Dispatcher } from 'undici';
import { headerValue } from '../header-pairs.ts';
import { essenceOf } from '../request/media-type.ts';
import type { RequestPlan } from '../request/plan.ts';
import { isSequential } from '../response/sequential-type.ts';
import type { ExchangeLimits, ObserveChunk, ResponseHead, SendResult } from '../upstream-port.ts';
import { BodyCollector } from './body-collector.ts';
import type { Coding } from './decompress.ts';
import { StreamDecoder, codingsOf, decodeWhole } from './decompress.ts';
import type { Route } from './dispatchers.ts';
import { describeFailure } from './failures.ts';
import { groupHeaders, receivedHeaders } from './wire-headers.ts';

/** One request on its way. */
export interface AttemptOptions {
  readonly route: Route;
  readonly plan: RequestPlan;
  /** Names and values in turn, as undici takes them. */
  readonly headers: string[];
  readonly limits: ExchangeLimits;
  readonly signal: AbortSignal;
  readonly onChunk: ObserveChunk | undefined;
}

/** What came of it; `error` is what undici reported, where not one byte of the answer had come. */
export interface AttemptResult {
  readonly result: SendResult;
  readonly error?: unknown;
}

/** Sends one request and reads its answer. Never rejects. */
export function attempt(options: AttemptOptions): Promise<AttemptResult> {
  return new Promise((resolve) => {
    new Attempt(options, resolve).start();
  });
}

/** Why a connection is given up; undici wants an error, nobody sees it. */
const givenUp = new Error('given up');

/** The phases that have a time limit of their own. */
type Phase = 'connection' | 'headers' | 'body';

/**
 * The handler of one dispatched request. It stands on undici's lowest interface on purpose: that writes `plan.target`
 * byte for byte, where `undici.request` with a URL would normalise dot segments, and it tells exactly when a request
 * begins to be written, which decides whether it may be sent again.
 */
class Attempt implements Dispatcher.DispatchHandler {
  readonly #options: AttemptOptions;
  readonly #resolve: (result: AttemptResult) => void;
  readonly #body: BodyCollector;
  readonly #onAbort = (): void => {
    this.#cancel();
  };
  readonly #onTimer = (): void => {
    this.#expire();
  };
  /** Set from the moment at which the request begins to be written. */
  #controller: Dispatcher.DispatchController | undefined;
  /** Whether the first byte of the answer has come. */
  #begun = false;
  #head: ResponseHead | undefined;
  /** What has to be undone; `undefined` for a coding that is not known here. */
  #codings: readonly Coding[] | undefined = [];
  /** Set where a compressed body is watched, and so decoded while it arrives. */
  #decoder: StreamDecoder | undefined;
  #phase: Phase = 'connection';
  #timer: NodeJS.Timeout | undefined;
  #timerMs = 0;
  /** Whether reading is over, so that nothing undici still reports matters. */
  #over = false;
  #settled = false;

  constructor(options: AttemptOptions, resolve: (result: AttemptResult) => void) {
    this.#options = options;
    this.#resolve = resolve;
    this.#body = new BodyCollector(options.limits.maxResponseBytes);
  }

  start(): void {
    const { route, plan, headers, signal, limits } = this.#options;
    if (signal.aborted) {
      this.#cancel();
      return;
    }
    signal.addEventListener('abort', this.#onAbort, { once: true });
    this.#enter('connection', limits.connectTimeoutMs);
    try {
      this.#dispatch(route, plan, headers);
    } catch (error) {
      // undici's proxies throw where its pools report.
      this.#reportError(error);
    }
  }

  #dispatch(route: Route, plan: RequestPlan, headers: string[]): void {
    route.dispatcher.dispatch(
      {
        origin: plan.origin,
        path: plan.target,
        method: plan.method,
        headers: route.proxied ? groupHeaders(headers) : headers,
        body: plan.body.kind === 'bytes' ? plan.body.bytes : null,
        // Time is kept here: undici's own timers are coarse and do not tell the phase.
        headersTimeout: 0,
        bodyTimeout: 0,
      },
      this,
    );
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#over) {
      controller.abort(givenUp);
      return;
    }
    this.#controller = controller;
    this.#enter('headers', this.#options.limits.headersTimeoutMs);
  }

  onResponseStarted(): void {
    this.#begun = true;
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    // 1xx never surface (rule R3).
    if (status < 200 || this.#over) return;
    const { plan, limits, onChunk } = this.#options;
    const received = receivedHeaders(controller.rawHeaders, headers);
    this.#head = { status, headers: received, url: plan.url };
    this.#codings = codingsOf(headerValue(received, 'content-encoding'));
    this.#enter('body', limits.bodyTimeoutMs);
    const compressed = this.#codings !== undefined && this.#codings.length > 0;
    if (compressed && onChunk !== undefined && this.#isStream()) {
      this.#decoder = this.#decodeWhileArriving(this.#codings ?? [], controller);
    }
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    if (this.#over) {
      controller.abort(givenUp);
      return;
    }
    this.#timer?.refresh();
    if (this.#decoder === undefined) this.#keep(chunk);
    else if (!this.#decoder.write(chunk)) controller.pause();
  }

  onResponseEnd(): void {
    if (this.#over) return;
    if (this.#decoder === undefined) this.#finish(false);
    else this.#decoder.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#reportError(error);
  }

  #reportError(error: unknown): void {
    if (this.#over) return;
    // undici takes the length that 304 may announce (RFC 9110 §8.6) for that of a body which never comes.
    if (this.#head?.status === 304 && this.#body.length === 0) {
      this.#finish(false);
      return;
    }
    const failure = describeFailure(error, {
      origin: this.#options.plan.origin,
      proxied: this.#options.route.proxied,
      sent: this.#controller !== undefined,
      ...(this.#head === undefined ? {} : { received: this.#body.length }),
    });
    this.#settle({ result: { ok: false, failure }, ...(this.#begun ? {} : { error }) });
  }

  #decodeWhileArriving(
    codings: readonly Coding[],
    controller: Dispatcher.DispatchController,
  ): StreamDecoder {
    return new StreamDecoder(codings, false, {
      chunk: (chunk) => {
        if (!this.#over) this.#keep(chunk);
      },
      end: () => {
        if (!this.#over) this.#finish(false);
      },
      damaged: () => {
        this.#failDamaged();
      },
      drain: () => {
        controller.resume();
      },
    });
  }

  #keep(chunk: Uint8Array): void {
    const kept = this.#body.add(chunk);
    const { onChunk } = this.#options;
    const decoded = this.#decoder !== undefined || this.#codings?.length === 0;
    const stop = decoded && this.#head !== undefined && onChunk?.(kept, this.#head) === 'stop';
    if (stop || this.#body.overflowed) this.#finish(true);
  }

  /** The body is complete, or as much of it is there as is wanted. */
  #finish(truncated: boolean): void {
    const codings = this.#codings;
    if (codings?.length === 0 || this.#decoder !== undefined) {
      this.#answer(this.#body.bytes(), truncated);
    } else if (codings === undefined && this.#body.length > 0) {
      this.#fail(
        'network',
        `The answer (${this.#head?.status}) from ${this.#options.plan.origin} is in a content coding that was not asked for and cannot be decoded.`,
      );
    } else {
      void this.#decodeCollected(codings ?? [], truncated);
    }
  }

  /** Nothing more is read; what is left to do is to decode what came. */
  async #decodeCollected(codings: readonly Coding[], partial: boolean): Promise<void> {
    this.#over = true;
    clearTimeout(this.#timer);
    if (partial) this.#controller?.abort(givenUp);
    const limit = this.#options.limits.maxResponseBytes;
    const decoded = await decodeWhole(this.#body.bytes(), codings, { limit, partial });
    if (!decoded.ok) {
      this.#failDamaged();
      return;
    }
    if (this.#head !== undefined && !this.#settled) {
      this.#options.onChunk?.(decoded.bytes, this.#head);
    }
    this.#answer(decoded.bytes, partial || decoded.overflowed);
  }

  #answer(body: Uint8Array, truncated: boolean): void {
    const head = this.#head;
    if (head === undefined || this.#settled) return;
    const length = headerValue(head.headers, 'content-length');
    const declared =
      this.#codings?.length === 0 && length !== undefined && /^\d{1,15}$/.test(length);
    const response = {
      ...head,
      body,
      truncated,
      ...(declared ? { declaredBytes: Number(length) } : {}),
    };
    this.#settle({ result: { ok: true, response } });
    if (truncated) this.#giveUp();
  }

  #failDamaged(): void {
    this.#fail(
      'network',
      `The answer (${this.#head?.status}) from ${this.#options.plan.origin} is compressed, and damaged so that it cannot be read.`,
    );
  }

  #cancel(): void {
    const reason: unknown = this.#options.signal.reason;
    if (!(reason instanceof Error) || reason.name !== 'TimeoutError') {
      this.#fail('cancelled', 'The call was cancelled.');
    } else if (!this.#endStream()) {
      this.#fail(
        'timeout',
        `${this.#options.plan.origin} gave no complete answer in the time that a call may take.`,
      );
    }
  }

  #enter(phase: Phase, milliseconds: number): void {
    this.#phase = phase;
    if (this.#timer !== undefined && this.#timerMs === milliseconds) {
      this.#timer.refresh();
      return;
    }
    clearTimeout(this.#timer);
    this.#timerMs = milliseconds;
    this.#timer = setTimeout(this.#onTimer, milliseconds);
  }

  #expire(): void {
    const { origin } = this.#options.plan;
    switch (this.#phase) {
      case 'connection':
        this.#fail('timeout', `No connection to ${origin} within ${this.#timerMs} ms.`);
        return;
      case 'headers':
        this.#fail('timeout', `${origin} did not begin to answer within ${this.#timerMs} ms.`);
        return;
      case 'body':
        if (this.#endStream()) return;
        this.#fail(
          'timeout',
          `${origin} began to answer, but nothing more came for ${this.#timerMs} ms after ${this.#body.length} bytes of the body.`,
        );
    }
  }

  /** A stream that a time limit ends is an answer, not a failure (rule R17). */
  #endStream(): boolean {
    if (this.#body.length === 0 || !this.#isStream()) return false;
    this.#finish(true);
    return true;
  }

  #isStream(): boolean {
    const contentType = headerValue(this.#head?.headers ?? [], 'content-type') ?? '';
    return isSequential(essenceOf(contentType));
  }

  #fail(kind: 'network' | 'timeout' | 'cancelled', message: string): void {
    if (this.#settled) return;
    const sent = this.#controller !== undefined;
    this.#settle({ result: { ok: false, failure: { kind, message, sent } } });
    this.#giveUp();
  }

  #giveUp(): void {
    this.#decoder?.stop();
    this.#controller?.abort(givenUp);
  }

  #settle(result: AttemptResult): void {
    this.#over = true;
    this.#settled = true;
    clearTimeout(this.#timer);
    this.#options.signal.removeEventListener('abort', this.#onAbort);
    this.#resolve(result);
  }
}
