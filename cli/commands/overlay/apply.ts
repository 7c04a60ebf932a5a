import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { applyToDocument, BridgeError, parseDocumentSource } from '../../../src/index.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { exitCodes } from '../../exit-codes.ts';
import type { SpecRequest } from '../../load.ts';
import { tellDiagnostics } from '../../load.ts';
import type { SpecFlags } from '../../options/spec-options.ts';
import { readOptionsOf } from '../../options/spec-options.ts';

/** Flags of `overlay apply`. */
export interface OverlayApplyFlags extends SpecFlags {
  readonly output?: string;
}

/** A command line of `overlay apply`: the document, then overlays. */
export interface OverlayApplyRequest extends SpecRequest {
  readonly flags: OverlayApplyFlags;
}

/** Prints the document that OpenAPI Overlays make of a document. */
export async function runOverlayApply(request: OverlayApplyRequest): Promise<ExitCode> {
  const { written, flags, terminal } = request;
  const [spec = '', ...overlays] = written;
  const { result, sources } = await applyToDocument(parseDocumentSource(spec), {
    ...readOptionsOf(flags),
    workingFolder: terminal.folder,
    overlays: overlays.map(parseDocumentSource),
  });
  tellDiagnostics({ diagnostics: result.diagnostics, sources }, request);
  if (!result.ok) return exitCodes.failed;
  if (flags.output === undefined) terminal.write(result.value.text);
  else await write(path.resolve(terminal.folder, flags.output), result.value.text);
  if (!result.value.keepsLayout) {
    terminal.tell('The document was written anew: its comments could not be kept.\n');
  }
  const isStrict = flags.strict === true;
  const failed = result.diagnostics.some(
    ({ severity }) => severity === 'error' || (isStrict && severity === 'warning'),
  );
  return failed ? exitCodes.failed : exitCodes.done;
}

async function write(target: string, text: string): Promise<void> {
  try {
    await writeFile(target, text);
  } catch (cause) {
    throw new BridgeError('output-unwritable', `${target} cannot be written.`, {
      cause,
      fix: 'Name another file with -o.',
    });
  }
}
