import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot, runProgram } from '../support/built-program.ts';

const check = 'bench/search/check-queries.mjs';

const answers = ['meetingCreate'];

/** Queries that the check has to refuse, and what it has to say of each. */
const faulty = [
  [{ kind: 'keyword', query: 'book', answers: ['bookCall'] }, 'no operation bookCall'],
  [
    { kind: 'keyword', query: 'arrange', answers: [...answers, ...answers] },
    'names an answer twice',
  ],
  [{ kind: 'request', query: 'Have a talk.', answers: [] }, 'has the wrong number of answers'],
  [{ kind: 'none', query: 'make tea', answers }, 'has the wrong number of answers'],
  [{ kind: 'riddle', query: 'who talks there', answers }, 'kind "riddle"'],
  [{ kind: 'keyword', query: 'create meeting', answers }, 'shares 100 % of its words'],
  [{ kind: 'keyword', query: 'Book', answers }, 'is asked twice'],
] as const;

const rightQuery = { kind: 'keyword', query: 'book a call', answers };

/** What the check says about one set of queries for a small document. */
async function checkQueries(queries: readonly object[]): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'search-queries-'));
  try {
    const set = { document: 'zoom-api', half: 'reporting', queries: [rightQuery, ...queries] };
    await writeFile(path.join(folder, 'zoom-api.json'), JSON.stringify(set));
    const { code, stdout } = await runProgram([check, folder]);
    expect(code).toBe(1);
    return stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe.skipIf(!existsSync(path.join(projectRoot, '../shared/corpus')))(
  'the labelled queries that search is measured with',
  () => {
    it('are at least 600, of every kind, over 12 documents of tuning and 3 others', async () => {
      const { code, stdout } = await runProgram([check]);
      expect(stdout).not.toContain('FAULT');
      expect(stdout).toMatch(/^tuning: 12 documents/m);
      expect(stdout).toMatch(/^reporting: 3 documents/m);
      expect(code).toBe(0);
    });

    it('are refused one by one, each for its own fault', async () => {
      const said = await checkQueries(faulty.map(([query]) => query));
      for (const [{ query }, fault] of faulty) {
        expect(said).toContain(`zoom-api, "${query}": ${fault}`);
      }
      expect(said).toContain('zoom-api: no indirect');
      expect(said).not.toContain('"book a call":');
    });
  },
);
