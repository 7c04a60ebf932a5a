import { readFileSync } from 'node:fs';
import { isJsonObject } from '../src/index.ts';

/** What this program says about itself. */
export interface PackageInfo {
  readonly name: string;
  readonly version: string;
  /** Where faults are reported, where the package says so. */
  readonly bugs?: string;
}

let known: PackageInfo | undefined;

/** Reads the package's own manifest, which lies above the sources and above the built command line. */
export function packageInfo(): PackageInfo {
  known ??= readInfo();
  return known;
}

function readInfo(): PackageInfo {
  for (const path of ['../package.json', '../../package.json']) {
    const manifest = readManifest(new URL(path, import.meta.url));
    const [name, version] = [manifest?.['name'], manifest?.['version']];
    if (name !== 'openapi-mcp' || typeof version !== 'string') continue;
    const bugs = manifest?.['bugs'];
    const url = isJsonObject(bugs) ? bugs['url'] : undefined;
    return { name, version, ...(typeof url === 'string' ? { bugs: url } : {}) };
  }
  return { name: 'openapi-mcp', version: '0.0.0' };
}

function readManifest(file: URL): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
