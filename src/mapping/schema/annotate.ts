import { isJsonObject, type JsonSchema, type JsonValue } from '../../model/json.ts';
import { diagnostic } from '../../model/diagnostic.ts';
import { enumText, isKeptFormat, isPattern, maxEnumValues } from './assertions.ts';
import type { Conversion } from './conversion.ts';
import { documentText, joinTexts } from './describe.ts';
import { withoutKeys } from './keywords.ts';
import { locationOf, type Place } from './place.ts';
import { keepsDigits, mayFit, shortExamples } from './values.ts';

/** Longest `default` that is published, as JSON text. */
const maxDefaultLength = 500;

/** What is said of bytes inside JSON and forms (rule B14). */
export const binaryNote = 'Bytes as base64 text.';

/**
 * Adds what a canonical schema says for readers (rules J3, J10, J11): one description with what became
 * text, a title only where there is none, and for input the default and short examples.
 */
export function annotate(
  converted: JsonSchema,
  schema: JsonSchema,
  place: Place,
  conversion: Conversion,
): JsonSchema {
  const { maxDescriptionLength, direction } = conversion.perspective;
  const said = documentText(schema['description'], maxDescriptionLength);
  const inherited = typeof converted['description'] === 'string' ? converted['description'] : '';
  const description = joinTexts(
    schema['deprecated'] === true ? 'Deprecated.' : undefined,
    said === '' ? inherited : said,
    ...becameText(schema, place, conversion),
  );
  const title = description === undefined ? titleOf(converted, schema, maxDescriptionLength) : '';
  const bare = withoutKeys(converted, 'title', 'description', 'default', 'examples');
  return {
    ...bare,
    ...(title === '' ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(direction === 'input' ? valuesFor(bare, { ...converted, ...schema }) : {}),
  };
}

function titleOf(converted: JsonSchema, schema: JsonSchema, maxLength: number): string {
  const own = documentText(schema['title'], maxLength);
  return own === '' && typeof converted['title'] === 'string' ? converted['title'] : own;
}

/** What a schema says in keywords that clients do not read, as text. */
function becameText(schema: JsonSchema, place: Place, conversion: Conversion): readonly string[] {
  const texts: string[] = [];
  const { format, pattern } = schema as {
    readonly format?: JsonValue;
    readonly pattern?: JsonValue;
  };
  if (format === 'binary') texts.push(binaryNote);
  else if (typeof format === 'string' && format !== '' && !isKeptFormat(format)) {
    texts.push(`Format: ${documentText(format, 100)}.`);
  }
  if (typeof pattern === 'string' && !isPattern(pattern)) {
    texts.push(`Pattern: ${pattern.slice(0, 200)}`);
  }
  const values = schema['enum'];
  if (Array.isArray(values) && values.length > maxEnumValues) {
    texts.push(enumText(values));
    conversion.report(
      diagnostic('schema-enum-long', {
        message: `An enum has ${values.length} values; it is published as text, and the API checks the value.`,
        fix: 'Nothing has to be done; a shorter enum would be published as it is.',
        location: locationOf(place.trail),
      }),
    );
  }
  return texts;
}

function valuesFor(converted: JsonSchema, source: JsonSchema): JsonSchema {
  const fallback = source['default'];
  const examples = source['examples'];
  const listed =
    Array.isArray(examples) && saysNoValues(converted)
      ? shortExamples(
          (examples as readonly JsonValue[]).filter((each) => keepsDigits(converted, each)),
        ).filter((example) => mayFit(converted, example))
      : [];
  return {
    ...(fallback !== undefined && isPublishable(converted, fallback) ? { default: fallback } : {}),
    ...(listed.length === 0 ? {} : { examples: listed }),
  };
}

function isPublishable(schema: JsonSchema, value: JsonValue): boolean {
  return (
    JSON.stringify(value).length <= maxDefaultLength &&
    keepsDigits(schema, value) &&
    mayFit(schema, value)
  );
}

/** Examples of what is listed anyway teach nothing. */
function saysNoValues(schema: JsonSchema): boolean {
  return (
    schema['enum'] === undefined && schema['const'] === undefined && schema['type'] !== 'boolean'
  );
}

/** Says of a part that anything may stand there, where nothing else is said (rule J14). */
export function describeAnything(schema: JsonSchema): JsonSchema {
  return isJsonObject(schema) && Object.keys(schema).length === 0
    ? { description: 'Any JSON value.' }
    : schema;
}
