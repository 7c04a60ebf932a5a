import { copyFileSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { buildServer, projectRoot, runCli, temporaryFolder } from '../support/built-program.ts';
import { RawClient } from '../support/raw-client.ts';

const bundle = path.join(projectRoot, 'dist/server');

interface Validation {
  readonly valid: boolean;
  readonly errorMessage?: string;
}

/** The module that stands in the bundle for the SDK's validator. */
interface Shims {
  readonly DefaultJsonSchemaValidator: new () => {
    getValidator(schema: object): (answer: unknown) => Validation;
  };
}

describe('the program of a generated server', () => {
  it('lists tools with nothing beside it but bridge.json', async () => {
    const folder = temporaryFolder();
    const built = path.join(folder, 'built');
    await buildServer(path.join(projectRoot, 'specs/petstore.yaml'), built, '--direct');
    const alone = temporaryFolder();
    for (const name of ['server.mjs', 'bridge.json']) {
      copyFileSync(path.join(built, name), path.join(alone, name));
    }
    const client = new RawClient([path.join(alone, 'server.mjs'), '--audit', 'off']);
    await client.initialize();
    const { result } = await client.request('tools/list');
    expect(result).toHaveProperty('tools.length', 19);
  });

  it('names its parts by what they hold, not by a hash', () => {
    const parts = readdirSync(bundle).filter((name) => name.endsWith('.mjs'));
    expect(parts).toContain('server.mjs');
    for (const name of parts) expect(name).not.toMatch(/[A-Z0-9]{8}\.mjs$/);
  });

  it('imports no package and no part that is not there', () => {
    const parts = readdirSync(bundle).filter((name) => name.endsWith('.mjs'));
    for (const part of parts) {
      const text = readFileSync(path.join(bundle, part), 'utf8');
      const imports = [...text.matchAll(/(?:\bfrom|\bimport\(?)"([^"\s]+)"/g)].map(
        (match) => match[1] ?? '',
      );
      for (const specifier of imports) {
        if (specifier.startsWith('./')) expect(parts).toContain(specifier.slice(2));
        else expect(specifier, part).toMatch(/^(?:node:[\w/]+|[a-z_]+(?:\/promises)?)$/);
      }
    }
  });

  it('carries the licence of every package in it', () => {
    const notices = readFileSync(path.join(bundle, 'THIRD-PARTY-NOTICES.md'), 'utf8');
    for (const name of ['@modelcontextprotocol/server', 'zod', 'undici', 'ajv']) {
      expect(notices).toMatch(new RegExp(`^## ${name} \\d`, 'm'));
    }
    expect(notices).toContain('Permission is hereby granted');
    expect(notices).toContain('Apache License');
  });

  it('has no validator of the SDK in it', () => {
    const text = readFileSync(path.join(bundle, 'server.mjs'), 'utf8');
    // A text of Ajv's own code, which the SDK's validator would bring.
    expect(text).not.toContain('strictTypes');
  });
});

describe('what stands in for the SDK’s validator', () => {
  const schema = {
    type: 'object',
    properties: {
      confirm: { type: 'boolean' },
      count: { type: 'integer' },
      note: { type: 'string' },
    },
    required: ['confirm'],
  };

  it.each([
    [{ confirm: true }, undefined],
    [{ confirm: false, count: 3, note: '' }, undefined],
    [{}, '"confirm" is missing'],
    [{ confirm: 'yes' }, '"confirm" is not of type boolean'],
    [{ confirm: true, count: 1.5 }, '"count" is not of type integer'],
    [['confirm'], 'the answer is not an object'],
    [null, 'the answer is not an object'],
  ])('judges %j', async (answer, fault) => {
    const file = pathToFileURL(path.join(projectRoot, 'scripts/sdk-shims.mjs')).href;
    // The module is JavaScript without types.
    const { DefaultJsonSchemaValidator } = (await import(file)) as Shims;
    const verdict = new DefaultJsonSchemaValidator().getValidator(schema)(answer);
    expect(verdict.valid).toBe(fault === undefined);
    expect(verdict.errorMessage).toBe(fault);
  });
});

describe('the built command line', () => {
  it('says its version', async () => {
    const { version } = JSON.parse(
      readFileSync(path.join(projectRoot, 'package.json'), 'utf8'),
    ) as {
      version: string;
    };
    expect(await runCli(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('reads a document from standard input', async () => {
    const input = readFileSync(path.join(projectRoot, 'specs/petstore.yaml'), 'utf8');
    const { code, stdout } = await runCli(['inspect', '-', '--json'], { input });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ server: { name: 'petstore' } });
  });

  it('ends with 1 for bad input and 2 for a bad command line, without a stack', async () => {
    const bad = await runCli(['check', '-'], { input: 'openapi: [' });
    expect(bad.code).toBe(1);
    expect(bad.stdout).toMatch(/error document-syntax/);
    const wrong = await runCli(['chek']);
    expect(wrong.code).toBe(2);
    for (const { stdout, stderr } of [bad, wrong]) expect(stdout + stderr).not.toMatch(/\n\s+at /);
  });
});
