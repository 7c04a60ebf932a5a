import type { Bridge } from './bridge-options.ts';
import type { ListChanges } from './list-changes.ts';

/** A bridge whose inside can be exchanged while it is served. */
export interface ReplaceableBridge<S> {
  /** To be served; always the same object, with resources and prompts even where there are none now. */
  readonly bridge: Bridge<S>;
  /** Tells after each replacement. */
  readonly changes: ListChanges;
  /**
   * Puts another bridge in the place of the one before, at once: calls that have begun end where they began, and the old
   * bridge is closed after the last of them.
   */
  replace(next: Bridge<S>): void;
}

/** Makes a bridge replaceable, beginning with the given one. */
export function createReplaceableBridge<S>(first: Bridge<S>): ReplaceableBridge<S> {
  let current = new Generation(first);
  const listeners = new Set<() => void>();
  const retiring = new Set<Promise<void>>();
  return {
    bridge: {
      ...(first.telemetry === undefined ? {} : { telemetry: first.telemetry }),
      listTools: (session) => current.bridge.listTools(session),
      callTool: (name, input) => current.track((bridge) => bridge.callTool(name, input)),
      resources: {
        list: (session) => current.bridge.resources?.list(session) ?? [],
        listTemplates: (session) => current.bridge.resources?.listTemplates(session) ?? [],
        read: (uri, input) => current.track((bridge) => bridge.resources?.read(uri, input)),
      },
      prompts: {
        list: () => current.bridge.prompts?.list() ?? [],
        get: (name, given) => current.bridge.prompts?.get(name, given),
      },
      scopesOfTool: (name) => current.bridge.scopesOfTool(name),
      mayAsk: (name) => current.bridge.mayAsk(name),
      missingCredentials: (session) => current.bridge.missingCredentials(session),
      close: async () => {
        await Promise.all([current.bridge.close(), ...retiring]);
      },
    },
    changes: {
      subscribe: (listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    replace: (next) => {
      const old = current;
      current = new Generation(next);
      const retired = old.retire().finally(() => retiring.delete(retired));
      retiring.add(retired);
      for (const listener of listeners) listener();
    },
  };
}

/** One bridge with the calls that are under way in it. */
class Generation<S> {
  readonly bridge: Bridge<S>;
  #open = 0;
  #onIdle: (() => void) | undefined;

  constructor(bridge: Bridge<S>) {
    this.bridge = bridge;
  }

  track<T>(call: (bridge: Bridge<S>) => Promise<T> | undefined): Promise<T> | undefined {
    const running = call(this.bridge);
    if (running === undefined) return undefined;
    this.#open += 1;
    return running.finally(() => {
      this.#open -= 1;
      if (this.#open === 0) this.#onIdle?.();
    });
  }

  /** Closes the bridge once nothing is under way in it; a fault of that concerns nobody any more. */
  async retire(): Promise<void> {
    if (this.#open > 0) {
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve;
      });
    }
    await this.bridge.close().catch(() => undefined);
  }
}
