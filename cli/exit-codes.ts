/** What the process ends with. */
export const exitCodes = {
  /** Done. */
  done: 0,
  /** Failed, or error diagnostics. */
  failed: 1,
  /** The command line itself is wrong. */
  usage: 2,
} as const;

/** A value of {@link exitCodes}. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The command line is wrong in a way that only a command can see; ends with {@link exitCodes.usage}. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
