import { diagnostic } from '../../model/diagnostic.ts';
import { isJsonObject } from '../../model/json.ts';
import type { RequiredScheme, SecurityRequirement } from '../../model/security.ts';
import type { DocumentNode } from '../document-set.ts';
import { itemsOf, membersOf, pointerText, readArrayField, reportField } from './nodes.ts';
import type { Reading } from './reading.ts';

/**
 * The `security` of an operation or of the root: alternatives in document order (rule K1); `undefined`
 * where there is none. An alternative that needs an unknown scheme can never be satisfied and is left out.
 */
export function readSecurity(
  reading: Reading,
  owner: DocumentNode,
  isKnown: (scheme: DocumentNode, name: string) => boolean,
): readonly SecurityRequirement[] | undefined {
  const list = readArrayField(reading, owner, 'security');
  if (list === undefined) return undefined;
  const requirements: SecurityRequirement[] = [];
  for (const alternative of itemsOf(reading.documents, list)) {
    if (!isJsonObject(alternative.value)) {
      reportField(reading, alternative, 'an object');
      continue;
    }
    const members = membersOf(reading.documents, alternative);
    const unknown = members.filter(([name, scopes]) => !isKnown(scopes, name));
    for (const [name, scopes] of unknown) reportUnknown(reading, name, scopes);
    if (unknown.length === 0) {
      requirements.push({ schemes: members.map(([name, scopes]) => readScheme(name, scopes)) });
    }
  }
  return requirements;
}

function readScheme(scheme: string, scopes: DocumentNode): RequiredScheme {
  const texts = Array.isArray(scopes.value)
    ? scopes.value.filter((scope): scope is string => typeof scope === 'string')
    : [];
  return { scheme, scopes: texts };
}

function reportUnknown(reading: Reading, name: string, node: DocumentNode): void {
  reading.report(
    diagnostic('security-scheme-unknown', {
      message: `The security requirement at ${pointerText(node.location)} names the scheme ${JSON.stringify(name)}, which the document does not declare or declares wrongly; this alternative is left out.`,
      fix: 'Declare the scheme, or correct the name.',
      location: node.location,
    }),
  );
}
