/** Where audit lines go. */
export interface AuditSink {
  /** The last line that the sink already holds, without its line break; absent where there is none. */
  readonly lastLine?: string;
  /**
   * Appends one line. Lines arrive in the order of the calls.
   *
   * @returns Resolves once the line is as safe as the sink promises; rejects where it is not.
   */
  write(line: string): Promise<void>;
  /** Waits for what is under way. */
  close(): Promise<void>;
}
