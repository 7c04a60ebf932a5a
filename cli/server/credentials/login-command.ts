import type { BridgeArtifact } from '../../../src/model/artifact.ts';
import type { LoginKey } from '../../../src/runtime/index.ts';
import { shellQuote } from '../shell-quote.ts';

/**
 * Says with which command somebody logs in for a scheme.
 *
 * @param target The folder or the documents, as words of the command line.
 */
export function loginCommandOf(
  { documents }: BridgeArtifact,
  target: readonly string[],
): (key: LoginKey) => string {
  const isOne = Object.keys(documents).length === 1;
  return ({ document, scheme }) => {
    const name = isOne ? scheme : `${document}/${scheme}`;
    return ['openapi-mcp', 'login', ...target, '--scheme', name].map(shellQuote).join(' ');
  };
}
