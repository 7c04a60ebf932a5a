import type { ArtifactDocument } from '../../../model/artifact.ts';
import { credentialVariables } from '../../../model/environment.ts';
import { ownValue } from '../../../model/json.ts';
import { tokenEndpoint } from './apply-scheme.ts';
import type { UnmetScheme } from './select-credentials.ts';

/** What the texts need to know about a document. */
export type DescribedDocument = Pick<ArtifactDocument, 'environmentPrefix' | 'securitySchemes'>;

/** What the person who runs the server has to set, for each alternative; names variables, never values. */
export function describeUnmet(
  document: DescribedDocument,
  unmet: readonly (readonly UnmetScheme[])[],
): string {
  const problems = new Set<string>();
  const settings: string[] = [];
  for (const schemes of unmet) {
    for (const { problem } of schemes) {
      if (problem.kind === 'unusable') problems.add(problem.message);
    }
    if (schemes.every(({ problem }) => problem.kind === 'missing')) {
      settings.push(schemes.map(({ scheme }) => variablesOf(document, scheme)).join(' and '));
    }
  }
  const set = settings.length === 0 ? [] : [`Set ${settings.join('; or ')}.`];
  return [...problems, ...set].join(' ');
}

/** `SHOP_KEY_API_KEY (scheme "key")`; several variables of one scheme are joined as they are needed. */
function variablesOf(document: DescribedDocument, scheme: string): string {
  const definition = ownValue(document.securitySchemes, scheme);
  if (definition === undefined) return `a credential (scheme "${scheme}")`;
  const variables = credentialVariables(document.environmentPrefix, scheme, definition);
  const fetchesTokens = tokenEndpoint(definition) !== undefined;
  const withEnding = (...endings: readonly string[]): string =>
    variables
      .filter(({ part }) => endings.includes(part))
      .map(({ name }) => name)
      .join(' and ');
  const ways = [
    withEnding('TOKEN', 'API_KEY'),
    withEnding('USERNAME', 'PASSWORD'),
    ...(fetchesTokens ? [withEnding('CLIENT_ID', 'CLIENT_SECRET')] : []),
  ].filter((way) => way !== '');
  return `${ways.join(', or ')} (scheme "${scheme}")`;
}
