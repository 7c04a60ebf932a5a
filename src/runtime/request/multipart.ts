import { createHash } from 'node:crypto';
import type { ArgumentObject, ArgumentValue } from '../arguments/argument-value.ts';
import { isArgumentArray, isArgumentObject } from '../arguments/argument-value.ts';
import type {
  MultipartEncoding,
  MultipartSequenceEncoding,
  PartEncoding,
} from '../../model/body-encoding.ts';
import { ownValue } from '../../model/json.ts';
import type { BodyReport } from './body-report.ts';
import { bodyPath, refuseInBody } from './body-report.ts';
import type { Part } from './multipart-part.ts';
import { writeParts } from './multipart-part.ts';

/** A multipart body with its complete Content-Type. */
export interface MultipartBody {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/**
 * Writes a multipart body (rules B9 to B13; RFC 7578, RFC 2046 §5.1). Named parts come in the schema's
 * order, then those that the schema does not know. Equal arguments give equal bytes. `undefined` after a
 * fault.
 */
export function multipartBody(
  encoding: MultipartEncoding | MultipartSequenceEncoding,
  value: ArgumentValue,
  body: BodyReport,
): MultipartBody | undefined {
  const parts =
    encoding.kind === 'multipart'
      ? namedParts(encoding, value, body)
      : sequenceParts(encoding, value, body);
  return parts === undefined ? undefined : assemble(encoding.mediaType, parts);
}

function namedParts(
  encoding: MultipartEncoding,
  value: ArgumentValue,
  body: BodyReport,
): readonly Part[] | undefined {
  if (!isArgumentObject(value)) {
    return refuseInBody(body, bodyPath(body), 'is sent as a form; send an object of its fields');
  }
  const parts: Part[] = [];
  for (const name of orderedNames(encoding, value)) {
    const member = ownValue(value, name);
    if (member === undefined) continue;
    if (member === null) {
      body.report.remark(`${bodyPath(body, name)}: null was left out, for a form cannot say it`);
      continue;
    }
    const part = ownValue(encoding.parts, name) ?? encoding.otherwise;
    parts.push(
      ...writeParts({ encoding: part, name, keys: [name], body, nest: multipartBody }, member),
    );
  }
  return parts;
}

function orderedNames({ parts }: MultipartEncoding, value: ArgumentObject): readonly string[] {
  const known = Object.keys(parts);
  const rest = Object.keys(value).filter((name) => !Object.hasOwn(parts, name));
  return [...known, ...rest];
}

function sequenceParts(
  { prefix, item }: MultipartSequenceEncoding,
  value: ArgumentValue,
  body: BodyReport,
): readonly Part[] | undefined {
  if (!isArgumentArray(value)) {
    return refuseInBody(body, bodyPath(body), 'is sent part by part; send a list');
  }
  return value.flatMap((member, index) => {
    const encoding: PartEncoding = prefix[index] ?? item;
    return writeParts({ encoding, keys: [index], body, nest: multipartBody }, member);
  });
}

/** Puts parts together behind a boundary that occurs in none of them. */
function assemble(mediaType: string, parts: readonly Part[]): MultipartBody {
  const boundary = chooseBoundary(parts);
  const chunks: Uint8Array[] = [];
  for (const { head, bytes } of parts) {
    chunks.push(Buffer.from(`--${boundary}\r\n${head}\r\n`, 'utf8'), bytes, lineBreak);
  }
  chunks.push(Buffer.from(`--${boundary}--\r\n`, 'utf8'));
  return {
    contentType: `${withoutBoundary(mediaType)}; boundary=${boundary}`,
    bytes: Buffer.concat(chunks),
  };
}

const lineBreak = Buffer.from('\r\n', 'latin1');

/** A document may name a boundary in its media type; the one that is used is always ours. */
function withoutBoundary(mediaType: string): string {
  return mediaType
    .split(';')
    .filter((parameter) => !/^\s*boundary\s*=/i.test(parameter))
    .join(';');
}

/**
 * The boundary is a digest of the content: deterministic, and nobody can write content that holds it. It is
 * looked for all the same, and counted on should it occur.
 */
function chooseBoundary(parts: readonly Part[]): string {
  const hash = createHash('sha256');
  for (const { head, bytes } of parts) hash.update(head).update('\0').update(bytes);
  const digest = hash.digest('hex').slice(0, boundaryDigits);
  for (let attempt = 0; ; attempt += 1) {
    const boundary = `openapi-mcp-${digest}${attempt === 0 ? '' : `-${attempt}`}`;
    if (!parts.some(({ head, bytes }) => occursIn(boundary, head, bytes))) return boundary;
  }
}

/** With the prefix well below the 70 characters that RFC 2046 allows. */
const boundaryDigits = 32;

function occursIn(boundary: string, head: string, bytes: Uint8Array): boolean {
  return (
    head.includes(boundary) ||
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(boundary)
  );
}
