import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Diagnostic } from '../../../src/index.ts';
import { stringifyDocument } from '../../../src/index.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { exitCodes, UsageError } from '../../exit-codes.ts';
import type { SpecRequest } from '../../load.ts';
import { buildSpecs, tellNothing } from '../../load.ts';
import { overlayChangesAsJson, overlayChangesAsText } from '../../report/overlay-changes.ts';
import { diagnosticsAsJson, reportDiagnostics } from '../../report/diagnostics.ts';

/**
 * Says whether overlays fit documents, and what they change. Ends with 1 for errors, such as an entry that matches no
 * operation, and under `--strict` for warnings.
 */
export async function runOverlayCheck(request: SpecRequest): Promise<ExitCode> {
  const { flags, terminal } = request;
  if ((flags.overlay ?? []).length === 0) throw new UsageError('Name an overlay with --overlay.');
  // Warnings fail the command below; they must not hide what the overlays change.
  const result = await buildSpecs(request, { strict: false });
  const told = result.diagnostics.filter((each) => isAboutOverlays(each, request));
  const failed = told.some(
    ({ severity }) => severity === 'error' || (flags.strict === true && severity === 'warning'),
  );
  const broken = result.artifact === undefined && !failed;
  if (broken) {
    // What is wrong is the document: without tools nobody can say whether an overlay fits.
    tellNothing(result, request, 'The overlays cannot be checked.');
    return exitCodes.failed;
  }
  if (flags.json === true) {
    terminal.write(
      stringifyDocument({
        diagnostics: diagnosticsAsJson(told, result.sources),
        changes: overlayChangesAsJson(result.changes, result.sources),
      }),
    );
  } else {
    const paint = terminal.writePaint;
    terminal.write(
      reportDiagnostics(told, result.sources, { paint, all: flags.all ?? false }) +
        overlayChangesAsText(result.changes, result.sources, paint),
    );
  }
  return failed ? exitCodes.failed : exitCodes.done;
}

/** Diagnostics that lie in an overlay, or are of the stage that reads them. */
function isAboutOverlays(
  { code, location }: Diagnostic,
  { flags, terminal }: SpecRequest,
): boolean {
  const overlays = (flags.overlay ?? []).map((file) =>
    /^https?:/i.test(file) ? file : pathToFileURL(path.resolve(terminal.folder, file)).href,
  );
  return code.startsWith('overlay-') || overlays.includes(location?.document ?? '');
}
