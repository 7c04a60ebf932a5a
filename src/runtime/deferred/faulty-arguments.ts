import type { JsonSchema } from '../../model/json.ts';
import type { WireTool } from '../call.ts';
import { cutSchema } from './cut-schema.ts';
import { memberOf, namesOf, propertyOf, requiredOf } from './schema-parts.ts';
import { signatureOf } from './signature.ts';

/** Characters of JSON that one schema, and all together, may take. */
const budgets = { each: 1_500, all: 3_000 } as const;

/** Names that one line gives, and paths that are looked up. */
const most = { names: 30, faults: 20, steps: 32, characters: 1_000 } as const;

/** A place in the arguments: its path, its schema, and the object that it is in. */
interface Place {
  readonly path: string;
  /** Absent for a member that nothing knows. */
  readonly schema?: JsonSchema;
  readonly holder?: KnownPlace;
}

type KnownPlace = Place & { readonly schema: JsonSchema };

/**
 * What a caller needs to mend a call, below the sentences that say what is wrong: the signature, which members are
 * required where something is wrong, and the schemas of just the arguments that those sentences are about.
 *
 * @param told Sentences that begin with the path of an argument, or quote the one that was meant.
 */
export function helpWithFaults(told: string, { name, inputSchema }: WireTool): string {
  const faulty = faultyPlaces(told, inputSchema);
  const holders = new Map(
    [...faulty.values()].flatMap(({ holder }) =>
      holder === undefined ? [] : [[holder.path, holder.schema] as const],
    ),
  );
  const lines = [`${name}${signatureOf(inputSchema)}`];
  for (const [path, schema] of holders) lines.push(...requiredLine(path, schema, inputSchema));
  return [...lines, ...schemaLines([...faulty.values()], inputSchema)].join('\n');
}

function requiredLine(path: string, schema: JsonSchema, root: JsonSchema): readonly string[] {
  const names = requiredOf(schema, root);
  if (names.length === 0) return [];
  const shown = [...names.slice(0, most.names), ...(names.length > most.names ? ['…'] : [])];
  return [`required${path === '' ? '' : ` in ${path}`}: ${shown.join(', ')}`];
}

function schemaLines(places: readonly Place[], root: JsonSchema): readonly string[] {
  const lines: string[] = [];
  let left: number = budgets.all;
  let isCut = false;
  for (const { path, schema } of places) {
    if (schema === undefined) continue;
    const cut = cutSchema(schema, root, Math.min(left, budgets.each));
    isCut ||= cut.isCut;
    left = Math.max(0, left - cut.text.length);
    lines.push(`${path}: ${cut.text}`);
  }
  return isCut ? [...lines, '(cut: describe_tools gives the rest)'] : lines;
}

/** The places that sentences are about, by their path. */
function faultyPlaces(told: string, root: JsonSchema): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  for (const line of told.split('\n')) {
    if (places.size >= most.faults) break;
    // A hostile name may be long; no path of a schema is.
    const sentence = line.replace(/^- `?/, '').slice(0, most.characters);
    for (const place of placesOf(sentence, root)) places.set(place.path, place);
  }
  return places;
}

/** What a sentence begins with; where nothing is known by that path, what the sentence says was meant. */
function placesOf(sentence: string, root: JsonSchema): readonly Place[] {
  const start: KnownPlace = { path: '', schema: root };
  const { place, rest } = walk(sentence, start, root);
  if (place !== start && !/^[.[]/.test(rest)) return [place];
  const meant = meantPaths(sentence).flatMap((path) => {
    const found = walk(path, place, root);
    return found.place === place || found.rest !== '' ? [] : [found.place];
  });
  if (meant.length > 0 || place === start) return meant;
  // What holds the unknown member may require others.
  return [{ path: `${place.path}.`, holder: place }];
}

/** Paths that a sentence offers in place of an unknown one, as the checks of arguments write them. */
function meantPaths(sentence: string): readonly string[] {
  const [, near] = /Did you mean (.+)\?$/.exec(sentence) ?? [];
  if (near !== undefined) return [...near.matchAll(/"([^"]+)"/g)].map(([, path = '']) => path);
  const [, path] =
    /; pass it as (.+)\.$/.exec(sentence) ??
    /(?:is the argument|pass the request body as) `([^`]+)`/.exec(sentence) ??
    [];
  return path === undefined ? [] : [path];
}

/** Follows a path such as `body.tags[0]["a b"].name` into a schema, as far as the schema knows it. */
function walk(
  text: string,
  start: KnownPlace,
  root: JsonSchema,
): { readonly place: KnownPlace; readonly rest: string } {
  let place = start;
  let rest = text;
  for (let step = 0; step < most.steps; step += 1) {
    const taken = step === 0 ? takeName(rest, place.schema, root) : takeStep(rest);
    const schema = taken && schemaAt(place.schema, taken, root);
    if (taken === undefined || schema === undefined) break;
    const path = taken.kind === 'item' ? `${place.path}[]` : join(place.path, taken.key);
    place = { path, schema, ...(taken.kind === 'item' ? {} : { holder: place }) };
    rest = rest.slice(taken.length);
  }
  return { place, rest };
}

/** One step of a path, and how many characters it takes. */
type Step =
  | { readonly kind: 'member'; readonly key: string; readonly length: number }
  | { readonly kind: 'item'; readonly length: number };

/** The longest name of a member that a text begins with: names of arguments stand in paths as they are. */
function takeName(text: string, schema: JsonSchema, root: JsonSchema): Step | undefined {
  let best: string | undefined;
  for (const name of namesOf(schema, root)) {
    const isWhole = text.startsWith(name) && !/^[\p{L}\p{N}_$-]/u.test(text.slice(name.length));
    if (isWhole && name.length > (best ?? '').length) best = name;
  }
  return best === undefined ? undefined : { kind: 'member', key: best, length: best.length };
}

function takeStep(text: string): Step | undefined {
  const match = /^(?:\.([\p{L}_$][\p{L}\p{N}_$-]*)|\[\d+\]|\[("(?:[^"\\]|\\.)*")\])/u.exec(text);
  if (match === null) return undefined;
  const [{ length }, plain, quoted] = match;
  if (plain !== undefined) return { kind: 'member', key: plain, length };
  if (quoted === undefined) return { kind: 'item', length };
  // A JSON string by the pattern above.
  return { kind: 'member', key: JSON.parse(quoted) as string, length };
}

function schemaAt(schema: JsonSchema, step: Step, root: JsonSchema): JsonSchema | undefined {
  return step.kind === 'item'
    ? memberOf(schema, 'items', root)
    : (propertyOf(schema, step.key, root) ?? memberOf(schema, 'additionalProperties', root));
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}
