import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot, runProgram } from '../support/built-program.ts';

const corpus = path.join(projectRoot, '../shared/corpus');

/** One of each kind: 2.0, 3.0 of many files, 3.1, 3.2, faulty YAML, nothing to call. */
const sample = [
  'grpc-gateway-everything-v2',
  'algolia-search',
  'pb33f-burgershop',
  'bump-cli-v32',
  'graphhopper-directions',
  'kin-openapi-circular-multi',
];

describe.skipIf(!existsSync(corpus))('a sample of the corpus', () => {
  it('holds every promise about documents', { timeout: 120_000 }, async () => {
    const only = sample.flatMap((id) => ['--only', id]);
    const { code, stdout, stderr } = await runProgram(['scripts/corpus.mjs', ...only]);
    expect(`${stdout}\n${stderr}`).not.toContain('MISS');
    expect(stdout).toContain(`${sample.length} documents: `);
    expect(code).toBe(0);
  });
});
