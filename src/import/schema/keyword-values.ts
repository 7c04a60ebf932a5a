import { canonicalStringify, isArray, isJsonObject } from '../../model/json.ts';
import type { JsonValue } from '../../model/json.ts';
import type { DocumentNode } from '../document-set.ts';
import { readExampleList, readExampleValue } from '../shared/example-values.ts';
import { kindOf, pointerText } from '../shared/nodes.ts';
import { reportKeyword } from './conversion.ts';
import type { Conversion } from './conversion.ts';

/** One keyword of a schema. Its node is made only to report something: most keywords are fine. */
export interface KeywordSite {
  readonly conversion: Conversion;
  readonly schema: DocumentNode;
  readonly keyword: string;
}

/** Reads the value of one keyword; `undefined` where nothing is kept. */
type KeywordReader = (value: JsonValue, site: KeywordSite) => JsonValue | undefined;

/**
 * Reads a keyword that holds no schema. A value that JSON Schema does not allow is reported and left out,
 * so that every published schema is valid; a keyword that means nothing is counted (rule J3).
 */
export function readKeyword(value: JsonValue, site: KeywordSite): JsonValue | undefined {
  const reader = keywordReaders.get(site.keyword);
  if (reader !== undefined) return reader(value, site);
  if (!site.keyword.startsWith('x-')) {
    site.conversion.tally.add(site.keyword, site.schema.location);
  }
  return undefined;
}

/** Keywords that have done their work, are read elsewhere, or say nothing about values. */
const ignore: KeywordReader = () => undefined;

/** Data is taken as it stands, whatever its keys are called (rule J1). */
const keep: KeywordReader = (value) => value;

const text: KeywordReader = (value, site) => {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return refuse(value, site, 'text');
};

const flag: KeywordReader = (value, site) =>
  typeof value === 'boolean' ? value : refuse(value, site, 'true or false');

const number: KeywordReader = (value, site) =>
  typeof value === 'number' ? safe(value, site) : refuse(value, site, 'a number');

const positive: KeywordReader = (value, site) =>
  typeof value === 'number' && value > 0
    ? safe(value, site)
    : refuse(value, site, 'a number above 0');

const count: KeywordReader = (value, site) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0
    ? safe(value, site)
    : refuse(value, site, 'a whole number from 0 up');

/** A number (2020-12), or a boolean (draft 4) that is settled with the bound beside it. */
const exclusiveBound: KeywordReader = (value, site) =>
  typeof value === 'boolean' ? value : number(value, site);

const names: KeywordReader = (value, site) =>
  Array.isArray(value)
    ? [...new Set(value.filter((name) => typeof name === 'string'))]
    : refuse(value, site, 'a list of names');

const nameLists: KeywordReader = (value, site) => {
  const isValid =
    isJsonObject(value) &&
    Object.values(value).every(
      (list) => Array.isArray(list) && list.every((name) => typeof name === 'string'),
    );
  return isValid ? value : refuse(value, site, 'an object of lists of names');
};

/** Members are unique: some clients enforce what JSON Schema only recommends. */
const values: KeywordReader = (value, site) => {
  if (!isArray(value) || value.length === 0) {
    return refuse(value, site, 'a list of at least one value');
  }
  const unique = uniqueValues(value);
  if (unique.length < value.length) {
    reportKeyword(site.conversion, nodeOf(site), 'schema-enum-repeated', {
      message: `The enum at ${placeOf(site)} lists a value twice; it is taken once.`,
      fix: 'Remove the repetition.',
    });
  }
  return unique;
};

const pattern: KeywordReader = (value, site) =>
  typeof value === 'string'
    ? site.conversion.patterns.usable(site.conversion, value, () => nodeOf(site))
    : refuse(value, site, 'text');

const types: KeywordReader = (value, site) => {
  const given: readonly JsonValue[] = isArray(value) ? value : [value];
  const known = given.flatMap((type) => typeNamed(type) ?? []);
  const isExact = known.length === given.length && known.every((type, at) => type === given[at]);
  if (!isExact) {
    const instead = known.length === 0 ? 'left out' : `read as ${known.join(', ')}`;
    reportKeyword(site.conversion, nodeOf(site), 'schema-keyword-invalid', {
      message: `The type at ${placeOf(site)} is ${described(value)}, which is no type of JSON Schema, and is ${instead}.`,
      fix: 'Write string, number, integer, boolean, array or object.',
    });
  }
  return known.length === 0 ? undefined : [...new Set(known)];
};

const example: KeywordReader = (_value, site) => readExampleValue(site.conversion, nodeOf(site));

const examples: KeywordReader = (value, site) =>
  isArray(value) ? readExampleList(site.conversion, nodeOf(site)) : undefined;

const xml: KeywordReader = (value, site) =>
  isJsonObject(value) ? value : refuse(value, site, 'an object');

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

/** Names of other type systems that leave no doubt. */
const typeAliases: ReadonlyMap<string, string> = new Map([
  ['bool', 'boolean'],
  ['double', 'number'],
  ['float', 'number'],
  ['int', 'integer'],
  ['long', 'integer'],
  ['str', 'string'],
]);

function typeNamed(written: JsonValue): string | undefined {
  if (typeof written !== 'string') return undefined;
  return typeNames.has(written) ? written : typeAliases.get(written.toLowerCase());
}

/** Beyond 2^53 a number is not what the document says: such bounds are left out (rule L8). */
function safe(value: number, site: KeywordSite): number | undefined {
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return value;
  reportKeyword(site.conversion, nodeOf(site), 'schema-bound-unsafe', {
    message: `The bound ${value} at ${placeOf(site)} is beyond the whole numbers that JSON carries exactly and is left out.`,
    fix: 'Nothing needs to be done; the API itself still checks the value.',
  });
  return undefined;
}

/** Scalars are compared as they are, objects and lists by their canonical text. */
function uniqueValues(list: readonly JsonValue[]): readonly JsonValue[] {
  const unique = new Map<JsonValue, JsonValue>();
  for (const value of list) {
    const isScalar = value === null || typeof value !== 'object';
    const identity = isScalar ? value : `${typeof value}${canonicalStringify(value)}`;
    if (!unique.has(identity)) unique.set(identity, value);
  }
  return [...unique.values()];
}

function refuse(value: JsonValue, site: KeywordSite, wanted: string): undefined {
  reportKeyword(site.conversion, nodeOf(site), 'schema-keyword-invalid', {
    message: `The keyword ${site.keyword} at ${placeOf(site)} is ${described(value)}, not ${wanted}, and is left out.`,
    fix: `Write ${wanted}, or remove the keyword.`,
  });
  return undefined;
}

function nodeOf({ conversion, schema, keyword }: KeywordSite): DocumentNode {
  return conversion.documents.child(schema, keyword) ?? schema;
}

function placeOf(site: KeywordSite): string {
  return pointerText(nodeOf(site).location);
}

function described(value: JsonValue): string {
  const written = JSON.stringify(value);
  return written.length <= 60 ? written : kindOf(value);
}
