import type { BridgeArtifact } from '../../../src/index.ts';
import type { GeneratedFile } from '../files.ts';
import { dockerfile, dockerignore } from './docker.ts';
import { kubernetesManifest } from './kubernetes.ts';

/** What a server is to be run by, beside Node. */
export interface DeploymentFlags {
  readonly docker?: boolean;
  readonly k8s?: boolean;
}

/** Files that run a server in containers. Whoever asked for them changes them: they are written once. */
export function deploymentFiles(
  artifact: BridgeArtifact,
  { docker = false, k8s = false }: DeploymentFlags,
): readonly GeneratedFile[] {
  return [
    ...(docker
      ? [
          { name: 'Dockerfile', content: dockerfile(artifact) },
          { name: '.dockerignore', content: dockerignore },
        ]
      : []),
    ...(k8s ? [{ name: 'kubernetes.yaml', content: kubernetesManifest(artifact) }] : []),
  ];
}
