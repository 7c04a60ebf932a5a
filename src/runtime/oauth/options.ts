import type { RuntimeLimits } from '../../model/settings.ts';
import type { Clock } from '../clock.ts';
import type { LoginStore } from '../middleware/auth/login-store.ts';
import type { Redactor } from '../redact.ts';
import type { SharedStore } from '../shared-store.ts';
import type { Upstream } from '../upstream-port.ts';

/** How authorization servers are reached. */
export interface EndpointOptions {
  /** Sends the requests, so that proxies, certificates and limits hold for them too. */
  readonly upstream: Upstream;
  readonly limits: Pick<RuntimeLimits, 'connectTimeoutMs' | 'headersTimeoutMs' | 'bodyTimeoutMs'>;
  /** Whether plain http is used, beyond this machine. */
  readonly allowHttp: boolean;
  /** Takes secrets out of messages. */
  readonly redactor: Redactor;
  readonly clock: Clock;
}

/** What a token provider stands on. */
export interface TokenProviderOptions extends EndpointOptions {
  /** Tokens of clients with a secret are kept here too, encrypted, so that replicas share them. */
  readonly store: SharedStore;
  /** Where logins are kept; without it none can be used. */
  readonly logins?: LoginStore;
}
