import type { ArgumentValue } from '../arguments/argument-value.ts';
import { isArgumentArray, isArgumentObject } from '../arguments/argument-value.ts';
import type { NestedStyle } from '../../model/request-binding.ts';
import type {
  DelimitedSerialization,
  Delimiter,
  Style,
  StyleSerialization,
} from '../../model/serialization.ts';
import { expandDeepObject } from './deep-object.ts';
import type { TextRules } from './text-rules.ts';
import { valueText } from './text-rules.ts';

/** One row of the table of styles (3.2 §Style Values; RFC 6570 appendix A). */
export interface StyleRow {
  /** Before the first piece. */
  readonly first: string;
  /** Between the pieces of an exploded value. */
  readonly separator: string;
  /** Whether pieces carry the parameter's name. */
  readonly named: boolean;
  /** What stands behind the name of an empty value. */
  readonly ifEmpty: '' | '=';
  /** What joins the items of a value that is not exploded. */
  readonly delimiter: Delimiter;
}

/** The one table of styles. */
export const styleRows: Readonly<Record<Style, StyleRow>> = {
  simple: { first: '', separator: ',', named: false, ifEmpty: '', delimiter: 'comma' },
  label: { first: '.', separator: '.', named: false, ifEmpty: '', delimiter: 'comma' },
  matrix: { first: ';', separator: ';', named: true, ifEmpty: '', delimiter: 'comma' },
  form: { first: '', separator: '&', named: true, ifEmpty: '=', delimiter: 'comma' },
  spaceDelimited: { first: '', separator: '&', named: true, ifEmpty: '=', delimiter: 'space' },
  pipeDelimited: { first: '', separator: '&', named: true, ifEmpty: '=', delimiter: 'pipe' },
  deepObject: { first: '', separator: '&', named: true, ifEmpty: '=', delimiter: 'comma' },
  cookie: { first: '', separator: '; ', named: true, ifEmpty: '=', delimiter: 'comma' },
};

/** One piece of an expanded value, already written by the rules of its place. */
export interface Piece {
  /** Absent where the style writes no name. */
  readonly name?: string;
  readonly value: string;
}

/** How one parameter or field is expanded. */
export interface Expansion {
  readonly serialization: StyleSerialization<Style> | DelimitedSerialization;
  readonly row: StyleRow;
  readonly rules: TextRules;
  /** The wire name, already written by the rules. */
  readonly name: string;
  readonly nested: NestedStyle;
}

/** Takes a decision that the audit should know. */
export type Remark = (text: string) => void;

/**
 * Expands a value other than `null` into pieces. No piece means that the value is undefined in the sense
 * of RFC 6570 §2.3: an empty array or object, or one with nothing but `null` in it (rules P9, P10).
 */
export function expand(
  expansion: Expansion,
  value: ArgumentValue,
  remark: Remark,
): readonly Piece[] {
  const { serialization } = expansion;
  if (serialization.kind === 'delimited') return expandDelimited(expansion, serialization, value);
  if (serialization.style === 'deepObject') return expandDeepObject(expansion, value, remark);
  if (isArgumentArray(value)) return expandArray(expansion, serialization.explode, value, remark);
  if (isArgumentObject(value)) {
    return expandObject(expansion, serialization.explode, Object.entries(value), remark);
  }
  return [ownPiece(expansion, expansion.rules.value(valueText(value)))];
}

/** Joins pieces as their style does. */
export function renderPieces(row: StyleRow, pieces: readonly Piece[]): string {
  return row.first + pieces.map((piece) => renderPiece(row, piece)).join(row.separator);
}

/** Writes one piece, for instance `name=value`. */
export function renderPiece(row: StyleRow, { name, value }: Piece): string {
  if (name === undefined) return value;
  return value === '' && row.named ? name + row.ifEmpty : `${name}=${value}`;
}

/** A piece under the parameter's own name, where the style writes names at all. */
function ownPiece({ row, name }: Expansion, value: string): Piece {
  return row.named ? { name, value } : { value };
}

function expandArray(
  expansion: Expansion,
  explode: boolean,
  items: readonly ArgumentValue[],
  remark: Remark,
): readonly Piece[] {
  const texts = items.filter((item) => item !== null).map(valueText);
  if (explode) return texts.map((text) => ownPiece(expansion, expansion.rules.value(text)));
  return joinTexts(expansion, texts, texts.map(expansion.rules.value), remark);
}

function expandObject(
  expansion: Expansion,
  explode: boolean,
  entries: readonly (readonly [string, ArgumentValue])[],
  remark: Remark,
): readonly Piece[] {
  const { rules } = expansion;
  const members = entries
    .filter(([, member]) => member !== null)
    .map(([key, member]) => [key, valueText(member)] as const);
  if (explode) {
    return members.map(([key, text]) => ({ name: rules.name(key), value: rules.value(text) }));
  }
  const written = members.flatMap(([key, text]) => [rules.name(key), rules.value(text)]);
  return joinTexts(expansion, members.flat(), written, remark);
}

function joinTexts(
  expansion: Expansion,
  texts: readonly string[],
  written: readonly string[],
  remark: Remark,
): readonly Piece[] {
  if (written.length === 0) return [];
  const { delimiter } = expansion.row;
  const ambiguous = ambiguousDelimiters[delimiter];
  if (ambiguous !== undefined && texts.some((text) => text.includes(ambiguous))) {
    remark(
      `a value of ${JSON.stringify(expansion.name)} holds the delimiter of its own list, which the receiver cannot tell apart`,
    );
  }
  return [ownPiece(expansion, written.join(expansion.rules.delimiters[delimiter]))];
}

/** Delimiters whose encoded form equals encoded data (rule P17). */
const ambiguousDelimiters: Readonly<Partial<Record<Delimiter, string>>> = {
  space: ' ',
  tab: '\t',
  pipe: '|',
};

/** 2.0 `collectionFormat`: inner arrays are joined first, then the outer one (rule V3). */
function expandDelimited(
  expansion: Expansion,
  { delimiters, repeat }: DelimitedSerialization,
  value: ArgumentValue,
): readonly Piece[] {
  const { rules } = expansion;
  if (!isArgumentArray(value)) return [ownPiece(expansion, rules.value(valueText(value)))];
  const items = value.filter((item) => item !== null);
  if (items.length === 0) return [];
  const written = (item: ArgumentValue, level: number): string => {
    const delimiter = delimiters[level];
    if (!isArgumentArray(item) || delimiter === undefined) return rules.value(valueText(item));
    return item
      .filter((inner) => inner !== null)
      .map((inner) => written(inner, level + 1))
      .join(rules.delimiters[delimiter]);
  };
  return repeat
    ? items.map((item) => ownPiece(expansion, written(item, 0)))
    : [ownPiece(expansion, written(items, 0))];
}
