import type { BridgeArtifact } from '../../src/model/artifact.ts';
import { baseUrlVariable, credentialVariables } from '../../src/model/environment.ts';
import { BridgeError } from '../../src/model/errors.ts';
import { ownValue } from '../../src/model/json.ts';
import type { RuntimeSettings } from '../../src/model/settings.ts';
import { defaultRuntimeSettings, mergeRuntimeSettings } from '../../src/model/settings.ts';
import type { CredentialParts, CredentialSource } from '../../src/runtime/index.ts';
import type { ServerFlags } from './server-flags.ts';
import type { ReadVariable } from './variable-values.ts';
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
  /** Every secret that was read, for the redactor. */
  readonly secrets: readonly string[];
  /** Names of query parameters that carry credentials, for the redactor. */
  readonly secretQueryKeys: readonly string[];
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
): ServerConfiguration {
  const credentials = readCredentials(artifact, read);
  const auditSink = auditSinkOf(flags, read);
  const layers = [artifact.runtime, readSettingVariables(read), settingsOfFlags(flags)];
  const merged = layers.reduce<RuntimeSettings>(mergeRuntimeSettings, defaultRuntimeSettings);
  const headers = resolveHeaders(merged.headers, read);
  return {
    settings: { ...merged, headers: headers.resolved },
    ...(auditSink === undefined ? {} : { auditSink }),
    baseUrls: { ...baseUrlsOfVariables(artifact, read), ...baseUrlsOfFlags(artifact, flags) },
    credentials: {
      find: ({ document, scheme }) => credentials.get(credentialKey(document, scheme)),
    },
    secrets: [...[...credentials.values()].flatMap(secretsOf), ...headers.secrets],
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

function credentialKey(document: string, scheme: string): string {
  return JSON.stringify([document, scheme]);
}

/** What each variable part fills. */
const partFields = {
  TOKEN: 'token',
  API_KEY: 'apiKey',
  USERNAME: 'username',
  PASSWORD: 'password',
  CLIENT_ID: 'clientId',
  CLIENT_SECRET: 'clientSecret',
} as const;

function readCredentials(
  artifact: BridgeArtifact,
  read: ReadVariable,
): ReadonlyMap<string, CredentialParts> {
  const certificate = read('OPENAPI_MCP_CLIENT_CERTIFICATE') !== undefined;
  const found = new Map<string, CredentialParts>();
  for (const [namespace, document] of Object.entries(artifact.documents)) {
    for (const [scheme, definition] of Object.entries(document.securitySchemes)) {
      const parts: { -readonly [K in keyof CredentialParts]: CredentialParts[K] } = {};
      for (const variable of credentialVariables(document.environmentPrefix, scheme, definition)) {
        const value = read(variable.name);
        const { part } = variable;
        if (value === undefined || part === 'CLIENT_CERTIFICATE' || part === 'CLIENT_KEY') continue;
        parts[partFields[part]] = value;
      }
      if (definition.type === 'mutualTLS') parts.clientCertificate = certificate;
      found.set(credentialKey(namespace, scheme), parts);
    }
  }
  return found;
}

function secretsOf({ token, apiKey, password, clientSecret }: CredentialParts): readonly string[] {
  return [token, apiKey, password, clientSecret].filter((secret) => secret !== undefined);
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
