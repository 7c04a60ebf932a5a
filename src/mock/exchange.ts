/** A request as it arrived, undecoded. */
export interface ReceivedRequest {
  readonly method: string;
  /** Path and query exactly as in the request line. */
  readonly target: string;
  /** Names in lower case. Several headers of one name are several pairs. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}

/** Something in which a request differs from the document. */
export interface Mismatch {
  /** Where: `path petId`, `query limit`, `header X-Tenant`, `cookie session`, `body`, or a pointer below one of them. */
  readonly place: string;
  /** What is wrong, as one sentence. */
  readonly message: string;
}

/** What the mock answers with. */
export interface MockAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}

/** The value of the first header of this name (lower case), or `undefined`. */
export function headerOf(request: ReceivedRequest, name: string): string | undefined {
  return request.headers.find(([header]) => header === name)?.[1];
}
