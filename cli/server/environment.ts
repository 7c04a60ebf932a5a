import { readFileSync } from 'node:fs';
import { BridgeError } from '../../src/model/errors.ts';
import { parseDotEnv } from './dot-env.ts';
import type { ReadVariable } from './variable-values.ts';

/** Variables as the server sees them. */
export interface ServerEnvironment {
  /** Names that are set, with a value that is not empty. */
  readonly names: readonly string[];
  readonly read: ReadVariable;
  /** Sentences about a `.env` file that could not be read in full. */
  readonly warnings: readonly string[];
}

/**
 * The variables of the process over those of a `.env` file. `NAME_FILE` names a file that holds the value of
 * `NAME`, as container platforms hand in secrets.
 */
export function readEnvironment(
  variables: Readonly<Record<string, string | undefined>>,
  dotEnvPath: string | undefined,
): ServerEnvironment {
  const { fromFile, warnings } = readDotEnvFile(dotEnvPath);
  // A variable that is set to nothing switches the one of the file off.
  const merged = new Map(Object.entries({ ...fromFile, ...definedOnly(variables) }));
  for (const [name, value] of merged) if (value === '') merged.delete(name);
  return {
    names: [...merged.keys()],
    warnings,
    read: (name) => {
      const value = merged.get(name);
      const file = merged.get(`${name}_FILE`);
      if (value !== undefined) {
        if (file !== undefined) throw doublySet(name);
        return value;
      }
      return file === undefined ? undefined : readSecretFile(`${name}_FILE`, file);
    },
  };
}

function definedOnly(
  variables: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
}

function readDotEnvFile(path: string | undefined): {
  readonly fromFile: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
} {
  if (path === undefined) return { fromFile: {}, warnings: [] };
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (thrown) {
    const missing = isNodeError(thrown) && thrown.code === 'ENOENT';
    return { fromFile: {}, warnings: missing ? [] : [`${path} cannot be read and is left out.`] };
  }
  const { variables, unreadable } = parseDotEnv(text);
  return {
    fromFile: variables,
    warnings: unreadable.map((line) => `${path}:${line} is no NAME=value and is left out.`),
  };
}

/** The value in a file, without the line break at its end. */
function readSecretFile(variable: string, path: string): string | undefined {
  try {
    const text = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
    return text === '' ? undefined : text;
  } catch (cause) {
    throw new BridgeError(
      'credential-source-failed',
      `The file that ${variable} names cannot be read: ${path}.`,
      { cause, fix: `Name a file that this process may read, or take ${variable} away.` },
    );
  }
}

/** It would not be known which of the two is meant. */
function doublySet(name: string): BridgeError {
  return new BridgeError('configuration-invalid', `${name} and ${name}_FILE are both set.`, {
    fix: 'Take one of them away.',
  });
}

function isNodeError(thrown: unknown): thrown is NodeJS.ErrnoException {
  return thrown instanceof Error && 'code' in thrown;
}
