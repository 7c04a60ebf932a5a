import { BridgeError } from '../../model/errors.ts';
import type { JsonValue } from '../../model/json.ts';
import { isJsonObject } from '../../model/json.ts';
import { defaultRuntimeSettings } from '../../model/settings.ts';
import type { ToolCallContext, ToolMiddleware } from '../call.ts';
import { failure } from '../call.ts';

/** What the limit on a whole call needs. */
export interface TimeoutOptions {
  /** The whole call inside this layer, retries and waits included; default 120,000. */
  readonly totalTimeoutMs?: number;
}

/** How long inner layers have for their last word after the limit; those that listen need no time at all. */
const graceMs = 50;

/**
 * Ends a call after a time, retries included (rule R18). The signal that inner layers see aborts with a `TimeoutError`;
 * they have a moment to end with what they know, for instance the part of a stream that has come, before this layer
 * answers for them.
 */
export function createTimeout<S = undefined>({
  totalTimeoutMs = defaultRuntimeSettings.limits.totalTimeoutMs,
}: TimeoutOptions = {}): ToolMiddleware<S> {
  return (next) => (context) =>
    new Promise((resolve, reject) => {
      const inner = abortable(context);
      let timer = setTimeout(() => {
        inner.abort(new DOMException('the call took too long', 'TimeoutError'));
        timer = setTimeout(() => {
          context.exchange.notes.push('timeout: answered for the inner layers');
          resolve(
            failure(
              'timeout',
              `The call did not end within ${totalTimeoutMs} ms and was given up. It may have taken effect all the same.`,
            ),
          );
        }, graceMs);
      }, totalTimeoutMs);
      const end = (): void => {
        clearTimeout(timer);
        inner.release();
      };
      next(inner.context).then(
        (outcome) => {
          end();
          resolve(outcome);
        },
        (thrown: unknown) => {
          end();
          reject(thrown);
        },
      );
    });
}

/** A call that can be ended from here. */
interface AbortableCall<S> {
  readonly context: ToolCallContext<S>;
  abort(reason: unknown): void;
  /** Lets go of the outer signal. */
  release(): void;
}

/** Uses the transport's own way to end the call where there is one: a second signal for each call costs a lot. */
function abortable<S>(context: ToolCallContext<S>): AbortableCall<S> {
  const { signal, abort } = context;
  if (abort !== undefined) return { context, abort, release: () => undefined };
  const controller = new AbortController();
  const cancel = (): void => {
    controller.abort(signal.reason);
  };
  if (signal.aborted) cancel();
  else signal.addEventListener('abort', cancel, { once: true });
  return {
    context: { ...context, signal: controller.signal },
    abort: (reason) => {
      controller.abort(reason);
    },
    release: () => {
      signal.removeEventListener('abort', cancel);
    },
  };
}

/**
 * Reads the settings that a tool gives its `timeout`: milliseconds, or an object with `totalTimeoutMs`.
 *
 * @throws BridgeError `configuration-invalid` for anything else.
 */
export function parseTimeout(value: JsonValue | undefined, where: string): TimeoutOptions {
  if (value === undefined) return {};
  const given = isJsonObject(value) ? value['totalTimeoutMs'] : value;
  const extra = isJsonObject(value) && Object.keys(value).length !== 1;
  if (typeof given !== 'number' || !(given > 0) || given > 2_147_483_647 || extra) {
    throw new BridgeError(
      'configuration-invalid',
      `The timeout of ${where} is not usable: ${JSON.stringify(value)}.`,
      { fix: 'Write for instance { totalTimeoutMs: 30000 }.' },
    );
  }
  return { totalTimeoutMs: given };
}
