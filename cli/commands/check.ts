import { stringifyDocument } from '../../src/index.ts';
import type { ExitCode } from '../exit-codes.ts';
import { exitCodes } from '../exit-codes.ts';
import type { SpecRequest } from '../load.ts';
import { buildSpecs } from '../load.ts';
import { diagnosticsAsJson, reportDiagnostics, tally } from '../report/diagnostics.ts';
import { count } from '../report/text.ts';

/** Says what is wrong with documents; ends with 1 for errors, under `--strict` for warnings too. */
export async function runCheck(request: SpecRequest): Promise<ExitCode> {
  const { flags, terminal } = request;
  // Warnings fail the command below; they must not hide the tools that there would be.
  const { diagnostics, sources, artifact } = await buildSpecs(request, {
    checkSchema: true,
    lint: true,
    strict: false,
  });
  if (flags.json === true) {
    terminal.write(
      stringifyDocument({
        tools: artifact?.tools.length ?? 0,
        diagnostics: diagnosticsAsJson(diagnostics, sources),
      }),
    );
  } else {
    const paint = terminal.writePaint;
    const tools = artifact === undefined ? 'no tools' : count(artifact.tools.length, 'tool');
    terminal.write(
      diagnostics.length === 0
        ? `${tally([], paint)}, ${tools}\n`
        : reportDiagnostics(diagnostics, sources, { paint, all: flags.all ?? false }),
    );
  }
  const failed = diagnostics.some(
    ({ severity }) => severity === 'error' || (flags.strict === true && severity === 'warning'),
  );
  return failed ? exitCodes.failed : exitCodes.done;
}
