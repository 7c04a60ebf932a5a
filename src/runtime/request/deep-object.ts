import type { ArgumentValue } from '../arguments/argument-value.ts';
import {
  isArgumentArray,
  isArgumentObject,
  isArgumentScalar,
  maxArgumentDepth,
} from '../arguments/argument-value.ts';
import type { Expansion, Piece, Remark } from './styles.ts';
import { valueText } from './text-rules.ts';

/** Deeper keys than this are cut by common parsers of bracket notation. */
const parsedDepth = 5;

/**
 * `deepObject` (rules P26 to P28). Beyond objects of scalars the specification defines nothing; arrays and
 * nesting follow what parsers of bracket notation read, by the binding's choice. Whatever the schema says,
 * the value at hand decides.
 *
 * @throws RangeError for nesting beyond {@link maxArgumentDepth}.
 */
export function expandDeepObject(
  expansion: Expansion,
  value: ArgumentValue,
  remark: Remark,
): readonly Piece[] {
  const pieces: Piece[] = [];
  const depth = writeValue({ expansion, pieces }, expansion.name, value, 0);
  if (depth > parsedDepth) {
    remark(
      `${JSON.stringify(expansion.name)} is nested ${depth} levels deep; many servers read only ${parsedDepth}`,
    );
  }
  return pieces;
}

interface Writer {
  readonly expansion: Expansion;
  readonly pieces: Piece[];
}

/** Writes a value under a name; returns the depth that it reached. */
function writeValue(writer: Writer, name: string, value: ArgumentValue, depth: number): number {
  const { rules, nested } = writer.expansion;
  if (depth > maxArgumentDepth) throw new RangeError('nested too deeply');
  if (value === null) return depth;
  if (isArgumentScalar(value) || (nested === 'json' && depth > 0)) {
    writer.pieces.push({ name, value: rules.value(valueText(value)) });
    return depth;
  }
  if (isArgumentArray(value)) return writeArray(writer, name, value, depth);
  let deepest = depth;
  for (const [key, member] of Object.entries(value)) {
    const memberName = bracketed(writer, name, rules.name(key));
    deepest = Math.max(deepest, writeValue(writer, memberName, member, depth + 1));
  }
  return deepest;
}

function writeArray(
  writer: Writer,
  name: string,
  items: readonly ArgumentValue[],
  depth: number,
): number {
  const { rules, nested } = writer.expansion;
  const present = items.filter((item) => item !== null);
  const flat = !present.some((item) => isArgumentArray(item) || isArgumentObject(item));
  if (flat && nested === 'comma' && present.length > 0) {
    const value = present.map((item) => rules.value(valueText(item))).join(rules.delimiters.comma);
    writer.pieces.push({ name, value });
    return depth;
  }
  let deepest = depth;
  for (const [index, item] of present.entries()) {
    const itemName = flat ? flatItemName(writer, name, index) : bracketed(writer, name, `${index}`);
    const itemDepth = itemName === name ? depth : depth + 1;
    deepest = Math.max(deepest, writeValue(writer, itemName, item, itemDepth));
  }
  return deepest;
}

/** Arrays of scalars by the binding's choice; anything else always has indices. */
function flatItemName(writer: Writer, name: string, index: number): string {
  switch (writer.expansion.nested) {
    case 'brackets':
      return bracketed(writer, name, '');
    case 'indices':
      return bracketed(writer, name, `${index}`);
    case 'repeat':
    case 'comma':
    case 'json':
      return name;
  }
}

function bracketed({ expansion }: Writer, name: string, key: string): string {
  const [open, close] = expansion.rules.brackets;
  return name + open + key + close;
}
