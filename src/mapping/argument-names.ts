import { createHash } from 'node:crypto';
import { compareText, groupBy } from './group.ts';

/** Places of arguments, in the order of precedence where two have the same name (rule A3). */
export const argumentPlaces = ['path', 'query', 'querystring', 'header', 'cookie'] as const;

/** Where an argument goes. */
export type ArgumentPlace = (typeof argumentPlaces)[number] | 'body';

/** One argument that needs a name. */
export interface NameRequest {
  /** `query:limit`, `body`, `body:title`: what the name is kept under. */
  readonly key: string;
  readonly place: ArgumentPlace;
  /** The name on the wire, or `body`. */
  readonly wireName: string;
  /** The name that an overlay gives it. */
  readonly given?: string;
}

/** A name that an overlay gives and that cannot be used. */
export interface RefusedName {
  readonly key: string;
  readonly given: string;
  readonly reason: 'illegal' | 'taken';
}

/** Names by key, each of them legal and given once. */
export interface AssignedNames {
  readonly names: ReadonlyMap<string, string>;
  readonly refused: readonly RefusedName[];
}

/** The argument that is the request body; reserved also where there is none (rule A1). */
export const bodyArgument = 'body';

const maxLength = 64;

/** Longest part of a wire name that is read; the hash of a longer one covers all of it. */
const readLength = 256;
const legalName = /^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/;

/** Whether every client takes an argument of this name (rules A2, C2). */
export function isLegalArgumentName(name: string): boolean {
  return legalName.test(name) && name !== '__proto__';
}

/**
 * Names arguments (rules A2, A3). A person's name comes first, then that of an earlier build, then the
 * name on the wire; no name depends on the order in the document, and a parameter of a later place never
 * renames one of an earlier.
 */
export function assignArgumentNames(
  requests: readonly NameRequest[],
  locked: Readonly<Record<string, string>> = {},
): AssignedNames {
  const naming = new Naming();
  for (const request of requests) naming.give(request);
  for (const request of requests) {
    const name = Object.hasOwn(locked, request.key) ? locked[request.key] : undefined;
    if (name !== undefined) naming.keep(request, name);
  }
  const byPlace = groupBy(requests, ({ place }) => place);
  const body = byPlace.get('body') ?? [];
  for (const request of body) if (request.key === bodyArgument) naming.derive([request]);
  for (const place of argumentPlaces) naming.derive(byPlace.get(place) ?? []);
  naming.derive(body);
  return { names: naming.names, refused: naming.refused };
}

class Naming {
  readonly names = new Map<string, string>();
  readonly refused: RefusedName[] = [];
  private readonly taken = new Set<string>();

  give({ key, given }: NameRequest): void {
    if (given === undefined) return;
    const isBody = key === bodyArgument && given === bodyArgument;
    if (!isLegalArgumentName(given)) this.refused.push({ key, given, reason: 'illegal' });
    else if (this.taken.has(given) || (given === bodyArgument && !isBody)) {
      this.refused.push({ key, given, reason: 'taken' });
    } else this.assign(key, given);
  }

  keep({ key }: NameRequest, name: string): void {
    const isReserved = name === bodyArgument && key !== bodyArgument;
    if (this.names.has(key) || isReserved || this.taken.has(name)) return;
    if (isLegalArgumentName(name)) this.assign(key, name);
  }

  /** Derives the names of one place; those that nothing else wants come first. */
  derive(requests: readonly NameRequest[]): void {
    const open = requests.filter(({ key }) => !this.names.has(key));
    const wanted = [...groupBy(open, ({ wireName }) => sanitizeName(wireName))].flatMap(
      ([name, group]) => distinguish(name, group),
    );
    const clashing = wanted.filter(({ request, name }) => {
      if (!this.isFree(request.key, name)) return true;
      this.assign(request.key, name);
      return false;
    });
    clashing.sort((a, b) => compareText(a.request.wireName, b.request.wireName));
    for (const { request, name } of clashing) {
      this.assign(request.key, this.freeName(`${name}_${request.place}`));
    }
  }

  private isFree(key: string, name: string): boolean {
    return !this.taken.has(name) && (name !== bodyArgument || key === bodyArgument);
  }

  private freeName(base: string): string {
    let name = shorten(base);
    for (let number = 2; this.taken.has(name); number += 1) name = shorten(`${base}_${number}`);
    return name;
  }

  private assign(key: string, name: string): void {
    this.names.set(key, name);
    this.taken.add(name);
  }
}

/** Names of one place that became equal: the one that is verbatim keeps it, each other gets a hash of its own. */
function distinguish(
  name: string,
  group: readonly NameRequest[],
): readonly { readonly request: NameRequest; readonly name: string }[] {
  if (group.length === 1) return group.map((request) => ({ request, name }));
  return group.map((request) => ({
    request,
    name: request.wireName === name ? name : shorten(`${name}_${hashOf(request.wireName, 4)}`),
  }));
}

/** The wire name as a legal argument name (rule A2): `filter[name]` is `filter_name`, `Since<` is `Since_lt`. */
export function sanitizeName(wireName: string): string {
  if (isLegalArgumentName(wireName)) return wireName;
  const legal = wireName
    .slice(0, readLength)
    .replaceAll('<', '_lt')
    .replaceAll('>', '_gt')
    .replaceAll(/[^A-Za-z0-9_.-]+/g, '_')
    .replace(/^_+/, '')
    .replace(/_+$/, '');
  if (legal === '') return 'param';
  const name = /^[A-Za-z_]/.test(legal) ? legal : `_${legal}`;
  return name.length > maxLength ? cut(name, wireName) : name;
}

function shorten(name: string): string {
  return name.length > maxLength ? cut(name, name) : name;
}

function cut(name: string, original: string): string {
  return `${name.slice(0, maxLength - 7)}_${hashOf(original, 6)}`;
}

function hashOf(text: string, digits: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, digits);
}
