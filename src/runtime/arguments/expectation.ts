import type { JsonSchema, JsonValue } from '../../model/json.ts';
import { isArray, isJsonObject } from '../../model/json.ts';
import { shapeOfSchema, typeBits } from './shape.ts';

const words: readonly (readonly [number, string])[] = [
  [typeBits.string, 'text'],
  [typeBits.number, 'a number'],
  [typeBits.integer, 'a whole number'],
  [typeBits.boolean, 'true or false'],
  [typeBits.array, 'a list'],
  [typeBits.object, 'an object'],
];

const shownChoices = 10;
const shownCharacters = 120;

/**
 * What to send for a schema, as the object of a sentence: `a whole number (ID of the pet)`.
 *
 * @param root The tool's input schema, which references lead into.
 */
export function expectationOf(schema: JsonValue | undefined, root: JsonSchema): string {
  if (!isJsonObject(schema)) return 'a value';
  const choices = schema['enum'];
  const kind = isArray(choices) ? choiceOf(choices) : kindOf(schema, root);
  const description = schema['description'];
  return typeof description === 'string' && description !== ''
    ? `${kind} (${shorten(description)})`
    : kind;
}

function choiceOf(choices: readonly unknown[]): string {
  const shown = choices.slice(0, shownChoices).map((choice) => JSON.stringify(choice));
  return `one of ${shown.join(', ')}${choices.length > shown.length ? ', …' : ''}`;
}

function kindOf(schema: JsonSchema, root: JsonSchema): string {
  const shape = shapeOfSchema({ $defs: root['$defs'] ?? {}, allOf: [schema] });
  const kinds = words.filter(
    ([bit]) =>
      (shape.types & bit) !== 0 &&
      // A number may be whole without saying so.
      (bit !== typeBits.integer || (shape.types & typeBits.number) === 0),
  );
  if (kinds.length === 0 || kinds.length === words.length - 1) return 'a value';
  const kind = kinds.map(([, word]) => word).join(' or ');
  return kind === 'an object' && shape.names.length > 0
    ? `an object with ${shape.names.slice(0, shownChoices).join(', ')}`
    : kind;
}

function shorten(text: string): string {
  const line = (text.split('\n', 1)[0] ?? '').replace(/\.$/, '');
  return line.length > shownCharacters ? `${line.slice(0, shownCharacters)}…` : line;
}
