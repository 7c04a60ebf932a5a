import type { BridgeArtifact } from '../../src/index.ts';
import { compareArtifacts, namespaceOf, stringifyDocument } from '../../src/index.ts';
import type { Side } from '../diff/load-side.ts';
import { buildSide, openSide, readArtifactSide } from '../diff/load-side.ts';
import type { ExitCode } from '../exit-codes.ts';
import { exitCodes, UsageError } from '../exit-codes.ts';
import type { SpecRequest } from '../load.ts';
import { tellDiagnostics, tellNothing } from '../load.ts';
import type { SpecFlags } from '../options/spec-options.ts';
import { changesAsJson, changesAsMarkdown, changesAsText } from '../report/changes.ts';

/** Flags of `diff`. */
export interface DiffFlags extends SpecFlags {
  readonly oldOverlay?: readonly string[];
  readonly newOverlay?: readonly string[];
  readonly markdown?: boolean;
}

/** A command line of `diff`. */
export interface DiffRequest extends SpecRequest {
  readonly written: readonly [before: string, after: string];
  readonly flags: DiffFlags;
}

/** Says what changes for agents from one document, artifact or revision to another; ends with 1 where something breaks. */
export async function runDiff(request: DiffRequest): Promise<ExitCode> {
  const { written, flags, terminal } = request;
  const [before, after] = await loadSides(request);
  if (before === undefined || after === undefined) return exitCodes.failed;
  const changes = compareArtifacts(before, after);
  if (flags.json === true) {
    terminal.write(stringifyDocument(changesAsJson(changes, written)));
  } else if (flags.markdown === true) {
    terminal.write(changesAsMarkdown(changes));
  } else {
    const options = { paint: terminal.writePaint, all: flags.all ?? false };
    terminal.write(changesAsText(changes, options));
  }
  return changes.some(({ impact }) => impact === 'breaking') ? exitCodes.failed : exitCodes.done;
}

type Loaded = readonly [before: BridgeArtifact | undefined, after: BridgeArtifact | undefined];

async function loadSides(request: DiffRequest): Promise<Loaded> {
  const { written, flags, terminal } = request;
  if (written.every((each) => each === '-')) {
    throw new UsageError('Standard input (-) can be one side only.');
  }
  const sides = [
    await openSide(written[0], terminal.folder),
    await openSide(written[1], terminal.folder),
  ] as const;
  const [old, now] = [await artifactOf(sides[0]), await artifactOf(sides[1])];
  const namespace = commonNamespace([old, now], sides);
  const shared = flags.overlay ?? [];
  return [
    old ?? (await build(sides[0], [...shared, ...(flags.oldOverlay ?? [])], namespace, request)),
    now ?? (await build(sides[1], [...shared, ...(flags.newOverlay ?? [])], namespace, request)),
  ];
}

async function artifactOf(side: Side): Promise<BridgeArtifact | undefined> {
  return side.kind === 'artifact' ? readArtifactSide(side.file, side.git) : undefined;
}

/** The name that the documents of both sides go by, so that the names of their files make no difference. */
function commonNamespace(
  artifacts: readonly (BridgeArtifact | undefined)[],
  sides: readonly Side[],
): string {
  const built = artifacts.find((artifact) => artifact !== undefined);
  const [only, ...others] = Object.keys(built?.documents ?? {});
  if (only !== undefined && others.length === 0) return only;
  const places = sides.flatMap((side) => (side.kind === 'document' ? [side.place] : []));
  const file = places.findLast((place) => place !== '-' && !/^https?:/i.test(place));
  return namespaceOf(file === undefined ? '' : `file:///${encodeURI(file)}`, 'api');
}

async function build(
  side: Side,
  overlays: readonly string[],
  namespace: string,
  request: DiffRequest,
): Promise<BridgeArtifact | undefined> {
  if (side.kind === 'artifact') return undefined;
  const result = await buildSide(
    { place: side.place, git: side.git, overlays, namespace },
    request,
  );
  if (result.artifact === undefined) {
    tellNothing(result, request, `${side.place} gives no tools, so there is nothing to compare.`);
  } else if (request.flags.all === true) {
    tellDiagnostics(result, request);
  }
  return result.artifact;
}
