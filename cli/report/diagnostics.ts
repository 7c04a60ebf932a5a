import type { Diagnostic, JsonObject, Severity, SourceIndex } from '../../src/index.ts';
import type { Paint } from '../terminal.ts';
import { codeFrame, placeOf } from './code-frame.ts';
import { count, grouped, indent, oneLine, printable, wrap } from './text.ts';

/** How diagnostics are shown. */
export interface DiagnosticReportOptions {
  readonly paint: Paint;
  /** Show each one, however many there are. */
  readonly all: boolean;
  /** Only count remarks, unless all are shown: they are no trouble. */
  readonly countRemarks?: boolean;
}

/** More than this many of one code are shown by example. */
const manyOfCode = 5;
/** How many of one code are shown where there are many. */
const examplesOfCode = 2;
/** Columns that messages are broken at. */
const textWidth = 100;

const severities: readonly Severity[] = ['error', 'warning', 'info'];

/**
 * Diagnostics as text with code frames, the heaviest first, those of one code together. Where there are
 * many, each code shows its first few and the number of the rest. Empty text for an empty list.
 */
export function reportDiagnostics(
  diagnostics: readonly Diagnostic[],
  sources: SourceIndex,
  options: DiagnosticReportOptions,
): string {
  if (diagnostics.length === 0) return '';
  const counted = options.countRemarks === true && !options.all;
  const told = counted ? diagnostics.filter(({ severity }) => severity !== 'info') : diagnostics;
  const blocks: string[] = [];
  for (const group of groupByCode(told, sources)) {
    const many = !options.all && group.length > manyOfCode;
    const shown = many ? group.slice(0, examplesOfCode) : group;
    for (const item of shown) blocks.push(describe(item, sources, options.paint));
    const [first] = group;
    if (first !== undefined && group.length > shown.length) {
      const rest = group.length - shown.length;
      blocks.push(
        options.paint.dim(`  … and ${grouped(rest)} more of ${first.code}; --all shows each`),
      );
    }
  }
  const more = told.length < diagnostics.length ? options.paint.dim('; --all shows each') : '';
  blocks.push(tally(diagnostics, options.paint) + more);
  return `${blocks.join('\n\n')}\n`;
}

/** `2 errors, 1 warning`, or `no problems`. */
export function tally(diagnostics: readonly Diagnostic[], paint: Paint): string {
  const parts = severities.flatMap((severity) => {
    const number = diagnostics.filter((item) => item.severity === severity).length;
    const word = severity === 'info' ? 'remark' : severity;
    return number === 0 ? [] : [colorOf(severity, paint)(count(number, word))];
  });
  return parts.length === 0 ? 'no problems' : parts.join(', ');
}

/** Diagnostics as `--json` gives them, in the order of the text. */
export function diagnosticsAsJson(
  diagnostics: readonly Diagnostic[],
  sources: SourceIndex,
): readonly JsonObject[] {
  return groupByCode(diagnostics, sources)
    .flat()
    .map(({ code, severity, message, fix, location, operation, effect, overlay }) => ({
      code,
      severity,
      message,
      fix,
      ...(location === undefined
        ? {}
        : {
            file: sources.displayName(location.document),
            ...sources.position(location),
            pointer: location.pointer,
          }),
      ...(operation === undefined ? {} : { operation: { ...operation } }),
      ...(effect === undefined ? {} : { effect }),
      ...(overlay === undefined ? {} : { overlay }),
    }));
}

/** Groups of one code; the heaviest severity first, then in the order of files, lines and columns. */
function groupByCode(
  diagnostics: readonly Diagnostic[],
  sources: SourceIndex,
): readonly (readonly Diagnostic[])[] {
  const groups = new Map<string, { readonly item: Diagnostic; readonly key: SortKey }[]>();
  for (const item of diagnostics) {
    const group = groups.get(item.code) ?? [];
    group.push({ item, key: sortKeyOf(item, sources) });
    groups.set(item.code, group);
  }
  return [...groups.values()]
    .map((group) => group.sort((a, b) => compareKeys(a.key, b.key)))
    .sort((a, b) => {
      const [first, second] = [a[0], b[0]];
      return first === undefined || second === undefined ? 0 : compareKeys(first.key, second.key);
    })
    .map((group) => group.map(({ item }) => item));
}

/** Severity, file, line, column, message. */
type SortKey = readonly [number, string, number, number, string];

function sortKeyOf(item: Diagnostic, sources: SourceIndex): SortKey {
  const position = item.location === undefined ? undefined : sources.position(item.location);
  return [
    severities.indexOf(item.severity),
    item.location?.document ?? '',
    position?.line ?? 0,
    position?.column ?? 0,
    item.message,
  ];
}

function compareKeys(left: SortKey, right: SortKey): number {
  for (const [index, a] of left.entries()) {
    const b = right[index];
    if (b !== undefined && a !== b) return a < b ? -1 : 1;
  }
  return 0;
}

function describe(item: Diagnostic, sources: SourceIndex, paint: Paint): string {
  const color = colorOf(item.severity, paint);
  const place =
    item.location === undefined ? '' : `${paint.bold(placeOf(item.location, sources))} `;
  const head = `${place}${color(item.severity)} ${paint.dim(item.code)}`;
  const frame = item.location === undefined ? [] : codeFrame(item.location, sources, paint);
  const lines = [
    head,
    ...paragraph(operationText(item) + item.message, '  '),
    ...frame,
    ...paragraph(item.fix, `  ${paint.cyan('→')} `),
  ];
  if (item.overlay !== undefined) {
    lines.push('  in an overlay:', indent(printable(item.overlay).trimEnd(), '    '));
  }
  return lines.join('\n');
}

/** Text on lines of bounded width; the first begins with `lead`, the others stand below its text. */
function paragraph(text: string, lead: string): readonly string[] {
  const [first = '', ...rest] = wrap(oneLine(text), textWidth);
  const margin = lead.includes('→') ? '    ' : lead;
  return [lead + first, ...rest.map((line) => margin + line)];
}

function operationText(item: Diagnostic): string {
  if (item.operation === undefined) return '';
  const { method, path, operationId } = item.operation;
  const id = operationId === undefined ? '' : ` (${operationId})`;
  const effect = item.effect === 'operation-left-out' ? ' is not a tool' : '';
  return `${method} ${path}${id}${effect}: `;
}

function colorOf(severity: Severity, paint: Paint): (text: string) => string {
  switch (severity) {
    case 'error':
      return paint.red;
    case 'warning':
      return paint.yellow;
    case 'info':
      return paint.blue;
  }
}
