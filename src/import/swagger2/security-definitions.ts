import { diagnostic } from '../../model/diagnostic.ts';
import { objectFromEntries } from '../../model/json.ts';
import type { OAuthFlow, OAuthFlows, SecurityScheme } from '../../model/security.ts';
import type { DocumentNode } from '../document-set.ts';
import { readFlow } from '../openapi3/security-schemes.ts';
import { apiKeyScheme } from '../shared/api-key.ts';
import { membersOf, readObjectField, readText } from '../shared/nodes.ts';
import type { Reading } from '../shared/reading.ts';

/** The security definitions of a 2.0 document, in the cases of 3.x; those that cannot be read are reported. */
export function readSecurityDefinitions(
  reading: Reading,
): Readonly<Record<string, SecurityScheme>> {
  const definitions = readObjectField(reading, reading.documents.entry.root, 'securityDefinitions');
  return objectFromEntries(
    membersOf(reading.documents, definitions).flatMap(([name, node]) => {
      const scheme = readDefinition(reading, node);
      if (typeof scheme !== 'string') return [[name, scheme] as const];
      reading.report(
        diagnostic('security-scheme-invalid', {
          message: `The security scheme ${JSON.stringify(name)} ${scheme} and cannot be used.`,
          fix: 'Describe it as the specification asks.',
          location: node.location,
        }),
      );
      return [];
    }),
  );
}

/** A scheme, or what is wrong with it. */
function readDefinition(reading: Reading, node: DocumentNode): SecurityScheme | string {
  const type = readText(reading, node, 'type');
  const description = readText(reading, node, 'description');
  const shared = {
    ...(description === undefined ? {} : { description }),
    deprecated: false,
  };
  switch (type) {
    case 'basic':
      return { ...shared, type: 'http', scheme: 'basic' };
    case 'apiKey': {
      const name = readText(reading, node, 'name');
      const place = readText(reading, node, 'in');
      if (name === undefined) return 'has no name';
      if (place !== 'header' && place !== 'query') {
        return 'stands neither in a header nor in the query';
      }
      const scheme = apiKeyScheme(place, name);
      return typeof scheme === 'string' ? scheme : { ...scheme, ...shared };
    }
    case 'oauth2': {
      const flows = flowsOf(readText(reading, node, 'flow'), readFlow(reading, node));
      return flows === undefined
        ? 'names no flow of OAuth 2.0'
        : { ...shared, type: 'oauth2', flows };
    }
    case undefined:
      return 'has no type';
    default:
      return `has the unknown type ${JSON.stringify(type)}`;
  }
}

/** The one flow of a 2.0 scheme under its 3.x name (rule K5). */
function flowsOf(name: string | undefined, flow: OAuthFlow): OAuthFlows | undefined {
  switch (name) {
    case 'implicit':
      return { implicit: flow };
    case 'password':
      return { password: flow };
    case 'application':
      return { clientCredentials: flow };
    case 'accessCode':
      return { authorizationCode: flow };
    case undefined:
    default:
      return undefined;
  }
}
