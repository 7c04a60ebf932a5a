import { isArray, type JsonSchema, type JsonValue } from '../../model/json.ts';
import { withoutKeys } from '../schema/keywords.ts';
import { measure } from '../schema/measure.ts';
import { withoutValueSentences, saysNameAgain } from './repeated-text.ts';
import type { CompactRule, NoteSaved } from './rules.ts';

/** Takes something that carries no information out of one schema; the schema itself where there is nothing. */
type LeaveOut = (schema: JsonSchema, name: string) => JsonSchema;

/**
 * Leaves out of one schema, not of those inside, what the rest of it says already. No value fits more or less than
 * before.
 *
 * @param name The name under which the schema stands.
 * @param keepTexts Whether every word of descriptions is wanted.
 */
export function leaveOut(
  schema: JsonSchema,
  { name, keepTexts, note }: LeaveOutOptions,
): JsonSchema {
  let left = schema;
  for (const [rule, apply] of keepTexts ? valueRules : [...valueRules, ...textRules]) {
    const before = left;
    left = apply(left, name);
    if (left !== before) note(rule, measure(before).bytes - measure(left).bytes);
  }
  return left;
}

/** How much is left out. */
export interface LeaveOutOptions {
  readonly name: string;
  readonly keepTexts: boolean;
  readonly note: NoteSaved;
}

const valueRules: readonly (readonly [CompactRule, LeaveOut])[] = [
  ['format-again', withoutFormatAgain],
  ['examples', withoutPlainExamples],
];

const textRules: readonly (readonly [CompactRule, LeaveOut])[] = [
  ['values-again', (schema) => withDescription(schema, withoutValueSentences(schema))],
  ['name-again', withoutNameAgain],
];

/** ajv-formats checks nothing for these that `type` does not; `int32` has bounds. */
function withoutFormatAgain(schema: JsonSchema): JsonSchema {
  const { format } = schema;
  const isAgain =
    (format === 'int64' && isOnly(schema, 'integer')) ||
    ((format === 'double' || format === 'float') && isOnly(schema, 'number'));
  return isAgain ? withoutKeys(schema, 'format') : schema;
}

function isOnly({ type }: JsonSchema, wanted: string): boolean {
  const types = isArray(type) ? type.filter((each) => each !== 'null') : [type];
  return types.length === 1 && types[0] === wanted;
}

const knownFormats: ReadonlySet<JsonValue | undefined> = new Set([
  'date',
  'date-time',
  'time',
  'uuid',
  'email',
  'ipv4',
  'ipv6',
]);

function withoutPlainExamples(schema: JsonSchema): JsonSchema {
  const { examples, format } = schema;
  if (examples === undefined) return schema;
  const isPlain =
    ['integer', 'number', 'boolean'].some((type) => isOnly(schema, type)) ||
    (isOnly(schema, 'string') && knownFormats.has(format));
  return isPlain ? withoutKeys(schema, 'examples') : schema;
}

function withoutNameAgain(schema: JsonSchema, name: string): JsonSchema {
  const again = ['title', 'description'].filter((key) => {
    const text = schema[key];
    return typeof text === 'string' && saysNameAgain(text, name);
  });
  return again.length === 0 ? schema : withoutKeys(schema, ...again);
}

function withDescription(schema: JsonSchema, description: string | undefined): JsonSchema {
  if (description === undefined) return schema;
  return description === '' ? withoutKeys(schema, 'description') : { ...schema, description };
}
