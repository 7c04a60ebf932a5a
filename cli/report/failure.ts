import type { BridgeError } from '../../src/index.ts';
import { packageInfo } from '../package-info.ts';
import type { Terminal } from '../terminal.ts';
import { oneLine, printable } from './text.ts';

/** Says why a command could not go on: what happened and what to do; for a fault of this program, how to report it. */
export function tellFailure(error: BridgeError, terminal: Terminal): void {
  const paint = terminal.tellPaint;
  terminal.tell(`${paint.red('error')} ${paint.dim(error.code)}\n  ${oneLine(error.message)}\n`);
  if (error.fix !== undefined) terminal.tell(`  ${paint.cyan('→')} ${oneLine(error.fix)}\n`);
  if (error.code !== 'internal') return;
  const { version, bugs } = packageInfo();
  const where = bugs === undefined ? "the project's issue tracker" : bugs;
  terminal.tell(
    [
      `  ${paint.cyan('→')} This is a fault of openapi-mcp itself. Please report it at ${where} with the command, the`,
      `    document if you can share it, and: openapi-mcp ${version}, Node ${process.versions.node}, ${process.platform}.`,
      '    DEBUG=openapi-mcp shows where in the program it happened.',
      '',
    ].join('\n'),
  );
  if ((terminal.environment['DEBUG'] ?? '').split(',').includes('openapi-mcp')) {
    const cause = error.cause instanceof Error ? error.cause : error;
    terminal.tell(`${printable(cause.stack ?? cause.message)}\n`);
  }
}
