import type { Clock } from '../../clock.ts';
import type { Metrics } from './metrics.ts';
import type { HttpBridge } from './options.ts';

/** The same bridge, whose calls are counted and timed. */
export function measureCalls(bridge: HttpBridge, metrics: Metrics, clock: Clock): HttpBridge {
  return {
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
