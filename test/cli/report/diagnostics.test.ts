import { describe, expect, it } from 'vitest';
import { diagnosticsAsJson, reportDiagnostics } from '../../../cli/report/diagnostics.ts';
import { plain } from '../../../cli/terminal.ts';
import type { Diagnostic, DiagnosticCode, Severity } from '../../../src/index.ts';
import { sourcesOf } from './sources.ts';

const document = 'file:///petstore.yaml';
const sources = sourcesOf('openapi: 3.0.3\ninfo:\n  title: Pets\npaths: {}');

function make(
  severity: Severity,
  code: string,
  pointer?: string,
  more?: Partial<Diagnostic>,
): Diagnostic {
  return {
    // The report does not look codes up, so that it can be tested without the tables of the stages.
    code: code as DiagnosticCode,
    severity,
    message: `Something about ${code}.`,
    fix: 'Do something else.',
    ...(pointer === undefined ? {} : { location: { document, pointer } }),
    ...more,
  };
}

function report(diagnostics: readonly Diagnostic[], all = false): string {
  return reportDiagnostics(diagnostics, sources, { paint: plain, all });
}

function heads(text: string): number {
  return text.match(/warning many/g)?.length ?? 0;
}

describe('the report of diagnostics', () => {
  it('is empty for none', () => {
    expect(report([])).toBe('');
  });

  it('shows place, code, message, frame, remedy and the tally', () => {
    expect(report([make('warning', 'title-short', '/3/3')])).toBe(
      [
        'petstore.yaml:3:3 warning title-short',
        '  Something about title-short.',
        '  2 | info:',
        '> 3 |   title: Pets',
        '    |   ^',
        '  4 | paths: {}',
        '  → Do something else.',
        '',
        '1 warning',
        '',
      ].join('\n'),
    );
  });

  it('names the operation and says when it is not a tool', () => {
    const text = report([
      make('warning', 'ref-broken', undefined, {
        operation: { method: 'GET', path: '/pets', operationId: 'listPets' },
        effect: 'operation-left-out',
      }),
    ]);
    expect(text).toContain('GET /pets (listPets) is not a tool: Something about ref-broken.');
  });

  it('shows the overlay lines that would mend it, ready to paste', () => {
    const text = report([
      make('info', 'words', undefined, { overlay: 'tools:\n  a: { title: A }\n' }),
    ]);
    expect(text).toContain('  in an overlay:\n    tools:\n      a: { title: A }\n');
  });

  it('puts errors first and then the order of the file', () => {
    const text = report([
      make('info', 'c', '/1/1'),
      make('warning', 'b', '/3/3'),
      make('warning', 'b', '/2/1'),
      make('error', 'a', '/4/1'),
    ]);
    expect([...text.matchAll(/petstore\.yaml:(\d+):\d+/g)].map((match) => match[1])).toEqual([
      '4',
      '2',
      '3',
      '1',
    ]);
    expect(text).toContain('1 error, 2 warnings, 1 remark');
  });

  it('shows many of one code by example and the number of the rest, unless all are asked for', () => {
    const many = Array.from({ length: 50 }, (_, index) =>
      make('warning', 'many', `/1/${index + 1}`),
    );
    expect(heads(report(many))).toBe(2);
    expect(report(many)).toContain('… and 48 more of many; --all shows each');
    expect(heads(report(many, true))).toBe(50);
  });

  it('only counts remarks where that is wanted', () => {
    const found = [make('info', 'remark', '/1/1'), make('warning', 'trouble', '/2/1')];
    const text = reportDiagnostics(found, sources, {
      paint: plain,
      all: false,
      countRemarks: true,
    });
    expect(text).not.toContain('info remark');
    expect(text).toContain('warning trouble');
    expect(text).toContain('1 warning, 1 remark; --all shows each\n');
    expect(
      reportDiagnostics(found, sources, { paint: plain, all: true, countRemarks: true }),
    ).toContain('info remark');
  });

  it('does not let a message break out of its line or colour the terminal', () => {
    const text = report([make('error', 'odd', undefined, { message: 'a\n\u001b[2Jb' })]);
    expect(text).toContain('  a \\u{1b}[2Jb\n');
  });

  it('gives the same as JSON, with file, line, column and pointer', () => {
    expect(diagnosticsAsJson([make('error', 'odd', '/3/10')], sources)).toEqual([
      {
        code: 'odd',
        severity: 'error',
        message: 'Something about odd.',
        fix: 'Do something else.',
        file: 'petstore.yaml',
        line: 3,
        column: 10,
        pointer: '/3/10',
      },
    ]);
  });
});
