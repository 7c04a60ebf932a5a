import type { ApiModel, Extension } from '../../model/api.ts';
import {
  type Diagnostic,
  diagnostic,
  type DiagnosticCode,
  staged,
  type Staged,
} from '../../model/diagnostic.ts';
import { childLocation, type SourceLocation } from '../../model/source.ts';
import { withDiagnostics } from './check.ts';
import type { IconFiles } from './icons.ts';
import type { ResourceFiles } from './resource-fields.ts';
import type { ServerFields } from './server-fields.ts';
import {
  type OverlayFiles,
  parseRootExtension,
  parseShortForm,
  type ShortForm,
} from './short-form.ts';

/** What overlays are read with. */
export interface OverlayOptions {
  /** Parsed short forms with their rank, in any order. */
  readonly overlays: readonly Extension[];
  readonly iconFiles: IconFiles;
  /** Contents of the files that resources name; none by default. */
  readonly resourceFiles?: ResourceFiles;
  /** Unknown keys and entries that match nothing are warnings. */
  readonly lenient: boolean;
}

/** A checked short form with its rank. */
export interface RankedForm {
  readonly rank: number;
  readonly location: SourceLocation;
  readonly form: ShortForm;
}

/** Short forms in order of rank, with what is wrong in them. */
export interface ReadForms {
  readonly forms: readonly RankedForm[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the `x-mcp` at the root of the document and every short form. */
export function readForms(api: ApiModel, options: OverlayOptions): ReadForms {
  const files = { icons: options.iconFiles, resources: options.resourceFiles ?? new Map() };
  const sources = [
    ...(api.extension === undefined ? [] : [{ source: api.extension, parse: parseUntrusted }]),
    ...options.overlays.map((source) => ({ source, parse: parseShortForm })),
  ].sort((a, b) => a.source.rank - b.source.rank);
  const read = sources.map(({ source, parse }) => ({
    source,
    form: parse(source, files),
  }));
  return {
    forms: read.flatMap(({ source: { rank, location }, form }) =>
      form.ok ? [{ rank, location, form: form.value }] : [],
    ),
    diagnostics: read.flatMap(({ source, form }) =>
      form.diagnostics.map((each) => weigh(each, source.rank, options.lenient)),
    ),
  };
}

const onlyForPeople = [
  'headers',
  'middleware',
  'mode',
  'runtime',
  'security',
  'securitySchemes',
] as const satisfies readonly (keyof ServerFields)[];

/**
 * A document may introduce itself, but not say how the server runs: with headers it could have variables of
 * the environment sent to itself, with settings switch the audit off. What an OpenAPI Overlay adds to its `x-mcp`
 * can no longer be told from what the document itself has there.
 */
function parseUntrusted(source: Extension, files: OverlayFiles): Staged<ShortForm> {
  const form = parseRootExtension(source, files);
  if (!form.ok) return form;
  const ignored = onlyForPeople.filter((key) => form.value.server[key] !== undefined);
  if (ignored.length === 0) return form;
  // The members that the document may set are those that are not only for people.
  const server = Object.fromEntries(
    Object.entries(form.value.server).filter(([key]) => !ignored.some((each) => each === key)),
  ) as ServerFields;
  const warnings = ignored.map((key) =>
    diagnostic('overlay-not-for-documents', {
      message: `The document's x-mcp sets server.${key}, which is ignored.`,
      fix: 'If it is right, say the same in a short-form overlay.',
      location: childLocation(source.location, 'server', key),
    }),
  );
  return withDiagnostics(staged({ ...form.value, server }), [...form.diagnostics, ...warnings]);
}

const forgivable: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  'overlay-unknown-argument',
  'overlay-unknown-key',
  'overlay-unmatched',
  'selection-unmatched',
]);

/**
 * What is wrong in the document's own `x-mcp` never stops a build: it may be meant for another program, and
 * whoever builds cannot mend it.
 */
export function weigh(found: Diagnostic, rank: number, lenient: boolean): Diagnostic {
  if (found.severity !== 'error') return found;
  const mild = rank === 0 || (lenient && forgivable.has(found.code));
  return mild ? { ...found, severity: 'warning' } : found;
}
