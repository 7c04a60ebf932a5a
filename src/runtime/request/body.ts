import type { ArgumentObject, ArgumentValue } from '../arguments/argument-value.ts';
import { isArgumentScalar } from '../arguments/argument-value.ts';
import type { BodyEncoding } from '../../model/body-encoding.ts';
import { objectFromEntries, ownValue } from '../../model/json.ts';
import type { BodyBinding, BodySource } from '../../model/request-binding.ts';
import type { BodyReport } from './body-report.ts';
import { bodyPath, refuseInBody } from './body-report.ts';
import { assertWellFormed } from './encode.ts';
import { readFileArgument } from './file-argument.ts';
import { formText } from './form.ts';
import { jsonLinesText } from './json-lines.ts';
import { jsonText } from './json-text.ts';
import { isConcrete, isInRange, withCharset } from './media-type.ts';
import { multipartBody } from './multipart.ts';
import { compileSource } from './parameter.ts';
import type { BodyPlan } from './plan.ts';
import type { BuildReport } from './report.ts';
import { scalarText } from './text-rules.ts';
import { xmlText } from './xml.ts';

/** Writes the body of one call; a body that could not be written is `none` beside its fault. */
export type WriteBody = (values: ArgumentObject, maxBytes: number, report: BuildReport) => BodyPlan;

const noBody: BodyPlan = { kind: 'none' };

/** Methods whose requests carry no content (RFC 9110 §9.3.2, 9.3.7, 9.3.8; rule B4). */
const bodilessMethods: ReadonlySet<string> = new Set(['HEAD', 'OPTIONS', 'TRACE']);

/** Prepares the body of one tool. Nothing is sent where no body is given (rule B3). */
export function compileBody(binding: BodyBinding | undefined, method: string): WriteBody {
  if (binding === undefined) return () => noBody;
  const { encoding, required } = binding;
  const argument = binding.source.kind === 'argument' ? binding.source.argument : '';
  const label = argument === '' ? 'body' : argument;
  const read = compileBodySource(binding.source, required);
  const isBodiless = bodilessMethods.has(method);
  return (values, maxBytes, report) => {
    const value = read(values);
    // Only JSON can say `null`; everywhere else it means that there is no body.
    if (value === undefined || (value === null && encoding.kind !== 'json')) {
      if (required)
        report.refuse(label, `\`${label}\` is required and is the request body; send it.`);
      return noBody;
    }
    if (isBodiless) {
      report.refuse(
        label,
        `\`${label}\` cannot be sent: a ${method} request has no body; leave it out.`,
      );
      return noBody;
    }
    const body: BodyReport = { report, argument, maxBytes };
    try {
      return limitSize(writeBody(encoding, value, body), body);
    } catch (thrown) {
      report.refuseThrown(thrown, label, value);
      return noBody;
    }
  };
}

/** A body out of several arguments (rule A8) is an object of those that are given. */
function compileBodySource(
  source: BodySource,
  required: boolean,
): (values: ArgumentObject) => ArgumentValue | undefined {
  if (source.kind === 'argument') {
    const { argument } = source;
    return (values) => ownValue(values, argument);
  }
  const readers = source.properties.map(({ property, source: from }) => {
    const read = compileSource(from);
    return { property, read };
  });
  return (values) => {
    const given = readers.flatMap(({ property, read }) => {
      const value = read(values);
      return value === undefined ? [] : [[property, value] as const];
    });
    return given.length > 0 || required ? objectFromEntries(given) : undefined;
  };
}

function limitSize(plan: BodyPlan | undefined, body: BodyReport): BodyPlan {
  if (plan === undefined || plan.kind === 'none') return noBody;
  if (plan.bytes.length <= body.maxBytes) return plan;
  const { length } = plan.bytes;
  refuseInBody(
    body,
    bodyPath(body) === '' ? 'body' : bodyPath(body),
    `makes a request body of ${length} bytes, more than the ${body.maxBytes} that are allowed; send less`,
  );
  return noBody;
}

function writeBody(
  encoding: BodyEncoding,
  value: ArgumentValue,
  body: BodyReport,
): BodyPlan | undefined {
  const { mediaType } = encoding;
  switch (encoding.kind) {
    case 'json':
      return textPlan(mediaType, jsonText(value));
    case 'form':
      return textPlan(mediaType, formText(encoding, value, body));
    case 'multipart':
    case 'multipartSequence': {
      const multipart = multipartBody(encoding, value, body);
      return multipart === undefined ? undefined : { kind: 'bytes', ...multipart };
    }
    case 'text':
      return plainText(mediaType, value, body);
    case 'bytes':
      return rawBytes(mediaType, value, body);
    case 'xml': {
      const text = xmlText(encoding, value, body);
      return textPlan(withCharset(mediaType, text ?? ''), text);
    }
    case 'jsonLines':
      return textPlan(mediaType, jsonLinesText(encoding.framing, value, body));
  }
}

function textPlan(contentType: string, text: string | undefined): BodyPlan | undefined {
  if (text === undefined) return undefined;
  return { kind: 'bytes', contentType, bytes: Buffer.from(text, 'utf8') };
}

/** Text as it is (rules B16, B19). */
function plainText(
  mediaType: string,
  value: ArgumentValue,
  body: BodyReport,
): BodyPlan | undefined {
  if (!isArgumentScalar(value)) {
    return refuseInBody(
      body,
      bodyPath(body),
      `is sent as ${mediaType}; send the whole body as text`,
    );
  }
  const text = assertWellFormed(scalarText(value));
  return textPlan(withCharset(mediaType, text), text);
}

/** The bytes of a file argument (rule B14). The media type is the document's, not the caller's. */
function rawBytes(mediaType: string, value: ArgumentValue, body: BodyReport): BodyPlan | undefined {
  const file = readFileArgument(value, bodyPath(body), body);
  if (file === undefined) return undefined;
  const { bytes, contentType: given } = file;
  if (isConcrete(mediaType)) return { kind: 'bytes', contentType: mediaType, bytes };
  if (given !== undefined && !isInRange(given, mediaType)) {
    return refuseInBody(body, bodyPath(body), `is ${given}, where ${mediaType} is accepted`);
  }
  return { kind: 'bytes', contentType: given ?? 'application/octet-stream', bytes };
}
