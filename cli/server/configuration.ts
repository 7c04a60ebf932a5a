import type { BridgeArtifact } from '../../src/model/artifact.ts';
import { baseUrlVariable, credentialVariable } from '../../src/model/environment.ts';
import { BridgeError } from '../../src/model/errors.ts';
import { ownValue } from '../../src/model/json.ts';
import type { RuntimeSettings } from '../../src/model/settings.ts';
import { defaultRuntimeSettings, mergeRuntimeSettings } from '../../src/model/settings.ts';
import type { Clock, CredentialSource, LoginKey, LoginStore } from '../../src/runtime/index.ts';
import { systemClock } from '../../src/runtime/index.ts';
import { createEnvironmentCredentials } from './credentials/environment-credentials.ts';
import type { SecretLog } from './credentials/secret-log.ts';
import { createSecretLog } from './credentials/secret-log.ts';
import type { ServerFlags } from './server-flags.ts';
import type { ReadVariable } from './variable-values.ts';
import { readSwitch } from './variable-values.ts';
import { readSettingVariables } from './setting-variables.ts';

/** Everything that flags, variables and the artifact say, settled. */
export interface ServerConfiguration {
  /** Flags over variables over the artifact over the defaults; no `${NAME}` is left in it. */
  readonly settings: RuntimeSettings;
  /** The audit's sink, where somebody asked for one at this start. */
  readonly auditSink?: { readonly sink: string; readonly from: 'flag' | 'variable' };
  /** By the namespace of the document. */
  readonly baseUrls: Readonly<Record<string, string>>;
  readonly credentials: CredentialSource<unknown>;
  /** Where people log in for the server. */
  readonly logins?: LoginStore;
  /** Whether client secrets may go over plain http, beyond this machine. */
  readonly allowHttpTokenUrls: boolean;
  /** Schemes whose token is had in exchange for the caller's. */
  readonly exchanges: readonly LoginKey[];
  /** Every secret that was read, for the redactor. */
  readonly secrets: readonly string[];
  /** Tells a redactor the secrets that are read later. */
  readonly watchSecrets: SecretLog['watch'];
  /** Names of query parameters that carry credentials, for the redactor. */
  readonly secretQueryKeys: readonly string[];
}

/** What is around a server beside its flags and variables. */
export interface ConfigurationPlace {
  /** Where people log in for it; nowhere by default. */
  readonly logins?: LoginStore;
  readonly clock?: Clock;
}

/**
 * Settles the configuration of a server (rule K6, settings by flags over variables over the artifact).
 *
 * @throws BridgeError `configuration-invalid` for a flag or variable that cannot be used.
 */
export function configureServer(
  artifact: BridgeArtifact,
  flags: ServerFlags,
  read: ReadVariable,
  { logins, clock = systemClock }: ConfigurationPlace = {},
): ServerConfiguration {
  const log = createSecretLog();
  const { tell } = log;
  const source = { read, clock, tell, ...(logins === undefined ? {} : { logins }) };
  const credentials = createEnvironmentCredentials(artifact, source);
  const auditSink = auditSinkOf(flags, read);
  const layers = [artifact.runtime, readSettingVariables(read), settingsOfFlags(flags)];
  const merged = layers.reduce<RuntimeSettings>(mergeRuntimeSettings, defaultRuntimeSettings);
  const headers = resolveHeaders(merged.headers, read);
  for (const secret of headers.secrets) tell(secret);
  return {
    settings: { ...merged, headers: headers.resolved },
    ...(auditSink === undefined ? {} : { auditSink }),
    baseUrls: { ...baseUrlsOfVariables(artifact, read), ...baseUrlsOfFlags(artifact, flags) },
    credentials,
    ...(logins === undefined ? {} : { logins }),
    allowHttpTokenUrls: readSwitch('OPENAPI_MCP_ALLOW_HTTP_TOKEN_URLS', read) ?? false,
    exchanges: exchangesOf(artifact, read),
    secrets: log.known(),
    watchSecrets: log.watch,
    secretQueryKeys: Object.values(artifact.documents).flatMap(({ securitySchemes }) =>
      Object.values(securitySchemes).flatMap((scheme) =>
        scheme.type === 'apiKey' && scheme.in === 'query' ? [scheme.name] : [],
      ),
    ),
  };
}

function settingsOfFlags({
  audit,
  readOnly,
}: ServerFlags): Parameters<typeof mergeRuntimeSettings>[1] {
  return {
    ...(audit === undefined ? {} : { audit: { sink: audit } }),
    ...(readOnly === undefined ? {} : { readOnly }),
  };
}

function auditSinkOf({ audit }: ServerFlags, read: ReadVariable): ServerConfiguration['auditSink'] {
  if (audit !== undefined) return { sink: audit, from: 'flag' };
  const sink = read('OPENAPI_MCP_AUDIT');
  return sink === undefined ? undefined : { sink, from: 'variable' };
}

/** Schemes for which each caller's token is exchanged (RFC 8693). */
function exchangesOf(artifact: BridgeArtifact, read: ReadVariable): readonly LoginKey[] {
  return Object.entries(artifact.documents).flatMap(
    ([document, { environmentPrefix, securitySchemes }]) =>
      Object.entries(securitySchemes).flatMap(([scheme, { type }]) => {
        if (type !== 'oauth2' && type !== 'openIdConnect') return [];
        const variable = credentialVariable(environmentPrefix, scheme, 'EXCHANGE');
        return readSwitch(variable, read) === true ? [{ document, scheme }] : [];
      }),
  );
}

function baseUrlsOfVariables(
  artifact: BridgeArtifact,
  read: ReadVariable,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(artifact.documents).flatMap(([namespace, document]) => {
      const url = read(baseUrlVariable(document));
      return url === undefined ? [] : [[namespace, url]];
    }),
  );
}

/** `URL` where there is one document, `NAME=URL` for one of several. */
function baseUrlsOfFlags(
  artifact: BridgeArtifact,
  { baseUrls }: ServerFlags,
): Readonly<Record<string, string>> {
  const namespaces = Object.keys(artifact.documents);
  return Object.fromEntries(
    baseUrls.map((text) => {
      const [, name, url] = /^([^=:/?#]+)=(.+)$/s.exec(text) ?? [];
      if (name !== undefined && url !== undefined) return [name, url];
      const [only] = namespaces;
      if (only !== undefined && namespaces.length === 1) return [only, text];
      throw new BridgeError(
        'configuration-invalid',
        `It is not clear which document --base-url ${text} is for.`,
        { fix: `Write --base-url NAME=URL; the names are ${namespaces.join(', ')}.` },
      );
    }),
  );
}

/** Replaces `${NAME}` in configured headers; what comes from a variable is a secret. */
function resolveHeaders(
  headers: Readonly<Record<string, string>>,
  read: ReadVariable,
): { readonly resolved: Readonly<Record<string, string>>; readonly secrets: readonly string[] } {
  const secrets: string[] = [];
  const resolved: Record<string, string> = {};
  for (const name of Object.keys(headers)) {
    resolved[name] = (ownValue(headers, name) ?? '').replaceAll(
      /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g,
      (_reference, variable: string) => {
        const value = read(variable);
        if (value === undefined) {
          throw new BridgeError(
            'configuration-invalid',
            `The header "${name}" refers to the variable ${variable}, which is not set.`,
            { fix: `Set ${variable}, or take the header out of the settings.` },
          );
        }
        secrets.push(value);
        return value;
      },
    );
  }
  return { resolved, secrets };
}
