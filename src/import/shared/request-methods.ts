import type { RequestBody } from '../../model/api.ts';
import { diagnostic } from '../../model/diagnostic.ts';
import { jsonEqual } from '../../model/json.ts';
import type { OperationSite } from './operations.ts';
import type { Reading } from './reading.ts';

/** RFC 9110 §9.3.8 forbids a body for TRACE; for the others nothing would read it (rule B4). */
const bodiless: ReadonlySet<string> = new Set(['TRACE', 'HEAD', 'OPTIONS']);

/**
 * The body of an operation, where its method may send one (rule B4): GET and DELETE do when the document
 * describes one, with a report where the specification gives it no meaning.
 */
export function admitBody(
  reading: Reading,
  site: OperationSite,
  body: RequestBody,
): RequestBody | undefined {
  const { method, path } = site;
  if (bodiless.has(method)) {
    reading.report(
      diagnostic('body-not-sent', {
        message: `${method} ${path} describes a request body, which ${method} never sends; it is left out.`,
        fix: 'Use another method, or remove the body.',
        location: body.location,
      }),
    );
    return undefined;
  }
  if ((method === 'GET' || method === 'DELETE') && isEmptyBody(body)) {
    reading.report(
      diagnostic('body-empty', {
        message: `${method} ${path} describes a request body that can hold nothing; it is left out.`,
        fix: 'Remove the body.',
        location: body.location,
      }),
    );
    return undefined;
  }
  const modern = reading.specification === '3.1' || reading.specification === '3.2';
  if (method === 'GET' || (method === 'DELETE' && !modern)) {
    reading.report(
      diagnostic('body-without-meaning', {
        message: `${method} ${path} describes a request body. It is sent, but servers and proxies may ignore or refuse it.`,
        fix: 'Nothing needs to be done where the API is known to read it.',
        location: body.location,
      }),
    );
  }
  return body;
}

/** Generators write a closed object without properties where there is no body. */
function isEmptyBody({ required, content }: RequestBody): boolean {
  if (required) return false;
  return content.every(({ schema }) => {
    if (schema?.['type'] !== 'object') return false;
    const { properties = {}, additionalProperties } = schema;
    return jsonEqual(properties, {}) && jsonEqual(additionalProperties, { not: {} });
  });
}
