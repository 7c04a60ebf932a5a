/** One header; names as they go out, several of one name are several pairs. */
export type HeaderPair = readonly [name: string, value: string];

/** The body of a request, already bytes. `json` and `text` bodies are bytes too: nothing is serialised later. */
export type BodyPlan =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'bytes';
      /** The complete Content-Type, with boundary or charset. */
      readonly contentType: string;
      readonly bytes: Uint8Array;
    };

/** One request, complete and checked: what is sent is exactly this. */
export interface RequestPlan {
  readonly method: string;
  /** Absolute; path and query are encoded and pass as they are. */
  readonly url: string;
  readonly origin: string;
  /** Path and query as sent in the request line. */
  readonly target: string;
  /** Without Content-Type, which is in the body, and without what the client sets by itself. */
  readonly headers: readonly HeaderPair[];
  readonly body: BodyPlan;
}

/** One reason why no request can be built. */
export interface ArgumentFault {
  /** The argument's name, with a path inside it where that is known: `body.tags[0]`. */
  readonly argument: string;
  /** What is wrong, and what to send instead, in one sentence. */
  readonly message: string;
}

/** A plan, or every fault that was found. */
export type BuiltRequest =
  | { readonly ok: true; readonly plan: RequestPlan; readonly remarks: readonly string[] }
  | {
      readonly ok: false;
      readonly faults: readonly [ArgumentFault, ...ArgumentFault[]];
      /**
       * Set where configuration, a credential or the artifact is at fault, which no argument can mend; the
       * call then fails as `internal` instead of `arguments`.
       */
      readonly reason?: 'internal';
    };
