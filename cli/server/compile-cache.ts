import module from 'node:module';
import { homedir } from 'node:os';
import path from 'node:path';
import type { ReadVariable } from './variable-values.ts';

/**
 * Keeps what Node compiles of the parts that are loaded from now on (`server-upstream.mjs`, `server-http.mjs`, …) for the next
 * start, where Node can (22.8 and newer). Below the person's own cache folder, never in the temporary folder that
 * Node takes by itself: who can write there before us could give us code to run. Where nothing can be written,
 * Node compiles as before. `NODE_DISABLE_COMPILE_CACHE` turns it off, `NODE_COMPILE_CACHE` names another folder.
 */
export function keepCompiledParts(read: ReadVariable): void {
  // The types are those of the oldest Node that servers run on, which does not have it.
  const { enableCompileCache } = module as { enableCompileCache?: (folder: string) => unknown };
  enableCompileCache?.(path.join(cacheFolder(read), 'openapi-mcp', 'compiled'));
}

/** The person's own (XDG Base Directory Specification). */
function cacheFolder(read: ReadVariable): string {
  const given = read('XDG_CACHE_HOME');
  if (given !== undefined && path.isAbsolute(given)) return given;
  const local = process.platform === 'win32' ? read('LOCALAPPDATA') : undefined;
  return local ?? path.join(read('HOME') ?? homedir(), '.cache');
}
