import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { BridgeError } from '../../src/model/errors.ts';
import type { HandwrittenTool, MiddlewareRegistry, Principal } from '../../src/runtime/index.ts';

/** What people put beside a server. */
export interface Extensions {
  /** From `middleware.mjs`: each named export is a middleware. */
  readonly middleware: MiddlewareRegistry<Principal | undefined>;
  /** From `tools.mjs`: each named export is a tool, or a list of tools. */
  readonly tools: readonly HandwrittenTool<Principal | undefined>[];
}

/**
 * Loads `middleware.mjs` and `tools.mjs` where they stand in the folder.
 *
 * @throws BridgeError `configuration-invalid` for a file that cannot be loaded. The runtime checks what is in it.
 */
export async function loadExtensions(folder: string | undefined): Promise<Extensions> {
  if (folder === undefined) return { middleware: {}, tools: [] };
  const middleware = await loadModule(path.join(folder, 'middleware.mjs'));
  const tools = await loadModule(path.join(folder, 'tools.mjs'));
  return {
    // The runtime refuses what is no function before it is used.
    middleware: withoutDefault(middleware) as Extensions['middleware'],
    // The runtime checks the shape of each tool before it is used.
    tools: Object.values(withoutDefault(tools)).flat() as Extensions['tools'],
  };
}

async function loadModule(file: string): Promise<Readonly<Record<string, unknown>>> {
  if (!existsSync(file)) return {};
  try {
    // A module's namespace is an object of its exports.
    return (await import(pathToFileURL(file).href)) as Readonly<Record<string, unknown>>;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new BridgeError('configuration-invalid', `${file} cannot be loaded: ${why}`, {
      cause,
      fix: 'Correct the file, or take it away.',
    });
  }
}

function withoutDefault(
  exports: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(exports).filter(([name]) => name !== 'default'));
}
