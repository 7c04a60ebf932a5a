import { describe, expect, it } from 'vitest';
import { documentText, folderWith, runHere } from './in-process.ts';

const done = { 200: { description: 'Done.' } };

/** A document without faults of its own, with these paths. */
const described = (paths: unknown): string => documentText({ paths });

describe('openapi-mcp check', () => {
  it('names what agents would stumble over, with lines to paste (U111)', async () => {
    const folder = folderWith({
      'jars.json': described({
        '/run': { post: { operationId: 'runJob', summary: 'Runs a job.', responses: done } },
        '/look': { get: { operationId: 'look', responses: done } },
      }),
    });
    const { code, stdout } = await runHere(['check', 'jars.json'], { folder });
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /jars\.json:\d+:\d+ warning lint-body-missing\n {2}POST \/run \(runJob\)/,
    );
    expect(stdout).toMatch(/warning lint-read-unexplained\n {2}GET \/look \(look\)/);
    expect(stdout).toContain('  in an overlay:\n    tools:\n      look:\n        description: ');
    expect(stdout).toMatch(/\n2 warnings, 1 remark\n$/);
    const strict = await runHere(['check', 'jars.json', '--strict', '--json'], { folder });
    expect(strict.code).toBe(1);
    expect(JSON.parse(strict.stdout)).toMatchObject({ tools: 2 });
  });

  it('gives the lines as JSON, which an overlay takes as they are', async () => {
    const folder = folderWith({
      'jars.json': described({ '/look': { get: { operationId: 'look', responses: done } } }),
    });
    const { stdout } = await runHere(['check', 'jars.json', '--json'], { folder });
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { overlay: string }[] };
    const files = diagnostics.map(({ overlay }, index) => [`${index}.yaml`, overlay] as const);
    const mended = folderWith({
      'jars.json': described({ '/look': { get: { operationId: 'look', responses: done } } }),
      ...Object.fromEntries(files.map(([name, text]) => [name, `openapi-mcp: 1\n${text}`])),
    });
    const overlays = files.flatMap(([name]) => ['--overlay', name]);
    const after = await runHere(['check', 'jars.json', ...overlays, '--strict'], {
      folder: mended,
    });
    expect(after).toMatchObject({ code: 0, stdout: 'no problems, 1 tool\n' });
  });

  it('says nothing of that on other commands', async () => {
    const folder = folderWith({
      'jars.json': described({ '/look': { get: { operationId: 'look', responses: done } } }),
    });
    for (const command of ['build', 'inspect']) {
      const { said } = await runHere([command, 'jars.json', '--all'], { folder });
      expect(said).not.toContain('lint-');
    }
  });

  it('names tool, place and client for what a client would refuse', async () => {
    const folder = folderWith({
      'jars.json': described({
        '/jars': {
          get: {
            operationId: 'listJars',
            summary: 'List jars',
            parameters: [
              {
                name: 'size',
                in: 'query',
                description: 'x',
                schema: { oneOf: [{ type: 'integer' }, { enum: ['all'] }] },
              },
            ],
            responses: { 204: { description: 'None.' } },
          },
        },
      }),
    });
    const asked = await runHere(['check', 'jars.json', '--target', 'gemini'], { folder });
    expect(asked.code).toBe(0);
    expect(asked.stdout).toMatch(
      /jars\.json:\d+:\d+ warning client-keyword\n {2}GET \/jars \(listJars\): Gemini refuses or ignores/,
    );
    expect(asked.stdout.replaceAll(/\s+/g, ' ')).toContain('first at /properties/size');
    const unasked = await runHere(['check', 'jars.json'], { folder });
    expect(unasked.stdout).toBe('no problems, 1 tool\n');
    const strict = await runHere(['check', 'jars.json', '--target', 'gemini', '--strict'], {
      folder,
    });
    expect(strict.code).toBe(1);
  });

  it('counts the many of one kind, and shows each with --all', async () => {
    const paths = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [
        `/jars/${index}`,
        { get: { operationId: `getJar${index}`, responses: done } },
      ]),
    );
    const folder = folderWith({ 'jars.json': described(paths) });
    const short = await runHere(['check', 'jars.json'], { folder });
    expect(short.stdout).toContain('… and 298 more of lint-read-unexplained; --all shows each');
    expect(short.stdout).toContain('… and 298 more of lint-answer-undescribed; --all shows each');
    expect(short.stdout).toMatch(/\n300 warnings, 300 remarks\n$/);
    expect(short.stdout.split('\n').length).toBeLessThan(80);
    const whole = await runHere(['check', 'jars.json', '--all'], { folder });
    expect(whole.stdout.match(/warning lint-read-unexplained/g)).toHaveLength(300);
  });

  it('goes on after small faults of the document, and fails for errors', async () => {
    const broken = { $ref: '#/components/schemas/Gone' };
    const folder = folderWith({
      'jars.json': documentText({
        info: { title: 'Jars', version: '1', contact: { mail: 'x' } },
        paths: {
          '/jars': {
            get: {
              summary: 'Lists jars.',
              responses: {
                200: { description: 'x', content: { 'application/json': { schema: broken } } },
              },
            },
          },
        },
      }),
    });
    const { code, stdout } = await runHere(['check', 'jars.json'], { folder });
    expect(code).toBe(1);
    expect(stdout).toContain('error reference-unresolved');
    expect(stdout).toContain('warning schema-violation');
  });
});
