import { STATUS_CODES } from 'node:http';
import type { JsonValue } from '../../model/json.ts';
import type { ToolOutcome } from '../call.ts';
import { failure } from '../call.ts';
import { headerValue } from '../header-pairs.ts';
import { decodeText } from './decode-text.ts';
import type { FailedCall } from './advice.ts';
import { adviseOn } from './advice.ts';
import { kindOfBody } from './body-kind.ts';
import { looksLikeHtml, summarizeHtml } from './html-text.ts';
import { parseLossless } from './lossless-json.ts';
import { describeProblem, problemOfXml } from './problem.ts';
import { shownHeaders } from './shown-headers.ts';

/** Characters of an error body that are shown. */
const shownBodyCharacters = 4_000;

/** `404 Not Found`; a code without a registered phrase stands alone. */
export function statusLine(status: number): string {
  const phrase = STATUS_CODES[status];
  return phrase === undefined ? String(status) : `${status} ${phrase}`;
}

/**
 * Maps an error status to a failure: the status line, the problem's own words, the faults it lists, the body up to a
 * limit, headers that help, and what to do next (rule R9). No structured content, which clients would hold against
 * the schema of successes.
 */
export function mapError(call: FailedCall): ToolOutcome {
  const { tool, response, context } = call;
  const { status } = response;
  const conflict = status === 409 || status === 412 || status === 428;
  const body = describeBody(call);
  const lines = [
    `${statusLine(status)}: ${tool.operation.method} ${tool.operation.path}`,
    ...body.problem,
    ...shownHeaders(tool, response.headers, conflict ? 'conflict' : 'error'),
    ...(response.remarks ?? []),
    ...body.text,
    adviseOn(call),
  ];
  return failure('status', context.redactor.scrub(lines.join('\n')));
}

/** Maps a redirect that was not followed (rules R3, R20). */
export function mapRedirect({ tool, response, context }: FailedCall): ToolOutcome {
  const location = headerValue(response.headers, 'location');
  const lines = [
    `${statusLine(response.status)}: ${tool.operation.method} ${tool.operation.path}`,
    ...(response.remarks ?? []),
    ...(location === undefined ? [] : [`Location: ${location.slice(0, 500)}`]),
    'Nothing but the redirect came back. If it leads to another address of the same API, the person who runs this server has to change its base URL.',
  ];
  return failure('status', context.redactor.scrub(lines.join('\n')));
}

interface DescribedBody {
  readonly problem: readonly string[];
  readonly text: readonly string[];
}

function describeBody({ response }: FailedCall): DescribedBody {
  const { body, truncated, headers } = response;
  if (body.length === 0) return { problem: [], text: [] };
  const { kind, mediaType } = kindOfBody(response);
  if (kind === 'image' || kind === 'audio' || kind === 'file') {
    return { problem: [], text: [`The body is ${mediaType}, ${body.length} bytes.`] };
  }
  const contentType = headerValue(headers, 'content-type');
  const { text } = decodeText(body, { contentType, json: kind === 'json', truncated });
  if (kind === 'html' || looksLikeHtml(text)) {
    const page = summarizeHtml(text);
    const title = page.title === undefined ? '' : ` "${page.title}"`;
    return { problem: [], text: [`The body is an HTML page${title}: ${page.text}`] };
  }
  const shown =
    text.length > shownBodyCharacters
      ? `${text.slice(0, shownBodyCharacters)}…\n(${body.length} bytes in all)`
      : text.trim();
  return { problem: describeProblem(problemOf(text, kind, mediaType)), text: [shown] };
}

function problemOf(text: string, kind: string, mediaType: string): JsonValue | undefined {
  if (mediaType === 'application/problem+xml') return problemOfXml(text);
  if (kind !== 'json' && !/^\s*\{/.test(text)) return undefined;
  const parsed = parseLossless(text);
  return parsed.ok ? parsed.value : undefined;
}
