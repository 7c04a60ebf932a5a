import type { Diagnostic } from '../../model/diagnostic.ts';
import type { JsonSchema } from '../../model/json.ts';
import type { SourceLocation } from '../../model/source.ts';
import { expandParent } from './alternatives.ts';
import { convertNode } from './convert-node.ts';
import type { Conversion } from './conversion.ts';
import { createWidening } from './directional.ts';
import { referenceTo } from './keywords.ts';
import type { SchemaLibrary } from './library.ts';
import { createInheritance, type Inheritance, type Perspective, type Role } from './perspective.ts';
import { partPlace, rootPlace, type Place } from './place.ts';
import { discriminatorOf, listsAlternatives } from './regions.ts';

/** A schema as it is published, and what there is to say about it. */
export interface Converted {
  readonly schema: JsonSchema;
  readonly diagnostics: readonly Diagnostic[];
}

/** The schemas of a library from one perspective; each is converted once, when it is first needed. */
export interface Definitions {
  readonly library: SchemaLibrary;
  readonly perspective: Perspective;
  /** Whether any parent is published as the choice of its children. */
  readonly expandsParents: boolean;
  /** The definition behind a key that a converted schema refers to. */
  get(published: string): Converted;
  /** Converts a schema that stands alone; its references lead to {@link Definitions.get}. */
  convert(schema: JsonSchema, location: SourceLocation): Converted;
}

const knownDefinitions = new WeakMap<SchemaLibrary, Map<string, Definitions>>();

/** The definitions of a library from a perspective; equal perspectives give the same ones. */
export function definitionsOf(library: SchemaLibrary, perspective: Perspective): Definitions {
  const known = knownDefinitions.get(library) ?? new Map<string, Definitions>();
  knownDefinitions.set(library, known);
  const { direction, expand, maxDescriptionLength } = perspective;
  const id = `${direction} ${expand} ${maxDescriptionLength}`;
  const before = known.get(id);
  if (before !== undefined) return before;
  const created = new Converter(library, perspective);
  known.set(id, created);
  return created;
}

class Converter implements Definitions {
  readonly library: SchemaLibrary;
  readonly perspective: Perspective;
  readonly expandsParents: boolean;
  private readonly inheritance: Inheritance;
  private readonly widens: (schema: JsonSchema) => boolean;
  private readonly converted = new Map<string, Converted>();
  private readonly specialized = new Map<string, Converted>();
  /** Published keys of the base role, both ways. */
  private readonly baseKeys = new Map<string, string>();
  private readonly keysOfBases = new Map<string, string>();

  constructor(library: SchemaLibrary, perspective: Perspective) {
    this.library = library;
    this.perspective = perspective;
    this.inheritance = createInheritance(library, perspective);
    this.expandsParents = this.inheritance.expandsParents;
    this.widens = createWidening(library, perspective.direction);
  }

  get(published: string): Converted {
    const before = this.converted.get(published);
    if (before !== undefined) return before;
    const key = this.keysOfBases.get(published) ?? published;
    const role: Role = key === published ? 'whole' : 'base';
    const result = this.convertEntry(key, role);
    this.converted.set(published, result);
    return result;
  }

  convert(schema: JsonSchema, location: SourceLocation): Converted {
    return this.run((conversion) => conversion.convert(schema, rootPlace(location)) ?? {});
  }

  private convertEntry(key: string, role: Role): Converted {
    const entry = this.library.entry(key);
    if (entry === undefined) return { schema: {}, diagnostics: [] };
    const place = rootPlace(entry.location, key, role);
    return this.run((conversion) => {
      const expanded =
        role === 'whole' ? expandParent(entry.schema, key, place, conversion) : undefined;
      return expanded ?? convertNode(entry.schema, place, conversion) ?? {};
    });
  }

  private specialize(key: string, role: Role, place: Place): Converted {
    const hidden = JSON.stringify([...place.hidden].sort());
    const id = `${role} ${place.open} ${place.below} ${hidden} ${key}`;
    const before = this.specialized.get(id);
    if (before !== undefined) return before;
    const entry = this.library.entry(key);
    const inner: Place = {
      ...place,
      owner: key,
      role: this.inheritance.childrenOf(key) === undefined ? role : 'base',
      below: 'all',
      depth: place.depth + 1,
      trail: entry === undefined ? place.trail : { start: entry.location },
    };
    const result = this.run(
      (conversion) => convertNode(entry?.schema ?? {}, inner, conversion) ?? {},
    );
    this.specialized.set(id, result);
    return result;
  }

  private run(work: (conversion: Conversion) => JsonSchema): Converted {
    const diagnostics: Diagnostic[] = [];
    const conversion: Conversion = {
      library: this.library,
      perspective: this.perspective,
      inheritance: this.inheritance,
      widens: this.widens,
      convert: (schema, place) =>
        this.expandInline(schema, place, conversion) ?? convertNode(schema, place, conversion),
      refer: (key, role) => ({ $ref: referenceTo(this.publishedKey(key, role)) }),
      keyOf: (published) => this.keysOfBases.get(published) ?? published,
      definition: (published) => this.get(published).schema,
      specialize: (key, role, place) => {
        const special = this.specialize(key, role, place);
        diagnostics.push(...special.diagnostics);
        return special.schema;
      },
      report: (problem) => {
        diagnostics.push(problem);
      },
    };
    const schema = work(conversion);
    return { schema, diagnostics };
  }

  /** A parent without a name, where it describes a part of its own. */
  private expandInline(
    schema: JsonSchema,
    place: Place,
    conversion: Conversion,
  ): JsonSchema | undefined {
    const isAlone = place.owner === undefined && place.hidden.size === 0 && !place.open;
    if (!isAlone || discriminatorOf(schema) === undefined || listsAlternatives(schema)) {
      return undefined;
    }
    return expandParent(schema, undefined, partPlace(place), conversion);
  }

  private publishedKey(key: string, role: Role): string {
    if (role === 'whole' || !this.inheritance.hasBase(key)) return key;
    const known = this.baseKeys.get(key);
    if (known !== undefined) return known;
    let name = `${key}_base`;
    for (let number = 2; this.isTaken(name); number += 1) name = `${key}_base_${number}`;
    this.baseKeys.set(key, name);
    this.keysOfBases.set(name, key);
    return name;
  }

  private isTaken(name: string): boolean {
    return this.library.entry(name) !== undefined || this.keysOfBases.has(name);
  }
}
