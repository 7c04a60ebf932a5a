import type { ServerVariable, SpecificationVersion } from './api.ts';
import { BridgeError } from './errors.ts';
import type { JsonValue } from './json.ts';
import { isJsonObject, stringifyDocument } from './json.ts';
import type { Prompt } from './prompt.ts';
import type { Resource } from './resource.ts';
import type { SecurityScheme } from './security.ts';
import type { PartialRuntimeSettings } from './settings.ts';
import type { Icon, Tool } from './tool.ts';

/**
 * The number of the artifact's layout. A runtime reads its own number only: any change that an older or
 * newer runtime would misread raises it.
 */
export const artifactFormat = 1;

/**
 * Everything that crosses from build to run: plain, canonical data without functions, timestamps or
 * secrets. `bridge.json` is this value as text.
 */
export interface BridgeArtifact {
  readonly format: typeof artifactFormat;
  /** The program that wrote it. */
  readonly generator: { readonly name: string; readonly version: string };
  readonly server: ServerIdentity;
  /** One entry for each document, keyed by namespace. */
  readonly documents: Readonly<Record<string, ArtifactDocument>>;
  /** In a deterministic order that does not depend on the order of paths in the document. */
  readonly tools: readonly Tool[];
  /** What can be read, by URI; absent where there is nothing. */
  readonly resources?: readonly Resource[];
  /** Tools that resources alone are read with: never listed, never called by name. */
  readonly resourceTools?: readonly Tool[];
  /** Absent where there are none. */
  readonly prompts?: readonly Prompt[];
  /** `direct` lists every tool; `deferred` lists the search, describe and call tools. */
  readonly mode: 'direct' | 'deferred';
  /** Names of tools that stay directly listed in deferred mode. */
  readonly pinned: readonly string[];
  /** Search index of deferred mode, in the layout of the search module. */
  readonly search?: JsonValue;
  readonly runtime: PartialRuntimeSettings;
  /** Names of middleware around every tool, outermost first. */
  readonly middleware: readonly string[];
}

/** How the server presents itself to clients. */
export interface ServerIdentity {
  /** `--name`, or the overlay's, or derived from the document's file name. */
  readonly name: string;
  readonly version: string;
  readonly title?: string;
  readonly websiteUrl?: string;
  readonly icons?: readonly Icon[];
  readonly instructions?: string;
}

/** What the tools of one document share. */
export interface ArtifactDocument {
  readonly title: string;
  readonly version: string;
  readonly specification: SpecificationVersion;
  /** SHA-256 of the bytes of every document read. */
  readonly sourceHash: string;
  /** `<SERVER>` in the names of environment variables: upper case, `_` for every other character. */
  readonly environmentPrefix: string;
  /** Distinct servers that tools of this document use; the first is the document's own. */
  readonly servers: readonly [ArtifactServer, ...ArtifactServer[]];
  readonly securitySchemes: Readonly<Record<string, SecurityScheme>>;
}

/** One base that requests are sent to. */
export interface ArtifactServer {
  /** `relative`: an absolute path that is useless without a base URL from configuration. */
  readonly kind: 'absolute' | 'relative';
  /** Without a trailing slash, query or fragment. */
  readonly url: string;
  /** The URL with its `{variables}`, and what they may be. */
  readonly template: string;
  readonly variables: Readonly<Record<string, ServerVariable>>;
}

/** Every tool whose operation may be called: those that are listed, and those behind resources. */
export function everyTool({
  tools,
  resourceTools = [],
}: Pick<BridgeArtifact, 'tools' | 'resourceTools'>): readonly Tool[] {
  return resourceTools.length === 0 ? tools : [...tools, ...resourceTools];
}

/** Writes an artifact as the text of `bridge.json`; equal artifacts give equal bytes. */
export function encodeArtifact(artifact: BridgeArtifact): string {
  // The artifact's types are JSON by construction; undefined members are dropped by JSON.stringify.
  return stringifyDocument(artifact as unknown as JsonValue);
}

/**
 * Reads the text of `bridge.json`.
 *
 * @throws BridgeError `artifact-invalid` for anything that is not an artifact, `artifact-format` for
 * another format number.
 */
export function decodeArtifact(text: string): BridgeArtifact {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new BridgeError('artifact-invalid', 'bridge.json is not JSON.', {
      cause,
      fix: 'Run `openapi-mcp build` again.',
    });
  }
  if (!isJsonObject(value) || typeof value['format'] !== 'number') {
    throw new BridgeError('artifact-invalid', 'bridge.json has no format number.', {
      fix: 'Run `openapi-mcp build` again.',
    });
  }
  if (value['format'] !== artifactFormat) {
    const age = value['format'] > artifactFormat ? 'newer' : 'older';
    throw new BridgeError(
      'artifact-format',
      `bridge.json has format ${value['format']}, which a ${age} openapi-mcp wrote; this runtime reads format ${artifactFormat}.`,
      { fix: 'Run `openapi-mcp build` again with the version that runs the server.' },
    );
  }
  for (const key of ['server', 'documents', 'tools', 'mode', 'runtime', 'middleware'] as const) {
    if (value[key] === undefined) {
      throw new BridgeError('artifact-invalid', `bridge.json has no "${key}".`, {
        fix: 'Run `openapi-mcp build` again.',
      });
    }
  }
  // Written by encodeArtifact of the same format; deeper checks happen where the parts are used.
  return value as unknown as BridgeArtifact;
}
