import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { run } from '../../../cli/run.ts';
import { runLogin } from '../../../cli/commands/login.ts';
import type { Terminal } from '../../../cli/terminal.ts';
import { plain } from '../../../cli/terminal.ts';
import { systemClock } from '../../../src/runtime/clock.ts';
import type { OidcServer } from '../../support/oidc-server.ts';
import { oidcClients, openTestBrowser, startOidcServer } from '../../support/oidc-server.ts';
import type { Finished } from './in-process.ts';
import { documentText, folderWith, runHere } from './in-process.ts';

// The provider warns of everything that only tests may do.
vi.hoisted(() => {
  for (const name of ['warn', 'info'] as const) console[name] = () => undefined;
});

interface Place {
  readonly folder: string;
  readonly environment?: Record<string, string>;
}

/** The terminal of a person who does what `login` says. */
function terminalOf(tell: (text: string) => void, { folder, environment = {} }: Place): Terminal {
  return {
    write: tell,
    tell: (text) => {
      tell(text);
      const [, page] =
        /^Log in at this page:\n(\S+)/.exec(text) ?? /Or open (\S+)/.exec(text) ?? [];
      if (page === undefined) return;
      openTestBrowser()
        .logIn(page)
        .catch(() => undefined);
    },
    writePaint: plain,
    tellPaint: plain,
    interactive: false,
    environment,
    folder,
  };
}

/** Runs `login` on the command line. */
async function logIn(words: readonly string[], place: Place): Promise<Finished> {
  let stdout = '';
  let stderr = '';
  const terminal = terminalOf((text) => (stderr += text), place);
  const write = (text: string): void => {
    stdout += text;
  };
  const code = await run(['login', ...words], { ...terminal, write });
  return { code, stdout, stderr, said: stdout + stderr };
}

/** A document of the API, whose one operation wants a token of the scheme `oidc`. */
function jarsOf({ api, issuer }: OidcServer, more: Readonly<Record<string, unknown>> = {}): string {
  return documentText({
    servers: [{ url: api }],
    security: [{ oidc: ['jars:read'] }],
    components: {
      securitySchemes: {
        oidc: {
          type: 'oauth2',
          flows: {
            authorizationCode: {
              authorizationUrl: `${issuer}/auth`,
              tokenUrl: `${issuer}/token`,
              scopes: { 'jars:read': 'Read jars.' },
            },
          },
        },
        ...more,
      },
    },
  });
}

const environment = { JARS_OIDC_CLIENT_ID: oidcClients.native.id };

describe('openapi-mcp login', () => {
  it('keeps the tokens in the folder of a server, which then calls in the name of the person', async () => {
    const oidc = await startOidcServer();
    const folder = folderWith({ 'jars.json': jarsOf(oidc) });
    const built = await runHere(['build', 'jars.json', '-o', 'out'], { folder });
    expect(built.code).toBe(0);
    const before = await runHere(['call', 'out', 'listJars'], { folder });
    expect(before.stderr).toContain('openapi-mcp login ');
    expect(before.stderr).toContain('--scheme oidc');

    writeFileSync(path.join(folder, 'out', '.env'), 'JARS_OIDC_CLIENT_ID=native\n');
    const { code, stdout, stderr } = await logIn(['out', '--json'], { folder });
    expect(stderr).toContain('Logged in for the scheme "oidc"');
    expect(code).toBe(0);
    const file = path.join(folder, 'out', '.logins.json');
    expect(JSON.parse(stdout)).toMatchObject({
      file,
      scheme: 'oidc',
      scopes: ['jars:read'],
      origins: [oidc.api],
      renewable: true,
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const stored = readFileSync(file, 'utf8');
    const secrets = [...stored.matchAll(/"(?:access|refresh)Token": "([^"]+)"/g)];
    expect(secrets).toHaveLength(2);
    for (const [, secret = ''] of secrets) expect(stdout + stderr).not.toContain(secret);

    const called = await runHere(['call', 'out', 'listJars', '--json'], { folder });
    expect(JSON.parse(called.stdout)).toMatchObject({ structuredContent: { sub: 'alice' } });

    const shown = await runHere(['call', 'out', 'listJars', '--dry-run'], { folder });
    expect(shown.stdout).toContain("--header 'Authorization: Bearer [redacted]'");

    const again = await runHere(['build', 'jars.json', '-o', 'out'], { folder });
    expect([again.code, existsSync(file)]).toEqual([0, true]);
  });

  it('keeps the tokens for a document in the state folder of the person', async () => {
    const oidc = await startOidcServer();
    const folder = folderWith({ 'jars.json': jarsOf(oidc) });
    const home = { ...environment, XDG_STATE_HOME: path.join(folder, 'state') };
    const { code } = await logIn(['jars.json', '--no-browser'], { folder, environment: home });
    expect(code).toBe(0);
    const called = await runHere(['call', 'jars.json', 'listJars'], { folder, environment: home });
    expect(called.stdout).toContain('alice');
  });

  it('takes a device code', async () => {
    const oidc = await startOidcServer();
    const device = {
      type: 'openIdConnect',
      openIdConnectUrl: `${oidc.issuer}/.well-known/openid-configuration`,
    };
    const folder = folderWith({
      'jars.json': documentText({
        servers: [{ url: oidc.api }],
        security: [{ oidc: ['jars:read'] }],
        components: { securitySchemes: { oidc: device } },
      }),
    });
    const state = { XDG_STATE_HOME: path.join(folder, 'state') };
    let stderr = '';
    const code = await runLogin({
      written: ['jars.json'],
      flags: { device: true, clientId: oidcClients.native.id },
      rules: [],
      terminal: terminalOf((text) => (stderr += text), { folder, environment: state }),
      clock: { ...systemClock, sleep: () => Promise.resolve() },
    });
    expect(stderr).toMatch(/type the code [A-Z]{4}-[A-Z]{4} within 1 minutes/);
    expect(code).toBe(0);
  });

  it.each([
    ['without a client', [], {}, 1, /as which client.*JARS_OIDC_CLIENT_ID.*--client-id/s],
    [
      'for a scheme that is not there',
      ['--scheme', 'nope'],
      environment,
      2,
      /"nope" is none of.*oidc/,
    ],
    ['with a code where none is described', ['--device'], environment, 1, /no device flow/],
    [
      'at a redirect that is not of this machine',
      ['--redirect-uri', 'https://evil.example/'],
      environment,
      1,
      /cannot be the redirect URI/,
    ],
    ['with a parameter that is none', ['--param', 'x'], environment, 2, /name=value/],
    ['for no time at all', ['--timeout', '0'], environment, 2, /seconds/],
  ] as const)('fails %s', async (_case, more, variables, code, expected) => {
    const oidc = await startOidcServer();
    const folder = folderWith({ 'jars.json': jarsOf(oidc) });
    const finished = await logIn(['jars.json', ...more], { folder, environment: { ...variables } });
    expect(finished.stderr).toMatch(expected);
    expect(finished.code).toBe(code);
  });

  it('asks which scheme is meant where several take a login', async () => {
    const oidc = await startOidcServer();
    const second = { type: 'openIdConnect', openIdConnectUrl: `${oidc.issuer}/x` };
    const text = jarsOf(oidc, { second }).replace(
      '"security": [',
      '"security": [ { "second": [] },',
    );
    const folder = folderWith({ 'jars.json': text });
    const { code, stderr } = await logIn(['jars.json'], { folder, environment });
    expect(stderr).toMatch(/--scheme which one.*oidc, second/);
    expect(code).toBe(2);
  });

  it('says so where no scheme takes a login', async () => {
    const folder = folderWith({ 'jars.json': documentText() });
    const { code, stderr } = await logIn(['jars.json'], { folder });
    expect(stderr).toMatch(/No tool uses a scheme that takes a login/);
    expect(code).toBe(1);
  });
});
