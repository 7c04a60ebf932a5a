import type { Clock } from '../../clock.ts';
import type { Metrics } from './metrics.ts';
import type { HttpBridge } from './options.ts';

/** The same bridge, whose calls are counted and timed. */
export function measureCalls(bridge: HttpBridge, metrics: Metrics, clock: Clock): HttpBridge {
  const { resources, prompts, telemetry } = bridge;
  return {
    ...(telemetry === undefined ? {} : { telemetry }),
    ...(prompts === undefined ? {} : { prompts }),
    ...(resources === undefined ? {} : { resources: measureReads(resources, metrics, clock) }),
    listTools: (session) => bridge.listTools(session),
    scopesOfTool: (name) => bridge.scopesOfTool(name),
    callTool: (name, input) => {
      const begun = clock.elapsed();
      const running = bridge.callTool(name, input);
      return running?.then((outcome) => {
        const result = outcome.kind === 'success' ? 'success' : outcome.reason;
        metrics.callEnded(name, result, (clock.elapsed() - begun) / 1_000);
        return outcome;
      });
    },
  };
}

/** Reads count as calls of one name: how many URIs there are is up to the callers. */
function measureReads(
  resources: NonNullable<HttpBridge['resources']>,
  metrics: Metrics,
  clock: Clock,
): NonNullable<HttpBridge['resources']> {
  return {
    ...resources,
    read: (uri, input) => {
      const begun = clock.elapsed();
      return resources.read(uri, input)?.then((outcome) => {
        const result = outcome.kind === 'contents' ? 'success' : outcome.reason;
        metrics.callEnded('resources/read', result, (clock.elapsed() - begun) / 1_000);
        return outcome;
      });
    },
  };
}
