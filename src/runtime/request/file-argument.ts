import type { ArgumentValue } from '../arguments/argument-value.ts';
import { isArgumentObject } from '../arguments/argument-value.ts';
import { ownValue } from '../../model/json.ts';
import type { BodyReport } from './body-report.ts';
import { refuseInBody } from './body-report.ts';
import { assertWellFormed } from './encode.ts';
import { isMediaType } from './media-type.ts';

/** A file as a caller gives it, decoded. */
export interface FileContent {
  readonly bytes: Uint8Array;
  readonly filename?: string;
  /** What the caller calls it; never guessed from the bytes (rule B10). */
  readonly contentType?: string;
}

const members = ['data', 'filename', 'contentType'];

const help =
  'send base64 text, a data: URI, or { "data": "<base64>", "filename": "…", "contentType": "…" }; paths and URLs are not read';

/**
 * Decodes a file argument (rule B13): base64 text, a `data:` URI, or an object with `data` and optionally
 * `filename` and `contentType`. The size is checked before anything is decoded. `undefined` after a fault.
 */
export function readFileArgument(
  value: ArgumentValue,
  path: string,
  body: BodyReport,
): FileContent | undefined {
  if (typeof value === 'string') return decodeText(value, path, body);
  if (!isArgumentObject(value)) return refuseInBody(body, path, `is not a file; ${help}`);
  const unknown = Object.keys(value).find((key) => !members.includes(key));
  if (unknown !== undefined) {
    return refuseInBody(body, path, `has no place for ${JSON.stringify(unknown)}; ${help}`);
  }
  const [data, filename, contentType] = members.map((key) => ownValue(value, key));
  if (typeof data !== 'string') return refuseInBody(body, path, `has no "data"; ${help}`);
  if (filename !== undefined && typeof filename !== 'string') {
    return refuseInBody(
      body,
      path,
      'has a "filename" that is not text; send a file name or leave it out',
    );
  }
  if (contentType !== undefined && !(typeof contentType === 'string' && isMediaType(contentType))) {
    return refuseInBody(
      body,
      path,
      'has a "contentType" that is no media type; send one like image/png',
    );
  }
  const content = decodeText(data, path, body);
  if (content === undefined) return undefined;
  return {
    ...content,
    ...(filename === undefined ? {} : { filename }),
    ...(typeof contentType === 'string' ? { contentType } : {}),
  };
}

function decodeText(text: string, path: string, body: BodyReport): FileContent | undefined {
  if (!/^data:/i.test(text)) {
    const bytes = decodeBase64(text, path, body);
    return bytes === undefined ? undefined : { bytes };
  }
  // RFC 2397: data:[<media type>][;base64],<data>
  const comma = text.indexOf(',');
  if (comma === -1) return refuseInBody(body, path, `is no complete data: URI; ${help}`);
  const header = text.slice('data:'.length, comma);
  const isBase64 = /;\s*base64\s*$/i.test(header);
  const declared = header.replace(/;\s*base64\s*$/i, '').trim();
  const payload = text.slice(comma + 1);
  const bytes = isBase64
    ? decodeBase64(unescapeBase64(payload), path, body)
    : decodePercent(payload, path, body);
  if (bytes === undefined) return undefined;
  return isMediaType(declared) ? { bytes, contentType: declared } : { bytes };
}

/** Base64 inside a URI may have its `+`, `/` and `=` percent-encoded. */
function unescapeBase64(text: string): string {
  return text.replace(/%(2b|2f|3d)/gi, (_triple, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

function decodePercent(text: string, path: string, body: BodyReport): Uint8Array | undefined {
  if (text.length > 3 * body.maxBytes) return tooLarge(body, path);
  try {
    const bytes = Buffer.from(decodeURIComponent(assertWellFormed(text)), 'utf8');
    return bytes.length > body.maxBytes ? tooLarge(body, path) : bytes;
  } catch {
    return refuseInBody(
      body,
      path,
      `is a data: URI that is neither UTF-8 text nor base64; ${help}`,
    );
  }
}

/** Characters outside the two alphabets of base64 (RFC 4648 §4 and §5). */
const foreign = /[^A-Za-z0-9+/]/;
const foreignInUrlAlphabet = /[^A-Za-z0-9_-]/;

/** Line breaks as in MIME are let through; padding is complete or missing altogether. */
function decodeBase64(text: string, path: string, body: BodyReport): Uint8Array | undefined {
  const compact = /\s/.test(text) ? text.replace(/\s+/g, '') : text;
  let end = compact.length;
  while (end > compact.length - 2 && compact[end - 1] === '=') end -= 1;
  const digits = compact.slice(0, end);
  const complete = end === compact.length ? end % 4 !== 1 : compact.length % 4 === 0;
  if (!complete || (foreign.test(digits) && foreignInUrlAlphabet.test(digits))) {
    return refuseInBody(body, path, `is not base64; ${help}`);
  }
  return Math.floor((end * 3) / 4) > body.maxBytes
    ? tooLarge(body, path)
    : Buffer.from(digits, 'base64');
}

function tooLarge(body: BodyReport, path: string): undefined {
  return refuseInBody(
    body,
    path,
    `is larger than the ${body.maxBytes} bytes that one request may have; send a smaller file`,
  );
}
