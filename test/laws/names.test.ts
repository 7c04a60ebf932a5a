import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  assignNames,
  baseName,
  isLegalToolName,
  nameBudget,
  type NameRequest,
  type NamedOperation,
} from '../../src/mapping/names.ts';

const word = fc.constantFrom('list', 'List', 'pets', 'of', 'the', 'jar', 'Größe', 'a.b', '2fa', '');
const joined = (separator: string): fc.Arbitrary<string> =>
  fc.array(word, { minLength: 1, maxLength: 14 }).map((words) => words.join(separator));
const operationId = fc.oneof(
  fc.constantFrom('jar/list', 'jar.list', 'jar_list', 'JAR_list', 'jar_list_94b65c'),
  joined('_'),
  joined('/'),
  joined(''),
  fc.string(),
);
const path = fc
  .array(
    fc.oneof(
      word,
      word.map((name) => `{${name}}`),
    ),
    { maxLength: 8 },
  )
  .map((segments) => `/${segments.join('/')}`);
const operation: fc.Arbitrary<NamedOperation> = fc.record(
  { method: fc.constantFrom('GET', 'POST', 'Purge'), path, operationId },
  { requiredKeys: ['method', 'path'] },
);
const operations = fc.uniqueArray(operation, {
  selector: ({ method, path: at }) => `${method} ${at}`,
  maxLength: 12,
});
const options = fc.record({
  serverName: fc.string({ maxLength: 60 }),
  prefix: fc.constantFrom('', 'petstore_'),
  style: fc.constantFrom('verbatim' as const, 'snake' as const, 'camel' as const),
});

const requestsOf = (list: readonly NamedOperation[]): readonly NameRequest[] =>
  list.map((each) => ({ operation: each }));
const fold = (name: string): string => name.toLowerCase();

describe('assignNames', () => {
  it('N1 N2 gives legal names within the budget', () => {
    fc.assert(
      fc.property(operations, options, (list, given) => {
        for (const { name } of assignNames(requestsOf(list), given)) {
          expect(isLegalToolName(name)).toBe(true);
          expect(name.length).toBeLessThanOrEqual(nameBudget(given.serverName));
          expect(name.startsWith(given.prefix)).toBe(true);
        }
      }),
    );
  });

  it('N5 gives names that are unique whatever the case', () => {
    fc.assert(
      fc.property(operations, options, (list, given) => {
        const names = assignNames(requestsOf(list), given).map(({ name }) => fold(name));
        expect(new Set(names).size).toBe(names.length);
      }),
    );
  });

  it('N5 does not depend on the order of operations', () => {
    fc.assert(
      fc.property(
        operations.chain((list) =>
          fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
        ),
        options,
        ([list, shuffled], given) => {
          const named = (each: readonly NamedOperation[]): ReadonlyMap<NamedOperation, string> => {
            const names = assignNames(requestsOf(each), given);
            return new Map(each.map((key, index) => [key, names[index]?.name ?? '']));
          };
          expect(named(shuffled)).toEqual(named(list));
        },
      ),
    );
  });

  it('N5 keeps every other name when an operation is added that wants another name', () => {
    fc.assert(
      fc.property(operations, operation, options, (list, added, given) => {
        const bases = list.map((each) => fold(baseName(each, given.style)));
        fc.pre(!bases.includes(fold(baseName(added, given.style))));
        const before = assignNames(requestsOf(list), given).map(({ name }) => name);
        fc.pre(!before.map(fold).includes(given.prefix + fold(baseName(added, given.style))));
        const after = assignNames(requestsOf([...list, added]), given).map(({ name }) => name);
        expect(after.slice(0, -1)).toEqual(before);
      }),
    );
  });

  it('N6 keeps every name of the lock, whatever is added', () => {
    fc.assert(
      fc.property(operations, operations, options, (list, added, given) => {
        const before = assignNames(requestsOf(list), given);
        const locked = list.map((each, index) => {
          const name = before[index]?.name;
          return name === undefined ? { operation: each } : { operation: each, locked: name };
        });
        const known = new Set(list.map(({ method, path: at }) => `${method} ${at}`));
        const fresh = added.filter(({ method, path: at }) => !known.has(`${method} ${at}`));
        const after = assignNames([...requestsOf(fresh), ...locked], given);
        expect(after.slice(fresh.length).map(({ name }) => name)).toEqual(
          before.map(({ name }) => name),
        );
      }),
    );
  });
});
