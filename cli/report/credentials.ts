import type { BridgeArtifact } from '../../src/index.ts';
import { referencedVariables, wantedBaseUrls, wantedCredentials } from '../credentials.ts';
import type { Paint } from '../terminal.ts';
import { columns, count, oneLine } from './text.ts';

/** The variables that a server wants, one for each line; empty where it wants none. */
export function credentialLines(artifact: BridgeArtifact, paint: Paint): readonly string[] {
  const rows = wantedCredentials(artifact).flatMap(
    ({ scheme, kind, variables, takesLogin, tools }) => {
      const login = takesLogin ? '; openapi-mcp login does it, too' : '';
      const what = oneLine(`${scheme}: ${kind}, for ${count(tools, 'tool')}${login}`);
      if (variables.length === 0) return [['(no variable)', paint.dim(what)]];
      return variables.map((name, index) => [
        name,
        paint.dim(index === 0 ? what : `for ${scheme}, too`),
      ]);
    },
  );
  const references = referencedVariables(artifact).map((name) => [
    name,
    paint.dim('in a header of every request'),
  ]);
  return columns([...rows, ...references]);
}

/** What to say about the base URLs: only what is missing is worth a line. */
export function missingBaseUrlLines(artifact: BridgeArtifact): readonly string[] {
  return wantedBaseUrls(artifact).flatMap(({ variable, otherwise }) =>
    otherwise === undefined
      ? [
          `The document does not say where the API is: set ${variable}, or start with --base-url URL.`,
        ]
      : [],
  );
}
