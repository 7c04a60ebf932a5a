import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot, runProgram } from '../support/built-program.ts';

const corpus = path.join(projectRoot, '../shared/corpus');

describe.skipIf(!existsSync(corpus))("autorest's own test server", () => {
  it('counts every header, part and repeated query of its documents as sent to the letter', async () => {
    const documents = ['autorest-header', 'autorest-body-formdata', 'autorest-url-multi'];
    const { code, stdout, stderr } = await runProgram([
      path.join(projectRoot, 'scripts/autorest.mjs'),
      ...documents.flatMap((id) => ['--only', id]),
    ]);
    expect(stdout + stderr).not.toMatch(/FAILED|Error/);
    expect(stdout).toMatch(/autorest-header +50 of 51: not CustomHeaderInRequest\n/);
    expect(stdout).toMatch(/autorest-body-formdata +2 of 2\n/);
    expect(stdout).toMatch(/autorest-url-multi +3 of 3\n/);
    expect(code).toBe(0);
  });
});
