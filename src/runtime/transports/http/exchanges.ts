/** One HTTP request from its arrival to the last byte of its answer. */
export class Exchange {
  readonly #controller = new AbortController();
  readonly #onEnd: (exchange: Exchange) => void;
  /** Whether the answer stays open by design: it is ended, not waited for, when the server stops. */
  isOpenEnded = false;

  constructor(onEnd: (exchange: Exchange) => void) {
    this.#onEnd = onEnd;
  }

  /** Aborted when the client is gone or the server ends. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  abort(): void {
    this.#controller.abort();
  }

  end(): void {
    this.#onEnd(this);
  }
}

/** The requests that are being worked on. */
export class Exchanges {
  readonly #open = new Set<Exchange>();
  readonly #idle = new Set<() => void>();
  #isDraining = false;

  get size(): number {
    return this.#open.size;
  }

  /** Set once the server has been told to stop; new requests are refused from then on. */
  get isDraining(): boolean {
    return this.#isDraining;
  }

  begin(): Exchange {
    const exchange = new Exchange((ended) => {
      this.#open.delete(ended);
      if (this.#open.size > 0) return;
      for (const resolve of this.#idle) resolve();
      this.#idle.clear();
    });
    this.#open.add(exchange);
    return exchange;
  }

  /** Ends what would never end by itself, and resolves when the rest has ended, or was aborted after the bound. */
  async drain(boundMs: number): Promise<void> {
    this.#isDraining = true;
    for (const exchange of this.#open) if (exchange.isOpenEnded) exchange.abort();
    if (this.#open.size === 0) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#idle.add(resolve);
      timer = setTimeout(resolve, boundMs);
    });
    clearTimeout(timer);
    for (const exchange of this.#open) exchange.abort();
  }
}
