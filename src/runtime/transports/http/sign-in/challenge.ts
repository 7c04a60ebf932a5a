import { jsonAnswer } from '../answers.ts';

/** Why a caller may not pass (RFC 6750 §3.1); absent where no token was sent. */
export type ChallengeError = 'invalid_token' | 'insufficient_scope';

/** What a challenge tells the client. */
export interface Challenge {
  readonly error?: ChallengeError;
  readonly description: string;
  /** All scopes that the request needs at once. */
  readonly scopes: readonly string[];
  /** Where the metadata of this resource is (RFC 9728 §5.1); absent without an authorization server. */
  readonly metadataUrl?: string;
}

const statusOf = { invalid_token: 401, insufficient_scope: 403 } as const;

/** The answer that tells a client to sign in, or to sign in with more scopes. */
export function challengeAnswer({ error, description, scopes, metadataUrl }: Challenge): Response {
  const parameters = [
    ['error', error],
    ['error_description', error === undefined ? undefined : description],
    ['scope', scopes.length === 0 ? undefined : scopes.join(' ')],
    ['resource_metadata', metadataUrl],
  ].flatMap(([name, value]) => (value === undefined ? [] : [`${name}="${quotable(value)}"`]));
  return jsonAnswer(
    error === undefined ? 401 : statusOf[error],
    { error: error ?? 'unauthorized', error_description: description },
    { 'www-authenticate': ['Bearer', parameters.join(', ')].join(' ').trim() },
  );
}

/** Quoted strings of a challenge hold printable ASCII without `"` and `\` (RFC 6750 §3). */
function quotable(text: string | undefined): string {
  return (text ?? '').replaceAll('"', "'").replaceAll(/[^\x20-\x5b\x5d-\x7e]/g, ' ');
}
