import type { ApiModel, Operation, Tag } from '../model/api.ts';
import { didYouMean } from '../model/nearest-names.ts';
import { compileGlob, isGlob } from './glob.ts';
import { operationKey } from './operation-name.ts';

/** How closely a pattern names an operation, most closely first. */
type MatchKind = 'exact' | 'glob' | 'tag';

/** What a pattern looks at. */
type PatternSubject = Pick<Operation, 'method' | 'path' | 'operationId' | 'tags'>;

/**
 * A text that names operations, in rules and overlays: an operationId, `METHOD /path`, `/path` for any method,
 * or `tag:name`, which reaches the tag's descendants too (rule V14). `*` stands for anything within a segment,
 * `**` for anything, a method of `*` for any method. An operationId counts before every other reading.
 */
export interface OperationPattern {
  readonly text: string;
  /** `undefined` where the operation is not meant. */
  match(operation: PatternSubject): MatchKind | undefined;
}

/** The tags of an API with their parents (3.2 §Tag Object, rule V14). */
export interface TagTree {
  /** The tag and its ancestors, the tag first. */
  lineOf(tag: string): readonly string[];
}

/** Reads the parents of tags; a circle ends where it closes. */
export function tagTree(tags: readonly Tag[]): TagTree {
  const parents = new Map(tags.map(({ name, parent }) => [name, parent]));
  return {
    lineOf(tag) {
      const line = new Set<string>();
      for (
        let at: string | undefined = tag;
        at !== undefined && !line.has(at);
        at = parents.get(at)
      ) {
        line.add(at);
      }
      return [...line];
    },
  };
}

const tagPrefix = 'tag:';

/** Reads a pattern; every text is one. */
export function operationPattern(text: string, tags: TagTree): OperationPattern {
  const other = otherReading(text, tags);
  return {
    text,
    match: (operation) => (operation.operationId === text ? 'exact' : other(operation)),
  };
}

type Reading = (operation: PatternSubject) => MatchKind | undefined;

function otherReading(text: string, tags: TagTree): Reading {
  if (text.startsWith(tagPrefix)) {
    const wanted = text.slice(tagPrefix.length);
    return (operation) =>
      operation.tags.some((tag) => tags.lineOf(tag).includes(wanted)) ? 'tag' : undefined;
  }
  const place = placeOf(text);
  if (place !== undefined) return placeReading(place);
  if (!isGlob(text)) return () => undefined;
  const idFits = compileGlob(text);
  return ({ operationId }) =>
    operationId !== undefined && idFits(operationId) ? 'glob' : undefined;
}

interface Place {
  readonly method: string;
  readonly path: string;
}

/** `GET /path`, `* /path` or `/path`. */
function placeOf(text: string): Place | undefined {
  if (text.startsWith('/')) return { method: '*', path: text };
  const parts = /^(\S+)\s+(\/.*)$/s.exec(text);
  if (parts === null) return undefined;
  return { method: parts[1] ?? '*', path: parts[2] ?? '/' };
}

function placeReading({ method, path }: Place): Reading {
  const pathFits = isGlob(path) ? compileGlob(path) : undefined;
  return (operation) => {
    if (method !== '*' && !isMethod(method, operation.method)) return undefined;
    if (operation.path === path) return method === '*' ? 'glob' : 'exact';
    return pathFits?.(operation.path) === true ? 'glob' : undefined;
  };
}

const fixedMethods: ReadonlySet<string> = new Set(
  'GET PUT POST DELETE OPTIONS HEAD PATCH TRACE QUERY'.split(' '),
);

/** Methods that the specification fixes may be written in any case; others are taken literally. */
function isMethod(written: string, method: string): boolean {
  const upper = written.toUpperCase();
  return written === method || (fixedMethods.has(upper) && upper === method);
}

/** `Did you mean …?` for a pattern that matches nothing, or empty text; also where only the case differs. */
export function suggestPatterns(text: string, api: Pick<ApiModel, 'operations' | 'tags'>): string {
  return didYouMean(text, candidatesFor(text, api));
}

function candidatesFor(
  text: string,
  { operations, tags }: Pick<ApiModel, 'operations' | 'tags'>,
): ReadonlySet<string> {
  if (text.startsWith(tagPrefix)) {
    const names = [...tags.map(({ name }) => name), ...operations.flatMap((each) => each.tags)];
    return new Set(names.map((name) => tagPrefix + name));
  }
  if (placeOf(text) !== undefined) return new Set(operations.map(operationKey));
  return new Set(operations.map((each) => each.operationId ?? operationKey(each)));
}

/**
 * Operations below those that a pattern ending in `/*` matches, which only `/**` would reach: whoever shuts a
 * part of an API off wants to know of them.
 */
export function operationsBelow(
  text: string,
  operations: readonly Operation[],
  tags: TagTree,
): readonly Operation[] {
  if (!text.endsWith('/*')) return [];
  const near = operationPattern(text, tags);
  const deep = operationPattern(`${text}*`, tags);
  return operations.filter(
    (each) => near.match(each) === undefined && deep.match(each) !== undefined,
  );
}
