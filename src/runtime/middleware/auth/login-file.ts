import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { BridgeError } from '../../../model/errors.ts';
import { isArray, isJsonObject, stringifyDocument } from '../../../model/json.ts';
import type { JsonObject } from '../../../model/json.ts';
import type { Clock } from '../../clock.ts';
import { systemClock } from '../../clock.ts';
import type { LoginKey, LoginStore, StoredLogin } from './login-store.ts';

const formatKey = 'openapi-mcp-logins';
const format = 1;

/** Somebody who holds the lock for so long has died. */
const lockHoldsMs = 60_000;
const lockWaitMs = 20_000;
const lockPollMs = 25;

/**
 * Keeps logins in a file that only its owner may read, replaced as a whole at each change. Several processes may use
 * one file. Where it cannot be written, what is renewed is kept in memory, for this process alone.
 */
export function createLoginFile(file: string, clock: Clock = systemClock): LoginStore {
  const unsaved: StoredLogin[] = [];

  async function readAll(): Promise<readonly StoredLogin[]> {
    const saved = await readLogins(file);
    const isNewer = (login: StoredLogin): boolean =>
      (find(saved, login)?.obtainedAt ?? 0) < login.obtainedAt;
    return [...unsaved.filter(isNewer), ...saved];
  }

  async function change(
    key: LoginKey,
    make: (current: StoredLogin | undefined) => Promise<StoredLogin | undefined>,
  ): Promise<StoredLogin | undefined> {
    const logins = await readAll();
    const current = find(logins, key);
    const next = await make(current);
    if (next === undefined) return current;
    const others = logins.filter((login) => !isSame(login, key));
    try {
      await writeLogins(file, [...others, next]);
    } catch (thrown) {
      if (!isForbidden(thrown)) throw unwritable(file, thrown);
      unsaved.splice(0, unsaved.length, ...unsaved.filter((login) => !isSame(login, key)), next);
    }
    return next;
  }

  return {
    read: async (key) => find(await readAll(), key),
    update: async (key, make) => {
      const unlock = await lock(file, clock);
      try {
        return await change(key, make);
      } finally {
        await unlock();
      }
    },
  };
}

function isSame(login: LoginKey, { document, scheme }: LoginKey): boolean {
  return login.document === document && login.scheme === scheme;
}

function find(logins: readonly StoredLogin[], key: LoginKey): StoredLogin | undefined {
  return logins.find((login) => isSame(login, key));
}

async function readLogins(file: string): Promise<readonly StoredLogin[]> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return [];
    throw new BridgeError('credential-source-failed', `The logins in ${file} cannot be read.`, {
      cause,
      fix: 'Give the file to the user who runs the server, or log in again.',
    });
  }
  const logins = parseLogins(text);
  if (logins !== undefined) return logins;
  // Without the parser's own words, which show a part of the text.
  throw new BridgeError('credential-source-failed', `The file ${file} holds no logins.`, {
    fix: 'Delete it and log in again.',
  });
}

function parseLogins(text: string): readonly StoredLogin[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isJsonObject(value) || value[formatKey] !== format) return undefined;
  const logins: unknown = value['logins'];
  return isArray(logins) && logins.every(isLogin) ? logins : undefined;
}

const neededTexts = ['document', 'scheme', 'clientId', 'accessToken'];
const optionalTexts = ['tokenUrl', 'metadataUrl', 'refreshUrl', 'clientSecret', 'refreshToken'];

function isLogin(value: unknown): value is StoredLogin {
  if (!isJsonObject(value)) return false;
  const isText = (key: string): boolean => typeof value[key] === 'string';
  const isList = (key: string): boolean => {
    const list = value[key];
    return isArray(list) && list.every((item) => typeof item === 'string');
  };
  return (
    neededTexts.every(isText) &&
    optionalTexts.every((key) => value[key] === undefined || isText(key)) &&
    isList('origins') &&
    isList('scopes') &&
    typeof value['obtainedAt'] === 'number' &&
    ['undefined', 'number'].includes(typeof value['expiresAt'])
  );
}

/** A reader sees the whole file as it was or as it is; nobody else sees it at any moment. */
async function writeLogins(file: string, logins: readonly StoredLogin[]): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const scratch = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  // The logins are plain data by their type.
  const text = stringifyDocument({ [formatKey]: format, logins } as unknown as JsonObject);
  try {
    const handle = await open(scratch, 'wx', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(scratch, file);
  } catch (thrown) {
    await rm(scratch, { force: true });
    throw thrown;
  }
}

/** Waits until no other process changes the file. Where no lock can be made, nothing else can be written either. */
async function lock(file: string, clock: Clock): Promise<() => Promise<void>> {
  const place = `${file}.lock`;
  const begun = clock.elapsed();
  for (;;) {
    try {
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      await (await open(place, 'wx', 0o600)).close();
      return () => rm(place, { force: true });
    } catch (thrown) {
      if (isForbidden(thrown)) return () => Promise.resolve();
      if (codeOf(thrown) !== 'EEXIST') throw unwritable(file, thrown);
    }
    const held = await stat(place).catch(() => undefined);
    if (held !== undefined && clock.now() - held.mtimeMs > lockHoldsMs) {
      await unlink(place).catch(() => undefined);
    } else if (clock.elapsed() - begun > lockWaitMs) {
      throw new BridgeError('credential-source-failed', `Another process holds ${place}.`, {
        fix: 'If there is none, delete it.',
      });
    } else {
      await clock.sleep(lockPollMs);
    }
  }
}

function unwritable(file: string, cause: unknown): BridgeError {
  return new BridgeError('output-unwritable', `The logins in ${file} cannot be written.`, {
    cause,
    fix: 'Name another file with OPENAPI_MCP_LOGINS.',
  });
}

function isForbidden(thrown: unknown): boolean {
  return ['EACCES', 'EPERM', 'EROFS'].includes(String(codeOf(thrown)));
}

function codeOf(thrown: unknown): unknown {
  return thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
}
