import type { Upstream } from './upstream-port.ts';
import type { UpstreamOptions } from './upstream/options.ts';

/**
 * An upstream that loads its HTTP client with the first request: a client that only lists tools, as many do at
 * start, never pays for it.
 */
export function createLazyUpstream(options: UpstreamOptions): Upstream {
  let loading: Promise<Upstream> | undefined;

  async function load(): Promise<Upstream> {
    const { createUpstream } = await import('./upstream.ts');
    return createUpstream(options);
  }

  return {
    send: async (...request) => {
      loading ??= load();
      const upstream = await loading;
      return upstream.send(...request);
    },
    close: async () => {
      const upstream = await loading;
      await upstream?.close();
    },
  };
}
