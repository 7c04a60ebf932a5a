/** Where audit lines go. */
export interface AuditSink {
  /** The last line that the sink already holds, without its line break; absent where there is none. */
  readonly lastLine?: string;
  /**
   * Appends one line; lines are written in the order in which they come.
   *
   * @param urgency `now`: somebody waits for it. `soon`: it may go out together with the next lines, within this turn of
   * the event loop.
   * @returns Resolves once the line is as safe as the sink promises; rejects where it is not.
   */
  write(line: string, urgency: 'now' | 'soon'): Promise<void>;
  /** Waits for what is under way. */
  close(): Promise<void>;
}
