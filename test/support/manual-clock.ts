import type { Clock } from '../../src/runtime/clock.ts';

/** A clock that stands still until a test moves it. */
export interface ManualClock extends Clock {
  /** Moves time and wakes who slept until then. */
  advance(milliseconds: number): Promise<void>;
}

/** Begins at 2026-01-02T03:04:05Z. */
export function createManualClock(): ManualClock {
  const start = Date.UTC(2026, 0, 2, 3, 4, 5);
  let passed = 0;
  let sleepers: { readonly until: number; readonly wake: () => void }[] = [];
  return {
    now: () => start + passed,
    elapsed: () => passed,
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        const wake = (): void => {
          sleepers = sleepers.filter((sleeper) => sleeper.wake !== wake);
          resolve();
        };
        sleepers.push({ until: passed + milliseconds, wake });
        if (signal?.aborted === true) wake();
        signal?.addEventListener('abort', wake, { once: true });
      }),
    advance: async (milliseconds) => {
      passed += milliseconds;
      for (const { until, wake } of sleepers) if (until <= passed) wake();
      await Promise.resolve();
    },
  };
}
