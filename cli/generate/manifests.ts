import type { BridgeArtifact, Icon, JsonObject } from '../../src/index.ts';
import { objectFromEntries, stringifyDocument } from '../../src/index.ts';
import { referencedVariables, wantedBaseUrls, wantedCredentials } from '../credentials.ts';
import { clip, oneLine } from '../report/text.ts';
import { packageNameOf, packageVersionOf, titleOf } from './names.ts';

/** One variable, as the manifests of registries and hosts ask for it. */
interface Variable {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly secret: boolean;
  readonly required: boolean;
}

/** `mcp.json`: what a client's configuration needs; the path is the one thing to fill in. */
export function clientSnippet(artifact: BridgeArtifact): string {
  return stringifyDocument({
    mcpServers: objectFromEntries([
      [
        artifact.server.name,
        { command: 'node', args: [`/absolute/path/to/${packageNameOf(artifact)}/server.mjs`] },
      ],
    ]),
  });
}

/** `package.json`: says that the folder is a module of Node and what to run; needs no dependency. */
export function packageManifest(artifact: BridgeArtifact): string {
  const name = packageNameOf(artifact);
  return stringifyDocument({
    name,
    version: packageVersionOf(artifact),
    description: descriptionOf(artifact),
    private: true,
    type: 'module',
    bin: objectFromEntries([[name, 'server.mjs']]),
    scripts: { start: 'node server.mjs' },
    engines: { node: '>=20.19' },
  });
}

/** `server.json`: an entry of the MCP registry (schema of 2025-12-11), to be published under an own name. */
export function registryEntry(artifact: BridgeArtifact): string {
  const icons = (artifact.server.icons ?? []).filter(({ src }) => src.startsWith('https://'));
  return stringifyDocument({
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: `com.example/${packageNameOf(artifact)}`,
    title: clip(oneLine(titleOf(artifact)), 100),
    description: clip(descriptionOf(artifact), 100),
    version: packageVersionOf(artifact),
    ...(artifact.server.websiteUrl === undefined ? {} : { websiteUrl: artifact.server.websiteUrl }),
    ...(icons.length === 0 ? {} : { icons: icons.map(iconAsJson) }),
    packages: [
      {
        registryType: 'npm',
        identifier: packageNameOf(artifact),
        version: packageVersionOf(artifact),
        transport: { type: 'stdio' },
        environmentVariables: variablesOf(artifact).map((variable) => ({
          name: variable.name,
          description: variable.description,
          format: 'string',
          isRequired: variable.required,
          isSecret: variable.secret,
        })),
      },
    ],
  });
}

/** `manifest.json`: an MCP bundle (MCPB 0.3), so that `mcpb pack` makes a file that hosts install. */
export function bundleManifest(artifact: BridgeArtifact): string {
  const variables = variablesOf(artifact);
  return stringifyDocument({
    manifest_version: '0.3',
    name: packageNameOf(artifact),
    display_name: oneLine(titleOf(artifact)),
    version: packageVersionOf(artifact),
    description: descriptionOf(artifact),
    author: { name: oneLine(titleOf(artifact)) },
    server: {
      type: 'node',
      entry_point: 'server.mjs',
      mcp_config: {
        command: 'node',
        // The host fills in both kinds of placeholder.
        args: ['${__dirname}/server.mjs'],
        env: objectFromEntries(
          variables.map((variable) => [variable.name, `\${user_config.${keyOf(variable)}}`]),
        ),
      },
    },
    // In deferred mode the list is the three or four tools that find and call the others.
    ...(artifact.mode === 'direct'
      ? {
          tools: artifact.tools.map((tool) => ({
            name: tool.name,
            description: oneLine(tool.summary),
          })),
        }
      : { tools_generated: true }),
    ...(artifact.prompts === undefined ? {} : { prompts_generated: true }),
    compatibility: { platforms: ['darwin', 'linux', 'win32'], runtimes: { node: '>=20.19' } },
    user_config: objectFromEntries(
      variables.map((variable) => [
        keyOf(variable),
        {
          type: 'string',
          title: variable.title,
          description: variable.description,
          sensitive: variable.secret,
          required: variable.required,
          ...(variable.required ? {} : { default: '' }),
        },
      ]),
    ),
  });
}

/** The name of a variable in a bundle's configuration. */
function keyOf(variable: Variable): string {
  return variable.name.toLowerCase();
}

function descriptionOf(artifact: BridgeArtifact): string {
  const titles = Object.values(artifact.documents).map((document) => document.title);
  return oneLine(`Tools for ${titles.join(', ')}, made from its OpenAPI document`);
}

function variablesOf(artifact: BridgeArtifact): readonly Variable[] {
  const credentials = wantedCredentials(artifact).flatMap((credential) =>
    credential.variables.map((name) => ({
      name,
      title: oneLine(`${credential.scheme}: ${lastPart(name)}`),
      description: oneLine(`${credential.kind}. ${credential.description ?? ''}`),
      secret: true,
      required: false,
    })),
  );
  const references = referencedVariables(artifact).map((name) => ({
    name,
    title: name,
    description: 'A header of every request refers to this.',
    secret: true,
    required: false,
  }));
  const urls = wantedBaseUrls(artifact).flatMap(({ variable, otherwise }) =>
    otherwise === undefined
      ? [
          {
            name: variable,
            title: 'Base URL of the API',
            description: 'Where requests go; the document does not say.',
            secret: false,
            required: true,
          },
        ]
      : [],
  );
  return [...credentials, ...references, ...urls];
}

/** What a credential's variable holds, in words: `token`, `api key`, `client secret`. */
function lastPart(variable: string): string {
  const part =
    /_(TOKEN|API_KEY|USERNAME|PASSWORD|CLIENT_ID|CLIENT_SECRET|CLIENT_CERTIFICATE|CLIENT_KEY)$/u.exec(
      variable,
    )?.[1];
  return (part ?? variable).toLowerCase().replaceAll('_', ' ');
}

function iconAsJson({ src, mimeType, sizes, theme }: Icon): JsonObject {
  return {
    src,
    ...(mimeType === undefined ? {} : { mimeType }),
    ...(sizes === undefined ? {} : { sizes }),
    ...(theme === undefined ? {} : { theme }),
  };
}
