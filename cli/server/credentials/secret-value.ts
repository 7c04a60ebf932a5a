import { readFile } from 'node:fs/promises';
import { BridgeError } from '../../../src/model/errors.ts';
import type { Clock } from '../../../src/runtime/index.ts';
import type { ReadVariable } from '../variable-values.ts';
import { commandWords } from './command-words.ts';

/** A secret that a variable holds, or names the file or the command of. */
export interface SecretValue {
  /** Where it is the same for as long as the server runs. */
  readonly fixed?: string;
  /**
   * What it is now.
   *
   * @throws BridgeError `credential-source-failed` where it cannot be had.
   */
  get(): Promise<string>;
  /**
   * Reads it again, unless that has happened since `refused` was read.
   *
   * @returns Whether it is another one now.
   */
  renew(refused: string): Promise<boolean>;
}

/** What secrets need beside the variables. */
export interface SecretContext {
  readonly read: ReadVariable;
  readonly clock: Clock;
  /** Told each secret as it is read, for the redactor. */
  readonly tell: (secret: string) => void;
}

/** A file is looked at again after this time: platforms replace secrets while servers run. */
const fileHoldsMs = 1_000;
/** A command is run again after this time; what it prints is often a token that lives for an hour or so. */
const commandHoldsMs = 300_000;
const commandTimeoutMs = 30_000;
const maxCommandBytes = 65_536;

/**
 * The secret of a variable: its own value, the file of `NAME_FILE`, or what the command of `NAME_COMMAND` prints.
 *
 * @throws BridgeError `configuration-invalid` where several of them are set, or the command is none.
 */
export function secretValue(name: string, context: SecretContext): SecretValue | undefined {
  const { read } = context;
  const file = read(`${name}_FILE`);
  const command = read(`${name}_COMMAND`);
  const value = read(name);
  if (command !== undefined && value !== undefined) {
    throw new BridgeError(
      'configuration-invalid',
      `${name}_COMMAND is set beside ${file === undefined ? name : `${name}_FILE`}.`,
      { fix: 'Take one of them away.' },
    );
  }
  if (command !== undefined) return commandSecret(`${name}_COMMAND`, command, context);
  if (value === undefined) return undefined;
  context.tell(value);
  return file === undefined ? fixedSecret(value) : fileSecret(`${name}_FILE`, file, context);
}

function fixedSecret(fixed: string): SecretValue {
  return { fixed, get: () => Promise.resolve(fixed), renew: () => Promise.resolve(false) };
}

function fileSecret(variable: string, file: string, context: SecretContext): SecretValue {
  return changingSecret(context, fileHoldsMs, async () => {
    try {
      const text = await readFile(file, 'utf8');
      return text.replace(/\r?\n$/, '');
    } catch (cause) {
      throw new BridgeError(
        'credential-source-failed',
        `The file that ${variable} names cannot be read.`,
        { cause, fix: 'Name a file that this process may read.' },
      );
    }
  });
}

function commandSecret(variable: string, text: string, context: SecretContext): SecretValue {
  const words = commandWords(text);
  if (words === undefined) {
    throw new BridgeError('configuration-invalid', `${variable} is not a command.`, {
      fix: 'Write a program and its arguments, or a JSON list of them; no shell reads it.',
    });
  }
  return changingSecret(context, commandHoldsMs, async () => {
    const output = await runCommand(variable, words);
    return output.replace(/\r?\n$/, '');
  });
}

/** Runs without a shell, so that nothing in the text means more than it says. What it says to a person is not shown. */
async function runCommand(
  variable: string,
  [program, ...args]: readonly string[],
): Promise<string> {
  // Few servers run commands, and none at start.
  const { execFile } = await import('node:child_process');
  return new Promise((resolve, reject) => {
    const options = {
      shell: false,
      timeout: commandTimeoutMs,
      maxBuffer: maxCommandBytes,
      windowsHide: true,
      encoding: 'utf8' as const,
    };
    const child = execFile(program ?? '', args, options, (error, stdout) => {
      if (error === null) resolve(stdout);
      else reject(commandFailure(variable, error));
    });
    child.stdin?.end();
  });
}

function commandFailure(
  variable: string,
  error: { readonly code?: unknown; readonly killed?: boolean },
): BridgeError {
  const how =
    error.killed === true
      ? `did not end within ${commandTimeoutMs / 1_000} seconds, or printed too much`
      : typeof error.code === 'number'
        ? `ended with ${error.code}`
        : 'could not be started';
  // The error itself holds the command line and what the command printed.
  return new BridgeError('credential-source-failed', `The command of ${variable} ${how}.`, {
    fix: 'Run it by hand to see why.',
  });
}

/** A secret that is read again when it is old; everybody who waits for it waits for the same reading. */
function changingSecret(
  { clock, tell }: SecretContext,
  holdsMs: number,
  load: () => Promise<string>,
): SecretValue {
  let kept: { readonly value: string; readonly at: number } | undefined;
  let loading: Promise<string> | undefined;

  async function reload(): Promise<string> {
    try {
      const value = await load();
      if (value === '') {
        throw new BridgeError('credential-source-failed', 'A source of a credential gave nothing.');
      }
      if (value !== kept?.value) tell(value);
      kept = { value, at: clock.elapsed() };
      return value;
    } finally {
      loading = undefined;
    }
  }

  const get = (): Promise<string> => {
    if (kept !== undefined && clock.elapsed() - kept.at < holdsMs) {
      return Promise.resolve(kept.value);
    }
    loading ??= reload();
    return loading;
  };
  return {
    get,
    renew: async (refused) => {
      if (kept !== undefined && kept.value !== refused) return true;
      kept = undefined;
      return (await get()) !== refused;
    },
  };
}
