import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLoginFile } from '../../../src/runtime/middleware/auth/login-file.ts';
import type { StoredLogin } from '../../../src/runtime/middleware/auth/login-store.ts';

const login: StoredLogin = {
  document: 'shop',
  scheme: 'idp',
  tokenUrl: 'https://id.example/token',
  origins: ['https://shop.example'],
  clientId: 'native',
  scopes: ['read'],
  accessToken: 'access-token-1',
  refreshToken: 'refresh-token-1',
  obtainedAt: 1_000,
  expiresAt: 61_000,
};

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'openapi-mcp-logins-'));
  onTestFinished(() => {
    chmodSync(folder, 0o700);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

describe('a file of logins', () => {
  it('keeps what it is given, in a file and a folder for its owner alone', async () => {
    const file = path.join(temporaryFolder(), 'state', 'logins.json');
    const store = createLoginFile(file);
    expect(await store.read(login)).toBeUndefined();
    expect(await store.update(login, () => Promise.resolve(login))).toEqual(login);
    expect(await createLoginFile(file).read(login)).toEqual(login);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
    expect(readdirSync(path.dirname(file))).toEqual(['logins.json']);
  });

  it('keeps the logins of several schemes apart', async () => {
    const store = createLoginFile(path.join(temporaryFolder(), 'l.json'));
    const other = { ...login, scheme: 'other', accessToken: 'access-token-2' };
    const elsewhere = { ...login, document: 'depot', accessToken: 'access-token-3' };
    for (const each of [login, other, elsewhere]) {
      await store.update(each, () => Promise.resolve(each));
    }
    await store.update(login, (current) =>
      Promise.resolve(current && { ...current, accessToken: 'access-token-4' }),
    );
    expect((await store.read(login))?.accessToken).toBe('access-token-4');
    expect(await store.read(other)).toEqual(other);
    expect(await store.read(elsewhere)).toEqual(elsewhere);
  });

  it('stays as it is where nothing is to be changed, or the change fails', async () => {
    const file = path.join(temporaryFolder(), 'l.json');
    const store = createLoginFile(file);
    await store.update(login, () => Promise.resolve(login));
    const before = readFileSync(file, 'utf8');
    expect(await store.update(login, () => Promise.resolve(undefined))).toEqual(login);
    await expect(store.update(login, () => Promise.reject(new Error('refused')))).rejects.toThrow(
      'refused',
    );
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect(readdirSync(path.dirname(file))).toEqual(['l.json']);
  });

  it('is changed by one process at a time, each seeing what the one before left', async () => {
    const file = path.join(temporaryFolder(), 'l.json');
    const count = async (): Promise<void> => {
      await createLoginFile(file).update(login, (current) =>
        Promise.resolve({ ...login, obtainedAt: (current?.obtainedAt ?? 0) + 1 }),
      );
    };
    await Promise.all(Array.from({ length: 20 }, count));
    expect((await createLoginFile(file).read(login))?.obtainedAt).toBe(20);
  });

  it('is not locked for good by a process that died', async () => {
    const file = path.join(temporaryFolder(), 'l.json');
    const store = createLoginFile(file);
    writeFileSync(`${file}.lock`, '');
    const longAgo = new Date(Date.now() - 120_000);
    utimesSync(`${file}.lock`, longAgo, longAgo);
    expect(await store.update(login, () => Promise.resolve(login))).toEqual(login);
  });

  // Root may write everywhere.
  it.skipIf(process.getuid?.() === 0)(
    'that cannot be written is renewed for this process alone',
    async () => {
      const folder = temporaryFolder();
      const file = path.join(folder, 'l.json');
      const store = createLoginFile(file);
      await store.update(login, () => Promise.resolve(login));
      chmodSync(folder, 0o500);
      const renewed = { ...login, accessToken: 'access-token-2', obtainedAt: 2_000 };
      expect(await store.update(login, () => Promise.resolve(renewed))).toEqual(renewed);
      expect(await store.read(login)).toEqual(renewed);
      expect(await createLoginFile(file).read(login)).toEqual(login);
    },
  );

  it.each([
    ['no JSON', '{"openapi-mcp-logins": 1, "logins": [ { "accessToken": "access-token-1"'],
    ['another format', '{"openapi-mcp-logins": 2, "logins": []}'],
    ['something else', '[]'],
    ['a login without its parts', '{"openapi-mcp-logins": 1, "logins": [{"scheme": "idp"}]}'],
    [
      'a login with a part of another kind',
      JSON.stringify({ 'openapi-mcp-logins': 1, logins: [{ ...login, tokenUrl: 1 }] }),
    ],
  ])('with %s is refused without showing it', async (_case, text) => {
    const file = path.join(temporaryFolder(), 'l.json');
    writeFileSync(file, text);
    const thrown = await createLoginFile(file)
      .read(login)
      .catch((error: unknown) => error);
    expect(thrown).toMatchObject({ code: 'credential-source-failed' });
    expect(String(thrown)).toContain(file);
    expect(String(thrown)).not.toContain('access-token-1');
  });

  it('that is a folder cannot be read', async () => {
    const file = path.join(temporaryFolder(), 'l.json');
    mkdirSync(file);
    await expect(createLoginFile(file).read(login)).rejects.toMatchObject({
      code: 'credential-source-failed',
    });
  });
});
