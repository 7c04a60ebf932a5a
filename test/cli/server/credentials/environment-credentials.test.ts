import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { commandWords } from '../../../../cli/server/credentials/command-words.ts';
import { createEnvironmentCredentials } from '../../../../cli/server/credentials/environment-credentials.ts';
import { loginFileOf } from '../../../../cli/server/credentials/login-place.ts';
import { createSecretLog } from '../../../../cli/server/credentials/secret-log.ts';
import { readEnvironment } from '../../../../cli/server/environment.ts';
import type { SecurityScheme } from '../../../../src/model/security.ts';
import type {
  CredentialParts,
  CredentialSource,
} from '../../../../src/runtime/middleware/auth/credential-source.ts';
import { peekCredentials } from '../../../../src/runtime/middleware/auth/credential-source.ts';
import type {
  LoginStore,
  StoredLogin,
} from '../../../../src/runtime/middleware/auth/login-store.ts';
import { createRedactor } from '../../../../src/runtime/redact.ts';
import { artifactOf } from '../../../support/artifact-builder.ts';
import type { ManualClock } from '../../../support/manual-clock.ts';
import { createManualClock } from '../../../support/manual-clock.ts';

const schemes: Readonly<Record<string, SecurityScheme>> = {
  key: { type: 'apiKey', in: 'header', name: 'X-Key', deprecated: false },
  user: { type: 'http', scheme: 'basic', deprecated: false },
  idp: {
    type: 'oauth2',
    flows: { authorizationCode: { tokenUrl: 'https://id.example/token', scopes: {} } },
    deprecated: false,
  },
  cert: { type: 'mutualTLS', deprecated: false },
};

interface Setup {
  readonly variables: Readonly<Record<string, string>>;
  readonly logins?: LoginStore;
}

function setUp({ variables, logins }: Setup): {
  readonly source: CredentialSource<unknown>;
  readonly clock: ManualClock;
  readonly secrets: () => readonly string[];
} {
  const clock = createManualClock();
  const log = createSecretLog();
  const { read } = readEnvironment(variables, undefined);
  const source = createEnvironmentCredentials(
    artifactOf({ document: { securitySchemes: schemes } }),
    { read, clock, tell: log.tell, ...(logins === undefined ? {} : { logins }) },
  );
  return { source, clock, secrets: log.known };
}

function queryOf(
  scheme: string,
  access: 'read' | 'write' = 'read',
): Parameters<CredentialSource<unknown>['find']>[0] {
  const definition = schemes[scheme];
  if (definition === undefined) throw new Error(scheme);
  return { document: 'shop', scheme, definition, access, session: undefined };
}

async function find(
  { source }: Pick<ReturnType<typeof setUp>, 'source'>,
  scheme: string,
  access: 'read' | 'write' = 'read',
): Promise<CredentialParts> {
  const { renew: _renew, ...parts } = (await source.find(queryOf(scheme, access))) ?? {};
  return parts;
}

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'openapi-mcp-secrets-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A command that prints a file, and counts how often it ran. */
function printing(file: string): { readonly command: string; readonly program: string } {
  const program = path.join(path.dirname(file), 'print secret.mjs');
  writeFileSync(
    program,
    `import fs from 'node:fs';
fs.appendFileSync(${JSON.stringify(`${file}.runs`)}, 'x');
process.stdout.write(fs.readFileSync(${JSON.stringify(file)}));
`,
  );
  return { command: `"${process.execPath}" "${program}"`, program };
}

describe('separate credentials for reading and writing', () => {
  it.each([
    [{ SHOP_KEY_API_KEY: 'all' }, { apiKey: 'all' }, { apiKey: 'all' }],
    [
      { SHOP_KEY_API_KEY: 'all', SHOP_KEY_API_KEY_WRITE: 'writes' },
      { apiKey: 'all' },
      { apiKey: 'writes' },
    ],
    [
      { SHOP_KEY_API_KEY_READ: 'reads', SHOP_KEY_API_KEY_WRITE: 'writes' },
      { apiKey: 'reads' },
      { apiKey: 'writes' },
    ],
    [{ SHOP_KEY_API_KEY_READ: 'reads' }, { apiKey: 'reads' }, {}],
  ])('K6 %j', async (variables, reading, writing) => {
    const set = setUp({ variables });
    expect(await find(set, 'key')).toEqual(reading);
    expect(await find(set, 'key', 'write')).toEqual(writing);
  });

  it('K6 share what has no ending of its own', async () => {
    const variables = {
      SHOP_USER_USERNAME: 'u',
      SHOP_USER_PASSWORD: 'p',
      SHOP_USER_PASSWORD_READ: 'r',
    };
    const set = setUp({ variables });
    expect(await find(set, 'user')).toEqual({ username: 'u', password: 'r' });
    expect(await find(set, 'user', 'write')).toEqual({ username: 'u', password: 'p' });
  });

  it('K6 a client for reading is not beaten by a token for everything', async () => {
    const set = setUp({
      variables: {
        SHOP_IDP_TOKEN: 'tok',
        SHOP_IDP_CLIENT_ID_READ: 'reader',
        SHOP_IDP_CLIENT_SECRET_READ: 'sec',
        SHOP_IDP_SCOPES_READ: 'read more',
        SHOP_IDP_CLIENT_AUTH: 'body',
      },
    });
    expect(await find(set, 'idp')).toEqual({
      clientId: 'reader',
      clientSecret: 'sec',
      scopes: ['read', 'more'],
      clientAuth: 'body',
    });
    expect(await find(set, 'idp', 'write')).toEqual({ token: 'tok', clientAuth: 'body' });
  });
});

describe('what is said of a client', () => {
  it('comes from variables', async () => {
    const set = setUp({
      variables: {
        SHOP_IDP_CLIENT_ID: 'cid',
        SHOP_IDP_CLIENT_KEY: '-----BEGIN PRIVATE KEY-----',
        SHOP_IDP_AUDIENCE: 'api',
        SHOP_IDP_RESOURCE: 'https://api.example',
        SHOP_IDP_TOKEN_URL: 'https://id.example/other',
        SHOP_IDP_SCOPES: 'a, b',
      },
    });
    expect(await find(set, 'idp')).toEqual({
      clientId: 'cid',
      clientKey: '-----BEGIN PRIVATE KEY-----',
      audience: 'api',
      resource: 'https://api.example',
      tokenUrl: 'https://id.example/other',
      scopes: ['a', 'b'],
    });
    expect(set.secrets()).toEqual(['-----BEGIN PRIVATE KEY-----']);
  });

  it('is refused where it means nothing', () => {
    expect(() => setUp({ variables: { SHOP_IDP_CLIENT_AUTH: 'magic' } })).toThrow(
      expect.objectContaining({
        code: 'configuration-invalid',
        message: expect.stringContaining('SHOP_IDP_CLIENT_AUTH'),
      }),
    );
  });

  it.each([
    [{}, false],
    [{ SHOP_CERT_CLIENT_CERTIFICATE: 'PEM' }, true],
    [{ OPENAPI_MCP_CLIENT_CERTIFICATE: '/cert.pem' }, true],
  ])('K4 has a certificate with %j: %s', async (variables, expected) => {
    expect(await find(setUp({ variables }), 'cert')).toMatchObject({ clientCertificate: expected });
  });
});

describe('a credential in a file', () => {
  it('K6 is read again when the file changes', async () => {
    const file = path.join(temporaryFolder(), 'key');
    writeFileSync(file, 'key-1\n');
    const set = setUp({ variables: { SHOP_KEY_API_KEY_FILE: file } });
    expect(await find(set, 'key')).toEqual({ apiKey: 'key-1' });
    writeFileSync(file, 'key-2\r\n');
    expect(await find(set, 'key')).toEqual({ apiKey: 'key-1' });
    await set.clock.advance(1_000);
    expect(await find(set, 'key')).toEqual({ apiKey: 'key-2' });
    expect(set.secrets()).toEqual(['key-1', 'key-2']);
  });

  it('K9 is read again when it is refused', async () => {
    const file = path.join(temporaryFolder(), 'key');
    writeFileSync(file, 'key-1');
    const { source } = setUp({ variables: { SHOP_KEY_API_KEY_FILE: file } });
    const first = await source.find(queryOf('key'));
    expect(await first?.renew?.()).toBe(false);
    writeFileSync(file, 'key-2');
    expect(await first?.renew?.()).toBe(true);
    expect((await source.find(queryOf('key')))?.apiKey).toBe('key-2');
  });

  it('that is gone keeps the call from being made, and says so', async () => {
    const file = path.join(temporaryFolder(), 'key');
    writeFileSync(file, 'key-1');
    const set = setUp({ variables: { SHOP_KEY_API_KEY_FILE: file } });
    rmSync(file);
    await set.clock.advance(2_000);
    expect(await find(set, 'key')).toEqual({
      problem: expect.stringContaining('SHOP_KEY_API_KEY_FILE'),
    });
  });

  it('that is not there stops the start', () => {
    expect(() => setUp({ variables: { SHOP_KEY_API_KEY_FILE: '/nowhere/at/all' } })).toThrow(
      expect.objectContaining({ code: 'credential-source-failed' }),
    );
  });
});

describe('a command line', () => {
  it.each([
    ['op read op://vault/item', ['op', 'read', 'op://vault/item']],
    ['  a   b\tc\n', ['a', 'b', 'c']],
    [`"my program" 'two words' a"b c"d`, ['my program', 'two words', 'ab cd']],
    [String.raw`a "x \"y\" \\z" '\n'`, ['a', String.raw`x "y" \z`, String.raw`\n`]],
    [
      String.raw`C:\tools\x.exe $HOME *.txt; rm -rf ~ | b`,
      [String.raw`C:\tools\x.exe`, '$HOME', '*.txt;', 'rm', '-rf', '~', '|', 'b'],
    ],
    [`a '' ""`, ['a', '', '']],
    ['["a", "b c", "\\"d"]', ['a', 'b c', '"d']],
  ])('is cut as it is, with nothing expanded: %s', (text, words) => {
    expect(commandWords(text)).toEqual(words);
  });

  it.each(['', '   ', `a "b`, `a 'b`, '[]', '["a", 1]', '["a"', '["", "a"]', `''`])(
    'is none: %j',
    (text) => {
      expect(commandWords(text)).toBeUndefined();
    },
  );
});

describe('a credential from a command', () => {
  it('K6 is asked for when it is needed, not at start, and again after a while', async () => {
    const file = path.join(temporaryFolder(), 'key');
    writeFileSync(file, 'key-1\n');
    const { command } = printing(file);
    const set = setUp({ variables: { SHOP_KEY_API_KEY_COMMAND: command } });
    expect(await peekCredentials(set.source, queryOf('key'))).toHaveProperty('apiKey');
    expect(runs(file).length).toBe(0);
    const found = await Promise.all([
      find(set, 'key'),
      find(set, 'key'),
      find(set, 'key', 'write'),
    ]);
    expect(found.map(({ apiKey }) => apiKey)).toEqual(['key-1', 'key-1', 'key-1']);
    const once = runs(file).length;
    writeFileSync(file, 'key-2');
    await set.clock.advance(299_000);
    expect(await find(set, 'key')).toEqual({ apiKey: 'key-1' });
    await set.clock.advance(1_000);
    expect(await find(set, 'key')).toEqual({ apiKey: 'key-2' });
    expect(runs(file).length).toBe(once + 1);
    expect(set.secrets()).toEqual(['key-1', 'key-2']);
  });

  it('K9 is asked for once more by all calls that were refused', async () => {
    const file = path.join(temporaryFolder(), 'key');
    writeFileSync(file, 'key-1');
    const { source } = setUp({
      variables: { SHOP_KEY_API_KEY_COMMAND: printing(file).command },
    });
    const first = await source.find(queryOf('key'));
    writeFileSync(file, 'key-2');
    expect(await Promise.all([first?.renew?.(), first?.renew?.(), first?.renew?.()])).toEqual([
      true,
      true,
      true,
    ]);
    expect(runs(file).length).toBe(2);
  });

  it.each([
    ['["false"]', 'ended with 1'],
    [
      `["${process.execPath}", "-e", "process.stdout.write('secret-on-stdout'); console.error('secret-on-stderr'); process.exit(3)"]`,
      'ended with 3',
    ],
    ['/nowhere/at/all', 'could not be started'],
    ['["true"]', 'gave nothing'],
  ])('that fails is told without what it said: %s', async (command, expected) => {
    const set = setUp({ variables: { SHOP_KEY_API_KEY_COMMAND: command } });
    const { problem = '' } = await find(set, 'key');
    expect(problem).toContain(expected);
    expect(problem).not.toMatch(/secret-on/);
  });

  it.each([
    [{ SHOP_KEY_API_KEY_COMMAND: 'a', SHOP_KEY_API_KEY: 'b' }, 'SHOP_KEY_API_KEY_COMMAND'],
    [
      { SHOP_KEY_API_KEY_FILE: import.meta.filename, SHOP_KEY_API_KEY: 'b' },
      'SHOP_KEY_API_KEY_FILE',
    ],
    [{ SHOP_KEY_API_KEY_COMMAND: '"never closed' }, 'SHOP_KEY_API_KEY_COMMAND'],
  ])('is not guessed at: %j', (variables, name) => {
    expect(() => setUp({ variables })).toThrow(
      expect.objectContaining({
        code: 'configuration-invalid',
        message: expect.stringContaining(name),
      }),
    );
  });
});

function runs(file: string): string {
  return existsSync(`${file}.runs`) ? readFileSync(`${file}.runs`, 'utf8') : '';
}

describe('a login', () => {
  const login: StoredLogin = {
    document: 'shop',
    scheme: 'idp',
    origins: ['https://shop.example'],
    clientId: 'native',
    scopes: [],
    accessToken: 'access-token-1',
    refreshToken: 'refresh-token-1',
    obtainedAt: 0,
  };

  it('K6 is found while the server runs, and told to the redactor', async () => {
    const stored: StoredLogin[] = [];
    const logins: LoginStore = {
      read: () => Promise.resolve(stored[0]),
      update: () => Promise.resolve(undefined),
    };
    const set = setUp({ variables: {}, logins });
    expect(await find(set, 'idp')).toEqual({});
    stored.push(login);
    await set.clock.advance(1_000);
    expect(await find(set, 'idp')).toEqual({ login });
    expect(set.secrets()).toEqual(['access-token-1', 'refresh-token-1']);
  });

  it('K6 is not looked for where a token is configured', async () => {
    const logins: LoginStore = {
      read: () => Promise.reject(new Error('looked for')),
      update: () => Promise.resolve(undefined),
    };
    const set = setUp({ variables: { SHOP_IDP_TOKEN: 'tok' }, logins });
    expect(await find(set, 'idp')).toEqual({ token: 'tok' });
    expect(await find(set, 'key')).toEqual({});
  });

  const reader = (variables: Readonly<Record<string, string>>) => (name: string) => variables[name];

  it('is in the folder of the server, or in the state folder of the person', () => {
    const artifact = artifactOf();
    expect(loginFileOf(artifact, '/srv/shop', reader({}))).toBe('/srv/shop/.logins.json');
    expect(loginFileOf(artifact, undefined, reader({ HOME: '/home/al' }))).toMatch(
      /^\/home\/al\/\.local\/state\/openapi-mcp\/shop-[0-9a-f]{8}\.json$/,
    );
    expect(
      loginFileOf(artifact, undefined, reader({ HOME: '/home/al', XDG_STATE_HOME: '/state' })),
    ).toMatch(/^\/state\/openapi-mcp\/shop-/);
    expect(loginFileOf(artifact, '/srv/shop', reader({ OPENAPI_MCP_LOGINS: 'x.json' }))).toBe(
      '/srv/shop/x.json',
    );
  });

  it('is another file for another API of the same name', () => {
    const read = reader({ HOME: '/home/al' });
    const other = artifactOf({
      document: {
        servers: [
          {
            kind: 'absolute',
            url: 'https://b.example',
            template: 'https://b.example',
            variables: {},
          },
        ],
      },
    });
    expect(loginFileOf(other, undefined, read)).not.toBe(
      loginFileOf(artifactOf(), undefined, read),
    );
  });
});

describe('the log of secrets', () => {
  it('hands what comes later to the redactor, and lets the oldest of it go', () => {
    const log = createSecretLog();
    log.tell('first-secret');
    const redactor = createRedactor(log.known());
    log.watch(redactor);
    for (let count = 0; count < 100; count += 1) log.tell(`later-secret-${count}-`);
    log.tell('later-secret-99-');
    const shown = redactor.redact('first-secret later-secret-99- later-secret-0-');
    expect(shown).toBe('[redacted] [redacted] later-secret-0-');
  });
});
