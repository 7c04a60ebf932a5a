import type { Server } from '../../model/api.ts';
import { ownValue, setOwn } from '../../model/json.ts';
import type { SecurityScheme } from '../../model/security.ts';
import type { DocumentNode } from '../document-set.ts';
import type { OperationSite, VersionReader } from '../shared/operations.ts';
import type { Reading } from '../shared/reading.ts';
import { readSecurity } from '../shared/security-requirements.ts';
import { ParameterReader } from './parameters.ts';
import { RequestBodyReader } from './request-bodies.ts';
import { ResponseReader } from './responses.ts';
import { readSecurityScheme, readSecuritySchemes } from './security-schemes.ts';
import { defaultServer, readServerList } from './servers.ts';

const methods30 = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

/** The reader of OpenAPI 3.0, 3.1 and 3.2: what the later versions added is read where it stands. */
export function openApi3Reader(reading: Reading): VersionReader {
  const isLatest = reading.specification === '3.2';
  const schemes: Record<string, SecurityScheme> = { ...readSecuritySchemes(reading) };
  const isKnown = (node: DocumentNode, name: string): boolean =>
    Object.hasOwn(schemes, name) || (isLatest && addSchemeByUri(reading, schemes, node, name));
  const parameters = new ParameterReader(reading);
  const bodies = new RequestBodyReader(reading);
  const responses = new ResponseReader(reading);
  return {
    methods: new Set(isLatest ? [...methods30, 'query'] : methods30),
    additionalOperations: isLatest,
    securitySchemes: schemes,
    security: readSecurity(reading, reading.documents.entry.root, isKnown),
    readParameters: (raw) => parameters.readAll(raw),
    readBody: ({ node }) => bodies.read(node),
    readResponses: ({ node }) => responses.read(node),
    readServers: (site) => readOwnServers(reading, site),
    readSecurity: (operation) => readSecurity(reading, operation, isKnown),
  };
}

/** The servers of the root object (rule S1). */
export function readRootServers(reading: Reading): readonly [Server, ...Server[]] {
  const { entry } = reading.documents;
  return readServerList(reading, entry.root) ?? [defaultServer(entry.uri)];
}

/** Servers of the operation override those of the path item, which override the root's (rule S1). */
function readOwnServers(
  reading: Reading,
  { node, pathItem }: OperationSite,
): readonly [Server, ...Server[]] | undefined {
  for (const owner of [node, ...[...pathItem.sources].reverse()]) {
    const servers = readServerList(reading, owner);
    if (servers !== undefined) return servers;
  }
  return undefined;
}

/** 3.2: a requirement may name a scheme by URI; a component of that name would have come first (rule K7). */
function addSchemeByUri(
  reading: Reading,
  schemes: Record<string, SecurityScheme>,
  requirement: DocumentNode,
  uri: string,
): boolean {
  const resolution = reading.documents.resolve(uri, requirement);
  if (!resolution.ok) return false;
  const scheme = readSecurityScheme(reading, uri, resolution.node);
  if (scheme === undefined) return false;
  setOwn(schemes, uri, scheme);
  return ownValue(schemes, uri) !== undefined;
}
