import type { ToolHints } from '../model/hints.ts';
import type { JsonObject, JsonSchema, JsonValue } from '../model/json.ts';
import type { NestedStyle } from '../model/request-binding.ts';
import type { ResourceAnnotations } from '../model/resource.ts';
import type { SourceLocation } from '../model/source.ts';
import type { Icon, Pagination, ToolSettings } from '../model/tool.ts';

/**
 * What people say about one tool, after the document's `x-mcp`, every overlay and the flags have been
 * merged by rank. Absent fields keep what mapping derives.
 */
export interface ToolDirectives {
  readonly enabled?: boolean;
  /** Listed directly in deferred mode too. */
  readonly pinned?: boolean;
  readonly name?: string;
  readonly title?: string;
  readonly description?: string;
  readonly summary?: string;
  readonly tags?: ListDirective<string>;
  readonly hints?: ToolHints;
  readonly icons?: ListDirective<Icon>;
  readonly execution?: { readonly taskSupport: 'forbidden' | 'optional' | 'required' };
  readonly meta?: JsonObject;
  /** Whether agents call the operation, read it, or both; a tool by default. */
  readonly expose?: ExposeMode;
  /** How it looks as a resource. */
  readonly resource?: ResourceDirective;
  /** Replaces the derived input schema, verbatim. */
  readonly inputSchema?: JsonSchema;
  /** Replaces the derived output schema, verbatim. */
  readonly outputSchema?: JsonSchema;
  /** What is merged into the input schema, in order (RFC 7396). */
  readonly inputSchemaPatches?: readonly JsonObject[];
  /** What is merged into the output schema, in order (RFC 7396). */
  readonly outputSchemaPatches?: readonly JsonObject[];
  readonly settings: Partial<ToolSettings>;
  readonly request: RequestDirectives;
  readonly response: ResponseDirectives;
}

/** How an operation reaches agents. */
export type ExposeMode = 'tool' | 'resource' | 'both';

/** What people say of an operation as a resource. */
export interface ResourceDirective {
  /** A URI template with a variable for every argument that must be given. */
  readonly uri?: string;
  readonly mimeType?: string;
  readonly annotations?: ResourceAnnotations;
}

/** Replaces a derived list, or appends to it. */
export interface ListDirective<T> {
  readonly mode: 'replace' | 'append';
  readonly items: readonly T[];
}

/** What people say about the arguments and the body of one tool. */
export interface RequestDirectives {
  /**
   * By parameter name on the wire; `body` is the request body, `body:title` a property of a flattened one;
   * `query:name` is written where a name stands in two places or is `body`. Only keys that the operation has.
   */
  readonly arguments: Readonly<Record<string, ArgumentDirective>>;
  /** Lift the body's properties to the top (rule A8). */
  readonly flatten: boolean;
  /** The media type of the body, instead of the one that rule B1 chooses. */
  readonly mediaType?: string;
}

/** What people say about one argument. */
export interface ArgumentDirective {
  readonly name?: string;
  readonly description?: string;
  /** Leave an optional argument out of the schema (rule A9). */
  readonly hide?: boolean;
  /** Always send this value and leave the argument out of the schema (rule A9). */
  readonly fixed?: JsonValue;
  /** Replaces the argument's schema. */
  readonly schema?: JsonSchema;
  readonly required?: boolean;
  /** How arrays inside deepObject values are written (rule P27). */
  readonly nested?: NestedStyle;
  /** `false`: brackets of the wire name go out unencoded (rule P18). */
  readonly encodeBrackets?: boolean;
  /** Slashes of a path value separate segments (rule P23). */
  readonly multiSegment?: boolean;
  /** Where this was written, for diagnostics. */
  readonly location: SourceLocation;
}

/** What people say about the answers of one tool. */
export interface ResponseDirectives {
  readonly select?: string;
  readonly maxBytes?: number;
  readonly paginate?: Pagination;
}

/** The directives of a tool about which nobody said anything. */
export const noDirectives: ToolDirectives = {
  settings: {},
  request: { arguments: {}, flatten: false },
  response: {},
};
