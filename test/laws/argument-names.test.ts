import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Parameter } from '../../src/model/api.ts';
import { mapArguments } from '../../src/mapping/arguments.ts';
import { noDirectives } from '../../src/mapping/directives.ts';
import type { JsonSchema } from '../../src/model/json.ts';
import {
  apiOf,
  cookieParameter,
  headerParameter,
  jsonBody,
  operationOf,
  pathParameter,
  queryParameter,
} from '../support/api-builder.ts';

const makers = {
  path: pathParameter,
  query: queryParameter,
  header: headerParameter,
  cookie: cookieParameter,
};
const places = ['path', 'query', 'header', 'cookie'] as const;

/** Names that collide easily, and names of any characters. */
const wireName = fc.oneof(
  fc.constantFrom(
    'id',
    'body',
    'a[b]',
    'a(b)',
    'a_b',
    'a_b_query',
    'Since<',
    'Since>',
    '$id',
    '__proto__',
  ),
  fc.string({ maxLength: 12 }),
  fc.string({ minLength: 60, maxLength: 90, unit: fc.constantFrom('a', 'b', '[', ']') }),
);

const parameters: fc.Arbitrary<readonly Parameter[]> = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...places), wireName), {
    maxLength: 12,
    selector: ([place, name]) => `${place}:${name}`,
  })
  .map((pairs) => pairs.map(([place, name]) => makers[place](name)));

function namesOf(list: readonly Parameter[], hasBody: boolean): Readonly<Record<string, string>> {
  const mapped = mapArguments(
    operationOf({
      method: 'POST',
      pathTemplate: [],
      parameters: list,
      ...(hasBody ? { requestBody: jsonBody({ type: 'object' }) } : {}),
    }),
    apiOf(),
    noDirectives.request,
    {},
  );
  if (!mapped.ok) throw new Error(mapped.diagnostics[0].message);
  const { argumentNames, inputSchema, parameters: bindings, body } = mapped.value;
  const bound = [
    ...bindings.map(({ source }) => source),
    ...(body === undefined ? [] : [body.source]),
  ];
  const published = Object.keys(inputSchema['properties'] as JsonSchema);
  // Every argument is bound once, and nothing else is published.
  expect(
    bound.map((source) => (source.kind === 'argument' ? source.argument : '')).toSorted(),
  ).toEqual(published.toSorted());
  return argumentNames;
}

describe('names of arguments', () => {
  it('A2 A3 are legal and unique, and each leads back to one place and wire name', () => {
    fc.assert(
      fc.property(parameters, fc.boolean(), (list, hasBody) => {
        const names = namesOf(list, hasBody);
        const values = Object.values(names);
        expect(new Set(values).size).toBe(values.length);
        for (const name of values) expect(name).toMatch(/^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/);
        const keys = list.map(({ in: place, name }) => `${place}:${name}`);
        expect(Object.keys(names).toSorted()).toEqual(
          [...keys, ...(hasBody ? ['body'] : [])].toSorted(),
        );
      }),
    );
  });

  it('A3 do not depend on the order of parameters', () => {
    fc.assert(
      fc.property(
        parameters.chain((list) =>
          fc.tuple(fc.constant(list), fc.shuffledSubarray([...list], { minLength: list.length })),
        ),
        ([list, shuffled]) => {
          expect(namesOf(shuffled, true)).toEqual(namesOf(list, true));
        },
      ),
    );
  });

  it('A3 do not change when a parameter of a later place comes in', () => {
    fc.assert(
      fc.property(parameters, fc.constantFrom(...places), (list, place) => {
        const until = places.indexOf(place);
        const earlier = list.filter(({ in: own }) => places.indexOf(own as typeof place) <= until);
        expect(namesOf(list, true)).toMatchObject(namesOf(earlier, true));
      }),
    );
  });

  it('N6 are kept when they come from an earlier build', () => {
    fc.assert(
      fc.property(parameters, parameters, (before, more) => {
        const locked = namesOf(before, true);
        const keys = new Set(before.map(({ in: place, name }) => `${place}:${name}`));
        const added = more.filter(({ in: place, name }) => !keys.has(`${place}:${name}`));
        const mapped = mapArguments(
          operationOf({
            pathTemplate: [],
            parameters: [...added, ...before],
            method: 'POST',
            requestBody: jsonBody({}),
          }),
          apiOf(),
          noDirectives.request,
          { lockedNames: locked },
        );
        expect(mapped.ok && mapped.value.argumentNames).toMatchObject(locked);
      }),
    );
  });
});
