import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from './support/built-program.ts';

const read = (name: string): string => readFileSync(path.join(projectRoot, name), 'utf8');

/** Rows of the threat table: the threat, and the tests that cover it. */
const threats = read('SECURITY.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.includes('.test.ts'))
  .map((line) => {
    const cells = line.split(/(?<!\\) \| /).map((cell) => cell.trim());
    return { threat: cells[0]?.replace(/^\| /, '') ?? '', covered: cells[3] ?? '' };
  });

/** Each test by file and name. */
const named = threats.flatMap(({ covered }) =>
  covered
    .replace(/ *\|$/, '')
    .split('<br>')
    .map((entry) => /^`([^`]+)`: (.+)$/.exec(entry.trim()))
    .map((match) => [match?.[1] ?? '', match?.[2]?.trim() ?? ''] as const),
);

describe('SECURITY.md', () => {
  it('names threats, and tests for each', () => {
    expect(threats.length).toBeGreaterThanOrEqual(20);
    expect(threats.filter(({ covered }) => !covered.includes('.test.ts'))).toEqual([]);
    expect(named.length).toBeGreaterThanOrEqual(2 * threats.length);
  });

  it.each(named)('names a test that %s has: %s', (file, name) => {
    expect(file).toMatch(/^test\/.+\.test\.ts$/);
    expect(existsSync(path.join(projectRoot, file))).toBe(true);
    const quoted = [`'${name.replaceAll("'", String.raw`\'`)}'`, `"${name}"`, `\`${name}\``];
    const source = read(file);
    expect(quoted.filter((title) => source.includes(title))).toHaveLength(1);
  });

  it('says what stays uncovered', () => {
    expect(read('SECURITY.md')).toMatch(/## What stays uncovered\n\n(?:- |  ).+/);
  });
});

describe('what a generated server is made of', () => {
  it('runtime dependencies are exact versions without install scripts', () => {
    const { dependencies } = JSON.parse(read('package.json')) as {
      readonly dependencies: Readonly<Record<string, string>>;
    };
    const { packages } = JSON.parse(read('package-lock.json')) as {
      readonly packages: Readonly<
        Record<string, { readonly dev?: boolean; readonly hasInstallScript?: boolean }>
      >;
    };
    expect(
      Object.values(dependencies).filter((version) => !/^\d+\.\d+\.\d+$/.test(version)),
    ).toEqual([]);
    const scripted = Object.entries(packages).flatMap(([name, { dev, hasInstallScript }]) =>
      hasInstallScript === true && dev !== true ? [name] : [],
    );
    expect(scripted).toEqual([]);
  });
});
