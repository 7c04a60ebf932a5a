import type { Bridge, BridgeOptions } from './bridge-options.ts';
import { createBridge as createDirectBridge } from './bridge.ts';
import { createDeferredBridge } from './deferred/deferred-bridge.ts';

/**
 * Turns an artifact into a running bridge, in the artifact's mode: `direct` lists every tool, `deferred` lists tools that
 * find and call the others.
 *
 * @throws BridgeError for a configuration with which no server can start.
 */
export function createBridge<S = undefined>(options: BridgeOptions<S>): Bridge<S> {
  return options.artifact.mode === 'deferred'
    ? createDeferredBridge(options)
    : createDirectBridge(options);
}
