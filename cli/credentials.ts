import type { ArtifactDocument, BridgeArtifact, SecurityScheme } from '../src/index.ts';
import { baseUrlVariable, credentialVariables, everyTool, takesLogin } from '../src/index.ts';

/** One security scheme that tools ask for, and the variables that supply it. */
export interface WantedCredential {
  readonly scheme: string;
  /** What it is, in a few words: `API key in header api_key`. */
  readonly kind: string;
  readonly description?: string;
  /** Names of variables; empty where nothing in the environment can supply it. */
  readonly variables: readonly string[];
  /** Somebody can log in for it with `openapi-mcp login`. */
  readonly takesLogin: boolean;
  /** How many tools can use it. */
  readonly tools: number;
}

/** One variable that replaces the base URL of a document. */
export interface WantedBaseUrl {
  readonly variable: string;
  /** Where requests go without it; absent where the document gives no absolute URL. */
  readonly otherwise?: string;
}

/** Every security scheme that a tool of the artifact names, in the order of documents and schemes. */
export function wantedCredentials(artifact: BridgeArtifact): readonly WantedCredential[] {
  return Object.entries(artifact.documents).flatMap(([namespace, document]) =>
    Object.entries(document.securitySchemes).flatMap(([name, scheme]) => {
      const tools = everyTool(artifact).filter(
        (tool) =>
          tool.operation.document === namespace &&
          tool.security.some((requirement) =>
            requirement.schemes.some((required) => required.scheme === name),
          ),
      ).length;
      return tools === 0 ? [] : [credentialOf(document, name, scheme, tools)];
    }),
  );
}

/** The variable of each document that replaces its base URL. */
export function wantedBaseUrls(artifact: BridgeArtifact): readonly WantedBaseUrl[] {
  return Object.values(artifact.documents).map((document) => {
    const [server] = document.servers;
    const variable = baseUrlVariable(document);
    return server.kind === 'absolute' ? { variable, otherwise: server.url } : { variable };
  });
}

/** Variables that headers of the settings refer to as `${NAME}`. */
export function referencedVariables(artifact: BridgeArtifact): readonly string[] {
  const values = Object.values(artifact.runtime.headers ?? {});
  const names = values.flatMap((value) =>
    [...value.matchAll(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/gu)].map((match) => match[1] ?? ''),
  );
  return [...new Set(names)].sort();
}

function credentialOf(
  document: ArtifactDocument,
  name: string,
  scheme: SecurityScheme,
  tools: number,
): WantedCredential {
  return {
    scheme: name,
    kind: kindOf(scheme),
    ...(scheme.description === undefined ? {} : { description: scheme.description }),
    variables: credentialVariables(document.environmentPrefix, name, scheme)
      .filter(({ part }) => part === 'TOKEN' || !isTokenOnly(scheme))
      .map((variable) => variable.name),
    takesLogin: takesLogin(scheme),
    tools,
  };
}

/** Without a flow of its own a client has nothing to get a token with. */
function isTokenOnly(scheme: SecurityScheme): boolean {
  return (
    scheme.type === 'oauth2' && scheme.flows.clientCredentials === undefined && !takesLogin(scheme)
  );
}

const flowNames = [
  ['implicit', 'implicit'],
  ['password', 'password'],
  ['clientCredentials', 'client credentials'],
  ['authorizationCode', 'authorization code'],
  ['deviceAuthorization', 'device'],
] as const;

function kindOf(scheme: SecurityScheme): string {
  switch (scheme.type) {
    case 'apiKey':
      return `API key in ${scheme.in} ${scheme.name}`;
    case 'http':
      return scheme.scheme === 'bearer'
        ? `bearer token${scheme.bearerFormat === undefined ? '' : ` (${scheme.bearerFormat})`}`
        : `HTTP ${scheme.scheme}`;
    case 'oauth2': {
      const flows = flowNames.flatMap(([flow, words]) =>
        scheme.flows[flow] === undefined ? [] : [words],
      );
      return `OAuth 2.0${flows.length === 0 ? '' : ` (${flows.join(', ')})`}`;
    }
    case 'openIdConnect':
      return 'OpenID Connect';
    case 'mutualTLS':
      return 'client certificate';
  }
}
