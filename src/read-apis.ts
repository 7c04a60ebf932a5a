import type {
  DocumentSource,
  ImportOptions,
  ImportResult,
  OverlayToApply,
  ReadOptions,
  RewrittenText,
} from './import/index.ts';
import { combineSources, importDocument, loadOverlay, overlayText } from './import/index.ts';
import type { ApiModel, Extension } from './model/api.ts';
import type { Diagnostic, Staged } from './model/diagnostic.ts';
import { diagnostic, refused, staged } from './model/diagnostic.ts';
import type { SourceIndex, SourceLocation } from './model/source.ts';

/** One document of several. */
export interface SpecSource {
  readonly source: DocumentSource;
  /** Its name among several, which prefixes tools and variables; from its file or title by default. */
  readonly namespace?: string;
}

/** How documents are read. */
export interface ReadApisOptions extends Omit<ReadOptions, 'limits'> {
  /** Overlays of both kinds in order; later ones win. */
  readonly overlays?: readonly DocumentSource[];
  /** Check the official schema of the document's version. */
  readonly checkSchema?: boolean;
  /** Warnings fail as errors do, and the official schema is checked. */
  readonly strict?: boolean;
}

/** Documents as they were read, before any tool is made of them. */
export interface ReadApis {
  /** In the order of the documents; absent where one of them, or an overlay, cannot be used. */
  readonly apis?: readonly ApiModel[];
  /** Overlays of the short form, which speak of tools. */
  readonly shortForms: readonly Extension[];
  readonly diagnostics: readonly Diagnostic[];
  /** Positions and lines of every file read. */
  readonly sources: SourceIndex;
  /** URIs of every document and overlay that was read, as far as reading came. */
  readonly files: readonly string[];
}

/** Imports documents with their OpenAPI Overlays. Trouble with them is in the diagnostics; nothing about it is thrown. */
export async function readApis(
  specs: readonly SpecSource[],
  options: ReadApisOptions,
): Promise<ReadApis> {
  const overlays = await loadOverlays(options);
  const imports: ImportResult[] = [];
  for (const { source } of specs) {
    imports.push(await importDocument(source, importOptions(options, overlays)));
  }
  const apis = everyValue(imports.map(({ result }) => result));
  return {
    ...(apis === undefined || overlays.failed ? {} : { apis }),
    shortForms: overlays.shortForms,
    diagnostics: [
      ...overlays.diagnostics,
      ...saidOfEvery(imports.map(({ result }) => result.diagnostics)),
    ],
    sources: combineSources(...overlays.sources, ...imports.map(({ sources }) => sources)),
    files: [...overlays.files, ...imports.flatMap(({ documents }) => documents)],
  };
}

/**
 * Applies OpenAPI Overlays to a document as text: YAML keeps its comments and order, JSON stays JSON. Refused where an
 * overlay cannot be read, is of the short form, or has an action that cannot be carried out.
 */
export async function applyToDocument(
  source: DocumentSource,
  options: ReadApisOptions,
): Promise<{ readonly result: Staged<RewrittenText>; readonly sources: SourceIndex }> {
  const overlays = await loadOverlays(options);
  const applied = await overlayText(source, { ...options, overlays: overlays.openApi });
  const before = [
    ...overlays.diagnostics,
    ...overlays.shortForms.map(({ location }) => notApplicable(location)),
  ];
  const [fault, ...others] = before.filter(({ severity }) => severity === 'error');
  const sources = combineSources(...overlays.sources, applied.sources);
  const { result } = applied;
  if (fault !== undefined) return { result: refused(fault, ...others), sources };
  return {
    result: result.ok ? staged(result.value, [...before, ...result.diagnostics]) : result,
    sources,
  };
}

function notApplicable(location: SourceLocation): Diagnostic {
  return diagnostic('overlay-not-applicable', {
    message: 'A short-form overlay speaks of tools, of which a document knows nothing.',
    fix: 'Give it to build with --overlay; overlay apply takes OpenAPI Overlays.',
    location,
  });
}

interface LoadedOverlays {
  readonly openApi: readonly OverlayToApply[];
  readonly shortForms: readonly Extension[];
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: readonly SourceIndex[];
  readonly files: readonly string[];
  /** One of them could not be read: what it should have hidden must not go out. */
  readonly failed: boolean;
}

async function loadOverlays(options: ReadApisOptions): Promise<LoadedOverlays> {
  const openApi: OverlayToApply[] = [];
  const shortForms: Extension[] = [];
  const diagnostics: Diagnostic[] = [];
  const sources: SourceIndex[] = [];
  const files: string[] = [];
  let failed = false;
  for (const [index, place] of (options.overlays ?? []).entries()) {
    const rank = index + 1;
    // Headers are meant for the document's origin alone.
    const loaded = await loadOverlay(place, { ...options, headers: {} });
    diagnostics.push(...loaded.result.diagnostics);
    sources.push(loaded.sources);
    if (!loaded.result.ok) {
      failed = true;
      continue;
    }
    const { value } = loaded.result;
    switch (value.kind) {
      case 'openapi-overlay':
        openApi.push({ ...value, rank, sources: loaded.sources });
        files.push(value.overlay.location.document);
        break;
      case 'short-form':
        shortForms.push({ value: value.value, location: value.location, rank });
        files.push(value.location.document);
        break;
    }
  }
  return { openApi, shortForms, diagnostics, sources, files, failed };
}

function importOptions(options: ReadApisOptions, { openApi }: LoadedOverlays): ImportOptions {
  return {
    ...options,
    overlays: openApi,
    checkSchema: options.checkSchema === true || options.strict === true,
  };
}

/**
 * The diagnostics of all documents. An overlay speaks to every document: what it fails to find in one it may
 * find in another, so that this counts only where every document says it.
 */
function saidOfEvery(documents: readonly (readonly Diagnostic[])[]): readonly Diagnostic[] {
  const shared = new Set(['overlay-matches-nothing', 'overlay-extends-differs']);
  const keys = documents.map((diagnostics) => new Set(diagnostics.map(placeOf)));
  return documents.flatMap((diagnostics, index) =>
    diagnostics.filter((each) => {
      if (!shared.has(each.code)) return true;
      return index === 0 && keys.every((known) => known.has(placeOf(each)));
    }),
  );
}

function placeOf({ code, location }: Diagnostic): string {
  return JSON.stringify([code, location?.document, location?.pointer]);
}

/** All values, or `undefined` where one is missing. */
export function everyValue<T>(results: readonly Staged<T>[]): readonly T[] | undefined {
  const values = results.flatMap((result) => (result.ok ? [result.value] : []));
  return values.length === results.length ? values : undefined;
}
