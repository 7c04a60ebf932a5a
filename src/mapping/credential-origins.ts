import { type Diagnostic, diagnostic } from '../model/diagnostic.ts';
import type { ArtifactServer } from '../model/artifact.ts';
import type { Tool } from '../model/tool.ts';
import { compareText, groupBy } from './group.ts';
import type { DocumentLock } from './lock.ts';

/** Where credentials of a document's tools may go (rule K7). */
export interface CredentialOrigins {
  /** Sorted, without duplicates; relative servers have none yet. */
  readonly origins: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Lists the origins that credentials go to. One that an earlier build did not know is a warning: a changed
 * document must not move secrets to another host unseen.
 */
export function credentialOrigins(
  tools: readonly Tool[],
  servers: readonly [ArtifactServer, ...ArtifactServer[]],
  lock: DocumentLock | undefined,
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
    if (lock !== undefined && lock.origins.length > 0 && !lock.origins.includes(origin)) {
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
  const origins = [...byOrigin.keys()].filter((origin) => origin !== undefined);
  return { origins: origins.toSorted(compareText), diagnostics };
}

function originOf(server: ArtifactServer | undefined): string | undefined {
  return server?.kind === 'absolute' && URL.canParse(server.url)
    ? new URL(server.url).origin
    : undefined;
}
