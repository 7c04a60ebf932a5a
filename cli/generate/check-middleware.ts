import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BridgeArtifact, BuildResult } from '../../src/index.ts';
import { BridgeError, everyTool } from '../../src/index.ts';
import { placeOf } from '../report/code-frame.ts';

/** What is built, and where the server will stand. */
export interface MiddlewareCheck {
  readonly artifact: BridgeArtifact;
  readonly result: Pick<BuildResult, 'changes' | 'sources'>;
  /** The folder as the person named it, and where it is. */
  readonly folder: string;
  readonly place: string;
}

/**
 * Checks that `middleware.mjs` of the server exports every middleware that overlays name: a server whose middleware is
 * missing does not start. The file is linked and never run, so that a build needs nothing of what it needs.
 *
 * @throws BridgeError `middleware-missing` naming the file and the key of the overlay; `configuration-invalid` for a file
 * that cannot be loaded.
 */
export async function checkMiddleware(check: MiddlewareCheck): Promise<void> {
  const file = path.join(check.place, 'middleware.mjs');
  const shown = path.join(check.folder, 'middleware.mjs');
  for (const [name, user] of usesOf(check.artifact)) {
    if (existsSync(file) && (await exportsName(file, shown, name))) continue;
    const wanted = `the middleware ${JSON.stringify(name)}, which ${whereOf(name, user, check)} names`;
    const message = existsSync(file)
      ? `${shown} does not export ${wanted}.`
      : `There is no ${shown} for ${wanted}.`;
    throw new BridgeError('middleware-missing', message, {
      fix:
        `Export a function named ${JSON.stringify(name)} from that file, (next) => async (context) => next(context) ` +
        'for one that does nothing, and build again; or take the name away.',
    });
  }
}

/** Who names a middleware: a tool by its name, or the server. */
type User = { readonly kind: 'server' } | { readonly kind: 'tool'; readonly tool: string };

/** Names of a person's own middleware, each with one that names it. Built-ins are settings in the artifact. */
function usesOf(artifact: BridgeArtifact): ReadonlyMap<string, User> {
  const uses = new Map<string, User>();
  for (const name of artifact.middleware) uses.set(name, { kind: 'server' });
  for (const { name: tool, settings } of everyTool(artifact)) {
    for (const name of settings.middleware) {
      if (!uses.has(name)) uses.set(name, { kind: 'tool', tool });
    }
  }
  return uses;
}

function whereOf(name: string, user: User, { result }: MiddlewareCheck): string {
  if (user.kind === 'server') return 'server.middleware';
  const change = result.changes.findLast(
    ({ tool, field, after }) =>
      tool === user.tool && field === 'middleware' && Array.isArray(after) && after.includes(name),
  );
  const key = `the key "middleware" of ${user.tool}`;
  return change === undefined ? key : `${key} (${placeOf(change.location, result.sources)})`;
}

/** What the module throws that stands before the file: whatever ends with it has been linked, and not run. */
const linked = 'openapi-mcp: linked';

/** Whether a module exports a name; a module's names are settled when it is linked, before it runs. */
async function exportsName(file: string, shown: string, name: string): Promise<boolean> {
  const stop = moduleOf(`throw ${JSON.stringify(linked)};`);
  const url = pathToFileURL(file).href;
  const text = `import ${JSON.stringify(stop)};import { ${JSON.stringify(name)} as found } from ${JSON.stringify(url)};`;
  try {
    await import(moduleOf(text));
  } catch (thrown) {
    if (thrown === linked) return true;
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    if (thrown instanceof SyntaxError && message.includes('does not provide an export named')) {
      return false;
    }
    throw new BridgeError('configuration-invalid', `${shown} cannot be loaded: ${message}`, {
      cause: thrown,
      fix: 'Correct the file, or take it away.',
    });
  }
  return true;
}

function moduleOf(text: string): string {
  return `data:text/javascript,${encodeURIComponent(text)}`;
}
