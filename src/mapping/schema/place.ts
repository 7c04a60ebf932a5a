import type { SourceLocation } from '../../model/source.ts';
import { childLocation } from '../../model/source.ts';
import type { Role } from './perspective.ts';

/** Where a schema stands while it is converted. */
export interface Place {
  /** The key whose instance the schema describes; absent for a part of an instance, or inline. */
  readonly owner?: string;
  /** How the owner is published. */
  readonly role: Role;
  /** Whether an `anyOf` or `oneOf` stands between the owner and the schema. */
  readonly below: 'all' | 'any';
  /** Properties of the instance that are left out here (rule J7). */
  readonly hidden: ReadonlySet<string>;
  /** The instance is closed further up, so that no member closes it (rule J8). */
  readonly open: boolean;
  /** Schemas around it. */
  readonly depth: number;
  readonly trail: Trail;
}

/** The way to a schema; becomes a location only where something is reported. */
export type Trail =
  | { readonly start: SourceLocation }
  | { readonly parent: Trail; readonly token: string };

const nothingHidden: ReadonlySet<string> = new Set();

/** The place of a schema that stands alone. */
export function rootPlace(location: SourceLocation, owner?: string, role: Role = 'whole'): Place {
  return {
    ...(owner === undefined ? {} : { owner }),
    role,
    below: 'all',
    hidden: nothingHidden,
    open: false,
    depth: 0,
    trail: { start: location },
  };
}

/** The place of a schema for a part of the instance, such as a property. */
export function partPlace(place: Place, ...tokens: readonly string[]): Place {
  return {
    role: 'whole',
    below: 'all',
    hidden: nothingHidden,
    open: false,
    depth: place.depth + 1,
    trail: extend(place.trail, tokens),
  };
}

/** The place of a schema for the same instance, such as a member of `allOf`. */
export function samePlace(place: Place, below: 'all' | 'any', ...tokens: readonly string[]): Place {
  return {
    ...place,
    below: below === 'any' ? 'any' : place.below,
    depth: place.depth + 1,
    trail: extend(place.trail, tokens),
  };
}

function extend(trail: Trail, tokens: readonly string[]): Trail {
  return tokens.reduce<Trail>((parent, token) => ({ parent, token }), trail);
}

/** The location that a trail leads to. */
export function locationOf(trail: Trail): SourceLocation {
  const tokens: string[] = [];
  let current = trail;
  while ('parent' in current) {
    tokens.push(current.token);
    current = current.parent;
  }
  return childLocation(current.start, ...tokens.reverse());
}
