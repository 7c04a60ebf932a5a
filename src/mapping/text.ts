import type { Operation } from '../model/api.ts';
import { operationKey } from './operation-name.ts';
import { plainOneLine, plainText } from './plain-text.ts';

/** The texts of one tool (rule N7). */
export interface ToolText {
  /** Absent where the operation has no summary. */
  readonly title?: string;
  readonly description: string;
  /** One line, never empty. */
  readonly summary: string;
}

/** How long texts may be. */
export interface TextOptions {
  /** Longest description, in UTF-16 code units; `Infinity` leaves it whole. Default 1,024. */
  readonly maxDescriptionLength?: number;
}

/** Stands in the description of a deprecated operation (rule V15). */
export const deprecatedNote =
  'Deprecated: it may be removed; prefer another tool for the same task.';

/** Longest description of a tool where nothing else is said, in UTF-16 code units (section C). */
const defaultDescriptionLength = 1_024;

const titleLength = 100;
const summaryLength = 160;

/**
 * Title, description and summary of an operation as text (rule N7). The description is the summary, a note where
 * the operation is deprecated (rule V15), what the document says, and method and path on the last line;
 * only what the document says is cut, at a sentence.
 */
export function describeOperation(operation: Operation, options: TextOptions = {}): ToolText {
  const limit = options.maxDescriptionLength ?? defaultDescriptionLength;
  const said = plainText(operation.description ?? '');
  const line = plainOneLine(operation.summary ?? '');
  const title = cutText(line, titleLength);
  return {
    ...(title === '' ? {} : { title }),
    description: descriptionOf({ line, said, operation, limit }),
    summary: cutText(firstOf(line, sentenceOf(said), humanName(operation)), summaryLength),
  };
}

interface Pieces {
  readonly line: string;
  readonly said: string;
  readonly operation: Operation;
  readonly limit: number;
}

function descriptionOf({ line, said, operation, limit }: Pieces): string {
  const heads = [
    said.startsWith(line) ? '' : cutText(line, Math.floor(limit / 2)),
    operation.deprecated ? deprecatedNote : '',
  ];
  const last = operationKey(operation);
  const fixed = [...heads, last].filter((part) => part !== '').join('\n\n');
  const room = limit - fixed.length - 2;
  const rest = room < 20 ? '' : cutText(said, room);
  return cutText([...heads, rest, last].filter((part) => part !== '').join('\n\n'), limit);
}

/**
 * At most `length` UTF-16 code units: cut behind the last sentence where that keeps at least half, else behind
 * the last word, with an ellipsis. Never inside a surrogate pair.
 */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const window = text.slice(0, length);
  const sentence = lastSentenceEnd(window, text);
  if (sentence * 2 >= length) return text.slice(0, sentence).trimEnd();
  const short = text.slice(0, length - 1);
  const space = Math.max(short.lastIndexOf(' '), short.lastIndexOf('\n'));
  const cut = space * 2 >= length ? space : length - 1;
  return `${withoutHalfPair(text.slice(0, cut)).trimEnd()}…`;
}

/** Where the last whole sentence of the window ends; 0 where there is none. */
function lastSentenceEnd(window: string, whole: string): number {
  let end = 0;
  for (const match of window.matchAll(/[.!?。！？]["')\]]?|\n/g)) {
    const at = match.index + match[0].length;
    const next = whole.charAt(at);
    if (match[0] === '\n' || next === '' || /\s/.test(next) || /[。！？]/.test(match[0])) end = at;
  }
  return end;
}

function withoutHalfPair(text: string): string {
  return /[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text;
}

function sentenceOf(text: string): string {
  const paragraph = (text.split('\n\n', 1)[0] ?? '').replaceAll(/\s+/g, ' ').trim();
  return /^.{1,400}?[.!?](?=\s)/.exec(paragraph)?.[0] ?? paragraph;
}

/** What an operation without texts is about: `List pets by status`. */
function humanName(operation: Operation): string {
  const words = (operation.operationId ?? '')
    .slice(0, 200)
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
  if (words === '') return operationKey(operation);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function firstOf(...texts: readonly string[]): string {
  return texts.find((text) => text !== '') ?? '';
}
