import type { BridgeArtifact } from '../../src/index.ts';
import { estimateTokens, toWireTools } from '../../src/index.ts';

/** What a list of every tool costs a client. */
export interface ListSize {
  readonly bytes: number;
  /** An estimate. */
  readonly tokens: number;
}

/** The size of the `tools/list` answer with every tool of an artifact in it. */
export function sizeOfDirectList({ tools }: BridgeArtifact): ListSize {
  const wire = toWireTools(tools.map((tool) => ({ kind: 'operation', tool })));
  return {
    bytes: Buffer.byteLength(JSON.stringify({ tools: wire })),
    tokens: tools.reduce((sum, tool) => sum + estimateTokens(tool), 0),
  };
}
