import type { RequestPlan } from '../src/index.ts';
import { shellQuote } from './server/shell-quote.ts';

/**
 * A request as a command line of curl that sends the same bytes. `mask` takes the secrets out of every
 * word before it is quoted.
 */
export function curlCommand(plan: RequestPlan, mask: (text: string) => string): string {
  const words = [
    // Brackets and braces of the URL are its own, and no dot segment is resolved.
    ['curl', '--globoff', '--path-as-is'],
    methodWords(plan),
    [mask(plan.url)],
    ...plan.headers.map(([name, value]) => ['--header', headerWord(name, mask(value))]),
  ];
  const body = bodyOf(plan, mask);
  return `${body.before}${[...words, ...body.words]
    .map((group) => group.map(shellQuote).join(' '))
    .filter((line) => line !== '')
    .join(' \\\n  ')}`;
}

function methodWords(plan: RequestPlan): readonly string[] {
  if (plan.method === 'GET' && plan.body.kind === 'none') return [];
  return plan.method === 'HEAD' ? ['--head'] : ['--request', plan.method];
}

/** A colon without a value would take a header away; a semicolon sends it empty. */
function headerWord(name: string, value: string): string {
  return value === '' ? `${name};` : `${name}: ${value}`;
}

interface CurlBody {
  /** What stands before curl: a pipe that makes the bytes. */
  readonly before: string;
  readonly words: readonly (readonly string[])[];
}

function bodyOf({ body }: RequestPlan, mask: (text: string) => string): CurlBody {
  if (body.kind === 'none') return { before: '', words: [] };
  const type = ['--header', `Content-Type: ${body.contentType}`];
  const text = textOf(body.bytes);
  if (text !== undefined) return { before: '', words: [type, ['--data-raw', mask(text)]] };
  const encoded = Buffer.from(body.bytes).toString('base64');
  return {
    before: `printf %s ${shellQuote(encoded)} | base64 --decode | \\\n`,
    words: [type, ['--data-binary', '@-']],
  };
}

/** The body as text; `undefined` for bytes that are no UTF-8 or that no word of a shell can hold. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
