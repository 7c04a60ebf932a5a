import type { BridgeArtifact } from '../../src/model/artifact.ts';
import { BridgeError } from '../../src/model/errors.ts';
import type {
  BroughtCredential,
  HintScopes,
  HttpLimits,
  ListenAddress,
  ServeHttpOptions,
  SessionLimits,
} from '../../src/runtime/index.ts';
import { httpLimitVariables, sessionLimitVariables } from './http-variables.ts';
import type { ServerFlags } from './server-flags.ts';
import { configureSignIn } from './sign-in-configuration.ts';
import { readStateKey } from './state-key.ts';
import type { ReadVariable } from './variable-values.ts';
import { readCount, readList, readSwitch, readWord } from './variable-values.ts';

/** How a server is served over HTTP, settled. */
export interface HttpConfiguration {
  readonly serve: Omit<ServeHttpOptions, 'bridge' | 'identity' | 'onProblem'>;
  readonly hintScopes: HintScopes;
  /** Credentials that callers bring. */
  readonly callerCredentials: readonly BroughtCredential[];
  /** For the redactor. */
  readonly secrets: readonly string[];
}

/**
 * Settles how a server is served over HTTP: flags over variables over defaults. `undefined` where neither asks for
 * HTTP.
 *
 * @throws BridgeError `configuration-invalid` for a flag or variable that cannot be used.
 */
export function configureHttp(
  artifact: BridgeArtifact,
  flags: ServerFlags,
  read: ReadVariable,
): HttpConfiguration | undefined {
  const listen = addressOf('--http', flags.http ?? read('OPENAPI_MCP_HTTP'));
  if (listen === undefined) return undefined;
  const { signIn, hintScopes, secrets } = configureSignIn(read);
  const callerCredentials = callerCredentialsOf(artifact, read);
  const stateKey = readStateKey(read);
  const metricsListen = addressOf('--metrics', flags.metrics ?? read('OPENAPI_MCP_HTTP_METRICS'));
  const publicUrl = flags.publicUrl ?? read('OPENAPI_MCP_HTTP_PUBLIC_URL');
  const sessions = sessionsOf(flags, read);
  const revisions = readWord('OPENAPI_MCP_HTTP_REVISIONS', ['all', 'modern', 'legacy'], read);
  return {
    hintScopes,
    callerCredentials,
    secrets: [...secrets, ...(stateKey === undefined ? [] : [stateKey.toString('utf8')])],
    serve: {
      listen,
      limits: countsOf<HttpLimits>(httpLimitVariables, read),
      insecurePublic:
        flags.insecurePublic ?? readSwitch('OPENAPI_MCP_HTTP_INSECURE_PUBLIC', read) ?? false,
      corsOrigins: flags.corsOrigins ?? readList('OPENAPI_MCP_HTTP_CORS_ORIGINS', read) ?? [],
      allowedHosts: flags.allowedHosts ?? readList('OPENAPI_MCP_HTTP_ALLOWED_HOSTS', read) ?? [],
      callerHeaders: [...new Set(callerCredentials.map(({ header }) => header))],
      ...(publicUrl === undefined ? {} : { publicUrl, path: pathOf(publicUrl) }),
      ...(signIn === undefined ? {} : { signIn }),
      ...(sessions === undefined ? {} : { sessions }),
      ...(revisions === undefined ? {} : { revisions }),
      ...(metricsListen === undefined ? {} : { metricsListen }),
      ...(stateKey === undefined ? {} : { stateKey }),
    },
  };
}

/** `PORT` or `HOST:PORT`; a port alone is on this machine only. */
function addressOf(flag: string, text: string | undefined): ListenAddress | undefined {
  if (text === undefined) return undefined;
  const [, host, port] = /^(?:(\[[^\]]+\]|[^:[\]]+):)?(\d{1,5})$/.exec(text.trim()) ?? [];
  if (port === undefined || Number(port) > 65_535) {
    throw new BridgeError('configuration-invalid', `${flag} ${text} is no address.`, {
      fix: 'Give PORT, HOST:PORT or [IPv6]:PORT.',
    });
  }
  return { host: host?.replace(/^\[|\]$/g, '') ?? '127.0.0.1', port: Number(port) };
}

/** The endpoint stands at the path that clients see, unless a proxy in front cuts it. */
function pathOf(publicUrl: string): string {
  const path = URL.canParse(publicUrl) ? new URL(publicUrl).pathname.replace(/\/$/, '') : '';
  return path === '' ? '/mcp' : path;
}

function sessionsOf(flags: ServerFlags, read: ReadVariable): Partial<SessionLimits> | undefined {
  const isOn = flags.sessions ?? readSwitch('OPENAPI_MCP_HTTP_SESSIONS', read) ?? false;
  return isOn ? countsOf<SessionLimits>(sessionLimitVariables, read) : undefined;
}

function countsOf<T extends { readonly [K in keyof T]: number }>(
  variables: Readonly<Record<string, keyof T>>,
  read: ReadVariable,
): Partial<T> {
  const counts: { [K in keyof T]?: number } = {};
  for (const [name, key] of Object.entries(variables)) {
    const value = readCount(name, read);
    if (value !== undefined) counts[key] = value;
  }
  return counts as Partial<T>; // every member of such a type is a number
}

/** `SCHEME=Header-Name`, or `NAME/SCHEME=Header-Name` where the server has several documents. */
function callerCredentialsOf(
  artifact: BridgeArtifact,
  read: ReadVariable,
): readonly BroughtCredential[] {
  const entries = readList('OPENAPI_MCP_CALLER_CREDENTIALS', read) ?? [];
  return entries.flatMap((entry) => {
    const [, name, scheme, header] = /^(?:([^/=]+)\/)?([^=]+)=(.+)$/.exec(entry) ?? [];
    const found = Object.entries(artifact.documents).filter(
      ([namespace, { securitySchemes }]) =>
        (name === undefined || name === namespace) &&
        scheme !== undefined &&
        Object.hasOwn(securitySchemes, scheme),
    );
    if (scheme === undefined || header === undefined || found.length === 0) {
      throw new BridgeError(
        'configuration-invalid',
        `"${entry}" in OPENAPI_MCP_CALLER_CREDENTIALS names no security scheme of this server.`,
        { fix: `Write SCHEME=Header-Name; the schemes are ${schemesOf(artifact).join(', ')}.` },
      );
    }
    return found.map(([document]) => ({ document, scheme, header: header.toLowerCase() }));
  });
}

function schemesOf({ documents }: BridgeArtifact): readonly string[] {
  return Object.values(documents).flatMap(({ securitySchemes }) => Object.keys(securitySchemes));
}
