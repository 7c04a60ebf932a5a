import type { SchemaTable } from '../model/api.ts';
import type { JsonSchema, JsonValue } from '../model/json.ts';
import { samplePattern } from './sample-pattern.ts';
import { holdsBytes } from './schema-kinds.ts';

const formats: Readonly<Record<string, string>> = {
  'date-time': '2024-05-06T07:08:09Z',
  date: '2024-05-06',
  time: '07:08:09Z',
  duration: 'P3D',
  email: 'ada@example.com',
  'idn-email': 'ada@example.com',
  hostname: 'example.com',
  'idn-hostname': 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/a',
  url: 'https://example.com/a',
  'uri-reference': '/a',
  iri: 'https://example.com/a',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
  regex: 'a',
  byte: 'YQ==',
  'json-pointer': '/a',
  'uri-template': 'https://example.com/{a}',
};

/** The simplest text that its keywords describe. */
export function sampleString(schema: JsonSchema, table: SchemaTable): string {
  if (holdsBytes(schema, table) || schema['contentEncoding'] === 'base64') return 'YQ==';
  const { format, pattern } = schema;
  const least = Number(schema['minLength'] ?? 0);
  const most = Number(schema['maxLength'] ?? Number.POSITIVE_INFINITY);
  if (typeof pattern === 'string') {
    const made = samplePattern(pattern, Math.max(least, 1)) ?? samplePattern(pattern, least);
    if (made !== undefined && made.length <= most) return made;
  }
  const known =
    typeof format === 'string' && Object.hasOwn(formats, format) ? formats[format] : undefined;
  if (known !== undefined && known.length >= least && known.length <= most) return known;
  return 'text'.padEnd(least, 'x').slice(0, Math.max(least, Math.min(most, 1e6)));
}

/** Distance of a value that is only just beyond an exclusive bound. */
const beyond = { integer: 1, number: 0.5 } as const;

/** The number nearest to 1 that its keywords describe. */
export function sampleNumber(schema: JsonSchema, fractions: boolean): number {
  const distance = fractions ? beyond.number : beyond.integer;
  const limits = (name: string, exclusiveName: string, sign: 1 | -1): readonly number[] => [
    ...numbers(schema[name]),
    ...numbers(schema[exclusiveName]).map((limit) => limit + sign * distance),
  ];
  const lower = Math.max(...limits('minimum', 'exclusiveMinimum', 1), Number.NEGATIVE_INFINITY);
  const upper = Math.min(...limits('maximum', 'exclusiveMaximum', -1), Number.POSITIVE_INFINITY);
  const value = Math.min(Math.max(1, lower), upper);
  const [step] = numbers(schema['multipleOf']);
  if (step !== undefined && step > 0) {
    return Math.ceil((Number.isFinite(lower) ? lower : value) / step) * step;
  }
  return fractions ? value : Math.ceil(value);
}

function numbers(value: JsonValue | undefined): readonly number[] {
  return typeof value === 'number' ? [value] : [];
}
