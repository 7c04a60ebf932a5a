import { compile } from 'jmespath';
import { type Staged, staged } from '../../model/diagnostic.ts';
import type { Pagination } from '../../model/tool.ts';
import type { ResponseDirectives } from '../directives.ts';
import {
  badValue,
  type Check,
  oneOf,
  type Place,
  record,
  text,
  refine,
  wholeNumber,
} from './check.ts';

/** Longest expression that is compiled, in UTF-16 code units. */
const longestExpression = 10_000;

/** A JMESPath expression that compiles. */
const jmesPath: Check<string> = refine(text, (expression, place) => {
  const problem = problemOf(expression);
  return problem === undefined
    ? staged(expression)
    : badValue(
        place,
        `is not a JMESPath expression: ${problem}`,
        'Write for instance items[].{id: id, name: name}; see jmespath.org.',
      );
});

function problemOf(expression: string): string | undefined {
  if (expression.length > longestExpression) return 'it is too long';
  try {
    compile(expression);
    return undefined;
  } catch (problem) {
    // A RangeError of the parser means that it nests too deeply; its message would not say so.
    return problem instanceof RangeError ? 'it nests too deeply' : String(problem);
  }
}

/** `paginate`, with defaults: the whole answer is the list, ten pages at most. */
const pagination: Check<Pagination> = refine(
  record<Partial<Pagination>>({
    kind: oneOf(['link', 'cursor', 'page', 'offset']),
    argument: text,
    next: jmesPath,
    items: jmesPath,
    maxPages: wholeNumber(1),
  }),
  completePagination,
);

function completePagination(given: Partial<Pagination>, place: Place): Staged<Pagination> {
  const { kind, argument, next, items = '@', maxPages = 10 } = given;
  if (kind === undefined) {
    return badValue(place, 'has no kind', 'Say kind: link, cursor, page or offset.');
  }
  if (kind !== 'link' && argument === undefined) {
    return badValue(place, 'has no argument', 'Name the argument that asks for the next page.');
  }
  if (kind === 'cursor' && next === undefined) {
    return badValue(place, 'has no next', 'Give the JMESPath of the next cursor in the answer.');
  }
  return staged({
    kind,
    ...(argument === undefined ? {} : { argument }),
    ...(next === undefined ? {} : { next }),
    items,
    maxPages,
  });
}

/** What may be said of the answers of a tool. */
export const responseCheck: Check<ResponseDirectives> = record<ResponseDirectives>({
  select: jmesPath,
  maxBytes: wholeNumber(1),
  paginate: pagination,
});
