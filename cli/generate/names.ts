import type { BridgeArtifact } from '../../src/index.ts';

/** A name for folders, packages and images: lower-case letters, digits and single hyphens; never empty. */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, '-')
    .replaceAll(/^-+|-+$/gu, '');
  return slug === '' ? 'server' : slug.slice(0, 64).replace(/-+$/u, '');
}

/** The folder that `build` writes to when it is not told, and the name of the package in it. */
export function packageNameOf(artifact: BridgeArtifact): string {
  return `${slugOf(artifact.server.name)}-mcp`;
}

const semanticVersion =
  /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/;

/**
 * The server's version as package managers want it (https://semver.org): itself where it fits, else its
 * first numbers, else `0.0.0`.
 */
export function packageVersionOf(artifact: BridgeArtifact): string {
  const { version } = artifact.server;
  if (version.length <= 64 && semanticVersion.test(version)) return version;
  const numbers = [...version.matchAll(/\d{1,9}/gu)].slice(0, 3).map((match) => Number(match[0]));
  return [numbers[0] ?? 0, numbers[1] ?? 0, numbers[2] ?? 0].join('.');
}

/** What the server calls itself for people. */
export function titleOf(artifact: BridgeArtifact): string {
  return artifact.server.title ?? artifact.server.name;
}
