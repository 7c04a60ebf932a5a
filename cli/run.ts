import { CommanderError } from 'commander';
import { toBridgeError } from '../src/index.ts';
import type { ExitCode } from './exit-codes.ts';
import { exitCodes, UsageError } from './exit-codes.ts';
import { createProgram } from './program.ts';
import { tellFailure } from './report/failure.ts';
import { oneLine } from './report/text.ts';
import type { Terminal } from './terminal.ts';

/**
 * Runs one command line to its end. Whatever goes wrong is told on the terminal and becomes an exit code;
 * nothing is thrown.
 *
 * @param words The command line without the program's name.
 */
export async function run(words: readonly string[], terminal: Terminal): Promise<ExitCode> {
  let code: ExitCode = exitCodes.done;
  try {
    const program = createProgram(terminal, (result) => {
      code = result;
    });
    await program.parseAsync(words, { from: 'user' });
    return code;
  } catch (thrown) {
    return exitCodeFor(thrown, terminal);
  }
}

function exitCodeFor(thrown: unknown, terminal: Terminal): ExitCode {
  // Commander has told it already; help and version end with 0, everything else is a wrong command line.
  if (thrown instanceof CommanderError) {
    return thrown.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  }
  if (thrown instanceof UsageError) {
    terminal.tell(`${terminal.tellPaint.red('error')} ${oneLine(thrown.message)}\n`);
    return exitCodes.usage;
  }
  tellFailure(toBridgeError(thrown), terminal);
  return exitCodes.failed;
}
