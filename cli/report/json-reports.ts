import type { BridgeArtifact, BuildResult, JsonObject, Tool } from '../../src/index.ts';
import { estimateTokens, objectFromEntries, withDefaults } from '../../src/index.ts';
import { wantedBaseUrls, wantedCredentials } from '../credentials.ts';
import { argumentsOf } from './arguments.ts';
import { diagnosticsAsJson } from './diagnostics.ts';
import { sizeOfDirectList } from './list-size.ts';

/** What `build --json` prints. */
export function buildReport(result: BuildResult, folder: string | undefined): JsonObject {
  const { artifact } = result;
  return {
    out: folder ?? null,
    ...(artifact === undefined
      ? { tools: [] }
      : { mode: artifact.mode, tools: artifact.tools.map(briefTool), tokens: tokensOf(artifact) }),
    ...notTools(result),
    changes: result.changes.map(({ tool, method, path, field, before, after }) => ({
      tool,
      method,
      path,
      field,
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
    })),
    diagnostics: diagnosticsAsJson(result.diagnostics, result.sources),
  };
}

/** What `inspect --json` prints of an artifact; with `result`, also what the build said. */
export function inspectReport(artifact: BridgeArtifact, result?: BuildResult): JsonObject {
  return {
    server: {
      name: artifact.server.name,
      version: artifact.server.version,
      ...(artifact.server.title === undefined ? {} : { title: artifact.server.title }),
    },
    documents: objectFromEntries(
      Object.entries(artifact.documents).map(([namespace, document]) => [
        namespace,
        {
          title: document.title,
          version: document.version,
          specification: document.specification,
          servers: document.servers.map(({ url }) => url),
        },
      ]),
    ),
    mode: artifact.mode,
    tokens: tokensOf(artifact),
    bytes: sizeOfDirectList(artifact).bytes,
    credentials: wantedCredentials(artifact).map((credential) => ({ ...credential })),
    baseUrls: wantedBaseUrls(artifact).map((url) => ({ ...url })),
    tools: artifact.tools.map(wholeTool),
    ...readables(artifact),
    ...(result === undefined
      ? {}
      : {
          ...notTools(result),
          diagnostics: diagnosticsAsJson(result.diagnostics, result.sources),
        }),
  };
}

/** Resources and prompts, where there are any. */
function readables({ resources, prompts }: BridgeArtifact): JsonObject {
  return {
    ...(resources === undefined
      ? {}
      : {
          resources: resources.map((resource) => ({
            uri: resource.uri,
            name: resource.name,
            ...(resource.title === undefined ? {} : { title: resource.title }),
            ...(resource.kind === 'operation' ? { tool: resource.tool } : {}),
          })),
        }),
    ...(prompts === undefined
      ? {}
      : {
          prompts: prompts.map(({ name, arguments: asked }) => ({
            name,
            arguments: asked.map((argument) => ({ ...argument })),
          })),
        }),
  };
}

function tokensOf(artifact: BridgeArtifact): JsonObject {
  return { total: sizeOfDirectList(artifact).tokens, estimated: true };
}

function briefTool(tool: Tool): JsonObject {
  const { id, method, path, document } = tool.operation;
  return {
    name: tool.name,
    operation: { ...(id === undefined ? {} : { id }), method, path, document },
    hints: { ...withDefaults(tool.hints) },
    tokens: estimateTokens(tool),
  };
}

function wholeTool(tool: Tool): JsonObject {
  return {
    ...briefTool(tool),
    ...(tool.title === undefined ? {} : { title: tool.title }),
    summary: tool.summary,
    description: tool.description,
    tags: tool.tags,
    arguments: argumentsOf(tool).map((argument) => ({ ...argument })),
    ...(tool.request.body === undefined
      ? {}
      : { body: { mediaType: tool.request.body.encoding.mediaType } }),
    security: tool.security.map(({ schemes }) => schemes.map(({ scheme }) => scheme)),
    inputSchema: tool.inputSchema,
    ...(tool.outputSchema === undefined ? {} : { outputSchema: tool.outputSchema }),
  };
}

function notTools({ leftOut, dropped }: BuildResult): JsonObject {
  return {
    leftOut: leftOut.map(({ method, path, code, message, document }) => ({
      method,
      path,
      code,
      message,
      document,
    })),
    notSelected: dropped.map(({ method, path, reason, rule, document }) => ({
      method,
      path,
      reason,
      ...(rule === undefined ? {} : { rule }),
      document,
    })),
  };
}
