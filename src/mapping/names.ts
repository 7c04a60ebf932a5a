import { createHash } from 'node:crypto';
import type { Operation } from '../model/api.ts';
import { groupBy } from './group.ts';

/** How derived names are spelled; `verbatim` keeps the operationId's own spelling (rule N3). */
export type NameStyle = 'verbatim' | 'snake' | 'camel';

/** What a name is derived from; nothing else has an influence on it. */
export type NamedOperation = Pick<Operation, 'method' | 'path' | 'operationId'>;

/** One operation that needs a name. */
export interface NameRequest {
  readonly operation: NamedOperation;
  /** What a person calls it; used as written, behind the prefix. */
  readonly given?: string;
  /** The whole name that an earlier build gave it (rule N6). */
  readonly locked?: string;
}

/** What holds for all names of one document. */
export interface NameOptions {
  /** Clients put it before the tool's name and count both (rule N2). */
  readonly serverName: string;
  /** `<namespace>_` where several documents share a server; empty by default. */
  readonly prefix?: string;
  /** `verbatim` by default. */
  readonly style?: NameStyle;
}

/** A name with how it came about. */
export interface AssignedName {
  readonly name: string;
  readonly origin: 'given' | 'locked' | 'operationId' | 'path';
  /** What stood there before shortening or a suffix, behind the prefix. */
  readonly base: string;
  /** It was over the budget (rule N4). */
  readonly shortened: boolean;
  /** Another tool has the plain name (rule N5). */
  readonly suffixed: boolean;
}

const legal = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** Whether every client accepts the characters of a tool's name (rule N1); the length is not looked at. */
export function isLegalToolName(name: string): boolean {
  return legal.test(name);
}

/** How long a tool's name may be beside this server's name, in characters: 32 to 64 (rule N2). */
export function nameBudget(serverName: string): number {
  return Math.min(64, Math.max(32, 57 - serverName.length));
}

/** The shortest room that is left for names behind a prefix; a longer prefix cannot be used. */
export const leastNameRoom = 16;

/**
 * The name that an operation has by itself, before length and clashes: its operationId, with each run of
 * illegal characters as one `_`, else `<method>_<path>` with `by_<name>` for templates (rule N3).
 */
export function baseName(operation: NamedOperation, style: NameStyle = 'verbatim'): string {
  const fromId = operation.operationId === undefined ? '' : sanitize(operation.operationId);
  const base = fromId === '' ? pathName(operation) : fromId;
  return restyle(base, style);
}

/**
 * Names every operation: legal, unique ignoring case, within the budget unless a person or the lock says
 * otherwise, and independent of the order of the requests (rules N1 to N6). A plain name goes to what a person
 * named so, else to the lock, else to the one operationId that is this name verbatim; everybody else
 * who would have it gets a hash of method and path behind it.
 *
 * @returns One name for each request, in the order of the requests.
 */
export function assignNames(
  requests: readonly NameRequest[],
  options: NameOptions,
): readonly AssignedName[] {
  const candidates = requests.map((request) => candidateOf(request, options));
  const keepers = keepersOf(candidates);
  const taken = new Set(keepers.keys());
  const suffixed = suffixNames(
    candidates.filter((candidate) => keepers.get(fold(candidate.name)) !== candidate),
    taken,
    options,
  );
  return candidates.map((candidate) => {
    const name = suffixed.get(candidate);
    return {
      name: name ?? candidate.name,
      origin: candidate.origin,
      base: candidate.base,
      shortened: candidate.shortened,
      suffixed: name !== undefined,
    };
  });
}

interface Candidate extends Omit<AssignedName, 'suffixed'> {
  readonly operation: NamedOperation;
  /** Who keeps the plain name: the lowest claim, if it is the only one of its kind. */
  readonly claim: number;
}

const claims = { given: 0, locked: 1, verbatim: 2, derived: 3 } as const;

function candidateOf(request: NameRequest, options: NameOptions): Candidate {
  const { operation, given, locked } = request;
  const prefix = options.prefix ?? '';
  const common = { operation, shortened: false } as const;
  if (given !== undefined) {
    const name = prefix !== '' && given.startsWith(prefix) ? given : prefix + given;
    return { ...common, name, base: given, origin: 'given', claim: claims.given };
  }
  if (locked !== undefined && isLegalToolName(locked)) {
    return { ...common, name: locked, base: locked, origin: 'locked', claim: claims.locked };
  }
  const base = baseName(operation, options.style);
  const room = roomOf(options);
  const shortened = base.length > room;
  const verbatim = base === operation.operationId && !shortened;
  return {
    operation,
    name: prefix + (shortened ? withHash(base, hashOf(base).slice(0, 6), room) : base),
    base,
    origin: operation.operationId === undefined ? 'path' : 'operationId',
    shortened,
    claim: verbatim ? claims.verbatim : claims.derived,
  };
}

/** Who keeps each plain name: keyed by the folded name; a name that nobody keeps is absent. */
function keepersOf(candidates: readonly Candidate[]): ReadonlyMap<string, Candidate> {
  const groups = groupBy(candidates, (candidate) => fold(candidate.name));
  const keepers = new Map<string, Candidate>();
  for (const [name, group] of groups) {
    const strongest = Math.min(...group.map(({ claim }) => claim));
    const first = group.filter(({ claim }) => claim === strongest);
    const [keeper] = first;
    const mayKeep = group.length === 1 || (first.length === 1 && strongest !== claims.derived);
    if (keeper !== undefined && mayKeep) keepers.set(name, keeper);
  }
  return keepers;
}

/**
 * Gives every candidate a name with a hash. All of a round are settled together, so that nobody's place in the
 * list matters; whoever still meets another name gets another hash in the next round, which a document would
 * have to be made for.
 */
function suffixNames(
  candidates: readonly Candidate[],
  taken: ReadonlySet<string>,
  options: NameOptions,
): ReadonlyMap<Candidate, string> {
  const settled = new Map<Candidate, string>();
  const used = new Set(taken);
  let open = candidates;
  for (let round = 0; open.length > 0; round += 1) {
    const tries = groupBy(open, (candidate) => fold(suffixedName(candidate, round, options)));
    const free = [...tries].filter(([name, group]) => group.length === 1 && !used.has(name));
    for (const [name, [candidate]] of free) {
      used.add(name);
      if (candidate !== undefined) settled.set(candidate, suffixedName(candidate, round, options));
    }
    open = open.filter((candidate) => !settled.has(candidate));
  }
  return settled;
}

function suffixedName(candidate: Candidate, round: number, options: NameOptions): string {
  const { method, path } = candidate.operation;
  const hash =
    round === 0
      ? hashOf(`${method} ${path}`).slice(0, 6)
      : hashOf(`${method} ${path} ${round}`).slice(0, 12);
  if (candidate.claim <= claims.locked) {
    return withHash(candidate.name, hash, nameBudget(options.serverName));
  }
  return (options.prefix ?? '') + withHash(candidate.base, hash, roomOf(options));
}

function roomOf(options: NameOptions): number {
  const budget = nameBudget(options.serverName) - (options.prefix ?? '').length;
  return Math.max(leastNameRoom, budget);
}

function fold(name: string): string {
  return name.toLowerCase();
}

function hashOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** Legal characters only, nothing at the edges that was illegal; empty where nothing is left. */
function sanitize(text: string): string {
  const joined = text
    .split(/[^A-Za-z0-9_-]+/)
    .filter((piece) => piece !== '')
    .join('_');
  return /^[0-9-]/.test(joined) ? `_${joined}` : joined;
}

function pathName({ method, path }: NamedOperation): string {
  const words = path.replaceAll(/\{([^{}]*)\}/g, ' by_$1 ');
  const verb = sanitize(method.toLowerCase());
  const rest = sanitize(words);
  return `${verb === '' ? 'call' : verb}_${rest === '' ? 'root' : rest.replace(/^_(?=[0-9-])/, '')}`;
}

const wordPattern = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g;

function restyle(base: string, style: NameStyle): string {
  if (style === 'verbatim') return base;
  const words = base.match(wordPattern)?.map((word) => word.toLowerCase()) ?? [];
  const joined =
    style === 'snake'
      ? words.join('_')
      : words.map((word, index) => (index === 0 ? word : capitalize(word))).join('');
  return joined === '' ? base : sanitize(joined);
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

const stopWords: ReadonlySet<string> = new Set(
  'a an and at for from in of on or that the this to with'.split(' '),
);

/** The base without stop words, cut to head and tail where it is still too long, and the hash. */
function withHash(base: string, hash: string, room: number): string {
  const space = room - hash.length - 1;
  const whole = base.length <= space ? base : dropStopWords(base);
  return `${fit(whole, space)}_${hash}`;
}

function dropStopWords(base: string): string {
  const kept = base.replaceAll(wordPattern, (word, offset: number) =>
    offset > 0 && stopWords.has(word.toLowerCase()) ? '' : word,
  );
  return kept.replaceAll(/([_-])[_-]+/g, '$1').replace(/[_-]+$/, '');
}

/** At most `space` characters: all of it, or its beginning and its end, cut between words where that is near. */
function fit(text: string, space: number): string {
  if (text.length <= space) return text;
  const head = cutEnd(text.slice(0, Math.ceil(space * 0.6)), text);
  const tail = cutStart(text.slice(text.length - (space - head.length - 1)), text);
  return tail === '' ? head : `${head}_${tail}`;
}

/** Drops a word that the cut went through, unless that would cost more than a third. */
function cutEnd(head: string, whole: string): string {
  const boundaries = boundariesOf(whole).filter((at) => at <= head.length);
  const at = boundaries.at(-1) ?? head.length;
  const cut = at * 3 >= head.length * 2 ? head.slice(0, at) : head;
  return cut.replace(/[_-]+$/, '');
}

function cutStart(tail: string, whole: string): string {
  const offset = whole.length - tail.length;
  const at = boundariesOf(whole).find((boundary) => boundary >= offset) ?? offset;
  const cut = (whole.length - at) * 3 >= tail.length * 2 ? whole.slice(at) : tail;
  return cut.replace(/^[_-]+/, '');
}

/** Where words begin and end. */
function boundariesOf(text: string): readonly number[] {
  return [...text.matchAll(wordPattern)].flatMap((match) => [
    match.index,
    match.index + match[0].length,
  ]);
}
