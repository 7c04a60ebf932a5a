import type { BridgeArtifact } from '../../src/index.ts';
import { encodeArtifact } from '../../src/index.ts';
import { envExample } from './env-example.ts';
import { gitignore, packIgnore } from './fixed-files.ts';
import { bundleManifest, clientSnippet, packageManifest, registryEntry } from './manifests.ts';
import { readme } from './readme.ts';
import type { BundleFile } from './server-bundle.ts';

/** One file of a generated server. */
export interface GeneratedFile {
  /** Without a folder. */
  readonly name: string;
  readonly content: string | Uint8Array;
}

/** The file by which a folder is known to be ours; written last. */
export const artifactFile = 'bridge.json';

/**
 * Every file of a generated server, in the order in which they are written. Equal artifacts and equal
 * bundles give equal bytes.
 */
export function generateFiles(
  artifact: BridgeArtifact,
  bundle: readonly BundleFile[],
): readonly GeneratedFile[] {
  return [
    ...bundle,
    { name: 'README.md', content: readme(artifact) },
    { name: '.env.example', content: envExample(artifact) },
    { name: 'mcp.json', content: clientSnippet(artifact) },
    { name: 'server.json', content: registryEntry(artifact) },
    { name: 'manifest.json', content: bundleManifest(artifact) },
    { name: 'package.json', content: packageManifest(artifact) },
    { name: '.mcpbignore', content: packIgnore },
    { name: '.gitignore', content: gitignore },
    { name: artifactFile, content: encodeArtifact(artifact) },
  ];
}
