import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { configureServer } from '../../../cli/server/configuration.ts';
import { parseDotEnv } from '../../../cli/server/dot-env.ts';
import { readEnvironment } from '../../../cli/server/environment.ts';
import { openAudit } from '../../../cli/server/open-audit.ts';
import { proxySettings } from '../../../cli/server/proxy-settings.ts';
import type { ServerFlags } from '../../../cli/server/server-flags.ts';
import { parseServerArguments, serverHelp } from '../../../cli/server/server-flags.ts';
import {
  settingVariables,
  unknownSettingVariables,
} from '../../../cli/server/setting-variables.ts';
import type { BridgeArtifact } from '../../../src/model/artifact.ts';
import type { SecurityScheme } from '../../../src/model/security.ts';
import { defaultRuntimeSettings } from '../../../src/model/settings.ts';
import { artifactOf } from '../../support/artifact-builder.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'server-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const reader = (variables: Readonly<Record<string, string>>) => (name: string) => variables[name];
const noFlags: ServerFlags = { baseUrls: [] };

describe('a .env file', () => {
  it.each([
    ['A=1', { A: '1' }],
    ['A=1\r\nB=2', { A: '1', B: '2' }],
    ['# A=1\n\n  B = two words  # note', { B: 'two words' }],
    ['export A=x#y', { A: 'x#y' }],
    ['A="x # y"', { A: 'x # y' }],
    [String.raw`A="l1\nl2 \"q\" \\"`, { A: 'l1\nl2 "q" \\' }],
    [String.raw`A='l1\nl2'`, { A: String.raw`l1\nl2` }],
    ['A="l1\nl2"\nB=3', { A: 'l1\nl2', B: '3' }],
    ['A=', { A: '' }],
    ['\uFEFFA=1', { A: '1' }],
    ['A=$B', { A: '$B' }],
    ['A=a=b', { A: 'a=b' }],
  ])('%j', (text, variables) => {
    expect(parseDotEnv(text)).toEqual({ variables, unreadable: [] });
  });

  it.each([
    ['what is this\nA=1', [1]],
    ['1A=x', [1]],
    ['A=1\nB="never closed', [2]],
    ['A="x" y', [1]],
  ])('names the lines that it cannot read: %j', (text, unreadable) => {
    expect(parseDotEnv(text).unreadable).toEqual(unreadable);
  });

  it('is not fooled by __proto__', () => {
    expect(Object.keys(parseDotEnv('__proto__=1').variables)).toEqual(['__proto__']);
  });
});

describe('the environment of a server', () => {
  it("lays the process over the file; a variable set to nothing switches the file's off", () => {
    const file = path.join(folder, '.env');
    writeFileSync(file, 'A=file\nB=file\nC=file\nnonsense');
    const { read, names, warnings } = readEnvironment({ A: 'process', C: '', D: undefined }, file);
    expect([read('A'), read('B'), read('C'), read('D')]).toEqual([
      'process',
      'file',
      undefined,
      undefined,
    ]);
    expect(names).toEqual(['A', 'B']);
    expect(warnings).toEqual([`${file}:4 is no NAME=value and is left out.`]);
  });

  it('reads a secret from the file that NAME_FILE names', () => {
    writeFileSync(path.join(folder, 'secret'), 's3cret\n');
    const { read } = readEnvironment(
      { KEY_FILE: path.join(folder, 'secret'), GONE_FILE: path.join(folder, 'none') },
      undefined,
    );
    expect(read('KEY')).toBe('s3cret');
    expect(() => read('GONE')).toThrow(
      expect.objectContaining({ code: 'credential-source-failed' }),
    );
  });

  it('says nothing about a file that is not there', () => {
    expect(readEnvironment({}, path.join(folder, '.env')).warnings).toEqual([]);
  });
});

describe('the command line', () => {
  it('reads every option', () => {
    expect(
      parseServerArguments([
        '--audit',
        'a.jsonl',
        '--read-only',
        '--base-url',
        'a=http://x',
        '--base-url',
        'b=http://y',
        '--http',
        '8080',
      ]),
    ).toEqual({
      kind: 'serve',
      flags: {
        audit: 'a.jsonl',
        readOnly: true,
        baseUrls: ['a=http://x', 'b=http://y'],
        http: '8080',
      },
    });
    expect(parseServerArguments([])).toEqual({ kind: 'serve', flags: { baseUrls: [] } });
    expect(parseServerArguments(['-h']).kind).toBe('help');
    expect(parseServerArguments(['--version']).kind).toBe('version');
  });

  it.each([['--nope'], ['extra'], ['--audit']])('refuses %s', (...args) => {
    const parsed = parseServerArguments(args);
    expect(parsed.kind).toBe('wrong');
    expect(parsed.kind === 'wrong' && parsed.message).toContain(args[0]);
  });

  it('tells every option in its help', () => {
    for (const option of ['--audit', '--base-url', '--help', '--http', '--read-only', '--version'])
      expect(serverHelp('shop')).toContain(option);
  });
});

const schemes: Readonly<Record<string, SecurityScheme>> = {
  'local bearer': { type: 'http', scheme: 'bearer', deprecated: false },
  login: { type: 'http', scheme: 'basic', deprecated: false },
  key: { type: 'apiKey', in: 'query', name: 'k', deprecated: false },
  idp: { type: 'oauth2', flows: {}, deprecated: false },
};

describe('settings', () => {
  it('come from flags over variables over the artifact over the defaults', () => {
    const artifact = artifactOf({
      runtime: {
        readOnly: false,
        limits: { totalTimeoutMs: 1, maxRedirects: 1 },
        audit: { sink: 'artifact' },
        retry: { maxRetries: 9 },
      },
    });
    const variables = {
      OPENAPI_MCP_TOTAL_TIMEOUT_MS: '2',
      OPENAPI_MCP_AUDIT: 'variable',
      OPENAPI_MCP_READ_ONLY: 'off',
      OPENAPI_MCP_AUDIT_ARGUMENTS: 'names',
    };
    const { settings, auditSink } = configureServer(
      artifact,
      { baseUrls: [], audit: 'flag', readOnly: true },
      reader(variables),
    );
    expect(settings).toMatchObject({
      readOnly: true,
      limits: {
        totalTimeoutMs: 2,
        maxRedirects: 1,
        bodyTimeoutMs: defaultRuntimeSettings.limits.bodyTimeoutMs,
      },
      audit: { sink: 'flag', arguments: 'names', required: false },
      retry: { maxRetries: 9, baseDelayMs: 250 },
    });
    expect(auditSink).toEqual({ sink: 'flag', from: 'flag' });
  });

  it.each([
    ['OPENAPI_MCP_TOTAL_TIMEOUT_MS', 'soon'],
    ['OPENAPI_MCP_MAX_RETRIES', '-1'],
    ['OPENAPI_MCP_READ_ONLY', 'maybe'],
    ['OPENAPI_MCP_AUDIT_ARGUMENTS', 'some'],
    ['OPENAPI_MCP_AUDIT_SYNC', 'often'],
  ])('%s=%s stops the start and is named', (name, value) => {
    expect(() => configureServer(artifactOf(), noFlags, reader({ [name]: value }))).toThrow(
      expect.objectContaining({
        code: 'configuration-invalid',
        message: expect.stringContaining(name),
      }),
    );
  });

  it('U102 a variable that is no setting is told, with the nearest one', () => {
    expect(
      unknownSettingVariables([
        'OPENAPI_MCP_READONLY',
        'OPENAPI_MCP_AUDIT_FILE',
        'OPENAPI_MCP',
        'PATH',
        ...settingVariables,
      ]),
    ).toEqual(['OPENAPI_MCP_READONLY is not a setting. Did you mean "OPENAPI_MCP_READ_ONLY"?']);
  });

  it('headers get their references from variables, which are secrets', () => {
    const artifact = artifactOf({
      runtime: { headers: { 'X-Key': 'k ${SHOP_SECRET}!', 'X-Plain': 'p' } },
    });
    const { settings, secrets } = configureServer(
      artifact,
      noFlags,
      reader({ SHOP_SECRET: 's3cret' }),
    );
    expect(settings.headers).toEqual({ 'X-Key': 'k s3cret!', 'X-Plain': 'p' });
    expect(secrets).toEqual(['s3cret']);
    expect(() => configureServer(artifact, noFlags, reader({}))).toThrow(
      /header "X-Key" refers to the variable SHOP_SECRET/,
    );
  });
});

describe('credentials', () => {
  it('K6 U103 come from variables with fixed names', () => {
    const artifact = artifactOf({ document: { securitySchemes: schemes } });
    const { credentials, secrets, secretQueryKeys } = configureServer(
      artifact,
      noFlags,
      reader({
        SHOP_LOCAL_BEARER_TOKEN: 'tok',
        SHOP_LOGIN_USERNAME: 'user',
        SHOP_LOGIN_PASSWORD: 'pass',
        SHOP_KEY_API_KEY: 'key',
        SHOP_IDP_CLIENT_ID: 'cid',
        SHOP_IDP_CLIENT_SECRET: 'sec',
      }),
    );
    const found = Object.entries(schemes).map(([scheme, definition]) =>
      credentials.find({
        document: 'shop',
        scheme,
        definition,
        access: 'read',
        session: undefined,
      }),
    );
    expect(found).toEqual([
      { token: 'tok' },
      { username: 'user', password: 'pass' },
      { apiKey: 'key' },
      { clientId: 'cid', clientSecret: 'sec' },
    ]);
    expect(secrets).toEqual(['tok', 'pass', 'key', 'sec']);
    expect(secretQueryKeys).toEqual(['k']);
  });
});

describe('base URLs', () => {
  const two: BridgeArtifact = {
    ...artifactOf(),
    documents: {
      shop: { ...artifactOf().documents['shop'], environmentPrefix: 'SHOP' } as never,
      depot: { ...artifactOf().documents['shop'], environmentPrefix: 'DEPOT' } as never,
    },
  };

  it('of flags replace those of variables', () => {
    const { baseUrls } = configureServer(
      two,
      { baseUrls: ['depot=https://flag.example'] },
      reader({ SHOP_BASE_URL: 'https://s.example', DEPOT_BASE_URL: 'https://d.example' }),
    );
    expect(baseUrls).toEqual({ shop: 'https://s.example', depot: 'https://flag.example' });
  });

  it('need no name where there is one document, even with = in them', () => {
    expect(
      configureServer(artifactOf(), { baseUrls: ['https://x.example/a=b'] }, reader({})).baseUrls,
    ).toEqual({ shop: 'https://x.example/a=b' });
  });

  it('need a name where there are several', () => {
    expect(() => configureServer(two, { baseUrls: ['https://x.example'] }, reader({}))).toThrow(
      /which document --base-url https:\/\/x\.example is for/,
    );
  });
});

describe('the proxy', () => {
  it.each([
    [{}, undefined],
    [{ NO_PROXY: 'x' }, undefined],
    [
      { HTTP_PROXY: 'http://a', https_proxy: 'http://b', HTTPS_PROXY: 'http://c', no_proxy: 'x' },
      { http: 'http://a', https: 'http://b', except: 'x' },
    ],
    [{ ALL_PROXY: 'http://a' }, { http: 'http://a', https: 'http://a' }],
  ])('of %j', (variables, expected) => {
    expect(proxySettings(reader(variables as Readonly<Record<string, string>>))).toEqual(expected);
  });
});

describe('where the audit goes', () => {
  const settings = defaultRuntimeSettings.audit;
  const stderr = new PassThrough();

  it('is a file in the folder by default', async () => {
    const { sink, warning } = openAudit({ settings, folder, stderr });
    await sink?.write('{}', 'now');
    await sink?.close();
    expect(readFileSync(path.join(folder, 'audit.jsonl'), 'utf8')).toBe('{}\n');
    expect(warning).toBeUndefined();
  });

  it('is standard error without a folder, and where the default file cannot be written', async () => {
    const out = new PassThrough();
    await openAudit({ settings, stderr: out }).sink?.write('{"a":1}', 'now');
    const { sink, warning } = openAudit({
      settings,
      folder: path.join(folder, 'gone'),
      stderr: out,
    });
    await sink?.write('{"b":2}', 'now');
    expect(String(out.read())).toBe('{"a":1}\n{"b":2}\n');
    expect(warning).toMatch(/cannot be written/);
  });

  it('may be off', () => {
    expect(
      openAudit({ settings, explicit: { sink: 'off', from: 'flag' }, folder, stderr }),
    ).toEqual({});
  });

  it.each([
    ['asked for by a flag', { explicit: { sink: '/nowhere/at/all.jsonl', from: 'flag' } }],
    ['required', { settings: { ...settings, sink: '/nowhere/at/all.jsonl', required: true } }],
  ] as const)('stops the start where it is %s and cannot be written', (_case, place) => {
    expect(() => openAudit({ settings, folder, stderr, ...place })).toThrow(
      expect.objectContaining({ code: 'output-unwritable' }),
    );
  });
});
