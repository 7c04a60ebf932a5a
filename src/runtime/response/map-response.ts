import type { JsonObject, JsonValue } from '../../model/json.ts';
import type { Tool } from '../../model/tool.ts';
import type { ContentBlock, ToolOutcome } from '../call.ts';
import { failure } from '../call.ts';
import { headerValue } from '../header-pairs.ts';
import { isIdempotentMethod } from '../idempotent-method.ts';
import { redactBytes } from '../redact-bytes.ts';
import type { UpstreamResponse } from '../upstream-port.ts';
import type { BodyKind } from './body-kind.ts';
import { kindOfBody } from './body-kind.ts';
import { contentLocation } from './content-location.ts';
import type { ResponseContext } from './context.ts';
import { decodeText } from './decode-text.ts';
import { mapError, mapRedirect, statusLine } from './error-outcome.ts';
import { fileBlock, fileNote, textResource } from './file-body.ts';
import { summarizeHtml } from './html-text.ts';
import { mapJson } from './json-body.ts';
import { parseLossless } from './lossless-json.ts';
import type { BodyMapping, MappedBody } from './mapped-body.ts';
import { textBody } from './mapped-body.ts';
import { mapMultipart } from './multipart-body.ts';
import { describeNextCalls } from './next-calls.ts';
import { describePages } from './pagination.ts';
import { promisesJsonInstead } from './response-case.ts';
import { mapSequence } from './sequence-body.ts';
import { framingOf } from './sequential-type.ts';
import { shownHeaders } from './shown-headers.ts';
import { structuredContentOf } from './structured-content.ts';
import { truncationNote } from './truncation.ts';

/**
 * Maps an answer of the upstream to the outcome of a call (rules R3 to R23). Any 2xx is a success, whatever the
 * document says, and so is 304; everything else is a failure that says what to do. Never rejects.
 */
export async function mapResponse(
  tool: Tool,
  response: UpstreamResponse,
  context: ResponseContext,
): Promise<ToolOutcome> {
  const { status } = response;
  if (status >= 400) return mapError({ tool, response, context });
  if (status >= 300 && status !== 304) return mapRedirect({ tool, response, context });
  if (response.body.length === 0 || status === 304) return mapEmpty(tool, response, context);
  const mapping = mapBody(tool, response, context);
  if (mapping.kind === 'outcome') return mapping.outcome;
  const { content, value, notes } = mapping.body;
  const trailing = [
    ...notes,
    ...acceptance(response),
    ...shownHeaders(tool, response.headers, 'success'),
    ...describePages(tool, response, value),
    ...describeNextCalls(tool, { tool, response, arguments: context.arguments, value }),
    ...(response.remarks ?? []),
  ];
  return succeed(
    trailing.length === 0 ? content : [...content, noteBlock(trailing, context)],
    await structuredContentOf(tool, value, context),
  );
}

function noteBlock(lines: readonly string[], context: ResponseContext): ContentBlock {
  return { type: 'text', text: context.redactor.redact(lines.join('\n')) };
}

function succeed(
  content: readonly [ContentBlock, ...ContentBlock[]],
  structuredContent: JsonObject | undefined,
): ToolOutcome {
  return structuredContent === undefined
    ? { kind: 'success', content }
    : { kind: 'success', content, structuredContent };
}

/** A success without a body says its status and where to look (rule R8). */
async function mapEmpty(
  tool: Tool,
  response: UpstreamResponse,
  context: ResponseContext,
): Promise<ToolOutcome> {
  const { status } = response;
  const scope = { tool, response, arguments: context.arguments, value: undefined };
  const lines = [
    status === 304 ? '304 Not Modified: nothing has changed since then.' : statusLine(status),
    ...acceptance(response),
    ...shownHeaders(tool, response.headers, 'empty'),
    ...describePages(tool, response, undefined),
    ...describeNextCalls(tool, scope),
    ...(response.remarks ?? []),
  ];
  return succeed([noteBlock(lines, context)], await structuredOfNothing(tool, context));
}

/** Only a published schema asks for structured content where there is nothing (rules R8, C15). */
async function structuredOfNothing(
  tool: Tool,
  context: ResponseContext,
): Promise<JsonObject | undefined> {
  return tool.outputSchema === undefined
    ? undefined
    : structuredContentOf(tool, undefined, context);
}

/** Work that was accepted and goes on (rule R23). */
function acceptance({ status, headers }: UpstreamResponse): readonly string[] {
  if (status !== 202) return [];
  const place = headerValue(headers, 'operation-location') ?? headerValue(headers, 'location');
  return [
    place === undefined
      ? 'Accepted, but not done yet.'
      : `Accepted, but not done yet. Poll ${place.slice(0, 500)} for the result.`,
  ];
}

function mapBody(tool: Tool, response: UpstreamResponse, context: ResponseContext): BodyMapping {
  const found = kindOfBody(response);
  switch (found.kind) {
    case 'json':
      return asBody(mapJson(tool, response, context));
    case 'sequence': {
      const framing = framingOf(found.mediaType);
      return asBody(
        framing === undefined
          ? mapText(tool, response, { context, found })
          : mapSequence(framing, { tool, response, context }),
      );
    }
    case 'multipart':
      return asBody(
        mapMultipart(tool, response, context) ?? mapFile(tool, response, { context, found }),
      );
    case 'html':
      return mapHtml(tool, response, { context, found });
    case 'text':
      return asBody(mapText(tool, response, { context, found }));
    case 'image':
    case 'audio':
    case 'file':
      return asBody(mapFile(tool, response, { context, found }));
  }
}

function asBody(body: MappedBody): BodyMapping {
  return { kind: 'body', body };
}

interface Setting {
  readonly context: ResponseContext;
  readonly found: BodyKind;
}

function mapText(tool: Tool, response: UpstreamResponse, { context, found }: Setting): MappedBody {
  const contentType = headerValue(response.headers, 'content-type');
  const { truncated } = response;
  const decoded = decodeText(response.body, { contentType, truncated });
  const text = context.redactor.redact(decoded.text);
  const notes = [
    ...(decoded.note === undefined ? [] : [decoded.note]),
    ...(truncated ? [truncationNote(tool, response)] : []),
  ];
  const location = locationOf(response);
  if (location !== undefined) {
    return { content: [textResource(location, found.mediaType, text)], notes };
  }
  const value = truncated ? undefined : jsonInText(tool, response, text);
  return value === undefined ? textBody(text, notes) : { ...textBody(text, notes), value };
}

/** JSON under the name of text counts where the document promises JSON, which many frameworks mislabel. */
function jsonInText(tool: Tool, response: UpstreamResponse, text: string): JsonValue | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  if (!promisesJsonInstead(tool.response, response.status, 'text/plain')) return undefined;
  const parsed = parseLossless(text);
  return parsed.ok ? parsed.value : undefined;
}

/**
 * A page where JSON was promised is a sign-in page, a proxy's error, or the wrong base URL: a failure that says so
 * (rule R14), unless the page turns out to be JSON with the wrong name.
 */
function mapHtml(tool: Tool, response: UpstreamResponse, setting: Setting): BodyMapping {
  const { status } = response;
  const { context, found } = setting;
  if (!promisesJsonInstead(tool.response, status, found.mediaType)) {
    return asBody(mapText(tool, response, setting));
  }
  const contentType = headerValue(response.headers, 'content-type');
  const { text } = decodeText(response.body, { contentType, truncated: response.truncated });
  if (parseLossless(text).ok) return asBody(mapJson(tool, response, context));
  const page = summarizeHtml(text);
  const title = page.title === undefined ? '' : ` titled "${page.title}"`;
  const { origin } = new URL(response.url);
  const careful = isIdempotentMethod(tool.request.method)
    ? ''
    : ` The ${tool.request.method} may have taken effect all the same: check that before calling again.`;
  const message =
    `${statusLine(status)}, but an HTML page${title} came where the API's document promises JSON. ` +
    `It may be a sign-in page or an error of a proxy, or the base URL on ${origin} may be wrong.${careful}\n` +
    `The page says: ${page.text}`;
  const remarks = (response.remarks ?? []).map((remark) => `\n${remark}`).join('');
  return {
    kind: 'outcome',
    outcome: failure('answer', context.redactor.scrub(message + remarks)),
  };
}

/** A file over the limit cannot be given in part; its size and type can (rule R12). */
function mapFile(tool: Tool, response: UpstreamResponse, { context, found }: Setting): MappedBody {
  const { headers, body } = response;
  const file = {
    kind: found.kind === 'image' || found.kind === 'audio' ? found.kind : 'file',
    mediaType: found.mediaType,
    bytes: redactBytes(body, context.redactor),
    disposition: redacted(headerValue(headers, 'content-disposition'), context),
    location: redacted(locationOf(response), context),
    toolName: tool.name,
  } as const;
  if (response.truncated) {
    const size =
      response.declaredBytes === undefined
        ? `more than ${body.length} bytes`
        : `${response.declaredBytes} bytes`;
    return textBody(
      `The answer is a file (${found.mediaType}) of ${size}, which is more than this server passes on.`,
    );
  }
  const block = fileBlock(file);
  return { content: [block], notes: block.type === 'resource' ? [fileNote(file)] : [] };
}

function redacted(text: string | undefined, { redactor }: ResponseContext): string | undefined {
  return text === undefined ? undefined : redactor.redact(text);
}

function locationOf(response: UpstreamResponse): string | undefined {
  return contentLocation(headerValue(response.headers, 'content-location'), response.url);
}
