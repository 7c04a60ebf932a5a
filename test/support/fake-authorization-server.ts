import type { TokenProvider } from '../../src/runtime/middleware/auth/token-provider.ts';
import { createMemoryStore } from '../../src/runtime/memory-store.ts';
import { defaultRuntimeSettings } from '../../src/model/settings.ts';
import { createTokenProvider } from '../../src/runtime/oauth/oauth.ts';
import type { TokenProviderOptions } from '../../src/runtime/oauth/options.ts';
import { createRedactor } from '../../src/runtime/redact.ts';
import type { SendResult, Upstream } from '../../src/runtime/upstream-port.ts';
import type { ManualClock } from './manual-clock.ts';
import { createManualClock } from './manual-clock.ts';

/** A request to the authorization server, as a test looks at it. */
export interface EndpointCall {
  readonly method: string;
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly form: URLSearchParams;
}

/** An answer as a test writes it: an object is JSON. */
export interface EndpointAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly truncated?: boolean;
}

/** An authorization server in memory. */
export interface FakeAuthorizationServer {
  readonly upstream: Upstream;
  readonly calls: readonly EndpointCall[];
  /** Holds answers back until it is called. */
  readonly hold: () => () => void;
}

/** Answers with `at1`, `at2` and so on, good for an hour, or with what a test says. */
export function createFakeAuthorizationServer(
  answer: (call: EndpointCall, index: number) => EndpointAnswer | SendResult = (_call, index) => ({
    body: { access_token: `at${index + 1}-token`, token_type: 'Bearer', expires_in: 3_600 },
  }),
): FakeAuthorizationServer {
  const calls: EndpointCall[] = [];
  let gate: Promise<void> | undefined;
  return {
    calls,
    hold: () => {
      let open = (): void => undefined;
      gate = new Promise((resolve) => {
        open = resolve;
      });
      return open;
    },
    upstream: {
      close: () => Promise.resolve(),
      send: async (plan) => {
        const body = plan.body.kind === 'bytes' ? Buffer.from(plan.body.bytes).toString() : '';
        const call = {
          method: plan.method,
          url: plan.url,
          headers: Object.fromEntries(
            plan.headers.map(([name, value]) => [name.toLowerCase(), value]),
          ),
          form: new URLSearchParams(body),
        };
        calls.push(call);
        const given = answer(call, calls.length - 1);
        await gate;
        return 'ok' in given ? given : sendResult(plan.url, given);
      },
    },
  };
}

function sendResult(url: string, given: EndpointAnswer): SendResult {
  const { status = 200, headers = {}, body = '', truncated = false } = given;
  const isText = typeof body === 'string';
  return {
    ok: true,
    response: {
      status,
      headers: Object.entries({
        'content-type': isText ? 'text/html' : 'application/json',
        ...headers,
      }),
      body: Buffer.from(isText ? body : JSON.stringify(body)),
      truncated,
      url,
    },
  };
}

/** A provider in front of a fake server, with a clock that stands still. */
export function providerOf(
  { upstream }: Pick<FakeAuthorizationServer, 'upstream'>,
  options: Partial<TokenProviderOptions> & { readonly clock?: ManualClock } = {},
): { readonly provider: TokenProvider; readonly clock: ManualClock } {
  const clock = options.clock ?? createManualClock();
  const provider = createTokenProvider({
    upstream,
    limits: defaultRuntimeSettings.limits,
    allowHttp: false,
    redactor: createRedactor(),
    store: createMemoryStore(clock),
    ...options,
    clock,
  });
  return { provider, clock };
}
