import path from 'node:path';
import type { BridgeArtifact, BuildResult } from '../../src/index.ts';
import { stringifyDocument } from '../../src/index.ts';
import type { ExitCode } from '../exit-codes.ts';
import { exitCodes } from '../exit-codes.ts';
import { checkMiddleware } from '../generate/check-middleware.ts';
import type { DeploymentFlags } from '../generate/deployment/deployment-files.ts';
import { deploymentFiles } from '../generate/deployment/deployment-files.ts';
import { writeWhereAbsent } from '../generate/deployment/write-where-absent.ts';
import { generateFiles } from '../generate/files.ts';
import { packageNameOf } from '../generate/names.ts';
import { readServerBundle } from '../generate/server-bundle.ts';
import { writeServerFolder } from '../generate/write-folder.ts';
import type { SpecRequest } from '../load.ts';
import { buildSpecs, tellDiagnostics, tellNothing } from '../load.ts';
import { readLockFile, writeLockFile } from '../lock-file.ts';
import { parseSpecs } from '../options/spec-argument.ts';
import type { SpecFlags } from '../options/spec-options.ts';
import { buildSummary } from '../report/build-summary.ts';
import { buildReport } from '../report/json-reports.ts';
import { oneLine } from '../report/text.ts';

/** Flags of `build`. */
export interface BuildFlags extends SpecFlags, DeploymentFlags {
  readonly output?: string;
}

/** A command line of `build`. */
export interface BuildRequest extends SpecRequest {
  readonly flags: BuildFlags;
}

/** Builds a server and writes its folder; ends with 1 only where nothing was written. */
export async function runBuild(request: BuildRequest): Promise<ExitCode> {
  const { flags, terminal } = request;
  const lockFile = await readLockFile({
    flag: flags.lock,
    overlays: flags.overlay ?? [],
    specs: parseSpecs(request.written),
    folder: terminal.folder,
  });
  const result = await buildSpecs(request, {
    lowerForTargets: true,
    ...(lockFile === undefined ? {} : { lock: lockFile.lock }),
  });
  const { artifact } = result;
  if (artifact === undefined) {
    if (flags.json === true) terminal.write(stringifyDocument(buildReport(result, undefined)));
    else tellNothing(result, request, 'Nothing was written.');
    return exitCodes.failed;
  }
  if (flags.json !== true) tellDiagnostics(result, request);
  const folder = flags.output ?? packageNameOf(artifact);
  const place = path.resolve(terminal.folder, folder);
  await checkMiddleware({ artifact, result, folder, place });
  const warning = lockFile === undefined ? undefined : await writeLockFile(lockFile, result.lock);
  if (warning !== undefined) terminal.tell(`${terminal.tellPaint.yellow(oneLine(warning))}\n`);
  await writeServerFolder(place, generateFiles(artifact, await readServerBundle()));
  const kept = await writeWhereAbsent(place, deploymentFiles(artifact, flags));
  for (const name of kept) {
    terminal.tell(`${name} stays as you have it; delete it to have it written anew.\n`);
  }
  if (flags.json === true) terminal.write(stringifyDocument(buildReport(result, place)));
  else tellSummary(result, artifact, request, folder);
  return exitCodes.done;
}

function tellSummary(
  result: BuildResult,
  artifact: BridgeArtifact,
  request: BuildRequest,
  folder: string,
): void {
  const { terminal, flags } = request;
  const program = path.resolve(terminal.folder, folder, 'server.mjs');
  const summary = buildSummary(
    { artifact, leftOut: result.leftOut, changes: result.changes, folder, program },
    { paint: terminal.tellPaint, all: flags.all ?? false },
  );
  terminal.tell(`${result.diagnostics.length === 0 ? '' : '\n'}${summary}`);
}
