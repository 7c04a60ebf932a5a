import { discriminatorOf, listsAlternatives } from './regions.ts';
import type { SchemaLibrary } from './library.ts';
import { findComponents, type GraphComponents } from './strongly-connected.ts';

/** From which side schemas are published. */
export interface Perspective {
  /** `input` leaves out what is read-only, `output` what is write-only (rule J7). */
  readonly direction: 'input' | 'output';
  /** Parents with a discriminator become a choice of their children (rule J9). */
  readonly expand: boolean;
  /** Longest description, in UTF-16 code units. */
  readonly maxDescriptionLength: number;
}

/**
 * A schema is published whole, or as the `base` that those who inherit from it refer to: without the
 * alternatives that lead back to itself, so that no validator runs in circles.
 */
export type Role = 'whole' | 'base';

/** How references are followed in one perspective. */
export interface Inheritance {
  /** Whether any key is published as the choice of its children. */
  readonly expandsParents: boolean;
  /** The keys that a parent with a discriminator stands for; `undefined` where it is published as it is. */
  childrenOf(key: string): readonly string[] | undefined;
  /** What a reference from the schema `owner`, for the same instance, becomes; `undefined`: left out. */
  follow(step: ReferenceStep): Role | undefined;
  /** Whether the two roles of a key differ. */
  hasBase(key: string): boolean;
}

/** A reference for the same instance. */
export interface ReferenceStep {
  readonly owner: string;
  readonly role: Role;
  /** Whether an `anyOf` or `oneOf` stands between the owner and the reference. */
  readonly below: 'all' | 'any';
  readonly target: string;
}

/** Works out {@link Inheritance} for one perspective of a library. */
export function createInheritance(library: SchemaLibrary, perspective: Perspective): Inheritance {
  const children = perspective.expand ? expandableParents(library) : new Map<string, never>();
  const everything = new Map<string, ReadonlySet<string>>();
  const choices = new Map<string, ReadonlySet<string>>();
  for (const [key, region] of library.regions) {
    const any = new Set([...region.any, ...(children.get(key) ?? [])]);
    choices.set(key, any);
    everything.set(key, new Set([...region.all, ...any]));
  }
  const loops = findComponents(everything);
  const choiceLoops = findComponents(choices);
  return {
    expandsParents: children.size > 0,
    childrenOf: (key) => children.get(key),
    hasBase: (key) =>
      children.has(key) ||
      [...(library.regions.get(key)?.any ?? [])].some((target) => loops.onOneCycle(key, target)),
    follow: (step) => followStep(step, { loops, choiceLoops, conjunctions: library.conjunctions }),
  };
}

function followStep(
  { owner, role, below, target }: ReferenceStep,
  graphs: {
    readonly loops: GraphComponents;
    readonly choiceLoops: GraphComponents;
    readonly conjunctions: GraphComponents;
  },
): Role | undefined {
  if (!graphs.loops.onOneCycle(owner, target)) return 'whole';
  if (below === 'any') {
    if (role === 'base') return undefined;
    return graphs.choiceLoops.onOneCycle(owner, target) ? 'base' : 'whole';
  }
  return graphs.conjunctions.onOneCycle(owner, target) ? undefined : 'base';
}

/** Parents with a discriminator and no alternatives of their own, with the keys that stand for them. */
function expandableParents(library: SchemaLibrary): ReadonlyMap<string, readonly string[]> {
  const parents = new Map<string, readonly string[]>();
  for (const [key, { schema }] of Object.entries(library.table)) {
    const discriminator = discriminatorOf(schema);
    if (discriminator === undefined || listsAlternatives(schema)) continue;
    const mapped = new Set(
      [...discriminator.mapping.values()].filter((target) => library.entry(target) !== undefined),
    );
    const { defaultMapping } = discriminator;
    if (defaultMapping !== undefined && library.entry(defaultMapping) !== undefined) {
      mapped.add(defaultMapping);
    }
    const inherited = descendantsOf(library, key).filter(
      (child) => mapped.size === 0 || !isIntermediate(library, child),
    );
    const children = [...new Set([...mapped, ...inherited])];
    if (children.some((child) => child !== key)) parents.set(key, children);
  }
  return parents;
}

/** Whether a key that no mapping names only passes its parent on: it has heirs, or adds nothing. */
function isIntermediate(library: SchemaLibrary, key: string): boolean {
  if ((library.children.get(key)?.size ?? 0) > 0) return true;
  const schema = library.entry(key)?.schema ?? {};
  const members = schema['allOf'];
  return Array.isArray(members) && members.length === 1 && !Object.hasOwn(schema, 'properties');
}

/** More children than this make no choice that a model could read. */
const maxDescendants = 500;

/** The keys that inherit from `key`, directly or not, nearest first. */
export function descendantsOf(library: SchemaLibrary, key: string): readonly string[] {
  const found = new Set<string>();
  let level: readonly string[] = [key];
  while (level.length > 0 && found.size < maxDescendants) {
    const next: string[] = [];
    for (const parent of level) {
      for (const child of library.children.get(parent) ?? []) {
        if (child !== key && !found.has(child)) {
          found.add(child);
          next.push(child);
        }
      }
    }
    level = next;
  }
  return [...found];
}
