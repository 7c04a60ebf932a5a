import type { ApiModel } from '../model/api.ts';
import type { Diagnostic, Staged } from '../model/diagnostic.ts';
import { refused, staged } from '../model/diagnostic.ts';
import type { JsonValue } from '../model/json.ts';
import type { SourceIndex } from '../model/source.ts';
import type { OverlayToApply } from './apply-to-entry.ts';
import { applyToEntry, relocateSources } from './apply-to-entry.ts';
import { createReadContext } from './extension-layers.ts';
import { loadDocuments } from './load-documents.ts';
import type { OverlayDraft } from './overlay/draft.ts';
import type { RewrittenText } from './overlay/edit/rewrite-text.ts';
import { rewriteText } from './overlay/edit/rewrite-text.ts';
import { entryFailure, parseDocument } from './parse-document.ts';
import { decodeText } from './parse/decode-text.ts';
import { combineSources, SourceRegistry } from './parse/source-registry.ts';
import { readApi } from './read-api.ts';
import type { DocumentSource } from './read/document-source.ts';
import type { ReadOptions } from './read/reader.ts';
import { openEntry } from './read/reader.ts';
import { checkAgainstSchema } from './validate/check-against-schema.ts';

export { loadOverlay } from './load-overlay.ts';
export type { LoadedOverlay, OverlayResult } from './load-overlay.ts';
export type { OverlayToApply } from './apply-to-entry.ts';
export type { OverlayAction, OverlayDocument } from './overlay/overlay-document.ts';
export type { RewrittenText } from './overlay/edit/rewrite-text.ts';
export { combineSources } from './parse/source-registry.ts';
export { parseDocumentSource } from './read/document-source.ts';
export type { DocumentSource } from './read/document-source.ts';
export { readIconFiles } from './read/icon-files.ts';
export { readResourceFiles } from './read/resource-files.ts';
export { nodePorts } from './read/node-ports.ts';
export { defaultReadLimits } from './read/ports.ts';
export type {
  HttpAnswer,
  HttpRequest,
  InspectedFile,
  ReadLimits,
  ReadPorts,
} from './read/ports.ts';
export type { ReadOptions } from './read/reader.ts';

/** How a document is imported. */
export interface ImportOptions extends ReadOptions {
  /** OpenAPI Overlays in the order of their ranks; short-form files are mapping's. */
  readonly overlays?: readonly OverlayToApply[];
  /** Also check the official schema of the document's version; loads the validators. */
  readonly checkSchema?: boolean;
}

/** What an import gives. */
export interface ImportResult {
  readonly result: Staged<ApiModel>;
  /** Positions in the documents and in the applied overlays, also where the result is refused. */
  readonly sources: SourceIndex;
  /** URIs of the documents read, the entry first; empty where the entry could not be read. */
  readonly documents: readonly string[];
}

/**
 * Reads an API description of OpenAPI 2.0 to 3.2, with everything that it refers to, into one model.
 * Trouble with the document is in the result's diagnostics; nothing about it is thrown.
 */
export async function importDocument(
  source: DocumentSource,
  options: ImportOptions = {},
): Promise<ImportResult> {
  const overlays = options.overlays ?? [];
  let overlaid: { readonly uri: string; readonly draft: OverlayDraft } | undefined;
  const loaded = await loadDocuments(source, {
    ...options,
    prepareEntry: (entry) => {
      const applied = applyToEntry(entry, overlays);
      if (!applied.ok) return applied;
      const { value, draft } = applied.value;
      if (draft !== undefined) overlaid = { uri: entry.uri, draft };
      return staged(value, applied.diagnostics);
    },
  });
  const sources = combineSources(
    overlaid === undefined
      ? loaded.sources
      : relocateSources(loaded.sources, overlaid.uri, overlaid.draft),
    ...overlays.flatMap((overlay) => overlay.sources ?? []),
  );
  if (!loaded.result.ok) return { result: loaded.result, sources, documents: [] };
  const { documents, detected, uris } = loaded.result.value;
  const read = readApi(documents, detected, createReadContext(overlaid?.draft));
  const violations = options.checkSchema === true ? await checkAgainstSchema(documents) : [];
  const result = withDiagnostics(read, loaded.result.diagnostics, violations);
  return { result, sources, documents: uris };
}

/** The document of a source after overlays, unresolved: what `overlay apply` prints. */
export async function overlayDocument(
  source: DocumentSource,
  options: ImportOptions = {},
): Promise<{ readonly result: Staged<JsonValue>; readonly sources: SourceIndex }> {
  const overlays = options.overlays ?? [];
  const registry = new SourceRegistry();
  const sources = combineSources(registry, ...overlays.flatMap((each) => each.sources ?? []));
  const opened = await openEntry(source, options);
  if (!opened.ok) return { result: refused(entryFailure(opened)), sources };
  const parsed = parseDocument(opened.document, registry);
  if (!parsed.ok) return { result: parsed, sources };
  const applied = applyToEntry({ value: parsed.value, uri: opened.document.uri }, overlays);
  if (!applied.ok) return { result: applied, sources };
  const diagnostics = [...parsed.diagnostics, ...applied.diagnostics];
  return { result: staged(applied.value.value, diagnostics), sources };
}

/** A document after overlays as text, in its own syntax and with its own comments: what `overlay apply` prints. */
export async function overlayText(
  source: DocumentSource,
  options: ImportOptions = {},
): Promise<{ readonly result: Staged<RewrittenText>; readonly sources: SourceIndex }> {
  const overlays = options.overlays ?? [];
  const registry = new SourceRegistry();
  const sources = combineSources(registry, ...overlays.flatMap((each) => each.sources ?? []));
  const opened = await openEntry(source, options);
  if (!opened.ok) return { result: refused(entryFailure(opened)), sources };
  const { document } = opened;
  const parsed = parseDocument(document, registry);
  if (!parsed.ok) return { result: parsed, sources };
  const applied = applyToEntry({ value: parsed.value, uri: document.uri }, overlays);
  if (!applied.ok) return { result: applied, sources };
  const { text } = decodeText(document.bytes);
  const { draft } = applied.value;
  const rewritten =
    draft === undefined
      ? { text, keepsLayout: true }
      : await rewriteText({ text, syntax: parsed.syntax, before: parsed.value, draft });
  return { result: staged(rewritten, [...parsed.diagnostics, ...applied.diagnostics]), sources };
}

function withDiagnostics(
  read: Staged<ApiModel>,
  before: readonly Diagnostic[],
  after: readonly Diagnostic[],
): Staged<ApiModel> {
  if (read.ok) return staged(read.value, [...before, ...read.diagnostics, ...after]);
  const [first, ...others] = read.diagnostics;
  return refused(first, ...others, ...before, ...after);
}
