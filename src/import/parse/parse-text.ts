import type { Diagnostic } from '../../model/diagnostic.ts';
import { diagnostic } from '../../model/diagnostic.ts';
import type { JsonValue } from '../../model/json.ts';
import { escapePointerToken } from '../../model/source.ts';
import { maxDocumentDepth, maxNotices, settleTree, unshareTree } from './inspect-tree.ts';
import type { TreeFault } from './inspect-tree.ts';
import type { JsonFault } from './json-scanner.ts';
import { scanJson } from './json-scanner.ts';
import { lineAndColumn } from './lines.ts';
import type { YamlFault } from './parse-yaml.ts';
import { parseYaml } from './parse-yaml.ts';

/** How a text was read, which is how its positions are found. */
export type Syntax = 'json' | 'yaml';

/** A parsed text: plain, unshared JSON data no deeper than 1,000, or what is wrong with it. */
export type ParsedText =
  | {
      readonly ok: true;
      readonly value: JsonValue;
      readonly syntax: Syntax;
      readonly diagnostics: readonly Diagnostic[];
    }
  | {
      readonly ok: false;
      readonly syntax: Syntax;
      /** Where reading stopped, in UTF-16 code units. */
      readonly faultOffset?: number;
      readonly diagnostics: readonly [Diagnostic, ...Diagnostic[]];
    };

/** What {@link parseText} needs to know about a text. */
export interface TextToParse {
  readonly text: string;
  /** URI of the document, for diagnostics. */
  readonly uri: string;
  /** Its name for people. */
  readonly name: string;
}

/** Characters that one document may weigh once its YAML aliases are written out. */
const maxExpandedWeight = 64 * 1024 * 1024;

/**
 * Parses a document as JSON where it begins like JSON, otherwise, or where that fails, as YAML (rule L7).
 * Never throws; time and memory are bounded by the length of the text.
 */
export function parseText(source: TextToParse): ParsedText {
  if (!/^\s*[[{]/.test(source.text)) return parseAsYaml(source);
  let value: JsonValue;
  try {
    // JSON.parse returns JSON values by definition.
    value = JSON.parse(source.text) as JsonValue;
  } catch {
    return parseAlmostJson(source);
  }
  return finishTree(source, 'json', value);
}

/** A text in braces that is no JSON: perhaps YAML's flow style, perhaps broken JSON. */
function parseAlmostJson(source: TextToParse): ParsedText {
  const scan = scanJson(source.text);
  const parsed = parseAsYaml(source);
  if (scan.ok) return parsed;
  const place = placeOf(source, scan.fault.offset);
  if (!parsed.ok) return syntaxFault(source, scan.fault, place);
  const notice = diagnostic('json-not-strict', {
    message: `${place}: this is not JSON, ${scan.fault.reason}; the document was read as YAML.`,
    fix: 'Write strict JSON, or give the file the extension .yaml.',
    location: { document: source.uri, pointer: '' },
  });
  return { ...parsed, diagnostics: [notice, ...parsed.diagnostics] };
}

function syntaxFault(source: TextToParse, fault: JsonFault, place: string): ParsedText {
  return {
    ok: false,
    syntax: 'json',
    faultOffset: fault.offset,
    diagnostics: [
      diagnostic('document-syntax', {
        message: `${place}: this is not JSON, ${fault.reason}.`,
        fix: 'Correct the text at this place.',
        location: { document: source.uri, pointer: '' },
      }),
    ],
  };
}

function parseAsYaml(source: TextToParse): ParsedText {
  const result = parseYaml(source.text);
  switch (result.kind) {
    case 'empty':
      return refuse(source, 'yaml', {
        code: 'document-syntax',
        message: `${source.name} is empty.`,
        fix: 'Give an OpenAPI document in YAML or JSON.',
      });
    case 'fault':
      return yamlFault(source, result.fault);
    case 'value': {
      const parsed = result.hasAliases
        ? finishShared(source, result.value)
        : // Without aliases the parser builds a plain tree of JSON scalars.
          finishTree(source, 'yaml', result.value as JsonValue);
      const [line] = result.shallowLines;
      if (line === undefined || !parsed.ok) return parsed;
      return { ...parsed, diagnostics: [shallowLine(source, line), ...parsed.diagnostics] };
    }
  }
}

function shallowLine(source: TextToParse, offset: number): Diagnostic {
  return diagnostic('yaml-indentation', {
    message: `${placeOf(source, offset)}: a line inside quotes or brackets is not indented deeper than its key, which YAML 1.2 demands; it was read all the same.`,
    fix: 'Indent this line, and others like it, deeper than the key that it belongs to.',
    location: { document: source.uri, pointer: '' },
  });
}

function yamlFault(source: TextToParse, fault: YamlFault): ParsedText {
  const place = placeOf(source, fault.offset);
  const details = { faultOffset: fault.offset };
  switch (fault.kind) {
    case 'too-deep':
      return refuse(source, 'yaml', { ...details, ...tooDeep(place) });
    case 'merge-limit':
      return refuse(source, 'yaml', { ...details, ...tooLarge(place) });
    case 'duplicate-key': {
      // The parser's offset of a quoted key is that of its content.
      const isQuoted = /["']/.test(source.text.charAt(fault.offset - 1));
      const faultOffset = isQuoted ? fault.offset - 1 : fault.offset;
      return refuse(source, 'yaml', {
        faultOffset,
        code: 'duplicate-key',
        message: `${placeOf(source, faultOffset)}: the key ${keyAt(source.text, faultOffset)} stands twice in one mapping.`,
        fix: 'Remove or rename one of the two; YAML does not say which one counts.',
      });
    }
    case 'tag':
      return refuse(source, 'yaml', {
        ...details,
        code: 'document-syntax',
        message: `${place}: ${fault.reason}; only the tags of the YAML core schema are read.`,
        fix: 'Replace the tag by the value it stands for.',
      });
    case 'several':
    case 'syntax':
      return refuse(source, 'yaml', {
        ...details,
        code: 'document-syntax',
        message: `${place}: this is not YAML that can be read, ${fault.reason}.`,
        fix: 'Correct the text at this place; indentation, quotes and tabs are the usual causes.',
      });
  }
}

function keyAt(text: string, offset: number): string {
  const start = text.slice(offset, offset + 100);
  return /^(?:"[^"\r\n]*"|'[^'\r\n]*'|[^\r\n:]*)/.exec(start)?.[0] ?? '';
}

/** Writes out what aliases share. */
function finishShared(source: TextToParse, shared: unknown): ParsedText {
  const tree = unshareTree(shared, Math.max(maxExpandedWeight, 2 * source.text.length));
  if (tree.ok) return finishTree(source, 'yaml', tree.value);
  const place = `${source.name}${pathPlace(tree.path)}`;
  const refusals = {
    'too-deep': () => tooDeep(place),
    'too-large': () => tooLarge(place),
    cyclic: () => ({
      code: 'document-syntax' as const,
      message: `${place}: a YAML alias stands inside the value that it repeats.`,
      fix: 'Use a $ref for a structure that contains itself.',
    }),
  } satisfies Record<TreeFault, () => Refusal>;
  return refuse(source, 'yaml', refusals[tree.fault]());
}

/** Halves of surrogate pairs come from escapes, and from texts that were never bytes. */
const mayBreakTexts = /\\[uU]0*[dD][89a-fA-F]|\p{Cs}/u;

/** Checks depth, numbers, texts and, in JSON, repeated keys. */
function finishTree(source: TextToParse, syntax: Syntax, parsed: JsonValue): ParsedText {
  const {
    value,
    tooDeep: deep,
    ...found
  } = settleTree(parsed, {
    mayBreakTexts: mayBreakTexts.test(source.text),
  });
  if (deep !== undefined) {
    return refuse(source, syntax, tooDeep(`${source.name}${pathPlace(deep)}`));
  }
  const noticesOf = (paths: readonly (readonly string[])[]): readonly Notice[] =>
    paths.map((path) => ({ place: `${source.name}${pathPlace(path)}`, pointer: pointerOf(path) }));
  const mayRepeatKeys = syntax === 'json' && countKeySeparators(source.text) !== found.keys;
  return {
    ok: true,
    value,
    syntax,
    diagnostics: [
      ...notify(source, noticesOf(found.nonFinite), found.nonFiniteCount, nonFiniteNumber),
      ...notify(source, noticesOf(found.brokenTexts), found.brokenTextCount, brokenText),
      ...(mayRepeatKeys ? duplicateKeys(source) : []),
    ],
  };
}

/** One place that a notice is about. */
interface Notice {
  /** Place for people. */
  readonly place: string;
  readonly pointer: string;
}

/** What a kind of notice says. */
interface NoticeText {
  readonly code: 'duplicate-key' | 'non-finite-number' | 'text-broken';
  readonly problem: string;
  readonly fix: string;
}

const nonFiniteNumber: NoticeText = {
  code: 'non-finite-number',
  problem: 'JSON has no such number; it was read as text',
  fix: 'Write a finite number, or put the text in quotes.',
};

const brokenText: NoticeText = {
  code: 'text-broken',
  problem: 'the text holds half of a surrogate pair, which was read as U+FFFD',
  fix: 'Write the whole character, or leave it out.',
};

const duplicateKey: NoticeText = {
  code: 'duplicate-key',
  problem: 'the key stands twice in one object; the last one counts',
  fix: 'Remove or rename one of the two.',
};

/** Tells of the first places one by one, and how many more there are. */
function notify(
  source: TextToParse,
  notices: readonly Notice[],
  count: number,
  { code, problem, fix }: NoticeText,
): readonly Diagnostic[] {
  const told = notices.map(({ place, pointer }) =>
    diagnostic(code, {
      message: `${place}: ${problem}.`,
      fix,
      location: { document: source.uri, pointer },
    }),
  );
  if (count <= notices.length) return told;
  const rest = `${source.name}: the same at ${count - notices.length} more places (${problem}).`;
  const location = { document: source.uri, pointer: '' };
  return [...told, diagnostic(code, { message: rest, fix, location })];
}

/** Counts `":` outside of strings, roughly: where it equals the number of keys, none was repeated. */
function countKeySeparators(text: string): number {
  let count = 0;
  for (let at = text.indexOf('":'); at !== -1; at = text.indexOf('":', at + 2)) {
    if (text.charCodeAt(at - 1) !== 0x5c) count += 1;
  }
  return count;
}

function duplicateKeys(source: TextToParse): readonly Diagnostic[] {
  const scan = scanJson(source.text);
  if (!scan.ok) return [];
  const { first, count } = scan.table.duplicateKeys(maxNotices);
  const notices = first.map(({ path, offset }) => ({
    place: placeOf(source, offset),
    pointer: pointerOf(path),
  }));
  return notify(source, notices, count, duplicateKey);
}

/** What {@link refuse} reports. */
interface Refusal {
  readonly code: 'document-syntax' | 'document-too-deep' | 'document-too-large' | 'duplicate-key';
  readonly message: string;
  readonly fix: string;
  readonly faultOffset?: number;
}

function refuse(source: TextToParse, syntax: Syntax, refusal: Refusal): ParsedText {
  const { code, message, fix, faultOffset } = refusal;
  const location = { document: source.uri, pointer: '' };
  return {
    ok: false,
    syntax,
    ...(faultOffset === undefined ? {} : { faultOffset }),
    diagnostics: [diagnostic(code, { message, fix, location, severity: 'error' })],
  };
}

function tooDeep(place: string): Refusal {
  return {
    code: 'document-too-deep',
    message: `${place}: the document nests deeper than ${maxDocumentDepth} levels.`,
    fix: 'Flatten the document, or cut recursion with $ref.',
  };
}

function tooLarge(place: string): Refusal {
  return {
    code: 'document-too-large',
    message: `${place}: YAML aliases and merges expand to more than is read.`,
    fix: 'Replace aliases by $ref.',
  };
}

function placeOf(source: TextToParse, offset: number): string {
  const { line, column } = lineAndColumn(source.text, offset);
  return `${source.name}:${line}:${column}`;
}

function pathPlace(path: readonly string[]): string {
  const pointer = pointerOf(path);
  return pointer === '' ? '' : ` ${shorten(pointer)}`;
}

function pointerOf(path: readonly string[]): string {
  return path.map((token) => `/${escapePointerToken(token)}`).join('');
}

function shorten(text: string): string {
  return text.length <= 200 ? text : `${text.slice(0, 200)}…`;
}
