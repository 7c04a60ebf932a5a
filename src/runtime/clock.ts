import { setTimeout as delay } from 'node:timers/promises';

/** Time as the runtime uses it; tests hand in one that they move by hand. */
export interface Clock {
  /** The time of day in milliseconds since 1970, for records and dates. */
  now(): number;
  /** Milliseconds that never jump, for durations. */
  elapsed(): number;
  /** Resolves after this many milliseconds, or as soon as the signal aborts; never rejects. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sleep: async (milliseconds, signal) => {
    try {
      await delay(milliseconds, undefined, signal === undefined ? {} : { signal });
    } catch {
      // The only rejection is the abort, which the caller sees on its signal.
    }
  },
};
