import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type DiagnosticRule, diagnosticRules } from '../src/model/diagnostic.ts';
import { importCodes } from '../src/model/diagnostic-codes/import.ts';
import { lintCodes } from '../src/model/diagnostic-codes/lint.ts';
import { mappingCodes } from '../src/model/diagnostic-codes/mapping.ts';
import { overlayCodes } from '../src/model/diagnostic-codes/overlay.ts';
import { errorCodes } from '../src/model/errors.ts';
import { projectRoot } from './support/built-program.ts';

const page = readFileSync(path.join(projectRoot, 'docs/diagnostics.md'), 'utf8');

/** The part of the page under a heading. */
function sectionOf(heading: string): string {
  const start = page.indexOf(`\n### ${heading}\n`);
  if (start === -1) return '';
  const end = page.slice(start + 1).search(/\n##/);
  return page.slice(start, end === -1 ? undefined : start + 1 + end);
}

/** All program text but the tables of codes themselves. */
const program = ['src', 'cli']
  .flatMap((folder) =>
    readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.includes('diagnostic-codes/'))
      .filter((name) => name !== 'model/errors.ts')
      .map((name) => readFileSync(path.join(projectRoot, folder, name), 'utf8')),
  )
  .join('\n');

const rules: readonly (readonly [string, DiagnosticRule])[] = Object.entries(diagnosticRules);

describe('diagnostic codes', () => {
  it('stand in one table each, in order', () => {
    const tables = [importCodes, mappingCodes, overlayCodes, lintCodes].map(Object.keys);
    for (const codes of tables) expect(codes).toEqual(codes.toSorted());
    expect(tables.flat()).toHaveLength(rules.length);
  });

  it.each(rules)('%s is used', (code) => {
    expect(program).toContain(`'${code}'`);
  });

  it.each(rules)('%s is explained: cause, outcome, remedy', (_, rule) => {
    for (const text of [rule.example, rule.outcome, rule.remedy]) expect(text).toMatch(/\S/);
    for (const text of [rule.meaning, rule.outcome, rule.remedy])
      expect(text).toMatch(/^[A-Z].*\.$/s);
  });

  it.each(rules)('%s has a section in docs/diagnostics.md that is up to date', (code, rule) => {
    const section = sectionOf(`\`${code}\``);
    expect(section).toContain(rule.meaning);
    expect(section).toContain(`**${rule.severity}**`);
    expect(section).toContain(rule.outcome);
    expect(section).toContain(rule.remedy);
    expect(page).toContain(`[\`${code}\`](#${code})`);
  });
});

describe('error codes', () => {
  it.each(Object.entries(errorCodes))('%s is used', (code) => {
    expect(
      `${program}\n${readFileSync(path.join(projectRoot, 'src/model/errors.ts'), 'utf8').split('as const')[1] ?? ''}`,
    ).toContain(`'${code}'`);
  });

  it.each(Object.entries(errorCodes))(
    '%s has a section in docs/diagnostics.md',
    (code, meaning) => {
      const section = sectionOf(`Error \`${code}\``);
      expect(section.toLowerCase()).toContain(meaning.toLowerCase());
      expect(section).toContain('**What to do:**');
      expect(section).toContain('```');
    },
  );
});
