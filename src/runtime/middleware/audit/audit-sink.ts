/** Where audit lines go. */
export interface AuditSink {
  /** The last line that the sink already holds, without its line break; absent where there is none. */
  readonly lastLine?: string;
  /**
   * Begins a new file where the one that is written to is full or old enough; called before each record. Absent where
   * the sink has no files. Where no new file can be begun the old one is written on.
   *
   * @param now Milliseconds since the epoch.
   * @returns The name that the old file has now; `undefined` where nothing changed.
   */
  turnOver?(now: number): string | undefined;
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
