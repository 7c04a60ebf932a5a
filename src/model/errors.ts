/**
 * Every code of a {@link BridgeError}, with what it means. A build or a start that meets one cannot
 * go on; what concerns the user's document is a diagnostic instead.
 */
export const errorCodes = {
  'artifact-invalid': 'bridge.json is not readable as an artifact of this program',
  'artifact-format':
    'bridge.json was written by a newer or older program with another format number',
  'base-url-missing': 'no absolute URL of the upstream API is known at start',
  'bundle-missing': "the generated server's program, made when this package is built, is not there",
  'configuration-invalid': 'a flag, variable or setting has a value that cannot be used',
  'credential-source-failed': 'a file or command that supplies a credential could not be read',
  'document-unreadable': 'the document could not be read from its file, URL or standard input',
  'environment-clash': 'two settings would be read from the same environment variable',
  'folder-not-ours': 'the output folder holds something that this program did not write',
  'middleware-missing': 'a middleware that the artifact names is not supplied',
  'output-unwritable': 'a file or folder could not be written',
  'port-unavailable': 'the port to listen on is taken or not permitted',
  'tool-clash': 'two tools have the same name',
  'tool-unknown': 'no tool has the name that was asked for',
  internal: 'a fault of this program; please report it',
} as const;

/** A stable code of {@link errorCodes}. */
export type ErrorCode = keyof typeof errorCodes;

/** What to tell about a {@link BridgeError} beside its message. */
export interface BridgeErrorOptions {
  /** What the person can do about it, as a full sentence. */
  readonly fix?: string;
  /** What was thrown below. */
  readonly cause?: unknown;
}

/** Stops a build or a start. The message says what and where; `fix` says what to do. Never holds a secret. */
export class BridgeError extends Error {
  override readonly name = 'BridgeError';
  readonly code: ErrorCode;
  readonly fix: string | undefined;

  constructor(code: ErrorCode, message: string, options: BridgeErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.fix = options.fix;
  }
}

/** Turns anything thrown into a {@link BridgeError}; an unknown value becomes `internal` with its cause. */
export function toBridgeError(thrown: unknown): BridgeError {
  if (thrown instanceof BridgeError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new BridgeError('internal', message, { cause: thrown });
}
