import type { JsonObject } from '../../../../model/json.ts';
import { isJsonObject } from '../../../../model/json.ts';
import type { UpstreamFetch } from '../../../upstream-fetch.ts';

const maxAnswerBytes = 1_048_576;
const timeoutMs = 5_000;

/** What is asked beside the URL. */
export interface FetchJsonOptions {
  readonly fetch: UpstreamFetch;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * Gets a JSON object from an authorization server: no redirects, 5 seconds, 1 MiB.
 *
 * @throws Error for any other answer; the message holds the URL without its query, never the body.
 */
export async function fetchJson(url: string, options: FetchJsonOptions): Promise<JsonObject> {
  const { fetch: send, method = 'GET', headers = {}, body } = options;
  const answer = await send(url, {
    method,
    headers: { accept: 'application/json', ...headers },
    ...(body === undefined ? {} : { body }),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (answer.status !== 200) {
    await answer.body?.cancel();
    throw new Error(`${withoutQuery(url)} answered ${answer.status}.`);
  }
  const value: unknown = JSON.parse(await readBounded(answer));
  if (!isJsonObject(value)) throw new Error(`${withoutQuery(url)} did not answer with an object.`);
  return value;
}

async function readBounded(answer: Response): Promise<string> {
  if (answer.body === null) return '';
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of answer.body as AsyncIterable<Uint8Array>) {
    bytes += piece.length;
    if (bytes > maxAnswerBytes) throw new Error('The answer has more than 1 MiB.');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '');
}
