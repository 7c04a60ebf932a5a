import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  bareEnvironment,
  cliMain,
  projectRoot,
  runCli,
  temporaryFolder,
} from '../../support/built-program.ts';

const petstore = path.join(projectRoot, 'specs/petstore.yaml');

interface RunningMock {
  readonly url: string;
  readonly stdout: () => readonly string[];
  readonly stderr: () => string;
  readonly stop: (signal: 'SIGINT' | 'SIGTERM') => Promise<number | null>;
}

/** Starts the command and waits for the first line of its output. */
async function startMock(...words: readonly string[]): Promise<RunningMock> {
  const child = spawn(process.execPath, [cliMain, 'mock', ...words], { env: bareEnvironment() });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stdout = '';
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  await new Promise<void>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      if (stdout.includes('\n')) resolve();
    });
    child.once('close', () => reject(new Error(`the mock ended:\n${stderr}`)));
  });
  const lines = (): readonly string[] => stdout.trimEnd().split('\n');
  const [first = ''] = lines();
  return {
    url: first.startsWith('{') ? (JSON.parse(first) as { url: string }).url : first,
    stdout: lines,
    stderr: () => stderr,
    stop: (signal) => {
      child.kill(signal);
      return exited;
    },
  };
}

const authorized = { authorization: 'Bearer t0ken', api_key: 'special' };

describe('mock', () => {
  it('prints its URL, answers from the document, tells what is wrong, and records all of it', async () => {
    const record = path.join(temporaryFolder(), 'requests.jsonl');
    writeFileSync(record, '{"kept":true}\n');
    const mock = await startMock(petstore, '--record', record);
    expect(mock.stdout()).toEqual([expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/)]);
    const good = await fetch(`${mock.url}/pet/7`, { headers: authorized });
    expect(good.status).toBe(200);
    expect(await good.json()).toHaveProperty('photoUrls');
    const wrong = await fetch(`${mock.url}/pet/seven`, { headers: authorized });
    expect(wrong.status).toBe(400);
    expect(wrong.headers.get('content-type')).toBe('application/problem+json');
    expect(await wrong.json()).toMatchObject({ errors: [{ place: 'path petId' }] });
    expect((await fetch(`${mock.url}/nowhere`)).status).toBe(404);
    const records = readFileSync(record, 'utf8').trimEnd().split('\n');
    expect(records.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { kept: true },
      { target: '/pet/7', operation: 'GET /pet/{petId}', status: 200, mismatches: [] },
      { target: '/pet/seven', status: 400, mismatches: [{ place: 'path petId' }] },
      { target: '/nowhere', status: 404 },
    ]);
    expect(records.join('\n')).not.toMatch(/t0ken|special/);
    expect(mock.stderr()).toMatch(/400 GET \/pet\/seven\n {4}path petId: /);
    expect(await mock.stop('SIGTERM')).toBe(0);
  });

  it('with --json prints the URL and every request as JSON lines, and nothing for people', async () => {
    const mock = await startMock(petstore, '--json');
    await fetch(`${mock.url}/store/inventory`, { headers: authorized });
    expect(await mock.stop('SIGINT')).toBe(0);
    expect(mock.stdout().map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { url: mock.url },
      { method: 'GET', target: '/store/inventory', status: 200 },
    ]);
    expect(mock.stderr()).toBe('');
  });

  it('serves several documents on one port', async () => {
    const mock = await startMock(petstore, path.join(projectRoot, 'specs/tricky.yaml'));
    expect((await fetch(`${mock.url}/store/inventory`, { headers: authorized })).status).toBe(200);
    expect(await mock.stop('SIGTERM')).toBe(0);
  });

  it('says which port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    // A TCP server has an address with a port.
    const { port } = other.address() as AddressInfo;
    const { code, stdout, stderr } = await runCli(['mock', petstore, '--port', String(port)]);
    expect(stderr).toMatch(new RegExp(`error port-unavailable\n.*127\\.0\\.0\\.1:${port}.*\n.*→`));
    expect(stdout).toBe('');
    expect(code).toBe(1);
  });

  it.each([
    [['--port', '65536'], 2, /0 to 65535/],
    [['--record', '/no/such/folder/file'], 1, /output-unwritable/],
  ])('refuses %o', async (words, expected, said) => {
    const { code, stderr } = await runCli(['mock', petstore, ...words]);
    expect(stderr).toMatch(said);
    expect(code).toBe(expected);
  });

  it('says what is wrong with a document that cannot be read', async () => {
    const { code, stderr, stdout } = await runCli(['mock', 'nothing.yaml']);
    expect(stderr).toMatch(/error document-unreadable[\s\S]*Nothing is served/);
    expect(stdout).toBe('');
    expect(code).toBe(1);
  });
});
