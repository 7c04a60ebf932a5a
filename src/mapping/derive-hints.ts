import type { Operation } from '../model/api.ts';
import { type Diagnostic, diagnostic } from '../model/diagnostic.ts';
import { combineHints, hintPresets, type ToolHints } from '../model/hints.ts';
import { operationName, quoteForYaml } from './operation-name.ts';

/** What to believe. */
export interface HintOptions {
  /** Let a POST that is named like a search be read-only (rule H3, `--trust-read-names`). */
  readonly trustReadNames: boolean;
}

/** Hints with what there is to say about them. */
export interface DerivedHints {
  readonly hints: ToolHints;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The hints that method and words give an operation, without the protocol's defaults (rules H1 to H4, RFC 9110
 * §9.2). Words alone only raise caution; what would lower it is reported for a person to decide.
 */
export function deriveHints(operation: Operation, options: HintOptions): DerivedHints {
  const byMethod = hintsOfMethod(operation);
  const hints = hasIdempotencyKey(operation)
    ? combineHints(byMethod, hintPresets.idempotent)
    : byMethod;
  if (hints.readOnly === true) return raiseCaution(operation, hints);
  if (operation.method === 'POST') return judgePost(operation, hints, options);
  return { hints, diagnostics: [] };
}

const readHints = combineHints(hintPresets.read, hintPresets.idempotent);
const replaceHints = combineHints(hintPresets.destroy, hintPresets.idempotent);

/** By method; whatever is not in the table may destroy something. */
const methodHints: ReadonlyMap<string, ToolHints> = new Map([
  ['GET', readHints],
  ['HEAD', readHints],
  ['OPTIONS', readHints],
  ['QUERY', readHints],
  ['PUT', replaceHints],
  ['DELETE', replaceHints],
]);

function hintsOfMethod(operation: Operation): ToolHints {
  if (operation.additional) return hintPresets.destroy;
  return methodHints.get(operation.method) ?? hintPresets.destroy;
}

/**
 * A key that the caller must give is the same for the same arguments, in every retry and in every repeated call
 * (rule H4). One that may be left out promises nothing.
 */
function hasIdempotencyKey(operation: Operation): boolean {
  return operation.parameters.some(
    (parameter) =>
      parameter.in === 'header' &&
      parameter.required &&
      /^(?:x-)?idempotency-key$/i.test(parameter.name),
  );
}

const riskyWords: ReadonlySet<string> = new Set([
  'delete',
  'remove',
  'reset',
  'send',
  'trigger',
  'logout',
  'unsubscribe',
  'approve',
]);

/** A safe method whose words say that it changes something loses the benefit of the doubt (rule H2). */
function raiseCaution(operation: Operation, hints: ToolHints): DerivedHints {
  const word = riskyWordOf(operation);
  if (word === undefined) return { hints, diagnostics: [] };
  return {
    hints: combineHints(hints, hintPresets.destroy),
    diagnostics: [
      diagnostic('hint-raised', {
        message: `${operation.method} ${operation.path} is not shown as read-only, because its words say "${word}".`,
        fix: 'If it only reads, say so in an overlay.',
        location: operation.location,
        operation: operationName(operation),
        overlay: overlayLines(operation, '[read]'),
      }),
    ],
  };
}

function riskyWordOf(operation: Operation): string | undefined {
  const identifying = [...wordsOf(operation.operationId), ...wordsOf(fixedPathOf(operation))];
  const said = wordsOf(operation.summary);
  return (
    identifying.find((word) => riskyWords.has(word)) ??
    // A summary is a sentence: "Deletes the pet", "Logs the user out" are how it says the same.
    said.find((word) => riskyWords.has(word) || riskyWords.has(word.replace(/s$/, '')))
  );
}

const additiveWords: ReadonlySet<string> = new Set(['create', 'add', 'register', 'upload']);

const readingWords: ReadonlySet<string> = new Set([
  'search',
  'query',
  'list',
  'find',
  'filter',
  'preview',
  'validate',
  'estimate',
]);

function judgePost(operation: Operation, hints: ToolHints, options: HintOptions): DerivedHints {
  if (isAdditive(operation)) {
    return { hints: { ...hints, ...hintPresets.write }, diagnostics: [] };
  }
  const word = readingWordOf(operation);
  if (word === undefined) return { hints, diagnostics: [] };
  if (options.trustReadNames) {
    return { hints: { ...hints, ...hintPresets.read }, diagnostics: [] };
  }
  return {
    hints,
    diagnostics: [
      diagnostic('hint-read-candidate', {
        message: `${operation.method} ${operation.path} is named like a reading operation ("${word}") and is shown as one that may destroy something.`,
        fix: 'If it only reads, say so in an overlay, or trust such names with --trust-read-names.',
        location: operation.location,
        operation: operationName(operation),
        overlay: overlayLines(operation, '[read]'),
      }),
    ],
  };
}

/** Strong evidence that a POST only adds (rule H3): all three together. */
function isAdditive(operation: Operation): boolean {
  const first = [wordsOf(operation.operationId)[0], wordsOf(operation.summary)[0]];
  return (
    /\/[^/{}]+\/?$/.test(operation.path) &&
    operation.responses.some(({ status }) => status === '201') &&
    first.some((word) => word !== undefined && additiveWords.has(singular(word)))
  );
}

/** "Creates a pet" is "create a pet". */
function singular(word: string): string {
  return word.replace(/s$/, '');
}

function readingWordOf(operation: Operation): string | undefined {
  const id = wordsOf(operation.operationId);
  const candidates = [
    id[0],
    id.at(-1),
    wordsOf(operation.summary)[0],
    wordsOf(fixedPathOf(operation)).at(-1),
  ];
  return candidates.find((word) => word !== undefined && readingWords.has(word));
}

function fixedPathOf(operation: Operation): string {
  return operation.pathTemplate.map((part) => (part.kind === 'literal' ? part.text : ' ')).join('');
}

/** Words in lower case; `resetPassword`, `reset-password` and `Reset password` are the same two. */
function wordsOf(text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  return text
    .slice(0, 1_000)
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replaceAll(/\b(log|sign) ?(out)\b/g, 'logout')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

function overlayLines(operation: Operation, hints: string): string {
  return `tools:\n  ${quoteForYaml(operation)}: { hints: ${hints} }`;
}
