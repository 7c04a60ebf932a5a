import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { InitDocument, SpecSource } from '../../../src/index.ts';
import { BridgeError, buildBridge, mapSpecs, writeOverlay } from '../../../src/index.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { exitCodes, UsageError } from '../../exit-codes.ts';
import type { SpecRequest } from '../../load.ts';
import { assertOneOrigin, tellNothing } from '../../load.ts';
import { parseSpecs } from '../../options/spec-argument.ts';
import type { SpecFlags } from '../../options/spec-options.ts';
import { buildOptionsOf } from '../../options/spec-options.ts';
import { count } from '../../report/text.ts';

/** Flags of `overlay init`. */
export interface OverlayInitFlags extends SpecFlags {
  readonly onlyProblems?: boolean;
  readonly output?: string;
}

/** A command line of `overlay init`. */
export interface OverlayInitRequest extends SpecRequest {
  readonly flags: OverlayInitFlags;
}

/** Begins an overlay for documents: every operation, or those that `check` complains about. */
export async function runOverlayInit(request: OverlayInitRequest): Promise<ExitCode> {
  const { written, flags, rules, terminal } = request;
  const specs = parseSpecs(written);
  const [first, ...others] = specs;
  if (first === undefined) throw new UsageError('Name a document.');
  assertOneOrigin(specs, flags);
  const target =
    flags.output === undefined ? undefined : path.resolve(terminal.folder, flags.output);
  refuseExisting(target);
  const options = { ...buildOptionsOf(flags, rules), workingFolder: terminal.folder };
  const { apis, mapped, ...read } = await mapSpecs(specs, options);
  const documents = apis?.flatMap((api, index): readonly InitDocument[] => {
    const tools = mapped?.ok === true ? mapped.value[index] : undefined;
    return tools === undefined ? [] : [{ api, mapped: tools }];
  });
  const [document, ...more] = documents ?? [];
  if (document === undefined) {
    const diagnostics = [...read.diagnostics, ...(mapped?.diagnostics ?? [])];
    tellNothing({ ...read, diagnostics }, request, 'There is nothing to begin an overlay for.');
    return exitCodes.failed;
  }
  const text = writeOverlay([document, ...more], {
    schemaUrl: schemaUrlFor(target ?? path.join(terminal.folder, 'overlay.yaml')),
    ...(flags.onlyProblems === true
      ? { problems: await problemsOf([first, ...others], options) }
      : {}),
  });
  if (target === undefined) {
    terminal.write(text);
    return exitCodes.done;
  }
  await write(target, text);
  const tools = [document, ...more].flatMap(({ mapped: { tools: each } }) => each).length;
  terminal.tell(`${flags.output}: begun for ${count(tools, 'tool')}.\n`);
  return exitCodes.done;
}

/** What `check` says of operations. */
async function problemsOf(
  specs: readonly [SpecSource, ...SpecSource[]],
  options: Parameters<typeof buildBridge>[1],
): Promise<Awaited<ReturnType<typeof buildBridge>>['diagnostics']> {
  const checked = await buildBridge(specs, {
    ...options,
    strict: false,
    checkSchema: true,
    lint: true,
  });
  return checked.diagnostics.filter(({ operation }) => operation !== undefined);
}

/** A file that somebody has worked on is not written over. */
function refuseExisting(target: string | undefined): void {
  if (target === undefined || !existsSync(target)) return;
  throw new BridgeError('output-unwritable', `${target} is there already.`, {
    fix: 'Name another file with -o, or move this one away.',
  });
}

async function write(target: string, text: string): Promise<void> {
  try {
    await writeFile(target, text, { flag: 'wx' });
  } catch (cause) {
    throw new BridgeError('output-unwritable', `${target} cannot be written.`, {
      cause,
      fix: 'Name another file with -o, in a folder that is there and may be written to.',
    });
  }
}

const schemaFile = 'schema/openapi-mcp-overlay.schema.json';

/** The schema in the packages beside a file; where the program is not installed there, the place where it would be. */
function schemaUrlFor(target: string): string {
  for (let folder = path.dirname(target); ; folder = path.dirname(folder)) {
    const installed = path.join(folder, 'node_modules/openapi-mcp', schemaFile);
    if (existsSync(installed)) {
      const relative = path.relative(path.dirname(target), installed).split(path.sep).join('/');
      return encodeURI(relative.startsWith('.') ? relative : `./${relative}`);
    }
    if (folder === path.dirname(folder)) break;
  }
  return `./node_modules/openapi-mcp/${schemaFile}`;
}
