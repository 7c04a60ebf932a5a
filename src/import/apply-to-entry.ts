import type { Diagnostic, Staged } from '../model/diagnostic.ts';
import { diagnostic, refused, staged } from '../model/diagnostic.ts';
import type { JsonValue } from '../model/json.ts';
import type { SourceIndex } from '../model/source.ts';
import { childLocation, escapePointerToken, parsePointer } from '../model/source.ts';
import type { RankedOverlay } from './overlay/apply-overlay.ts';
import { applyOverlays } from './overlay/apply-overlay.ts';
import type { OverlayDraft } from './overlay/draft.ts';
import { resolveUri } from './uris.ts';

/** An OpenAPI Overlay to apply, as {@link loadOverlay} gave it, with its rank. */
export interface OverlayToApply extends RankedOverlay {
  /** URI of the document that the overlay says it is for. */
  readonly extends?: string;
  /** Where positions of its diagnostics are found. */
  readonly sources?: SourceIndex;
}

/** The entry document after overlays. */
export interface OverlaidEntry {
  readonly value: JsonValue;
  /** Absent where there are no overlays. */
  readonly draft?: OverlayDraft;
}

/**
 * Applies overlays to the parsed entry document. An action that cannot be carried out refuses the document:
 * what the overlay should have hidden or corrected would otherwise go out as it is.
 */
export function applyToEntry(
  entry: { readonly value: JsonValue; readonly uri: string },
  overlays: readonly OverlayToApply[],
): Staged<OverlaidEntry> {
  if (overlays.length === 0) return staged({ value: entry.value });
  const { value, diagnostics, isComplete, draft } = applyOverlays(entry.value, overlays);
  const all = [...overlays.flatMap((each) => extendsOther(each, entry.uri)), ...diagnostics];
  const fault = all.find(({ severity }) => severity === 'error');
  if (!isComplete && fault !== undefined)
    return refused(fault, ...all.filter((each) => each !== fault));
  return staged({ value, draft }, all);
}

/** Finds positions of an overlaid document in its original text: items of arrays may have moved. */
export function relocateSources(
  sources: SourceIndex,
  uri: string,
  draft: OverlayDraft,
): SourceIndex {
  return {
    position: (location) => {
      if (location.document !== uri) return sources.position(location);
      const path = draft.originalPath(parsePointer(location.pointer));
      const pointer = path.map((token) => `/${escapePointerToken(token)}`).join('');
      return sources.position({ document: uri, pointer });
    },
    line: (document, line) => sources.line(document, line),
    displayName: (document) => sources.displayName(document),
  };
}

/** Rule O15: the user's choice of a document counts, and a surprise is told. */
function extendsOther(overlay: OverlayToApply, uri: string): readonly Diagnostic[] {
  const expected = overlay.extends;
  if (expected === undefined || resolveUri('', expected) === uri || expected === uri) return [];
  return [
    diagnostic('overlay-extends-differs', {
      message: `The overlay says that it is for ${expected}, and is applied to another document.`,
      fix: 'Check that the overlay fits, or correct its extends field.',
      location: childLocation(overlay.overlay.location, 'extends'),
    }),
  ];
}
