import type { ArgumentPath } from '../arguments/argument-path.ts';
import type { ArgumentValue } from '../arguments/argument-value.ts';
import { isArgumentArray, isArgumentScalar } from '../arguments/argument-value.ts';
import type {
  MultipartEncoding,
  MultipartSequenceEncoding,
  PartEncoding,
} from '../../model/body-encoding.ts';
import type { QuerySerialization } from '../../model/serialization.ts';
import type { BodyReport } from './body-report.ts';
import { bodyPath, refuseInBody } from './body-report.ts';
import { contentText } from './content.ts';
import { assertWellFormed } from './encode.ts';
import { readFileArgument } from './file-argument.ts';
import { headerNameProblem, headerValueProblem } from './header-rules.ts';
import { jsonText } from './json-text.ts';
import { isConcrete, isInRange, withCharset } from './media-type.ts';
import { expand, styleRows } from './styles.ts';
import { rawRules, valueText } from './text-rules.ts';

/** One part, ready to stand between two boundaries. */
export interface Part {
  /** The header lines, each ended by CRLF. */
  readonly head: string;
  readonly bytes: Uint8Array;
}

/** What a part is written with. */
export interface PartPlan {
  readonly encoding: PartEncoding;
  /** Absent for parts that go by position. */
  readonly name?: string;
  /** Where the value stands in the body. */
  readonly keys: ArgumentPath;
  readonly body: BodyReport;
  /** Writes a part that is multipart itself. */
  readonly nest: (
    encoding: MultipartEncoding | MultipartSequenceEncoding,
    value: ArgumentValue,
    body: BodyReport,
  ) => { readonly contentType: string; readonly bytes: Uint8Array } | undefined;
}

/** Writes one value as a part, or as several of one name; none after a fault. */
export function writeParts(plan: PartPlan, value: ArgumentValue): readonly Part[] {
  const { encoding, keys } = plan;
  if (encoding.serialization !== undefined) {
    return styledParts(plan, encoding.serialization, value);
  }
  if (!encoding.repeat || !isArgumentArray(value)) return onePart(plan, value);
  return value.flatMap((item, index) =>
    item === null ? [] : onePart({ ...plan, keys: [...keys, index] }, item),
  );
}

function onePart(plan: PartPlan, value: ArgumentValue): readonly Part[] {
  const { encoding, keys, body } = plan;
  if (encoding.nested !== undefined) {
    const inner = plan.nest(encoding.nested, value, {
      ...body,
      argument: bodyPath(body, ...keys),
    });
    return inner === undefined ? [] : [partOf(plan, inner)];
  }
  switch (encoding.value) {
    case 'bytes':
      return filePart(plan, value);
    case 'json':
      return [jsonPart(plan, value)];
    case 'text':
      return [textPart(plan, valueText(value))];
    case 'byValue':
      return isArgumentScalar(value)
        ? [textPart(plan, contentText(plan.encoding.contentType ?? 'text/plain', value))]
        : [jsonPart(plan, value)];
  }
}

function jsonPart(plan: PartPlan, value: ArgumentValue): Part {
  const contentType = plan.encoding.contentType ?? 'application/json';
  return partOf(plan, { contentType, bytes: Buffer.from(jsonText(value), 'utf8') });
}

function textPart(plan: PartPlan, text: string): Part {
  const contentType = plan.encoding.contentType ?? 'text/plain';
  return partOf(plan, {
    contentType: withCharset(contentType, text),
    bytes: Buffer.from(assertWellFormed(text), 'utf8'),
  });
}

function filePart(plan: PartPlan, value: ArgumentValue): readonly Part[] {
  const { encoding, keys, body, name } = plan;
  const path = bodyPath(body, ...keys);
  const file = readFileArgument(value, path, body);
  if (file === undefined) return [];
  const allowed = encoding.allowedContentTypes;
  const { contentType: given } = file;
  if (given !== undefined && !isAllowed(given, allowed)) {
    refuseInBody(
      body,
      path,
      `is ${given}, which is not accepted here; send ${allowed.join(' or ')}`,
    );
    return [];
  }
  const contentType =
    given ?? encoding.contentType ?? allowed.find(isConcrete) ?? 'application/octet-stream';
  const filename = assertWellFormed(file.filename ?? name ?? '');
  return [partOf(plan, { contentType, bytes: file.bytes, filename })];
}

function isAllowed(mediaType: string, allowed: readonly string[]): boolean {
  return allowed.length === 0 || allowed.some((range) => isInRange(mediaType, range));
}

/** A part that is styled like a query parameter: its names and values, unencoded (3.2 appendix C). */
function styledParts(
  plan: PartPlan,
  serialization: QuerySerialization,
  value: ArgumentValue,
): readonly Part[] {
  const { name = '', body } = plan;
  if (serialization.kind === 'content') {
    const { mediaType } = serialization;
    const encoding = { ...plan.encoding, contentType: mediaType };
    return [textPart({ ...plan, encoding }, contentText(mediaType, value))];
  }
  const pieces = expand(
    {
      serialization,
      row: styleRows[serialization.kind === 'style' ? serialization.style : 'form'],
      rules: rawRules,
      name,
      nested: 'brackets',
    },
    value,
    (text) => body.report.remark(text),
  );
  return pieces.map((piece) => textPart({ ...plan, name: piece.name ?? name }, piece.value));
}

/**
 * Part headers that follow from the part itself, or that HTTP has no use for (rule B11; RFC 7578 §4.7);
 * what a document says of them is ignored.
 */
const ownPartHeaders: ReadonlySet<string> = new Set([
  'content-disposition',
  'content-transfer-encoding',
  'content-type',
]);

interface PartContent {
  readonly contentType: string;
  readonly bytes: Uint8Array;
  readonly filename?: string;
}

function partOf({ encoding, name, body }: PartPlan, content: PartContent): Part {
  const { contentType, bytes, filename = '' } = content;
  const lines: string[] = [];
  if (name !== undefined) {
    const file = filename === '' ? '' : `; filename="${quote(filename)}"`;
    lines.push(`Content-Disposition: form-data; name="${quote(assertWellFormed(name))}"${file}`);
  } else if (filename !== '') {
    lines.push(`Content-Disposition: attachment; filename="${quote(filename)}"`);
  }
  lines.push(`Content-Type: ${contentType}`);
  for (const header of encoding.headers) {
    if (ownPartHeaders.has(header.name.toLowerCase())) continue;
    const problem = headerNameProblem(header.name) ?? headerValueProblem(header.value);
    if (problem === undefined) lines.push(`${header.name}: ${header.value}`);
    else body.report.remark(`part header ${header.name} was left out: it ${problem}`);
  }
  return { head: lines.map((line) => `${line}\r\n`).join(''), bytes };
}

/** As browsers write names (WHATWG HTML §4.10.21.8): only what would end the quotes or the line. */
function quote(text: string): string {
  return text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
