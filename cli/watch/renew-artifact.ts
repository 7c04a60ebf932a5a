import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BridgeArtifact } from '../../src/index.ts';
import { createReplaceableBridge, encodeArtifact, toBridgeError } from '../../src/index.ts';
import { UsageError } from '../exit-codes.ts';
import { artifactFile } from '../generate/files.ts';
import type { Loaded, SpecRequest } from '../load.ts';
import { loadBridge, tellNothing } from '../load.ts';
import { parseSpecs } from '../options/spec-argument.ts';
import { tellFailure } from '../report/failure.ts';
import { count } from '../report/text.ts';
import type { ArtifactRenewal } from '../server/run-server.ts';
import { createRebuilder } from './rebuild.ts';
import { watchFiles } from './watch-files.ts';

/**
 * Brings a new artifact whenever a file that the last build read has changed. A build that fails tells why and changes
 * nothing; one that gives the same artifact says nothing.
 *
 * @param load Builds again; {@link loadBridge} with the options of the first build.
 * @throws UsageError for standard input, which cannot be read twice.
 */
export function renewArtifact(
  request: SpecRequest,
  first: Loaded,
  load: () => Promise<Loaded> = () => loadBridge(request),
): ArtifactRenewal {
  const { terminal } = request;
  const fixed = fixedFiles(request, first);
  return {
    wrap: createReplaceableBridge,
    begin: (replace) => {
      let served = first.artifact === undefined ? '' : encodeArtifact(first.artifact);
      const files = watchFiles({
        onChange: () => rebuilder.request(),
        onProblem: (folder) => terminal.tell(`${folder} cannot be watched for changes.\n`),
      });
      const rebuilder = createRebuilder<BridgeArtifact>(
        async () => {
          try {
            const loaded = await load();
            files.update([...fixed, ...filesOf(loaded)]);
            if (loaded.artifact !== undefined) return { value: loaded.artifact };
            if (loaded.kind === 'built') {
              tellNothing(loaded.result, request, 'The tools of before stay.');
            }
          } catch (thrown) {
            tellFailure(toBridgeError(thrown), terminal);
          }
          return {};
        },
        async (artifact) => {
          const text = encodeArtifact(artifact);
          if (text === served) return;
          try {
            await replace(artifact);
            served = text;
            terminal.tell(
              `${artifact.server.name}: now ${count(artifact.tools.length, 'tool')}.\n`,
            );
          } catch (thrown) {
            tellFailure(toBridgeError(thrown), terminal);
          }
        },
      );
      files.update([...fixed, ...filesOf(first)]);
      return () => files.close();
    },
  };
}

/** What is watched even where it cannot be read just now. */
function fixedFiles({ written, flags, terminal }: SpecRequest, first: Loaded): readonly string[] {
  if (first.kind === 'folder') return [path.join(first.folder, artifactFile)];
  const sources = parseSpecs(written).map(({ source }) => source);
  if (sources.some(({ kind }) => kind === 'stdin')) {
    throw new UsageError('--watch needs documents that can be read again, not standard input.');
  }
  const overlays = (flags.overlay ?? []).filter((file) => !/^https?:/i.test(file));
  const specs = sources.flatMap((source) => (source.kind === 'file' ? [source.path] : []));
  return [...specs, ...overlays].map((file) => path.resolve(terminal.folder, file));
}

function filesOf(loaded: Loaded): readonly string[] {
  if (loaded.kind === 'folder') return [];
  return loaded.result.files.flatMap((uri) =>
    uri.startsWith('file:') ? [fileURLToPath(uri)] : [],
  );
}
