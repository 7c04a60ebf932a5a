import { type Diagnostic, diagnostic } from '../model/diagnostic.ts';
import type { ArtifactServer } from '../model/artifact.ts';
import { ownValue } from '../model/json.ts';
import type { OAuthFlow, SecurityScheme } from '../model/security.ts';
import type { Tool } from '../model/tool.ts';
import { compareText, groupBy } from './group.ts';
import type { DocumentLock } from './lock.ts';
import type { MappingPlan } from './mapping-plan.ts';

/** Where credentials of a document's tools may go (rule K7). */
export interface CredentialOrigins {
  /** Sorted, without duplicates; relative servers have none yet. */
  readonly origins: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Lists the origins that credentials go to, those of token endpoints among them. One that an earlier build did not know is a warning: a changed
 * document must not move secrets to another host unseen.
 */
export function credentialOrigins(
  tools: readonly Tool[],
  { api, options: { lock } }: Pick<MappingPlan, 'api' | 'options'>,
  servers: readonly [ArtifactServer, ...ArtifactServer[]],
): CredentialOrigins {
  const own = originOf(servers[0]);
  const withCredentials = tools.filter(({ security }) =>
    security.some(({ schemes }) => schemes.length > 0),
  );
  const byOrigin = groupBy(withCredentials, ({ request }) => originOf(servers[request.server]));
  const diagnostics: Diagnostic[] = [];
  for (const [origin, [first, ...rest]] of byOrigin) {
    if (origin === undefined) continue;
    const who = `${first.name}${rest.length === 0 ? '' : ` and ${rest.length} more`}`;
    if (isNew(origin, lock)) {
      diagnostics.push(
        diagnostic('credential-origin-new', {
          message: `Credentials would now go to ${origin} (${who}), which the last build did not know.`,
          fix: 'Make sure that the host is right before anybody uses this build.',
        }),
      );
    } else if (origin !== own) {
      diagnostics.push(
        diagnostic('credential-origins', {
          message: `Credentials go to ${origin} for ${who}, beside ${own ?? 'the base URL'}.`,
          fix: 'Make sure that the host is right.',
        }),
      );
    }
  }
  const tokenOrigins = originsOfTokens(withCredentials, api.securitySchemes);
  for (const [origin, scheme] of tokenOrigins) {
    if (isNew(origin, lock) && !byOrigin.has(origin)) {
      diagnostics.push(
        diagnostic('credential-origin-new', {
          message: `The client's credentials of the scheme "${scheme}" would now go to ${origin}, which the last build did not know.`,
          fix: 'Make sure that the host is right before anybody uses this build.',
        }),
      );
    }
  }
  const origins = [...byOrigin.keys(), ...tokenOrigins.keys()].filter(
    (origin) => origin !== undefined,
  );
  return { origins: [...new Set(origins)].toSorted(compareText), diagnostics };
}

function isNew(origin: string, lock: DocumentLock | undefined): boolean {
  return lock !== undefined && lock.origins.length > 0 && !lock.origins.includes(origin);
}

/** Where clients show who they are to get tokens, with the scheme that says so. */
function originsOfTokens(
  tools: readonly Tool[],
  schemes: Readonly<Record<string, SecurityScheme>>,
): ReadonlyMap<string, string> {
  const names = new Set(
    tools.flatMap(({ security }) =>
      security.flatMap((requirement) => requirement.schemes.map(({ scheme }) => scheme)),
    ),
  );
  const found = new Map<string, string>();
  for (const name of names) {
    for (const url of tokenUrlsOf(ownValue(schemes, name))) {
      if (URL.canParse(url) && !found.has(new URL(url).origin)) {
        found.set(new URL(url).origin, name);
      }
    }
  }
  return found;
}

/** Every address of a scheme that a client's credentials or a refresh token may be sent to. */
function tokenUrlsOf(scheme: SecurityScheme | undefined): readonly string[] {
  if (scheme?.type === 'openIdConnect') return [scheme.openIdConnectUrl];
  if (scheme?.type !== 'oauth2') return [];
  const flows: readonly (OAuthFlow | undefined)[] = Object.values(scheme.flows);
  return [
    scheme.metadataUrl,
    ...flows.flatMap((flow) => [flow?.tokenUrl, flow?.refreshUrl, flow?.deviceAuthorizationUrl]),
  ].filter((url) => url !== undefined);
}

function originOf(server: ArtifactServer | undefined): string | undefined {
  return server?.kind === 'absolute' && URL.canParse(server.url)
    ? new URL(server.url).origin
    : undefined;
}
