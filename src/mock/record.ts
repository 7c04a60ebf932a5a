import type { JsonValue } from '../model/json.ts';
import type { CredentialNames } from './credentials.ts';
import { formDecode, splitForm } from './decode-body.ts';
import type { Mismatch, ReceivedRequest } from './exchange.ts';
import type { MockResult } from './mock.ts';

/** What stands for the value of a credential. */
const mask = '[redacted]';

/** One received request and what was made of it, as plain data for a line of a JSON Lines file. */
export interface RequestRecord {
  readonly method: string;
  /** Path and query as received. */
  readonly target: string;
  readonly headers: ReceivedRequest['headers'];
  /** A body that is UTF-8 text. */
  readonly body?: string;
  /** A body that is not. */
  readonly bodyBase64?: string;
  /** `METHOD /path` of the operation, where one fits. */
  readonly operation?: string;
  /** What was understood, by place. */
  readonly decoded: Readonly<Record<string, JsonValue>>;
  /** The status of the answer. */
  readonly status: number;
  readonly mismatches: readonly Mismatch[];
}

/** A request for the record: as it was received, but values of credentials are masked. */
export function recordOf(
  request: ReceivedRequest,
  { answer, operation, mismatches, decoded }: MockResult,
  credentials: CredentialNames,
): RequestRecord {
  return {
    method: request.method,
    target: maskTarget(request.target, credentials),
    headers: request.headers.map(([name, value]) => [name, maskHeader(name, value, credentials)]),
    ...bodyOf(request.body),
    ...(operation === undefined ? {} : { operation }),
    decoded,
    status: answer.status,
    mismatches,
  };
}

function maskTarget(target: string, { query }: CredentialNames): string {
  const [path, search] = splitOnce(target, '?');
  if (search === undefined) return target;
  const pairs = splitForm(search).map(
    ([key, value]) => `${key}=${query.has(formDecode(key)) ? mask : value}`,
  );
  return splitForm(search).some(([key]) => query.has(formDecode(key)))
    ? `${path}?${pairs.join('&')}`
    : target;
}

function maskHeader(name: string, value: string, { headers, cookies }: CredentialNames): string {
  if (name === 'authorization' || name === 'proxy-authorization') {
    const [scheme, rest] = splitOnce(value, ' ');
    return rest === undefined ? mask : `${scheme} ${mask}`;
  }
  if (headers.has(name)) return mask;
  if (name !== 'cookie' || cookies.size === 0) return value;
  return value
    .split(';')
    .map((pair) => {
      const [key] = splitOnce(pair, '=');
      return cookies.has(key.trim()) ? `${key}=${mask}` : pair;
    })
    .join(';');
}

function splitOnce(text: string, separator: string): readonly [string, string | undefined] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + separator.length)];
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function bodyOf(body: Uint8Array): Pick<RequestRecord, 'body' | 'bodyBase64'> {
  if (body.length === 0) return {};
  try {
    return { body: strictUtf8.decode(body) };
  } catch {
    return { bodyBase64: Buffer.from(body).toString('base64') };
  }
}
