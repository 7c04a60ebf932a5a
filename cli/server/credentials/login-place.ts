import { createHash } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import type { BridgeArtifact } from '../../../src/model/artifact.ts';
import type { ReadVariable } from '../variable-values.ts';

/** The file in a generated server's folder that holds its logins. */
export const loginFileName = '.logins.json';

/**
 * Where the logins of a server are: in its folder, or for one without a folder in the person's own state folder (XDG
 * Base Directory Specification). `OPENAPI_MCP_LOGINS` names another file.
 */
export function loginFileOf(
  artifact: BridgeArtifact,
  folder: string | undefined,
  read: ReadVariable,
): string {
  const named = read('OPENAPI_MCP_LOGINS');
  if (named !== undefined) return path.resolve(folder ?? '.', named);
  if (folder !== undefined) return path.join(folder, loginFileName);
  return path.join(stateFolder(read), 'openapi-mcp', `${stateName(artifact)}.json`);
}

function stateFolder(read: ReadVariable): string {
  const given = read('XDG_STATE_HOME');
  if (given !== undefined && path.isAbsolute(given)) return given;
  const local = process.platform === 'win32' ? read('LOCALAPPDATA') : undefined;
  return local ?? path.join(read('HOME') ?? os.homedir(), '.local', 'state');
}

/** Two documents may share a name, as `openapi.yaml` does; hardly ever do they share their servers too. */
function stateName({ server, documents }: BridgeArtifact): string {
  const places = Object.entries(documents).map(([namespace, { servers }]) => [
    namespace,
    servers.map(({ template }) => template),
  ]);
  const hash = createHash('sha256').update(JSON.stringify(places), 'utf8').digest('hex');
  return `${server.name.replaceAll(/[^\w.-]+/g, '_')}-${hash.slice(0, 8)}`;
}
