import type { ArtifactDocument, BridgeArtifact, SecurityScheme } from '../../src/index.ts';
import { BridgeError, everyTool, takesLogin } from '../../src/index.ts';
import { UsageError } from '../exit-codes.ts';

/** A scheme for which somebody can log in. */
export interface LoginScheme {
  /** Namespace of the document. */
  readonly namespace: string;
  readonly document: ArtifactDocument;
  readonly scheme: string;
  readonly definition: SecurityScheme;
}

/**
 * The scheme that a person wants to log in for.
 *
 * @param wanted `NAME`, or `DOCUMENT/NAME` where the server has several documents; without it the only one.
 * @throws UsageError where it is not clear which one, BridgeError `configuration-invalid` where there is none.
 */
export function chooseScheme(artifact: BridgeArtifact, wanted: string | undefined): LoginScheme {
  const all = loginSchemes(artifact);
  if (all.length === 0) {
    throw new BridgeError('configuration-invalid', 'No tool uses a scheme that takes a login.', {
      fix: 'A login needs OpenID Connect, or OAuth 2.0 with an authorization code or device flow; `openapi-mcp inspect` names what to set instead.',
    });
  }
  const names = all.map((each) => nameOf(each, artifact));
  const matching =
    wanted === undefined
      ? all
      : all.filter((each, index) => names[index] === wanted || each.scheme === wanted);
  const [only, ...others] = matching;
  if (only !== undefined && others.length === 0) return only;
  const which = only === undefined ? `"${wanted}" is none of` : 'Say with --scheme which one of';
  throw new UsageError(`${which} the schemes that take a login: ${names.join(', ')}.`);
}

/** Where the document alone says nothing of a scheme, nobody logs in for it. */
function loginSchemes(artifact: BridgeArtifact): readonly LoginScheme[] {
  return Object.entries(artifact.documents).flatMap(([namespace, document]) =>
    Object.entries(document.securitySchemes)
      .filter(
        ([scheme, definition]) => takesLogin(definition) && isUsed(artifact, namespace, scheme),
      )
      .map(([scheme, definition]) => ({ namespace, document, scheme, definition })),
  );
}

function isUsed(artifact: BridgeArtifact, namespace: string, name: string): boolean {
  return everyTool(artifact).some(
    ({ operation, security }) =>
      operation.document === namespace &&
      security.some(({ schemes }) => schemes.some(({ scheme }) => scheme === name)),
  );
}

function nameOf({ namespace, scheme }: LoginScheme, { documents }: BridgeArtifact): string {
  return Object.keys(documents).length === 1 ? scheme : `${namespace}/${scheme}`;
}
