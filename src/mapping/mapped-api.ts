import type { ApiInfo, SpecificationVersion } from '../model/api.ts';
import type { ArtifactServer } from '../model/artifact.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { OperationResource } from '../model/resource.ts';
import type { SecurityScheme } from '../model/security.ts';
import type { Tool } from '../model/tool.ts';
import type { DocumentLock } from './lock.ts';
import type { OverlayChange } from './overlay/effects.ts';
import type { MergedServer } from './overlay/server.ts';
import type { SharedParts } from './resources/shared-parts.ts';
import type { DroppedOperation } from './select.ts';

/** One document as tools, before it is put beside others. */
export interface MappedApi {
  readonly namespace: string;
  /** The server's name, by which names were cut to length. */
  readonly serverName: string;
  readonly info: ApiInfo;
  readonly specification: SpecificationVersion;
  readonly sourceHash: string;
  /** Distinct servers; the first is the document's own. */
  readonly servers: readonly [ArtifactServer, ...ArtifactServer[]];
  /** Those that a tool needs. */
  readonly securitySchemes: Readonly<Record<string, SecurityScheme>>;
  /** Those that the document declares and no tool needs. */
  readonly unusedSchemes: Readonly<Record<string, SecurityScheme>>;
  /** By path, then method. */
  readonly tools: readonly MappedTool[];
  /** What operations of this document can be read; by path. */
  readonly resources: readonly OperationResource[];
  /** Tools that resources alone are read with. */
  readonly resourceTools: readonly MappedTool[];
  /** Resources and prompts that short forms add to the server; the same for each of its documents. */
  readonly shared: Omit<SharedParts, 'diagnostics'>;
  /** Operations that cannot be tools, with the reason; those that import left out are not among them. */
  readonly leftOut: readonly LeftOutTool[];
  /** Operations that somebody did not want. */
  readonly dropped: readonly DroppedOperation[];
  /** What overlays and the document's own `x-mcp` changed. */
  readonly changes: readonly ToolChange[];
  /** What overlays say of the server. */
  readonly server: MergedServer;
  /** Only tools with a read-only hint were kept, and only such may be called. */
  readonly readOnly: boolean;
  /** What the next build should keep. */
  readonly lock: DocumentLock;
  /** Rules and entries that match nothing here; empty unless the server has several documents. */
  readonly unmatched: readonly Diagnostic[];
}

/** A tool with what only the build needs to know. */
export interface MappedTool {
  readonly tool: Tool;
  readonly pinned: boolean;
  /** Somebody asked for its output schema; one that nobody asked for goes first where the list is long. */
  readonly outputSchemaWanted: boolean;
  /** Estimated; see {@link estimateTokens}. */
  readonly tokens: number;
}

/** An operation that cannot become a tool. */
export interface LeftOutTool {
  readonly method: string;
  readonly path: string;
  readonly operationId?: string;
  /** Code and message of the diagnostic that says why. */
  readonly code: Diagnostic['code'];
  readonly message: string;
}

/** One line of the list of changes. */
export interface ToolChange extends OverlayChange {
  /** The tool's final name; that of the operation where it is no tool any more. */
  readonly tool: string;
  readonly method: string;
  readonly path: string;
}
