import type { JsonObject, JsonValue } from '../../../../model/json.ts';
import { isArray, ownValue } from '../../../../model/json.ts';
import type { Principal } from '../../../principal.ts';
import type { TokenVerdict } from './verdict.ts';
import { invalid } from './verdict.ts';

/** The principal of a token's claims (RFC 7519 §4, RFC 9068) or of an introspection's answer (RFC 7662 §2.2). */
export function principalOf(issuer: string, claims: JsonObject): TokenVerdict {
  const subject = textOf(claims, 'sub');
  const clientId = textOf(claims, 'client_id') ?? textOf(claims, 'azp');
  if (subject === undefined && clientId === undefined) {
    return invalid('The token names neither a subject nor a client.');
  }
  const expires = ownValue(claims, 'exp');
  const principal: Principal = {
    kind: 'token',
    // No issuer has a blank in its URL, so that no two callers share an id.
    id: `${issuer} ${subject === undefined ? `client:${clientId ?? ''}` : `sub:${subject}`}`,
    issuer,
    ...(subject === undefined ? {} : { subject }),
    ...(clientId === undefined ? {} : { clientId }),
    scopes: scopesOf(claims),
    claims,
    ...(typeof expires === 'number' ? { expiresAt: expires * 1_000 } : {}),
  };
  return { kind: 'valid', principal };
}

/** `scope` is a list in one text (RFC 8693 §4.2); some authorization servers write `scp`, also as an array. */
function scopesOf(claims: JsonObject): readonly string[] {
  const value = ownValue(claims, 'scope') ?? ownValue(claims, 'scp');
  if (typeof value === 'string') return value.split(' ').filter((scope) => scope !== '');
  return isArray(value) ? value.filter((scope) => typeof scope === 'string') : [];
}

/** Whether an `aud` names one of the audiences; a slash at the end of a URL makes no difference. */
export function isForAudience(
  audience: JsonValue | undefined,
  accepted: readonly string[],
): boolean {
  const given = isArray(audience) ? audience : [audience];
  const plain = accepted.map(withoutSlash);
  return given.some((name) => typeof name === 'string' && plain.includes(withoutSlash(name)));
}

function withoutSlash(text: string): string {
  return text.replace(/\/$/, '');
}

function textOf(claims: JsonObject, name: string): string | undefined {
  const value = ownValue(claims, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
