import type { Diagnostic } from '../model/diagnostic.ts';
import { diagnostic } from '../model/diagnostic.ts';
import { decodeText } from './parse/decode-text.ts';
import type { ParsedText } from './parse/parse-text.ts';
import { parseText } from './parse/parse-text.ts';
import type { SourceRegistry } from './parse/source-registry.ts';
import type { ReadDocument, ReadFailure } from './read/outcome.ts';
import { recognizeText } from './recognize.ts';

/** Decodes and parses one document, and registers its text for positions. Never throws. */
export function parseDocument(document: ReadDocument, sources: SourceRegistry): ParsedText {
  const { uri, name } = document;
  const { text, damaged } = decodeText(document.bytes);
  const isProse = /\.(?:md|markdown|txt)$/i.test(uri);
  const parsed = isProse
    ? // Some authors keep long descriptions in files of their own and refer to them.
      ({ ok: true, value: text, syntax: 'yaml', diagnostics: [] } satisfies ParsedText)
    : parseText({ text, uri, name });
  const { syntax } = parsed;
  const faultOffset = parsed.ok ? undefined : parsed.faultOffset;
  sources.add({ uri, name, text, syntax, ...(faultOffset === undefined ? {} : { faultOffset }) });
  // Much that is no YAML can still be read as one long scalar.
  const isScalar = !parsed.ok || (typeof parsed.value === 'string' && !isProse);
  const foreign = isScalar ? recognizeForeign(document, text) : undefined;
  if (foreign !== undefined) return foreign;
  if (!parsed.ok || !damaged) return parsed;
  const notice = diagnostic('document-encoding', {
    message: `${name} holds bytes that are no text in its encoding; they were read as U+FFFD.`,
    fix: 'Save the document as UTF-8.',
    location: { document: uri, pointer: '' },
  });
  return { ...parsed, diagnostics: [notice, ...parsed.diagnostics] };
}

function recognizeForeign(document: ReadDocument, text: string): ParsedText | undefined {
  const recognized = recognizeText(text);
  if (recognized === undefined) return undefined;
  const found = diagnostic('document-not-openapi', {
    message: `${document.name} is ${recognized.name}, not an OpenAPI document.`,
    fix: recognized.fix,
    location: { document: document.uri, pointer: '' },
  });
  return { ok: false, syntax: 'yaml', diagnostics: [found] };
}

/** The diagnostic of an entry document that could not be read. */
export function entryFailure(failure: ReadFailure): Diagnostic {
  const code = failure.kind === 'too-large' ? 'document-too-large' : 'document-unreadable';
  return diagnostic(code, { message: failure.message, fix: failure.fix });
}
