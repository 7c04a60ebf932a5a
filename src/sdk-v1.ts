import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import type { JsonObject } from './model/json.ts';
import type { Bridge, ProgressUpdate, ToolOutcome } from './runtime/index.ts';

/**
 * Serves a bridge from a server of the first SDK generation, `@modelcontextprotocol/sdk` 1.x, for hosts that want such a
 * `Server` (`mcpServer.server` of an `McpServer`). Sets the handlers of `tools/list` and `tools/call`; the server must
 * have been made with the capability `tools`.
 *
 * @param session What the bridge's middleware gets as the session of every call.
 */
export function attachBridge<S>(server: Server, bridge: Bridge<S>, session: S): void {
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    // Wire tools are plain JSON of MCP's shape; the SDK's type is mutable.
    tools: structuredClone(bridge.listTools(session)) as unknown as [],
  }));
  server.setRequestHandler(CallToolRequestSchema, async (request, extra) => {
    const { name, arguments: given = {}, _meta: meta = {} } = request.params;
    const { progressToken } = meta;
    const running = bridge.callTool(name, {
      // Both came as JSON from the client.
      arguments: given as JsonObject,
      meta: meta as JsonObject,
      signal: extra.signal,
      session,
      ...(extra.sessionId === undefined ? {} : { sessionId: extra.sessionId }),
      ...(progressToken === undefined
        ? {}
        : {
            progress: (update: ProgressUpdate) => {
              const params = { ...update, progressToken };
              // A client that has gone away needs no progress.
              extra.sendNotification({ method: 'notifications/progress', params }).catch(() => {});
            },
          }),
    });
    if (running === undefined) {
      throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${name.slice(0, 200)}`);
    }
    return resultOf(await running);
  });
}

function resultOf(outcome: ToolOutcome): CallToolResult {
  const { content, meta } = outcome;
  const structured = outcome.kind === 'success' ? outcome.structuredContent : undefined;
  // Content blocks are of MCP's five kinds; the SDK's types are mutable.
  return {
    content: structuredClone(content),
    ...(structured === undefined ? {} : { structuredContent: structured }),
    ...(outcome.kind === 'failure' ? { isError: true } : {}),
    ...(meta === undefined ? {} : { _meta: meta }),
  } as unknown as CallToolResult;
}
