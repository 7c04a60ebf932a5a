import { didYouMean } from '../../model/nearest-names.ts';
import type { ArgumentFault } from '../request/plan.ts';
import type { ArgumentValue } from './argument-value.ts';
import { isArgumentObject } from './argument-value.ts';
import type { BoundArgument } from './bound-arguments.ts';

/** What can be said about the arguments of a tool. */
export interface KnownArguments {
  readonly bound: readonly BoundArgument[];
  /** The argument that is the whole body, with the names of its fields. */
  readonly body?: { readonly argument: string; readonly fields: readonly string[] };
}

/** Words under which models group parameters, as other programs want it. */
const groups: ReadonlySet<string> = new Set(
  'args arguments cookie cookies header headers input params parameters path pathparams query queryparams'.split(
    ' ',
  ),
);

/** Words by which models call a request body. */
const bodyWords: ReadonlySet<string> = new Set(
  'body content data formdata input json payload requestbody'.split(' '),
);

const shownNames = 20;
const shownCharacters = 100;

/** Says that an argument does not exist, and which one was most likely meant (rule A7). */
export function explainUnknown(
  name: string,
  value: ArgumentValue,
  known: KnownArguments,
): ArgumentFault {
  const shown = name.slice(0, shownCharacters);
  return {
    argument: shown,
    message: `\`${shown}\` ${help(name, value, known)}`,
  };
}

function help(name: string, value: ArgumentValue, { bound, body }: KnownArguments): string {
  const byWireName = bound.find(({ wireName }) => wireName === name);
  if (byWireName !== undefined) {
    return `is the argument \`${byWireName.argument}\` of this tool; pass it under that name.`;
  }
  if (body?.fields.includes(name) === true) {
    return `is a field of \`${body.argument}\`; pass it as ${body.argument}.${name}.`;
  }
  const folded = name.toLowerCase().replaceAll(/[^a-z]/g, '');
  if (body !== undefined && bodyWords.has(folded)) {
    return `is not an argument of this tool; pass the request body as \`${body.argument}\`.`;
  }
  const names = bound.map(({ argument }) => argument);
  if (names.length === 0) return 'is not an argument of this tool, which has none; leave it out.';
  if (isArgumentObject(value) && (groups.has(folded) || bodyWords.has(folded))) {
    return `is not an argument of this tool; pass what is in it directly: ${listOf(names)}.`;
  }
  const near = didYouMean(name, [
    ...names,
    ...(body?.fields ?? []).map((field) => `${body?.argument}.${field}`),
  ]);
  return near === ''
    ? `is not an argument of this tool; its arguments are ${listOf(names)}.`
    : `is not an argument of this tool. ${near}`;
}

function listOf(names: readonly string[]): string {
  const shown = names.slice(0, shownNames).join(', ');
  return names.length > shownNames ? `${shown}, …` : shown;
}
