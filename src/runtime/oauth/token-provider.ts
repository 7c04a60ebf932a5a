import type {
  TokenAnswer,
  TokenProvider,
  TokenRequest,
} from '../middleware/auth/token-provider.ts';
import { createServerDirectory } from './authorization-server.ts';
import { secretsOfRequest, toTokenFailure } from './describe-error.ts';
import { createEndpointFetch } from './endpoint-fetch.ts';
import type { KeptToken } from './kept-token.ts';
import { refreshAt, usableUntil } from './kept-token.ts';
import type { TokenProviderOptions } from './options.ts';
import type { TokenEntry } from './token-entries.ts';
import { createTokenEntries, keepToken } from './token-entries.ts';
import { createTokenSource } from './token-source.ts';

/** After a failure nobody asks again for so long: many calls may be waiting for the same token. */
const failureHoldsMs = 1_000;

/**
 * Gets OAuth tokens and keeps them (rules K5, K9). A token is replaced before it runs out, while it is still in use;
 * everybody who needs the same one waits for the same request; replicas share what they get.
 */
export function createTokenProvider(options: TokenProviderOptions): TokenProvider {
  const { clock } = options;
  const fetch = createEndpointFetch(options);
  const source = createTokenSource(options, {
    fetch,
    directory: createServerDirectory(options, fetch),
  });
  const entryOf = createTokenEntries();

  async function renew(entry: TokenEntry, request: TokenRequest): Promise<TokenAnswer> {
    try {
      const kept = await source.get(request, entry.refused);
      keepToken(entry, kept, request, options.redactor);
      return { ok: true, token: kept.token };
    } catch (thrown) {
      const { fault, message } = toTokenFailure(thrown, {
        server: serverOf(request),
        grant: request.grant.kind,
        redactor: options.redactor,
        secrets: secretsOfRequest(request),
      });
      const answer: TokenAnswer = { ok: false, fault, message };
      entry.failure = { answer, until: clock.now() + failureHoldsMs };
      return answer;
    } finally {
      delete entry.renewal;
    }
  }

  return {
    token: (request, signal) => {
      const entry = entryOf(request);
      const { kept, failure } = entry;
      const now = clock.now();
      if (kept !== undefined && now < refreshAt(kept)) return answerWith(kept);
      const isUsable = kept !== undefined && now < usableUntil(kept);
      if (failure !== undefined && now < failure.until) {
        return isUsable ? answerWith(kept) : Promise.resolve(failure.answer);
      }
      entry.renewal ??= renew(entry, request);
      return isUsable ? answerWith(kept) : untilAborted(entry.renewal, signal);
    },
    forget: (request, token) => {
      const entry = entryOf(request);
      if (entry.kept !== undefined && entry.kept.token !== token) return;
      delete entry.kept;
      delete entry.failure;
      entry.refused = token;
    },
  };
}

function answerWith({ token }: KeptToken): Promise<TokenAnswer> {
  return Promise.resolve({ ok: true, token });
}

/** The request goes on for the others who wait for it. */
function untilAborted(renewal: Promise<TokenAnswer>, signal: AbortSignal): Promise<TokenAnswer> {
  const cancelled: TokenAnswer = {
    ok: false,
    fault: 'cancelled',
    message: 'The call was cancelled.',
  };
  if (signal.aborted) return Promise.resolve(cancelled);
  return new Promise((resolve) => {
    const stop = (): void => {
      resolve(cancelled);
    };
    signal.addEventListener('abort', stop, { once: true });
    void renewal.then((answer) => {
      signal.removeEventListener('abort', stop);
      resolve(answer);
    });
  });
}

/** The authorization server's origin, for messages. */
function serverOf({ tokenUrl, metadataUrl }: TokenRequest): string {
  const url = tokenUrl ?? metadataUrl ?? '';
  return URL.canParse(url)
    ? `The authorization server ${new URL(url).origin}`
    : 'The authorization server';
}
