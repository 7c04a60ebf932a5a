import { diagnostic } from '../../model/diagnostic.ts';
import { objectFromEntries } from '../../model/json.ts';
import type { OAuthFlow, OAuthFlows, SecurityScheme } from '../../model/security.ts';
import type { DocumentNode } from '../document-set.ts';
import { apiKeyScheme } from '../shared/api-key.ts';
import { membersOf, readFlag, readObjectField, readText } from '../shared/nodes.ts';
import type { Reading } from '../shared/reading.ts';
import { followReference } from '../shared/references.ts';
import { resolveApiUrl } from '../shared/server-url.ts';

/** The security schemes of the entry document by name (rule L4); those that cannot be read are reported. */
export function readSecuritySchemes(reading: Reading): Readonly<Record<string, SecurityScheme>> {
  const { documents } = reading;
  const components = readObjectField(reading, documents.entry.root, 'components');
  const schemes = components && readObjectField(reading, components, 'securitySchemes');
  return objectFromEntries(
    membersOf(documents, schemes).flatMap(([name, node]) => {
      const scheme = readSecurityScheme(reading, name, node);
      return scheme === undefined ? [] : [[name, scheme] as const];
    }),
  );
}

/** One Security Scheme Object of 3.x; `undefined` after a report. */
export function readSecurityScheme(
  reading: Reading,
  name: string,
  written: DocumentNode,
): SecurityScheme | undefined {
  const followed = followReference(reading, written);
  if (followed === undefined) return undefined;
  const { node } = followed;
  const scheme = readType(reading, node);
  if (typeof scheme === 'string') {
    reading.report(
      diagnostic('security-scheme-invalid', {
        message: `The security scheme ${JSON.stringify(name)} ${scheme} and cannot be used.`,
        fix: 'Describe it as the specification asks.',
        location: node.location,
      }),
    );
    return undefined;
  }
  const description = followed.description ?? readText(reading, node, 'description');
  return {
    ...scheme,
    ...(description === undefined ? {} : { description }),
    deprecated: readFlag(reading, node, 'deprecated') ?? false,
  };
}

/** The scheme by its type, or what is wrong with it. */
function readType(reading: Reading, node: DocumentNode): SecurityScheme | string {
  const type = readText(reading, node, 'type');
  switch (type) {
    case 'apiKey':
      return readApiKey(reading, node);
    case 'http': {
      const scheme = readText(reading, node, 'scheme');
      if (scheme === undefined) return 'names no HTTP authentication scheme';
      const bearerFormat = readText(reading, node, 'bearerFormat');
      return {
        type: 'http',
        scheme: scheme.trim().toLowerCase(),
        ...(bearerFormat === undefined ? {} : { bearerFormat }),
        deprecated: false,
      };
    }
    case 'oauth2': {
      const metadataUrl = readUrl(reading, node, 'oauth2MetadataUrl');
      return {
        type: 'oauth2',
        flows: readFlows(reading, node),
        ...(metadataUrl === undefined ? {} : { metadataUrl }),
        deprecated: false,
      };
    }
    case 'openIdConnect': {
      const openIdConnectUrl = readUrl(reading, node, 'openIdConnectUrl');
      if (openIdConnectUrl === undefined) return 'has no openIdConnectUrl';
      return { type: 'openIdConnect', openIdConnectUrl, deprecated: false };
    }
    case 'mutualTLS':
      return { type: 'mutualTLS', deprecated: false };
    case undefined:
      return 'has no type';
    default:
      return `has the unknown type ${JSON.stringify(type)}`;
  }
}

function readApiKey(reading: Reading, node: DocumentNode): SecurityScheme | string {
  const name = readText(reading, node, 'name');
  const place = readText(reading, node, 'in');
  if (name === undefined) return 'has no name';
  if (place !== 'header' && place !== 'query' && place !== 'cookie') {
    return 'stands neither in a header nor in the query nor in a cookie';
  }
  return apiKeyScheme(place, name);
}

function readFlows(reading: Reading, node: DocumentNode): OAuthFlows {
  const flows = readObjectField(reading, node, 'flows');
  if (flows === undefined) return {};
  const names = [
    'implicit',
    'password',
    'clientCredentials',
    'authorizationCode',
    'deviceAuthorization',
  ] as const;
  const found: { -readonly [K in keyof OAuthFlows]: OAuthFlows[K] } = {};
  for (const name of names) {
    const flow = readObjectField(reading, flows, name);
    if (flow !== undefined) found[name] = readFlow(reading, flow);
  }
  return found;
}

/** One flow of 3.x, or a whole 2.0 scheme, which has the same fields. */
export function readFlow(reading: Reading, node: DocumentNode): OAuthFlow {
  const authorizationUrl = readUrl(reading, node, 'authorizationUrl');
  const deviceAuthorizationUrl = readUrl(reading, node, 'deviceAuthorizationUrl');
  const tokenUrl = readUrl(reading, node, 'tokenUrl');
  const refreshUrl = readUrl(reading, node, 'refreshUrl');
  const scopes = readObjectField(reading, node, 'scopes');
  return {
    ...(authorizationUrl === undefined ? {} : { authorizationUrl }),
    ...(deviceAuthorizationUrl === undefined ? {} : { deviceAuthorizationUrl }),
    ...(tokenUrl === undefined ? {} : { tokenUrl }),
    ...(refreshUrl === undefined ? {} : { refreshUrl }),
    scopes: objectFromEntries(
      membersOf(reading.documents, scopes)
        .filter(([scope]) => !scope.startsWith('x-'))
        .map(([scope, text]) => [scope, typeof text.value === 'string' ? text.value : ''] as const),
    ),
  };
}

/** URLs resolve like those of servers (rule K5). An empty one is none. */
function readUrl(reading: Reading, node: DocumentNode, key: string): string | undefined {
  const url = readText(reading, node, key);
  return url === undefined || url.trim() === ''
    ? undefined
    : resolveApiUrl(url, node.location.document);
}
