import { BridgeError } from '../../model/errors.ts';
import type { JsonValue } from '../../model/json.ts';
import { isJsonObject } from '../../model/json.ts';
import type { ToolMiddleware } from '../call.ts';
import { failure } from '../call.ts';

/** How many calls of a tool may run at once. */
export interface ConcurrencySettings {
  readonly max: number;
  /** Calls that may wait for a place; one more is refused. */
  readonly queue: number;
}

/** What holds where the limit is named without numbers. */
export const defaultConcurrency: ConcurrencySettings = { max: 8, queue: 64 };

/** A fixed number of places, given out in the order in which they were asked for. */
export interface Semaphore {
  /** Resolves with the function that gives the place back, or `undefined` where no place can be had. */
  acquire(signal: AbortSignal): Promise<(() => void) | undefined>;
}

/** A semaphore in the memory of this process. */
export function createSemaphore({ max, queue }: ConcurrencySettings): Semaphore {
  let running = 0;
  const waiting = new Set<() => void>();

  function release(): void {
    const next = waiting.values().next();
    if (next.done === true) running -= 1;
    else next.value();
  }

  /** A place is given back once, however often the function is called. */
  function placed(): () => void {
    let given = true;
    return () => {
      if (!given) return;
      given = false;
      release();
    };
  }

  return {
    acquire: (signal) => {
      if (signal.aborted) return Promise.resolve(undefined);
      if (running < max) {
        running += 1;
        return Promise.resolve(placed());
      }
      if (waiting.size >= queue) return Promise.resolve(undefined);
      return new Promise((resolve) => {
        const wake = (): void => {
          settle(placed());
        };
        const abort = (): void => {
          settle(undefined);
        };
        const settle = (place: (() => void) | undefined): void => {
          waiting.delete(wake);
          signal.removeEventListener('abort', abort);
          resolve(place);
        };
        waiting.add(wake);
        signal.addEventListener('abort', abort, { once: true });
      });
    },
  };
}

/** Lets only so many calls run at once; the others wait their turn, and beyond the queue they are refused. */
export function createConcurrencyLimit<S = undefined>(
  settings: ConcurrencySettings,
  semaphore: Semaphore = createSemaphore(settings),
): ToolMiddleware<S> {
  return (next) => async (context) => {
    const release = await semaphore.acquire(context.signal);
    if (release === undefined) {
      if (context.signal.aborted) return failure('cancelled', 'The call was cancelled.');
      context.exchange.notes.push('concurrency: refused');
      return failure(
        'limited',
        `${settings.max} calls of ${context.request.name} are running and ${settings.queue} are waiting. ` +
          'Nothing was sent. Wait for earlier calls to end, then try again.',
      );
    }
    try {
      return await next(context);
    } finally {
      release();
    }
  };
}

/**
 * Reads the settings that a tool gives its `concurrency`.
 *
 * @throws BridgeError `configuration-invalid` for anything that is no such settings.
 */
export function parseConcurrency(value: JsonValue | undefined, where: string): ConcurrencySettings {
  if (value === undefined) return defaultConcurrency;
  const given = isJsonObject(value) ? value : {};
  const max = given['max'] ?? defaultConcurrency.max;
  const queue = given['queue'] ?? defaultConcurrency.queue;
  const unknown = Object.keys(given).filter((key) => key !== 'max' && key !== 'queue');
  if (!isJsonObject(value) || unknown.length > 0 || !isCount(max, 1) || !isCount(queue, 0)) {
    throw new BridgeError(
      'configuration-invalid',
      `The concurrency of ${where} is not usable: ${JSON.stringify(value)}.`,
      { fix: 'Write for instance { max: 4, queue: 64 }.' },
    );
  }
  return { max, queue };
}

function isCount(value: JsonValue, least: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= least;
}
