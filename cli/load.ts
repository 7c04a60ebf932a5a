import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type {
  BridgeArtifact,
  BuildOptions,
  BuildResult,
  SelectionRule,
  SpecSource,
} from '../src/index.ts';
import { BridgeError, buildBridge, decodeArtifact } from '../src/index.ts';
import { UsageError } from './exit-codes.ts';
import { artifactFile } from './generate/files.ts';
import { readLockFile } from './lock-file.ts';
import { parseSpecs } from './options/spec-argument.ts';
import type { SpecFlags } from './options/spec-options.ts';
import { buildOptionsOf } from './options/spec-options.ts';
import { reportDiagnostics } from './report/diagnostics.ts';
import { withStatus } from './report/status.ts';
import type { Terminal } from './terminal.ts';

/** What every command that reads documents is called with. */
export interface SpecRequest {
  /** Documents or a folder, as written. */
  readonly written: readonly string[];
  readonly flags: SpecFlags;
  readonly rules: readonly SelectionRule[];
  readonly terminal: Terminal;
}

/** An artifact to work on: just built from documents, or read from a folder. */
export type Loaded =
  | { readonly kind: 'built'; readonly result: BuildResult; readonly artifact?: BridgeArtifact }
  | { readonly kind: 'folder'; readonly folder: string; readonly artifact: BridgeArtifact };

/**
 * Builds the documents of a request in memory, with the names of their lock file where there is one.
 *
 * @param more Options beyond those of the flags.
 */
export async function buildSpecs(
  request: SpecRequest,
  more: Partial<BuildOptions> = {},
): Promise<BuildResult> {
  const { written, flags, rules, terminal } = request;
  const [first, ...others] = parseSpecs(written);
  if (first === undefined) throw new UsageError('Name a document.');
  assertOneOrigin([first, ...others], flags);
  const locked = await readLockFile({
    flag: flags.lock,
    overlays: flags.overlay ?? [],
    specs: [first, ...others],
    folder: terminal.folder,
  });
  return withStatus(terminal, `reading ${written.join(', ')} …`, () =>
    buildBridge([first, ...others], {
      ...buildOptionsOf(flags, rules),
      workingFolder: terminal.folder,
      ...(locked === undefined ? {} : { lock: locked.lock }),
      ...more,
    }),
  );
}

/** Tells the diagnostics of a build on stderr. */
export function tellDiagnostics(
  { diagnostics, sources }: Pick<BuildResult, 'diagnostics' | 'sources'>,
  { terminal, flags }: SpecRequest,
): void {
  terminal.tell(
    reportDiagnostics(diagnostics, sources, {
      paint: terminal.tellPaint,
      all: flags.all ?? false,
      countRemarks: true,
    }),
  );
}

/** Tells the diagnostics of a build that gave nothing, and that it gave nothing. */
export function tellNothing(
  result: Pick<BuildResult, 'diagnostics' | 'sources'>,
  request: SpecRequest,
  sentence: string,
): void {
  tellDiagnostics(result, request);
  const failed = result.diagnostics.some(({ severity }) => severity === 'error');
  const reason = failed ? '' : ' With --strict, warnings count as errors.';
  request.terminal.tell(`\n${sentence}${reason}\n`);
}

/**
 * Loads what a command works on: a folder that `build` has written, or documents.
 *
 * @param more Options beyond those of the flags.
 * @throws UsageError for flags that a built folder cannot follow any more.
 * @throws BridgeError for a folder that holds no server.
 */
export async function loadBridge(
  request: SpecRequest,
  more: Partial<BuildOptions> = { lowerForTargets: true },
): Promise<Loaded> {
  const folder = await folderOf(request);
  if (folder !== undefined) {
    return { kind: 'folder', folder, artifact: await readFolder(folder, request) };
  }
  const result = await buildSpecs(request, more);
  return {
    kind: 'built',
    result,
    ...(result.artifact === undefined ? {} : { artifact: result.artifact }),
  };
}

async function folderOf({ written, terminal }: SpecRequest): Promise<string | undefined> {
  const [only, ...others] = written;
  if (only === undefined || others.length > 0) return undefined;
  const place = path.resolve(terminal.folder, only);
  const found = await stat(place).catch(() => undefined);
  return found?.isDirectory() === true ? place : undefined;
}

async function readFolder(folder: string, { flags, rules }: SpecRequest): Promise<BridgeArtifact> {
  const shaping = [
    ...(rules.length > 0 ? ['--include and --exclude'] : []),
    ...(
      ['overlay', 'name', 'refs', 'target', 'direct', 'deferred', 'pin', 'budget'] as const
    ).flatMap((name) => (flags[name] === undefined ? [] : [`--${name}`])),
  ];
  if (shaping.length > 0) {
    throw new UsageError(
      `${shaping.join(', ')} cannot change what is built already; give them to openapi-mcp build.`,
    );
  }
  let text: string;
  try {
    text = await readFile(path.join(folder, artifactFile), 'utf8');
  } catch (cause) {
    throw new BridgeError('artifact-invalid', `${folder} is a folder without ${artifactFile}.`, {
      cause,
      fix: 'Give a document, or a folder that `openapi-mcp build` has written.',
    });
  }
  return decodeArtifact(text);
}

/**
 * A header may hold a secret, which must not go to a second host.
 *
 * @throws UsageError where `--spec-header` would.
 */
export function assertOneOrigin(specs: readonly SpecSource[], flags: SpecFlags): void {
  if (Object.keys(flags.specHeader ?? {}).length === 0) return;
  const origins = new Set(
    specs.flatMap(({ source }) =>
      source.kind === 'url' && URL.canParse(source.url) ? [new URL(source.url).origin] : [],
    ),
  );
  if (origins.size > 1) {
    throw new UsageError(
      `--spec-header would be sent to ${[...origins].join(' and ')}; fetch the documents one by one.`,
    );
  }
}
