import { claimStdout } from '../../src/index.ts';
import type { ExitCode } from '../exit-codes.ts';
import { exitCodes } from '../exit-codes.ts';
import type { SpecRequest } from '../load.ts';
import { loadBridge, tellDiagnostics, tellNothing } from '../load.ts';
import type { HttpFlags } from '../options/http-options.ts';
import { serverHttpFlags } from '../options/http-options.ts';
import type { SpecFlags } from '../options/spec-options.ts';
import { runServer } from '../server/run-server.ts';
import { abortOnSignals } from '../signals.ts';
import { renewArtifact } from '../watch/renew-artifact.ts';

/** Flags of `serve`. */
export interface ServeFlags extends SpecFlags, HttpFlags {
  readonly audit?: string;
  readonly watch?: boolean;
}

/** A command line of `serve`. */
export interface ServeRequest extends SpecRequest {
  readonly flags: ServeFlags;
}

/** Serves documents or a built folder over stdio until the client is gone, or over HTTP until a signal comes. */
export async function runServe(request: ServeRequest): Promise<ExitCode> {
  const { flags, terminal } = request;
  const stdout = claimStdout();
  const loaded = await loadBridge(request);
  if (loaded.artifact === undefined) {
    if (loaded.kind === 'built') tellNothing(loaded.result, request, 'Nothing is served.');
    return exitCodes.failed;
  }
  // A client rarely shows what a server says, and nobody reads it twice: only what is wrong is told.
  if (loaded.kind === 'built' && flags.all === true) tellDiagnostics(loaded.result, request);
  const fromFolder = loaded.kind === 'folder';
  const renewal = flags.watch === true ? renewArtifact(request, loaded) : undefined;
  await runServer({
    artifact: loaded.artifact,
    ...(fromFolder ? { folder: loaded.folder } : { written: request.written }),
    flags: {
      // Documents have it in their artifact already.
      baseUrls: fromFolder && flags.baseUrl !== undefined ? [flags.baseUrl] : [],
      ...(flags.audit === undefined ? {} : { audit: flags.audit }),
      ...(flags.readOnly === undefined ? {} : { readOnly: flags.readOnly }),
      ...serverHttpFlags(flags),
    },
    variables: terminal.environment,
    stdin: process.stdin,
    stdout,
    stderr: process.stderr,
    signal: abortOnSignals(),
    ...(renewal === undefined ? {} : { renewal }),
  });
  return exitCodes.done;
}
