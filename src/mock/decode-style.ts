import type { SchemaTable } from '../model/api.ts';
import type { JsonSchema, JsonValue } from '../model/json.ts';
import type {
  DelimitedSerialization,
  Delimiter,
  Style,
  StyleSerialization,
} from '../model/serialization.ts';
import { admittedTypes, isOpen, itemSchema, propertyNames } from './schema-kinds.ts';
import { arrayOfTexts, objectOfTexts, typeTexts, valueOfText } from './typed-text.ts';

/** What decoding a styled value needs beside the text. */
export interface StyledPlace {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly table: SchemaTable;
  /** Undoes the encoding of the place; identity for headers. */
  readonly decode: (text: string) => string;
  /** Names that other parameters claim, so that they are no members of an exploded map. */
  readonly claimed?: ReadonlySet<string>;
}

/** Which of the three shapes the schema asks for; an undecided schema is taken for a scalar. */
export function shapeOf(schema: JsonSchema, table: SchemaTable): 'scalar' | 'array' | 'object' {
  const types = admittedTypes(schema, table);
  const scalar =
    types.has('string') || types.has('number') || types.has('integer') || types.has('boolean');
  if (types.has('array') && !scalar && !types.has('object')) return 'array';
  if (types.has('object') && !scalar && !types.has('array')) return 'object';
  return 'scalar';
}

/** Undoes percent-encoding; a malformed triple stays as it is. */
export function percentDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The separators as they stand in an undecoded text, literal or percent-encoded. */
const separators: Readonly<Record<Delimiter, RegExp>> = {
  comma: /,/,
  space: /%20|\+| /,
  tab: /%09|\t/,
  pipe: /%7C|\|/i,
};

const styleDelimiters: Readonly<Record<Style, Delimiter>> = {
  matrix: 'comma',
  label: 'comma',
  simple: 'comma',
  form: 'comma',
  cookie: 'comma',
  spaceDelimited: 'space',
  pipeDelimited: 'pipe',
  deepObject: 'comma',
};

/** Decodes one undecoded text that holds the whole value: `a,b`, `R,100,G,200`, `blue`. */
export function decodeJoined(
  text: string,
  style: StyleSerialization<Style>,
  place: StyledPlace,
): JsonValue {
  const { schema, table, decode } = place;
  const shape = shapeOf(schema, table);
  if (shape === 'scalar') return valueOfText(decode(text), schema, table);
  const pieces = text === '' ? [] : text.split(separators[styleDelimiters[style.style]]);
  if (shape === 'array') return arrayOfTexts(pieces.map(decode), schema, table);
  if (style.explode)
    return objectOfTexts(
      pieces.map((piece) => splitPair(piece, decode)),
      schema,
      table,
    );
  const pairs = pieces.flatMap((piece, index) =>
    index % 2 === 0 ? [[decode(piece), decode(pieces[index + 1] ?? '')] as const] : [],
  );
  return objectOfTexts(pairs, schema, table);
}

/** Decodes a 2.0 list: split by the outer separator, then by the inner ones (rule V3). */
export function decodeDelimited(
  texts: readonly string[],
  { delimiters, repeat }: DelimitedSerialization,
  place: StyledPlace,
): JsonValue {
  const { schema, table, decode } = place;
  const split = (text: string, level: number, inner: JsonSchema): JsonValue => {
    const delimiter = delimiters[level];
    if (delimiter === undefined || shapeOf(inner, table) !== 'array') {
      return valueOfText(decode(text), inner, table);
    }
    const pieces = text === '' ? [] : text.split(separators[delimiter]);
    return pieces.map((piece, index) => split(piece, level + 1, itemSchema(inner, index, table)));
  };
  if (repeat) return texts.map((text, index) => split(text, 0, itemSchema(schema, index, table)));
  return split(texts[0] ?? '', 0, schema);
}

/** Decodes a path segment's worth of text by `simple`, `label` or `matrix`; `undefined` where the prefix is wrong. */
export function decodePathText(
  text: string,
  style: StyleSerialization<'simple' | 'label' | 'matrix'>,
  place: StyledPlace,
): JsonValue | undefined {
  const { schema, table, decode, name } = place;
  if (style.style === 'simple') return decodeJoined(text, style, place);
  const prefix = style.style === 'label' ? '.' : ';';
  if (!text.startsWith(prefix)) return undefined;
  const rest = text.slice(1);
  const shape = shapeOf(schema, table);
  if (style.style === 'label') {
    if (!style.explode || shape === 'scalar') return decodeJoined(rest, style, place);
    const pieces = rest.split('.');
    return shape === 'array'
      ? arrayOfTexts(pieces.map(decode), schema, table)
      : objectOfTexts(
          pieces.map((piece) => splitPair(piece, decode)),
          schema,
          table,
        );
  }
  const pairs = rest.split(';').map((piece) => splitPair(piece, (part) => part));
  if (style.explode && shape === 'object') {
    return objectOfTexts(
      pairs.map(([key, value]) => [decode(key), decode(value)]),
      schema,
      table,
    );
  }
  if (pairs.some(([key]) => decode(key) !== name)) return undefined;
  return style.explode && shape === 'array'
    ? arrayOfTexts(
        pairs.map(([, value]) => decode(value)),
        schema,
        table,
      )
    : decodeJoined(pairs[0]?.[1] ?? '', style, place);
}

/** Names and undecoded values that a query, form or cookie holds, in order. */
export type RawPairs = readonly (readonly [name: string, value: string])[];

/**
 * Takes the pairs that belong to one parameter of `form`, `spaceDelimited`, `pipeDelimited` or `cookie`
 * style and decodes them.
 *
 * @returns `undefined` where nothing was sent.
 */
export function decodePairs(
  pairs: RawPairs,
  style: StyleSerialization<Style>,
  place: StyledPlace,
): JsonValue | undefined {
  const { schema, table, decode, name } = place;
  if (style.style === 'deepObject') return decodeDeepObject(pairs, place);
  const own = pairs.filter(([key]) => decode(key) === name).map(([, value]) => value);
  const shape = shapeOf(schema, table);
  if (style.explode && shape === 'object' && own.length === 0) {
    const names = new Set(propertyNames(schema, table));
    const isMember = (key: string): boolean =>
      names.has(key) || (place.claimed?.has(key) === false && isOpen(schema, table));
    const members = pairs.filter(([key]) => isMember(decode(key)));
    if (members.length === 0) return undefined;
    return objectOfTexts(
      members.map(([key, value]) => [decode(key), decode(value)]),
      schema,
      table,
    );
  }
  const [first] = own;
  if (first === undefined) return undefined;
  if (own.length > 1 || (style.explode && shape === 'array')) {
    return arrayOfTexts(own.map(decode), schema, table);
  }
  return decodeJoined(first, style, place);
}

/** Brackets as real parsers read them: `a[b][c]=v`, `a[b][]=v`, `a[b][0]=v` (rule P27). */
export function decodeDeepObject(pairs: RawPairs, place: StyledPlace): JsonValue | undefined {
  const { schema, table, decode, name } = place;
  const root: BracketNode = { children: new Map(), values: [] };
  let found = false;
  for (const [key, value] of pairs) {
    const decoded = decode(key);
    if (decoded !== name && !decoded.startsWith(`${name}[`)) continue;
    found = true;
    const keys = [...decoded.slice(name.length).matchAll(/\[([^\]]*)\]/g)].map(
      (match) => match[1] ?? '',
    );
    insert(root, keys, decode(value));
  }
  return found ? typeTexts(bracketValue(root), schema, table) : undefined;
}

interface BracketNode {
  readonly children: Map<string, BracketNode>;
  readonly values: string[];
}

function insert(node: BracketNode, keys: readonly string[], value: string): void {
  const [key, ...rest] = keys;
  if (key === undefined) {
    node.values.push(value);
    return;
  }
  const child = node.children.get(key) ?? { children: new Map(), values: [] };
  node.children.set(key, child);
  insert(child, rest, value);
}

function bracketValue(node: BracketNode): JsonValue {
  const keys = [...node.children.keys()];
  if (keys.length === 0) {
    const [only = '', ...more] = node.values;
    return more.length === 0 ? only : [only, ...more];
  }
  const children = [...node.children.values()];
  if (keys.length === 1 && keys[0] === '') {
    const list = children[0];
    return list === undefined || list.children.size > 0 ? children.map(bracketValue) : list.values;
  }
  if (keys.every((key, index) => key === String(index))) return children.map(bracketValue);
  return Object.fromEntries(keys.map((key, index) => [key, bracketValue(children[index] ?? node)]));
}

function splitPair(text: string, decode: (text: string) => string): readonly [string, string] {
  const equals = text.indexOf('=');
  return equals === -1
    ? [decode(text), '']
    : [decode(text.slice(0, equals)), decode(text.slice(equals + 1))];
}
