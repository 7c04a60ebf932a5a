import type { Event } from 'js-yaml';
import {
  constructFromEvents,
  CORE_SCHEMA,
  EVENT_ID,
  mergeTag,
  SCALAR_STYLE,
  YAMLException,
} from 'js-yaml';
import type { PositionTable } from './position-table.ts';
import { originalOffset, readYamlEvents } from './yaml-events.ts';
import { tableOfEvents } from './yaml-positions.ts';

/** What reading a YAML text gives: a value in which aliases may share parts, or a fault. */
export type YamlResult =
  | {
      readonly kind: 'value';
      readonly value: unknown;
      readonly hasAliases: boolean;
      /** Offsets of lines that were read although YAML 1.2 wants them indented deeper. */
      readonly shallowLines: readonly number[];
    }
  | { readonly kind: 'empty' }
  | { readonly kind: 'fault'; readonly fault: YamlFault };

/** Why a text is not YAML that is read, and where. */
export interface YamlFault {
  readonly kind: 'syntax' | 'duplicate-key' | 'too-deep' | 'merge-limit' | 'tag' | 'several';
  readonly offset: number;
  /** Begins in lower case, for use after a position. */
  readonly reason: string;
}

/** The core schema of YAML 1.2 with the merge key `<<`, which 1.2 lost and documents use (rule L7). */
const schema = CORE_SCHEMA.withTags(mergeTag);

/** Keys that merges may copy in one document. */
const maxMergedKeys = 200_000;

/**
 * Reads one YAML document by rule L7: yes, no and dates are text, keys are text as written (`200`, `1.0`),
 * duplicate keys and custom tags are faults.
 */
export function parseYaml(text: string): YamlResult {
  let movedLines: readonly number[] = [];
  try {
    const { source, ...read } = readYamlEvents(text);
    movedLines = read.movedLines;
    const events = takeKeysAsText(source, read.events);
    const documents = constructFromEvents(events, {
      source,
      schema,
      maxTotalMergeKeys: maxMergedKeys,
    });
    if (documents.length === 0) return { kind: 'empty' };
    if (documents.length === 1) {
      const hasAliases = events.some((event) => event.type === EVENT_ID.ALIAS);
      return { kind: 'value', value: documents[0], hasAliases, shallowLines: movedLines };
    }
    return fault({
      kind: 'several',
      offset: originalOffset(secondDocument(source, events), movedLines),
      reason: 'a second document begins here and only one per file is read',
    });
  } catch (thrown) {
    const found = describeException(thrown);
    return fault({ ...found, offset: originalOffset(found.offset, movedLines) });
  }
}

/** Finds the place of every value of a text that {@link parseYaml} could read. */
export function locateYaml(text: string): PositionTable {
  const { events, source, movedLines } = readYamlEvents(text);
  return tableOfEvents(source, events, (offset) => originalOffset(offset, movedLines));
}

/**
 * Makes every plain key text, so that `1.0`, `010` and `null` keep their spelling: a plain scalar on one
 * line reads the same inside quotes. A merge key stays plain.
 */
function takeKeysAsText(text: string, events: readonly Event[]): Event[] {
  /** For every open collection: whether a key comes next; `undefined` in a sequence. */
  const keyNext: (boolean | undefined)[] = [undefined];
  return events.map((event) => {
    if (event.type === EVENT_ID.DOCUMENT) return event;
    if (event.type === EVENT_ID.POP) {
      keyNext.pop();
      return event;
    }
    const top = keyNext.length - 1;
    const isKey = keyNext[top];
    if (isKey !== undefined) keyNext[top] = !isKey;
    if (event.type === EVENT_ID.SEQUENCE) keyNext.push(undefined);
    if (event.type === EVENT_ID.MAPPING) keyNext.push(true);
    if (isKey !== true || event.type !== EVENT_ID.SCALAR) return event;
    const isMerge =
      event.valueEnd === event.valueStart + 2 && text.startsWith('<<', event.valueStart);
    const isPlain = event.style === SCALAR_STYLE.PLAIN && event.fast;
    return isPlain && !isMerge ? { ...event, style: SCALAR_STYLE.SINGLE_QUOTED } : event;
  });
}

function secondDocument(text: string, events: readonly Event[]): number {
  const second = events.findLastIndex((event) => event.type === EVENT_ID.DOCUMENT);
  const content = events[second + 1];
  if (content !== undefined && 'start' in content) return content.start;
  if (content !== undefined && 'valueStart' in content && content.valueStart >= 0) {
    return content.valueStart;
  }
  return text.length;
}

function fault(found: YamlFault): YamlResult {
  return { kind: 'fault', fault: found };
}

const kindsByReason: readonly (readonly [RegExp, YamlFault['kind']])[] = [
  [/^duplicated mapping key/, 'duplicate-key'],
  [/^nesting exceeded maxDepth/, 'too-deep'],
  [/^merge keys exceeded/, 'merge-limit'],
  [/^(?:unknown (?:scalar|sequence|mapping) tag|cannot resolve a node with|undeclared tag)/, 'tag'],
];

/** The library may throw other errors too; its messages quote the text, its reasons do not. */
function describeException(thrown: unknown): YamlFault {
  if (!(thrown instanceof YAMLException)) {
    return { kind: 'syntax', offset: 0, reason: 'the text could not be read as YAML' };
  }
  const kind = kindsByReason.find(([pattern]) => pattern.test(thrown.reason))?.[1] ?? 'syntax';
  return { kind, offset: thrown.mark?.position ?? 0, reason: explainReason(thrown.reason) };
}

function explainReason(reason: string): string {
  if (reason.startsWith('object-based map'))
    return 'a key is a list or an object, which no key can be';
  return reason;
}
