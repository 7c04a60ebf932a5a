import { diagnostic } from '../../model/diagnostic.ts';
import { isJsonObject, setOwn, type JsonSchema, type JsonValue } from '../../model/json.ts';
import { convertAlternatives } from './alternatives.ts';
import { describeAnything } from './annotate.ts';
import {
  assertionReaders,
  isKeptFormat,
  isPattern,
  isWideInteger,
  maxEnumValues,
} from './assertions.ts';
import type { Conversion } from './conversion.ts';
import { refusesAll, subschemaKeywords } from './keywords.ts';
import { onlyAnnotates } from './merge.ts';
import { locationOf, partPlace, samePlace, type Place } from './place.ts';

/** A schema's own keywords, converted, and further schemas that must hold with them. */
export interface ConvertedKeywords {
  readonly own: JsonSchema;
  readonly further: readonly JsonSchema[];
}

/** Everything that one schema being converted shares between its keywords. */
interface Task {
  readonly schema: JsonSchema;
  readonly place: Place;
  readonly conversion: Conversion;
  readonly own: Record<string, JsonValue>;
  readonly further: JsonSchema[];
}

/** Converts every keyword of a schema except `$ref`, `allOf` and annotations; unknown ones fall away (rule J3). */
export function convertKeywords(
  schema: JsonSchema,
  place: Place,
  conversion: Conversion,
): ConvertedKeywords {
  const task: Task = { schema, place, conversion, own: {}, further: [] };
  for (const [keyword, value] of Object.entries(schema)) {
    if (assertionReaders.has(keyword)) convertAssertion(keyword, value, task);
    else if (subschemaKeywords.has(keyword)) convertSubschemas(keyword, value, task);
  }
  convertConditional(task);
  completeArrays(task);
  return { own: task.own, further: task.further };
}

function convertAssertion(keyword: string, value: JsonValue, task: Task): void {
  const read = assertionReaders.get(keyword)?.(value);
  if (read === undefined) {
    reportMalformed(keyword, value, task);
    return;
  }
  const converted = adjustAssertion(keyword, read, task);
  if (converted === undefined) return;
  for (const [name, part] of Object.entries(converted)) task.own[name] = part;
}

/** What an assertion becomes; `undefined` where it goes, its sense being said in text or lost on purpose. */
function adjustAssertion(keyword: string, value: JsonValue, task: Task): JsonSchema | undefined {
  const { schema, place, conversion } = task;
  const forOutput = conversion.perspective.direction === 'output';
  switch (keyword) {
    case 'type':
      return { type: forOutput && isWideInteger(schema) ? admitDigits(value) : value };
    case 'enum':
      return adjustEnum(value, task);
    case 'format':
      if (value === 'binary')
        return { type: schema['type'] ?? 'string', contentEncoding: 'base64' };
      return typeof value === 'string' && isKeptFormat(value) ? { format: value } : undefined;
    case 'required':
      return namesOrNothing(keyword, visibleNames(value, place));
    case 'minProperties':
      return typeof value === 'number'
        ? { minProperties: Math.max(0, value - place.hidden.size) }
        : undefined;
    case 'dependentRequired':
      return isJsonObject(value)
        ? { dependentRequired: adjustDependents(value, place) }
        : undefined;
    default:
      return { [keyword]: value };
  }
}

/** Integers beyond what JSON readers keep exactly arrive as text (rule J15). */
function admitDigits(type: JsonValue): JsonValue {
  const names: readonly JsonValue[] = Array.isArray(type) ? type : [type];
  return names.includes('integer') && !names.includes('string') ? [...names, 'string'] : type;
}

function adjustEnum(value: JsonValue, { schema, conversion }: Task): JsonSchema | undefined {
  if (!Array.isArray(value) || value.length > maxEnumValues) return undefined;
  const values: readonly JsonValue[] = value;
  const type = schema['type'];
  // Authors of 3.0 rarely know that a nullable enum must list null (rule V7).
  const lacksNull =
    conversion.perspective.direction === 'output' &&
    Array.isArray(type) &&
    type.includes('null') &&
    !values.includes(null);
  return { enum: lacksNull ? [...values, null] : values };
}

function visibleNames(value: JsonValue, place: Place): readonly JsonValue[] {
  return Array.isArray(value)
    ? (value as readonly JsonValue[]).filter(
        (name) => typeof name === 'string' && !place.hidden.has(name),
      )
    : [];
}

function namesOrNothing(keyword: string, names: readonly JsonValue[]): JsonSchema | undefined {
  return names.length === 0 ? undefined : { [keyword]: names };
}

function adjustDependents(value: JsonSchema, place: Place): JsonSchema {
  const result: Record<string, JsonValue> = {};
  for (const [name, names] of Object.entries(value)) {
    if (!place.hidden.has(name)) setOwn(result, name, visibleNames(names, place));
  }
  return result;
}

function reportMalformed(keyword: string, value: JsonValue, { place, conversion }: Task): void {
  const isRegex = keyword === 'pattern' && typeof value === 'string';
  const location = locationOf(place.trail);
  conversion.report(
    isRegex
      ? diagnostic('schema-pattern-dropped', {
          message: `The pattern ${JSON.stringify(value.slice(0, 80))} is no ECMAScript regular expression with the u flag; it is published as text only.`,
          fix: 'Rewrite the pattern in the syntax of ECMA-262.',
          location,
        })
      : diagnostic('schema-keyword-malformed', {
          message: `The value of "${keyword}" in a schema has the wrong shape; the keyword is left out.`,
          fix: `Correct the value of "${keyword}".`,
          location,
        }),
  );
}

function convertSubschemas(keyword: string, value: JsonValue, task: Task): void {
  switch (keyword) {
    case 'allOf':
    case 'if':
    case 'then':
    case 'else':
      return;
    case 'anyOf':
    case 'oneOf':
      convertChoice(keyword, value, task);
      return;
    case 'properties':
      task.own['properties'] = convertProperties(value, task);
      return;
    case 'patternProperties':
      task.own['patternProperties'] = convertPatterns(value, task);
      return;
    case 'dependentSchemas':
      task.own['dependentSchemas'] = convertDependents(value, task);
      return;
    case 'not':
      convertNegation(value, task);
      return;
    case 'additionalProperties':
    case 'unevaluatedProperties':
      convertRest(keyword, value, task);
      return;
    case 'prefixItems':
      task.own['prefixItems'] = convertPrefix(value, task);
      return;
    default:
      if (isJsonObject(value)) {
        const part = convertPart(value, task, keyword);
        task.own[keyword] = keyword === 'items' ? describeAnything(part) : part;
      }
  }
}

function convertPart(schema: JsonSchema, task: Task, ...tokens: readonly string[]): JsonSchema {
  return task.conversion.convert(schema, partPlace(task.place, ...tokens)) ?? {};
}

function convertProperties(value: JsonValue, task: Task): JsonSchema {
  const result: Record<string, JsonValue> = {};
  if (!isJsonObject(value)) return result;
  const required = task.schema['required'];
  for (const [name, property] of Object.entries(value)) {
    if (!isJsonObject(property) || task.place.hidden.has(name)) continue;
    const isAsked = Array.isArray(required) && required.includes(name);
    if (refusesAll(property) && !isAsked) continue;
    setOwn(result, name, describeAnything(convertPart(property, task, 'properties', name)));
  }
  return result;
}

function convertPatterns(value: JsonValue, task: Task): JsonSchema {
  const result: Record<string, JsonValue> = {};
  if (!isJsonObject(value)) return result;
  for (const [pattern, schema] of Object.entries(value)) {
    if (!isJsonObject(schema)) continue;
    if (isPattern(pattern)) {
      setOwn(result, pattern, convertPart(schema, task, 'patternProperties', pattern));
    } else reportMalformed('pattern', pattern, task);
  }
  return result;
}

function convertDependents(value: JsonValue, task: Task): JsonSchema {
  const result: Record<string, JsonValue> = {};
  if (!isJsonObject(value)) return result;
  for (const [name, schema] of Object.entries(value)) {
    if (!isJsonObject(schema) || task.place.hidden.has(name)) continue;
    const place = samePlace(task.place, 'all', 'dependentSchemas', name);
    setOwn(result, name, task.conversion.convert(schema, place) ?? {});
  }
  return result;
}

function convertPrefix(value: JsonValue, task: Task): readonly JsonSchema[] {
  if (!Array.isArray(value)) return [];
  return (value as readonly JsonValue[]).map((item, index) =>
    isJsonObject(item)
      ? describeAnything(convertPart(item, task, 'prefixItems', String(index)))
      : {},
  );
}

/** What other properties may be; `false` is the one boolean schema that every client reads. */
function convertRest(keyword: string, value: JsonValue, task: Task): void {
  if (!isJsonObject(value)) return;
  if (!refusesAll(value)) task.own[keyword] = convertPart(value, task, keyword);
  else if (keyword !== 'additionalProperties' || !task.place.open) task.own[keyword] = false;
}

function convertChoice(keyword: 'anyOf' | 'oneOf', value: JsonValue, task: Task): void {
  const choice = convertAlternatives(keyword, value, task);
  if (choice === undefined) return;
  const [name] = Object.keys(choice);
  if (name !== undefined && Object.keys(choice).length === 1 && !Object.hasOwn(task.own, name)) {
    if (name === 'anyOf' || name === 'oneOf') {
      task.own[name] = choice[name] ?? [];
      return;
    }
  }
  task.further.push(choice);
}

/** What must not hold is dropped where its publication would be wider, which would forbid more. */
function convertNegation(value: JsonValue, task: Task): void {
  if (!isJsonObject(value)) return;
  if (task.conversion.widens(value)) {
    reportDropped('not', task);
    return;
  }
  const place = samePlace({ ...task.place, hidden: new Set() }, 'all', 'not');
  const converted = task.conversion.convert(value, place);
  if (converted === undefined) return;
  // Where nothing could be read, "not anything" would refuse every value.
  if (onlyAnnotates(converted) && !onlyAnnotates(value)) reportDropped('not', task);
  else task.own['not'] = converted;
}

function convertConditional(task: Task): void {
  const { schema, place, conversion, own } = task;
  const condition = schema['if'];
  if (!isJsonObject(condition)) return;
  if (conversion.widens(condition)) {
    reportDropped('if', task);
    return;
  }
  const tested = conversion.convert(
    condition,
    samePlace({ ...place, hidden: new Set() }, 'all', 'if'),
  );
  if (tested === undefined) return;
  own['if'] = tested;
  for (const keyword of ['then', 'else'] as const) {
    const consequence = schema[keyword];
    if (!isJsonObject(consequence)) continue;
    const converted = conversion.convert(consequence, samePlace(place, 'all', keyword));
    if (converted !== undefined) own[keyword] = converted;
  }
}

function reportDropped(keyword: string, { place, conversion }: Task): void {
  conversion.report(
    diagnostic('schema-condition-dropped', {
      message: `A schema's "${keyword}" speaks of parts that are left out in this direction; it is left out too.`,
      fix: 'Nothing has to be done: the API checks the value.',
      location: locationOf(place.trail),
    }),
  );
}

/** Clients refuse arrays that do not say what their items are (rule J14). */
function completeArrays({ schema, own, conversion }: Task): void {
  const type = own['type'];
  const isArrayType = type === 'array' || (Array.isArray(type) && type.includes('array'));
  if (isArrayType && own['items'] === undefined && own['unevaluatedItems'] === undefined) {
    own['items'] = describeAnything({});
  }
  const contained = schema['contains'];
  if (own['maxContains'] !== undefined && isJsonObject(contained) && conversion.widens(contained)) {
    delete own['maxContains'];
  }
}
