/**
 * Types of what people write beside a generated server, in `middleware.mjs` and `tools.mjs`. The build makes
 * `server.d.mts` of this file and all that it names, so nothing here may need a package.
 */
import type { ToolHandler, ToolMiddleware } from './call.ts';
import type { HandwrittenTool } from './handwritten-tool.ts';
import type { Principal } from './principal.ts';

/** What a server knows of a caller: over HTTP who they are, over stdio nothing. */
export type ServerSession = Principal | undefined;

/**
 * A named export of `middleware.mjs`: `export const tenant = (next) => async (context) => next(context);` under the
 * comment of its type, as the server's README shows.
 */
export type ServerMiddleware = ToolMiddleware<ServerSession>;

/** What a middleware gets as `next`, and gives back. */
export type ServerHandler = ToolHandler<ServerSession>;

/** A named export of `tools.mjs`. */
export type ServerTool = HandwrittenTool<ServerSession>;
