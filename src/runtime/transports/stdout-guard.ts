/** The one way to standard output, for the protocol alone. */
export interface ProtocolOutput {
  /** Writes text; the callback tells when the system took it, or that it never will. */
  write(text: string, callback: (error?: Error | null) => void): boolean;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** Standard output, taken for the protocol. */
export interface ClaimedStdout {
  readonly output: ProtocolOutput;
  /** Gives standard output back to everybody. */
  release(): void;
}

/**
 * Takes standard output for the protocol: whatever else writes there from now on, a library's `console.log` or
 * a person's middleware, ends up on standard error instead of breaking the stream of messages. Call it before
 * anything foreign is loaded.
 */
export function claimStdout(): ClaimedStdout {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  // Both streams have the same overloads of write, and this passes every one of them on.
  stdout.write = stderr.write.bind(stderr);
  return {
    output: {
      write: (text, callback) => write(text, callback),
      on: (event, listener) => stdout.on(event, listener),
    },
    release: () => {
      stdout.write = write;
    },
  };
}
