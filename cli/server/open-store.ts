import type { BridgeArtifact } from '../../src/model/artifact.ts';
import type { Readiness, SharedStore } from '../../src/runtime/index.ts';
import { connectSharedStore, sealStore } from '../../src/runtime/index.ts';
import { readStateKey } from './state-key.ts';
import { sharedUpstreamOptions } from './upstream-options.ts';
import type { ReadVariable } from './variable-values.ts';
import { readCount, readSwitch } from './variable-values.ts';

/** The store that replicas share, and the secrets in its address. */
export interface OpenedStore {
  /** For bridges: closing it does nothing, since the store outlives them. */
  readonly lent: SharedStore;
  readonly secrets: readonly string[];
  /** Whether this replica should be sent requests, as far as the store goes. */
  readonly readiness: () => Readiness;
  readonly close: () => Promise<void>;
}

/** What decides about the store. */
export interface StorePlace {
  readonly artifact: BridgeArtifact;
  readonly read: ReadVariable;
  readonly say: (sentence: string) => void;
}

/**
 * Connects to the store that `REDIS_URL` names; `undefined` where it is not set. One that cannot be reached keeps no
 * server from starting: it is said, and sought again. With the key that replicas have in common, what they keep in it
 * is encrypted.
 *
 * @throws BridgeError `configuration-invalid` for an address or a key that cannot be used.
 */
export async function openStore({
  artifact,
  read,
  say,
}: StorePlace): Promise<OpenedStore | undefined> {
  const url = read('REDIS_URL');
  if (url === undefined) return undefined;
  const secrets = passwordOf(url);
  const hide = (text: string): string =>
    secrets.reduce((shown, secret) => shown.replaceAll(secret, '[redacted]'), text);
  const isRequired = readSwitch('OPENAPI_MCP_REDIS_REQUIRED', read) ?? false;
  const timeoutMs = readCount('OPENAPI_MCP_REDIS_TIMEOUT_MS', read);
  const key = readStateKey(read);
  let isAway = false;
  const connected = await connectSharedStore({
    url,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...caOf(artifact, read),
    prefix: read('OPENAPI_MCP_REDIS_PREFIX') ?? `openapi-mcp:${artifact.server.name}:`,
    onChange: (change) => {
      isAway = change.kind === 'lost';
      say(
        change.kind === 'back'
          ? 'the shared store is back.'
          : `the shared store cannot be reached (${hide(change.reason)}). Limits, tokens and kept answers are those of this process until it is back.`,
      );
    },
  });
  const store = key === undefined ? connected : sealStore(connected, key);
  return {
    lent: { ...store, close: () => Promise.resolve() },
    secrets: [...secrets, ...(key === undefined ? [] : [key.toString('utf8')])],
    readiness: () =>
      isAway
        ? { isReady: !isRequired, note: 'the shared store cannot be reached' }
        : { isReady: true },
    close: () => store.close(),
  };
}

/** The authorities that every connection of the server trusts, where they are named. */
function caOf(artifact: BridgeArtifact, read: ReadVariable): { readonly ca?: string } {
  const ca = sharedUpstreamOptions(artifact, read).tls?.ca;
  return ca instanceof Uint8Array ? { ca: new TextDecoder().decode(ca) } : {};
}

/** As it is written and as it is meant; none of an address that cannot be used. */
function passwordOf(url: string): readonly string[] {
  if (!URL.canParse(url)) return [];
  const { password } = new URL(url);
  if (password === '') return [];
  try {
    return [...new Set([password, decodeURIComponent(password)])];
  } catch {
    return [password];
  }
}
