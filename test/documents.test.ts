import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from './support/built-program.ts';

const documents = [
  ...readdirSync(projectRoot).filter((name) => name.endsWith('.md')),
  ...readdirSync(path.join(projectRoot, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join('docs', name)),
].filter((name) => name !== 'THIRD-PARTY-NOTICES.md');

const read = (name: string): string => readFileSync(path.join(projectRoot, name), 'utf8');

/** Relative targets of links, and places of this project in code spans. */
function filesNamedIn(name: string): readonly string[] {
  const text = read(name).replaceAll(/```[\s\S]*?```/g, '');
  const links = [...text.matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)].map((match) =>
    path.join(path.dirname(name), match[1] ?? ''),
  );
  const spans = [
    ...text.matchAll(/`((?:src|cli|test|docs|scripts|schema|specs|bench)\/[\w./-]*)`/g),
  ];
  return [...links, ...spans.map((match) => match[1] ?? '')];
}

describe('the documents', () => {
  it.each(documents)('%s names only files that exist', (name) => {
    const missing = filesNamedIn(name).filter((file) => !existsSync(path.join(projectRoot, file)));
    expect(missing).toEqual([]);
  });

  it('give every dependency a line in ARCHITECTURE.md', () => {
    // The package's own description is data of a known shape.
    const { dependencies } = JSON.parse(read('package.json')) as {
      readonly dependencies: Readonly<Record<string, string>>;
    };
    const architecture = read('ARCHITECTURE.md');
    expect(Object.keys(dependencies).filter((name) => !architecture.includes(name))).toEqual([]);
  });

  it('name scripts that package.json has', () => {
    const { scripts } = JSON.parse(read('package.json')) as {
      readonly scripts: Readonly<Record<string, string>>;
    };
    const named = documents.flatMap((name) =>
      [...read(name).matchAll(/npm run ([a-z][a-z:-]*)/g)].map((match) => match[1] ?? ''),
    );
    expect(named.length).toBeGreaterThan(3);
    expect([...new Set(named)].filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });
});
