import { canonicalStringify, isJsonObject } from '../../model/json.ts';
import type { JsonValue } from '../../model/json.ts';
import type { DocumentNode } from '../document-set.ts';
import { jsonAt, kindOf, pointerText } from '../shared/nodes.ts';
import { reportKeyword } from './conversion.ts';
import type { Conversion } from './conversion.ts';

type Entries = readonly (readonly [string, JsonValue])[];

/** Reads the value of one keyword; `node` is the value. Nothing read, nothing kept. */
type KeywordReader = (conversion: Conversion, node: DocumentNode, keyword: string) => Entries;

/**
 * Reads a keyword that holds no schema. A value that JSON Schema does not allow is reported and left out,
 * so that every published schema is valid; a keyword that means nothing is counted (rule J3).
 */
export function readKeyword(conversion: Conversion, node: DocumentNode, keyword: string): Entries {
  const reader = keywordReaders.get(keyword);
  if (reader !== undefined) return reader(conversion, node, keyword);
  if (!keyword.startsWith('x-')) conversion.tally.add(keyword, node.location);
  return [];
}

/** Keywords that have done their work, are read elsewhere, or say nothing about values. */
const ignore: KeywordReader = () => [];

/** Data is taken as it stands, whatever its keys are called (rule J1). */
const keep: KeywordReader = (_conversion, node, keyword) => [[keyword, jsonAt(node)]];

const text: KeywordReader = (conversion, node, keyword) => {
  const { value } = node;
  if (typeof value === 'string') return [[keyword, value]];
  if (typeof value === 'number' || typeof value === 'boolean') return [[keyword, String(value)]];
  return refuse(conversion, node, keyword, 'text');
};

const flag: KeywordReader = (conversion, node, keyword) =>
  typeof node.value === 'boolean'
    ? [[keyword, node.value]]
    : refuse(conversion, node, keyword, 'true or false');

const number: KeywordReader = (conversion, node, keyword) => {
  const { value } = node;
  if (typeof value !== 'number') return refuse(conversion, node, keyword, 'a number');
  return isSafe(conversion, node, value) ? [[keyword, value]] : [];
};

const positive: KeywordReader = (conversion, node, keyword) =>
  typeof node.value === 'number' && node.value > 0
    ? number(conversion, node, keyword)
    : refuse(conversion, node, keyword, 'a number above 0');

const count: KeywordReader = (conversion, node, keyword) => {
  const { value } = node;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) {
    return refuse(conversion, node, keyword, 'a whole number from 0 up');
  }
  return isSafe(conversion, node, value) ? [[keyword, value]] : [];
};

/** A number (2020-12), or a boolean (draft 4) that is settled with the bound beside it. */
const exclusiveBound: KeywordReader = (conversion, node, keyword) =>
  typeof node.value === 'boolean' ? [[keyword, node.value]] : number(conversion, node, keyword);

const names: KeywordReader = (conversion, node, keyword) => {
  const { value } = node;
  if (!Array.isArray(value)) return refuse(conversion, node, keyword, 'a list of names');
  const unique = [...new Set(value.filter((name) => typeof name === 'string'))];
  return [[keyword, unique]];
};

const nameLists: KeywordReader = (conversion, node, keyword) => {
  const { value } = node;
  const valid =
    isJsonObject(value) &&
    Object.values(value).every(
      (list) => Array.isArray(list) && list.every((name) => typeof name === 'string'),
    );
  return valid
    ? [[keyword, value]]
    : refuse(conversion, node, keyword, 'an object of lists of names');
};

/** Members are unique: some clients enforce what JSON Schema only recommends. */
const values: KeywordReader = (conversion, node, keyword) => {
  const { value } = node;
  if (!Array.isArray(value) || value.length === 0) {
    return refuse(conversion, node, keyword, 'a list of at least one value');
  }
  const unique = new Map<string, JsonValue>();
  for (const member of value as readonly JsonValue[]) {
    const identity = canonicalStringify(member);
    if (!unique.has(identity)) unique.set(identity, member);
  }
  if (unique.size < value.length) {
    reportKeyword(conversion, node, 'schema-enum-repeated', {
      message: `The enum at ${pointerText(node.location)} lists a value twice; it is taken once.`,
      fix: 'Remove the repetition.',
    });
  }
  return [[keyword, [...unique.values()]]];
};

const pattern: KeywordReader = (conversion, node, keyword) => {
  if (typeof node.value !== 'string') return refuse(conversion, node, keyword, 'text');
  const usable = conversion.patterns.usable(conversion, node, node.value);
  return usable === undefined ? [] : [[keyword, usable]];
};

const types: KeywordReader = (conversion, node, keyword) => {
  const { value } = node;
  const given: readonly unknown[] = Array.isArray(value) ? value : [value];
  const known = given.filter((type): type is string => typeof type === 'string' && isType(type));
  if (known.length < given.length) {
    refuse(conversion, node, keyword, 'one of the types of JSON Schema');
  }
  return known.length === 0 ? [] : [[keyword, [...new Set(known)]]];
};

const example: KeywordReader = (_conversion, node) => [['example', jsonAt(node)]];

const examples: KeywordReader = (_conversion, node, keyword) =>
  Array.isArray(node.value) ? [[keyword, jsonAt(node)]] : [];

const xml: KeywordReader = (conversion, node, keyword) =>
  isJsonObject(node.value)
    ? [[keyword, node.value]]
    : refuse(conversion, node, keyword, 'an object');

const keywordReaders: ReadonlyMap<string, KeywordReader> = new Map([
  ['type', types],
  ['enum', values],
  ['const', keep],
  ['default', keep],
  ['example', example],
  ['examples', examples],
  ['title', text],
  ['description', text],
  ['format', text],
  ['contentEncoding', text],
  ['contentMediaType', text],
  ['readOnly', flag],
  ['writeOnly', flag],
  ['deprecated', flag],
  ['uniqueItems', flag],
  ['nullable', flag],
  ['x-nullable', flag],
  ['minimum', number],
  ['maximum', number],
  ['exclusiveMinimum', exclusiveBound],
  ['exclusiveMaximum', exclusiveBound],
  ['multipleOf', positive],
  ['minLength', count],
  ['maxLength', count],
  ['minItems', count],
  ['maxItems', count],
  ['minContains', count],
  ['maxContains', count],
  ['minProperties', count],
  ['maxProperties', count],
  ['pattern', pattern],
  ['required', names],
  ['dependentRequired', nameLists],
  ['xml', xml],
  ['$schema', ignore],
  ['$id', ignore],
  ['id', ignore],
  ['$anchor', ignore],
  ['$dynamicAnchor', ignore],
  ['$vocabulary', ignore],
  ['$comment', ignore],
  ['$defs', ignore],
  ['definitions', ignore],
  ['externalDocs', ignore],
  ['collectionFormat', ignore],
]);

const typeNames: ReadonlySet<string> = new Set([
  'array',
  'boolean',
  'integer',
  'null',
  'number',
  'object',
  'string',
  // 2.0 only; settled to a binary string.
  'file',
]);

function isType(name: string): boolean {
  return typeNames.has(name);
}

/** Beyond 2^53 a number is not what the document says: such bounds are left out (rule L8). */
function isSafe(conversion: Conversion, node: DocumentNode, value: number): boolean {
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return true;
  reportKeyword(conversion, node, 'schema-bound-unsafe', {
    message: `The bound ${value} at ${pointerText(node.location)} is beyond the whole numbers that JSON carries exactly and is left out.`,
    fix: 'Nothing needs to be done; the API itself still checks the value.',
  });
  return false;
}

function refuse(
  conversion: Conversion,
  node: DocumentNode,
  keyword: string,
  wanted: string,
): Entries {
  reportKeyword(conversion, node, 'schema-keyword-invalid', {
    message: `The keyword ${keyword} at ${pointerText(node.location)} is ${described(node.value)}, not ${wanted}, and is left out.`,
    fix: `Write ${wanted}, or remove the keyword.`,
  });
  return [];
}

function described(value: unknown): string {
  const written = JSON.stringify(value) ?? '';
  return written.length <= 60 ? written : kindOf(value);
}
