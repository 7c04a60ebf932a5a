import type {
  CredentialParts,
  CredentialQuery,
  CredentialSource,
  TokenProvider,
} from '../src/index.ts';
import { peekCredentials } from '../src/index.ts';

/** Long and unlike anything else, so that they are found again in every form that a request gives them. */
const placeholders = {
  token: 'value-of-the-token',
  apiKey: 'value-of-the-api-key',
  username: 'value-of-the-user-name',
  password: 'value-of-the-password',
} as const;

/** For the redactor. */
export const dryRunSecrets: readonly string[] = Object.values(placeholders);

/**
 * Credentials of a request that is only shown: what is configured is replaced by a placeholder, and nothing is run or
 * fetched for it.
 *
 * @param every Whether what is not configured stands there as well.
 */
export function dryRunCredentials(
  real: CredentialSource<unknown>,
  every: boolean,
): CredentialSource<unknown> {
  const find = async (query: CredentialQuery<unknown>): Promise<CredentialParts> => {
    if (every) return { ...placeholders, clientCertificate: true };
    const parts = (await peekCredentials(real, query)) ?? {};
    return { ...parts, ...replaced(parts) };
  };
  return { find };
}

/** Gives placeholders for tokens that would have to be fetched. */
export const dryRunTokens: TokenProvider = {
  token: () => Promise.resolve({ ok: true, token: placeholders.token }),
  forget: () => undefined,
};

function replaced(parts: CredentialParts): CredentialParts {
  return Object.fromEntries(
    Object.entries(placeholders).filter(([field]) => Object.hasOwn(parts, field)),
  );
}
