import type { TokenAnswer, TokenRequest } from '../middleware/auth/token-provider.ts';
import type { Redactor } from '../redact.ts';
import type { KeptToken } from './kept-token.ts';

/** What is known about the tokens of one request. */
export interface TokenEntry {
  kept?: KeptToken;
  /** The last token that the upstream refused; never used again, wherever it is found. */
  refused?: string;
  /** The one fetch that is on its way. */
  renewal?: Promise<TokenAnswer>;
  /** The last failure, and until when nobody asks again. */
  failure?: { readonly answer: TokenAnswer; readonly until: number };
  /** The last tokens, which answers may still show. */
  shown: readonly string[];
}

/** Entries at most; those of exchanged tokens come and go with callers. */
const maxEntries = 10_000;
/** A token may be in answers that are on their way when the next but one has come. */
const maxShown = 3;

/** Remembers an entry for each request, the last used last. */
export function createTokenEntries(): (request: TokenRequest) => TokenEntry {
  const entries = new Map<string, TokenEntry>();
  return (request) => {
    const key = JSON.stringify(request);
    const entry = entries.get(key) ?? { shown: [] };
    entries.delete(key);
    entries.set(key, entry);
    const [oldest] = entries.keys();
    if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest);
    return entry;
  };
}

/** Keeps a token that was just had, and makes it known to the redactor. */
export function keepToken(
  entry: TokenEntry,
  kept: KeptToken,
  { grant }: TokenRequest,
  redactor: Redactor,
): void {
  entry.kept = kept;
  delete entry.failure;
  // Those of single callers the redactor of each call knows; there may be thousands.
  if (grant.kind === 'exchange' || entry.shown.includes(kept.token)) return;
  redactor.add(kept.token);
  const shown = [...entry.shown, kept.token];
  for (const old of shown.slice(0, -maxShown)) redactor.remove(old);
  entry.shown = shown.slice(-maxShown);
}
