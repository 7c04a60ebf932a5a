import type { Staged } from '../model/diagnostic.ts';
import { diagnostic, refused, staged } from '../model/diagnostic.ts';
import type { JsonObject, JsonValue } from '../model/json.ts';
import { isJsonObject } from '../model/json.ts';
import type { SourceIndex, SourceLocation } from '../model/source.ts';
import type { OverlayDocument } from './overlay/overlay-document.ts';
import { parseOverlay } from './overlay/parse-overlay.ts';
import { entryFailure, parseDocument } from './parse-document.ts';
import { SourceRegistry } from './parse/source-registry.ts';
import type { DocumentSource } from './read/document-source.ts';
import type { ReadOptions } from './read/reader.ts';
import { openEntry } from './read/reader.ts';
import { describeKind, recognizeValue } from './recognize.ts';
import { resolveUri } from './uris.ts';

/** A file given as an overlay, by its kind. */
export type LoadedOverlay =
  /** An OpenAPI Overlay: import applies it to the document. */
  | {
      readonly kind: 'openapi-overlay';
      readonly overlay: OverlayDocument;
      /** URI of the document that it says it is for (rule O15). */
      readonly extends?: string;
    }
  /** The short form (`openapi-mcp: 1`), parsed but unchecked: mapping checks and applies it. */
  | {
      readonly kind: 'short-form';
      readonly value: JsonObject;
      readonly location: SourceLocation;
    };

/** What loading an overlay gives; the sources hold its positions, also where it is refused. */
export interface OverlayResult {
  readonly result: Staged<LoadedOverlay>;
  readonly sources: SourceIndex;
}

/** Reads an overlay of either kind, in YAML or JSON. Never rejects. */
export async function loadOverlay(
  source: DocumentSource,
  options: ReadOptions = {},
): Promise<OverlayResult> {
  const sources = new SourceRegistry();
  const opened = await openEntry(source, options);
  if (!opened.ok) return { result: refused(entryFailure(opened)), sources };
  const { document } = opened;
  const parsed = parseDocument(document, sources);
  if (!parsed.ok) return { result: parsed, sources };
  const location = { document: document.uri, pointer: '' };
  const result = readOverlay(parsed.value, location, document.base);
  if (!result.ok) return { result, sources };
  const diagnostics = [...parsed.diagnostics, ...result.diagnostics];
  return { result: staged(result.value, diagnostics), sources };
}

function readOverlay(
  value: JsonValue,
  location: SourceLocation,
  base: string,
): Staged<LoadedOverlay> {
  if (isJsonObject(value) && Object.hasOwn(value, 'overlay')) {
    const overlay = parseOverlay(value, location);
    if (!overlay.ok) return overlay;
    const reference = overlay.value.extends;
    const extended = reference === undefined ? undefined : resolveUri(reference, base);
    return staged(
      {
        kind: 'openapi-overlay',
        overlay: overlay.value,
        ...(extended === undefined ? {} : { extends: extended }),
      },
      overlay.diagnostics,
    );
  }
  if (isJsonObject(value) && Object.hasOwn(value, 'openapi-mcp')) {
    return staged({ kind: 'short-form', value, location });
  }
  return refused(
    diagnostic('overlay-invalid', {
      message: `The file is no overlay: it has neither the field overlay nor the field openapi-mcp${looks(value)}.`,
      fix: 'Begin it with "openapi-mcp: 1" for the short form, or with "overlay: 1.1.0" for an OpenAPI Overlay.',
      location,
    }),
  );
}

function looks(value: JsonValue): string {
  if (!isJsonObject(value)) return `, it is ${describeKind(value)}`;
  if (Object.hasOwn(value, 'openapi') || Object.hasOwn(value, 'swagger')) {
    return ', but it is an API document itself';
  }
  const recognized = recognizeValue(value);
  return recognized === undefined ? '' : `, but looks like ${recognized.name}`;
}
