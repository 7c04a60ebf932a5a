/** A document as read, or why it was not. */
export type ReadOutcome = { readonly ok: true; readonly document: ReadDocument } | ReadFailure;

/** The bytes of one document and where they are from. */
export interface ReadDocument {
  /** Retrieval URI without credentials, query and fragment. */
  readonly uri: string;
  /** What its relative references resolve against; differs from `uri` where that has no folders. */
  readonly base: string;
  /** Its name for people. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Why a document was not read. */
export interface ReadFailure {
  readonly ok: false;
  /** `refused`: it may not be read; `unreadable`: it could not be; `too-large`: a limit was reached. */
  readonly kind: 'refused' | 'unreadable' | 'too-large';
  /** What is wrong, as one sentence without any secret. */
  readonly message: string;
  /** What to do about it, as one sentence. */
  readonly fix: string;
}

/** Builds a {@link ReadFailure}. */
export function readFailure(kind: ReadFailure['kind'], message: string, fix: string): ReadFailure {
  return { ok: false, kind, message, fix };
}

/** The failure of a document that is larger than the limit. */
export function tooLarge(name: string, maxBytes: number): ReadFailure {
  return readFailure(
    'too-large',
    `${name} is larger than ${maxBytes} bytes, the limit for one document.`,
    'Split the document, or raise the limit.',
  );
}
