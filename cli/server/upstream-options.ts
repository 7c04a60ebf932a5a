import { readFileSync } from 'node:fs';
import type { BridgeArtifact } from '../../src/model/artifact.ts';
import { everyTool } from '../../src/model/artifact.ts';
import { credentialVariable } from '../../src/model/environment.ts';
import { BridgeError } from '../../src/model/errors.ts';
import type { TlsSettings, UpstreamOptions } from '../../src/runtime/index.ts';
import { baseOf, resolveBases } from '../../src/runtime/index.ts';
import type { ServerConfiguration } from './configuration.ts';
import { proxySettings } from './proxy-settings.ts';
import type { ReadVariable } from './variable-values.ts';

/**
 * How requests are sent: proxies, certificates and redirects by variables and settings.
 *
 * @throws BridgeError `credential-source-failed` for a file that cannot be read, `configuration-invalid` for two
 * certificates for one host.
 */
export function upstreamOptions(
  artifact: BridgeArtifact,
  { settings, baseUrls }: Pick<ServerConfiguration, 'settings' | 'baseUrls'>,
  read: ReadVariable,
): UpstreamOptions {
  const { tls = {}, ...shared } = sharedUpstreamOptions(artifact, read);
  const tlsByOrigin = Object.fromEntries(
    [...certificatesByOrigin(artifact, baseUrls, read)].map(([origin, own]) => [
      origin,
      { ...tls, ...own },
    ]),
  );
  return {
    ...shared,
    maxRedirects: settings.limits.maxRedirects,
    ...(Object.keys(tls).length === 0 ? {} : { tls }),
    ...(Object.keys(tlsByOrigin).length === 0 ? {} : { tlsByOrigin }),
  };
}

/**
 * What holds for every server that is asked, authorization servers of the sign-in among them.
 *
 * @throws BridgeError `credential-source-failed` for a file that cannot be read.
 */
export function sharedUpstreamOptions(
  artifact: BridgeArtifact,
  read: ReadVariable,
): Pick<UpstreamOptions, 'version' | 'proxy' | 'tls'> {
  const proxy = proxySettings(read);
  const tls = sharedTls(read);
  return {
    version: artifact.generator.version,
    ...(proxy === undefined ? {} : { proxy }),
    ...(Object.keys(tls).length === 0 ? {} : { tls }),
  };
}

/** The settings of `OPENAPI_MCP_*` variables, which hold for every host. */
function sharedTls(read: ReadVariable): TlsSettings {
  const passphrase = read('OPENAPI_MCP_CLIENT_KEY_PASSPHRASE');
  return {
    ...pemOf('ca', 'OPENAPI_MCP_TLS_CA', read),
    ...pemOf('cert', 'OPENAPI_MCP_CLIENT_CERTIFICATE', read),
    ...pemOf('key', 'OPENAPI_MCP_CLIENT_KEY', read),
    ...(passphrase === undefined ? {} : { passphrase }),
  };
}

/** A certificate of a scheme is presented to the hosts of the tools that ask for the scheme, and to no other (rule K7). */
function certificatesByOrigin(
  artifact: BridgeArtifact,
  baseUrls: ServerConfiguration['baseUrls'],
  read: ReadVariable,
): ReadonlyMap<string, TlsSettings> {
  const found = new Map<string, TlsSettings & { readonly variable: string }>();
  const certificates = schemeCertificates(artifact, read);
  if (certificates.length === 0) return found;
  const bases = resolveBases(artifact, baseUrls);
  for (const tool of everyTool(artifact)) {
    const names = tool.security.flatMap(({ schemes }) => schemes.map(({ scheme }) => scheme));
    for (const { document, scheme, settings } of certificates) {
      if (document !== tool.operation.document || !names.includes(scheme)) continue;
      const { origin } = baseOf(tool, bases);
      const other = found.get(origin);
      if (other !== undefined && other.variable !== settings.variable) {
        throw new BridgeError(
          'configuration-invalid',
          `Both ${other.variable} and ${settings.variable} would be presented to ${origin}.`,
          { fix: 'Set one of them: a connection has one certificate.' },
        );
      }
      found.set(origin, settings);
    }
  }
  return new Map(
    [...found].map(([origin, { variable: _variable, ...settings }]) => [origin, settings]),
  );
}

interface SchemeCertificate {
  readonly document: string;
  readonly scheme: string;
  readonly settings: TlsSettings & { readonly variable: string };
}

/** Certificates that variables give as PEM text, or as `NAME_FILE`. */
function schemeCertificates(
  { documents }: BridgeArtifact,
  read: ReadVariable,
): readonly SchemeCertificate[] {
  return Object.entries(documents).flatMap(([document, { environmentPrefix, securitySchemes }]) =>
    Object.entries(securitySchemes).flatMap(([scheme, { type }]) => {
      if (type !== 'mutualTLS') return [];
      const variable = credentialVariable(environmentPrefix, scheme, 'CLIENT_CERTIFICATE');
      const cert = read(variable);
      if (cert === undefined) return [];
      const key = read(credentialVariable(environmentPrefix, scheme, 'CLIENT_KEY'));
      const passphrase = read(
        credentialVariable(environmentPrefix, scheme, 'CLIENT_KEY_PASSPHRASE'),
      );
      const settings = {
        variable,
        cert,
        // One file may hold both.
        key: key ?? cert,
        ...(passphrase === undefined ? {} : { passphrase }),
      };
      return [{ document, scheme, settings }];
    }),
  );
}

/** A variable that names a PEM file. */
function pemOf<K extends string>(
  key: K,
  variable: string,
  read: ReadVariable,
): Partial<Record<K, Buffer>> {
  const file = read(variable);
  if (file === undefined) return {};
  try {
    return { [key]: readFileSync(file) } as Partial<Record<K, Buffer>>; // the one key
  } catch (cause) {
    throw new BridgeError(
      'credential-source-failed',
      `The file that ${variable} names cannot be read: ${file}.`,
      { cause, fix: 'Name a PEM file that this process may read.' },
    );
  }
}
