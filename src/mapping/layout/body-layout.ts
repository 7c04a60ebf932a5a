import { isJsonObject } from '../../model/json.ts';
import type { BodyBinding, BodySource } from '../../model/request-binding.ts';
import { bodyArgument, sanitizeName, type NameRequest } from '../argument-names.ts';
import type { PlannedBody } from '../body.ts';
import { definitionsOf, type Converted, type Definitions } from '../schema/definitions.ts';
import { joinTexts } from '../schema/describe.ts';
import { flattenBody, type LiftedProperty } from './flatten.ts';
import {
  describedBy,
  rankOf,
  type LaidOutArgument,
  type LayoutContext,
  type Origin,
} from './layout-context.ts';

/** The arguments of a body, before they have names. */
export interface BodyLayout {
  readonly nameRequests: readonly NameRequest[];
  /** Makes the arguments once their names are known; without a binding no body is ever sent. */
  readonly place: (nameOf: (key: string) => string) => {
    readonly binding?: BodyBinding;
    readonly arguments: readonly LaidOutArgument[];
  };
}

/** Lays out a body as one argument, or as one for each property where the overlay says so (rules A1, A8). */
export function layOutBody(body: PlannedBody, context: LayoutContext): BodyLayout {
  const { flatten } = context.request.directives;
  const properties = flatten ? liftProperties(body, context) : undefined;
  return properties === undefined
    ? layOutWhole(body, context)
    : layOutProperties(body, properties, context);
}

function layOutWhole(body: PlannedBody, context: LayoutContext): BodyLayout {
  const directive = context.directiveOf(bodyArgument);
  const { encoding } = body;
  const required = directive?.required ?? body.required;
  const origin = context.originOf(directive, { name: bodyArgument, required });
  if (origin.kind === 'nowhere') return { nameRequests: [], place: () => ({ arguments: [] }) };
  if (origin.kind === 'fixed') {
    const source = fixedSource(origin);
    if (source !== undefined) {
      const binding = { source, required: true, encoding };
      return { nameRequests: [], place: () => ({ binding, arguments: [] }) };
    }
    context.report('argument-fixed-unusable', {
      message: `The overlay fixes the body of ${context.operationText()} to a value that is no object; callers give it instead.`,
      fix: 'Fix an object, or single properties of a flattened body.',
      location: directive?.location,
    });
  }
  const publish = (definitions: Definitions): Converted =>
    describedBy(body.argument(definitions), directive?.description);
  return {
    nameRequests: [nameRequest(bodyArgument, bodyArgument, directive?.name)],
    place: (nameOf) => {
      const name = nameOf(bodyArgument);
      return {
        binding: { source: { kind: 'argument', argument: name }, required, encoding },
        arguments: [{ name, required, rank: rankOf('body', required), publish }],
      };
    },
  };
}

function fixedSource({ value }: Extract<Origin, { kind: 'fixed' }>): BodySource | undefined {
  if (!isJsonObject(value)) return undefined;
  const properties = Object.entries(value).map(([property, inner]) => ({
    property,
    source: { kind: 'fixed' as const, value: inner },
  }));
  return { kind: 'properties', properties };
}

/** The properties of a body that is to be flattened; `undefined` where it stays one argument. */
function liftProperties(
  body: PlannedBody,
  context: LayoutContext,
): readonly LiftedProperty[] | undefined {
  const { library, perspective } = context.request;
  const flattened = flattenBody(body, definitionsOf(library, perspective));
  const clash = flattened.ok ? clashOf(flattened.properties, context) : undefined;
  if (flattened.ok && clash === undefined) return flattened.properties;
  const reason = flattened.ok ? `"${clash}" is a parameter too` : flattened.reason;
  context.report('argument-flatten-refused', {
    message: `The body of ${context.operationText()} cannot be flattened: ${reason}. It stays one argument.`,
    fix: 'Remove "flatten", or rename the argument that clashes.',
    location: body.media.location,
  });
  return undefined;
}

function clashOf(
  properties: readonly LiftedProperty[],
  context: LayoutContext,
): string | undefined {
  const taken = new Set(
    context.request.operation.parameters.flatMap(({ in: place, name }) => {
      const directive = context.directiveOf(`${place}:${name}`, name);
      return directive?.fixed === undefined ? [directive?.name ?? sanitizeName(name)] : [];
    }),
  );
  return properties
    .map(({ name }) => context.directiveOf(keyOf(name))?.name ?? sanitizeName(name))
    .find((name) => taken.has(name));
}

function layOutProperties(
  body: PlannedBody,
  properties: readonly LiftedProperty[],
  context: LayoutContext,
): BodyLayout {
  const parts = properties.map((property) => {
    const directive = context.directiveOf(keyOf(property.name));
    const required = directive?.required ?? property.required;
    const origin = context.originOf(directive, { name: property.name, required });
    return { property, directive, required, origin };
  });
  const current = rememberLast((definitions: Definitions) => flattenBody(body, definitions));
  return {
    nameRequests: parts
      .filter(({ origin }) => origin.kind === 'caller')
      .map(({ property, directive }) =>
        nameRequest(keyOf(property.name), property.name, directive?.name),
      ),
    place: (nameOf) => {
      const placed = parts.map(({ property, required, origin }) => {
        if (origin.kind !== 'caller') return { property, origin };
        const name = nameOf(keyOf(property.name));
        const publish = (definitions: Definitions): Converted =>
          publishProperty(property, name, { context, definitions, current });
        return { property, argument: { name, required, rank: rankOf('body', required), publish } };
      });
      return {
        binding: {
          source: { kind: 'properties', properties: placed.flatMap(bindProperty) },
          required: body.required,
          encoding: body.encoding,
        },
        arguments: placed.flatMap(({ argument }) => (argument === undefined ? [] : [argument])),
      };
    },
  };
}

function bindProperty({
  property,
  origin,
  argument,
}: {
  readonly property: LiftedProperty;
  readonly origin?: Origin;
  readonly argument?: LaidOutArgument;
}): Extract<BodySource, { kind: 'properties' }>['properties'] {
  const { name } = property;
  if (argument !== undefined) {
    return [{ property: name, source: { kind: 'argument', argument: argument.name } }];
  }
  return origin?.kind === 'fixed' ? [{ property: name, source: origin }] : [];
}

function publishProperty(
  property: LiftedProperty,
  argument: string,
  at: {
    readonly context: LayoutContext;
    readonly definitions: Definitions;
    readonly current: (definitions: Definitions) => ReturnType<typeof flattenBody>;
  },
): Converted {
  const directive = at.context.directiveOf(keyOf(property.name));
  if (directive?.schema !== undefined) {
    const converted = at.definitions.convert(directive.schema, directive.location);
    return describedBy(converted, directive.description);
  }
  const flattened = at.current(at.definitions);
  const same = flattened.ok
    ? flattened.properties.find(({ name }) => name === property.name)
    : undefined;
  const converted: Converted = { schema: (same ?? property).schema, diagnostics: [] };
  const isKnown = argument === property.name || argument === directive?.name;
  if (directive?.description !== undefined || isKnown) {
    return describedBy(converted, directive?.description);
  }
  const text = converted.schema['description'];
  const place = `body \`${property.name}\``;
  return describedBy(converted, joinTexts(typeof text === 'string' ? `${place}: ${text}` : place));
}

function keyOf(property: string): string {
  return `body:${property}`;
}

function nameRequest(key: string, wireName: string, given: string | undefined): NameRequest {
  return { key, place: 'body', wireName, ...(given === undefined ? {} : { given }) };
}

/** Remembers the last answer: one property after the other asks the same. */
function rememberLast<K, T>(answer: (key: K) => T): (key: K) => T {
  let last: { readonly key: K; readonly result: T } | undefined;
  return (key) => {
    if (last === undefined || last.key !== key) last = { key, result: answer(key) };
    return last.result;
  };
}
