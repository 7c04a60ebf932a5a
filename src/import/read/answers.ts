import type { ReadFailure } from './outcome.ts';
import { readFailure } from './outcome.ts';
import type { HttpAnswer } from './ports.ts';

/** Why the answer of a server is no document, or `undefined` where it may be one. */
export function explainAnswer(name: string, answer: HttpAnswer): ReadFailure | undefined {
  if (answer.status !== 200 && answer.status !== 203) return explainStatus(name, answer.status);
  const type = answer.contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  const start = new TextDecoder().decode(answer.body.subarray(0, 100_000));
  if (isHtml(start) || (type === 'text/html' && !beginsLikeDocument(start))) {
    return explainPage(name, start);
  }
  if (/^(?:image|audio|video|font)\/|^application\/(?:pdf|zip|gzip)$/.test(type)) {
    return readFailure(
      'unreadable',
      `${name} answered with ${type}, which is no document.`,
      'Give the URL of the OpenAPI document itself, in JSON or YAML.',
    );
  }
  return undefined;
}

/** Whether a text is a web page. */
function isHtml(text: string): boolean {
  return /^\s*(?:<!--[^]{0,1000}?-->\s*)?<(?:!doctype html|html|head|body)\b/i.test(text);
}

/** Servers send documents as text/html too. */
function beginsLikeDocument(text: string): boolean {
  return /^\s*(?:\{|(?:---\s*\n|#[^\n]*\n)*["']?(?:openapi|swagger)["']?\s*:)/.test(text);
}

function explainStatus(name: string, status: number): ReadFailure {
  const message = `${name} answered with status ${status}.`;
  switch (status) {
    case 401:
    case 403:
    case 407:
      return readFailure(
        'unreadable',
        message,
        'Give the credentials for fetching the document with --spec-header; they are separate from those of the API.',
      );
    case 404:
    case 410:
      return readFailure('unreadable', message, 'Check the URL: nothing is there.');
    case 429:
      return readFailure(
        'unreadable',
        message,
        'Wait, or download the document and give the file.',
      );
    default:
      return readFailure(
        'unreadable',
        message,
        status >= 500
          ? 'Try again later, or download the document and give the file.'
          : 'Check the URL in a browser, or download the document and give the file.',
      );
  }
}

/** A page of Swagger UI, Redoc and the like names the document that it shows. */
function explainPage(name: string, page: string): ReadFailure {
  const match =
    /(?:spec-url|data-url|apiDescriptionUrl|specUrl|url)["']?\s*[:=]\s*["']([^"'\s<>]{1,300}\.(?:json|ya?ml)|[^"'\s<>]{1,300}(?:api-docs|openapi|swagger)[^"'\s<>]{0,100})["']/i.exec(
      page,
    );
  const document = match?.[1];
  return readFailure(
    'unreadable',
    `${name} answered with a web page, not with a document.`,
    document === undefined
      ? 'Give the URL of the document itself; documentation pages link to it, often as openapi.json.'
      : `Give the URL of the document itself; this page shows ${document}.`,
  );
}
