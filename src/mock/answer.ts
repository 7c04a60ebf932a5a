import type { MediaType, Operation, ResponseCase, SchemaTable } from '../model/api.ts';
import type { JsonValue } from '../model/json.ts';
import type { Mismatch, MockAnswer } from './exchange.ts';
import { essence, isJsonType, isXmlType } from './media-type.ts';
import type { SampleContext } from './sample-context.ts';
import { sampleValue } from './sample.ts';
import type { Validate } from './validate.ts';

/** A problem document (RFC 9457) that says in which ways a request differs from the document. */
export function problemAnswer(
  status: number,
  title: string,
  mismatches: readonly Mismatch[],
  headers: readonly (readonly [string, string])[] = [],
): MockAnswer {
  const detail = mismatches.map(({ place, message }) => `${place}: ${message}`).join('; ');
  return {
    status,
    headers: [['content-type', 'application/problem+json'], ...headers],
    body: Buffer.from(
      JSON.stringify({
        type: 'about:blank',
        title,
        status,
        ...(detail === '' ? {} : { detail }),
        errors: mismatches.map(({ place, message }) => ({ place, message })),
      }),
    ),
  };
}

/** The documented success of an operation: its example where it has one, else a sample of its schema. */
export function successAnswer(
  operation: Operation,
  table: SchemaTable,
  validate: Validate,
): MockAnswer {
  const chosen = chooseCase(operation.responses);
  const status = statusOf(chosen);
  const content = chosen?.content ?? [];
  const entry = content.find(({ mediaType }) => isJsonType(mediaType)) ?? content[0];
  if (entry === undefined || status === 204 || operation.method === 'HEAD') {
    return { status, headers: [], body: new Uint8Array() };
  }
  const context: SampleContext = {
    table,
    direction: 'response',
    fits: (value, schema) => validate(value, schema).length === 0,
  };
  const type = concreteType(entry.mediaType);
  return { status, headers: [['content-type', type]], body: contentBytes(entry, type, context) };
}

function chooseCase(cases: readonly ResponseCase[]): ResponseCase | undefined {
  const byStatus = (pattern: RegExp): ResponseCase | undefined =>
    cases.find(({ status }) => pattern.test(status));
  return byStatus(/^20[0-36-9]$/) ?? byStatus(/^2/) ?? byStatus(/^default$/);
}

function statusOf(chosen: ResponseCase | undefined): number {
  const code = Number(chosen?.status);
  if (Number.isInteger(code)) return code;
  return chosen === undefined ? 204 : 200;
}

function concreteType(mediaType: string): string {
  const type = essence(mediaType);
  if (type === '*/*' || type === 'application/*') return 'application/json';
  return type.endsWith('/*') ? `${type.slice(0, -1)}plain` : mediaType;
}

function contentBytes(entry: MediaType, type: string, context: SampleContext): Uint8Array {
  const schema = entry.schema ?? {};
  const value: JsonValue = entry.examples[0] ?? sampleValue(schema, context);
  if (isJsonType(type)) return Buffer.from(JSON.stringify(value));
  if (type.includes('event-stream')) return Buffer.from(`data: ${JSON.stringify(value)}\n\n`);
  if (/jsonl|ndjson/.test(type)) return Buffer.from(`${JSON.stringify(value)}\n`);
  if (isXmlType(type)) return Buffer.from(typeof value === 'string' ? value : '<answer/>');
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
}
