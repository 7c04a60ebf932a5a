import type { ToolHints } from './hints.ts';
import type { JsonObject, JsonSchema, JsonValue } from './json.ts';
import type { RequestBinding } from './request-binding.ts';
import type { SecurityRequirement } from './security.ts';

/** An MCP icon; `src` is an https or data URI. */
export interface Icon {
  readonly src: string;
  readonly mimeType?: string;
  readonly sizes?: readonly string[];
  readonly theme?: 'light' | 'dark';
}

/** What agents see of a tool: the family of fields that a document, `x-mcp` and overlays may set. */
export interface ToolMetadata {
  /** Unique in the artifact; matches `^[A-Za-z_][A-Za-z0-9_-]*$` (rule N1). */
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  /** One line for deferred search; never empty. */
  readonly summary: string;
  readonly tags: readonly string[];
  /** What was derived and declared, without defaults; the wire gets `withDefaults` of it. */
  readonly hints: ToolHints;
  readonly icons?: readonly Icon[];
  readonly execution?: { readonly taskSupport: 'forbidden' | 'optional' | 'required' };
  /** The tool's `_meta`. */
  readonly meta?: JsonObject;
  /** Root is `type: object` with `properties`, never a composition (rule J17). */
  readonly inputSchema: JsonSchema;
  /** Root is `type: object`; absent where none is published (rule J18). */
  readonly outputSchema?: JsonSchema;
}

/** One operation as a tool: data only. The runtime needs nothing else to serve it. */
export interface Tool extends ToolMetadata {
  readonly operation: ToolOperation;
  readonly request: RequestBinding;
  readonly response: ResponseBinding;
  /** Alternatives in order; empty means that no credentials are sent (rule K3). */
  readonly security: readonly SecurityRequirement[];
  readonly settings: ToolSettings;
}

/** Which operation a tool is. */
export interface ToolOperation {
  readonly id?: string;
  readonly method: string;
  /** The path template as the document writes it. */
  readonly path: string;
  /** Namespace of the document, a key of the artifact's documents. */
  readonly document: string;
}

/** What the runtime knows about the answers of an operation. */
export interface ResponseBinding {
  /** Documented cases by exact code, range and `default` (rule R1). */
  readonly cases: readonly ResponseBindingCase[];
  /** Names of response headers that the document describes, in lower case (rule R22). */
  readonly headers: readonly string[];
  readonly links: readonly ResponseLinkBinding[];
  /** JMESPath expression over a successful JSON answer. */
  readonly select?: string;
  /** Replaces the server's limit on the answer's size, in bytes after decompression. */
  readonly maxBytes?: number;
  readonly paginate?: Pagination;
}

/** One documented status. */
export interface ResponseBindingCase {
  /** `200`, `2XX` or `default`. */
  readonly status: string;
  /** Documented media types, without parameters; empty means that no content is documented. */
  readonly mediaTypes: readonly string[];
}

/** What may be called next after a success (rule R21). */
export interface ResponseLinkBinding {
  readonly status: string;
  /** Name of the tool that the link leads to. */
  readonly tool: string;
  /** Runtime expressions or constants by argument name. */
  readonly arguments: JsonObject;
}

/** How the overlay lets the runtime follow pages. */
export interface Pagination {
  /** `link`: the `Link` header's `next`; `cursor`: a value of the answer becomes an argument; `page`, `offset`: counted. */
  readonly kind: 'link' | 'cursor' | 'page' | 'offset';
  /** The argument that asks for the next page; absent for `link`. */
  readonly argument?: string;
  /** JMESPath of the next cursor in the answer, for `cursor`. */
  readonly next?: string;
  /** JMESPath of the list that pages are joined on. */
  readonly items: string;
  /** At most this many requests for one call. */
  readonly maxPages: number;
}

/** How a call of this tool is treated; what is absent follows the server's settings. */
export interface ToolSettings {
  /** Check arguments against the input schema before anything is sent. */
  readonly validateArguments: boolean;
  /** Turn text into the one type that a schema admits, where nothing is lost. */
  readonly coerceArguments: boolean;
  /** Argument names outside the schema are refused with the nearest names, or ignored. */
  readonly unknownArguments: 'refuse' | 'ignore';
  /** `strict` checks structured content against the output schema and records drift. */
  readonly outputSchema: 'off' | 'relaxed' | 'strict';
  /** Ask the person before the call leaves. */
  readonly confirm: boolean;
  /** Names of middleware around this tool alone, outermost first. */
  readonly middleware: readonly string[];
  /** Scopes that a caller must hold, for a server with sign-in. */
  readonly scopes: readonly string[];
  /** Settings of built-in middleware for this tool by the middleware's name. */
  readonly configure: Readonly<Record<string, JsonValue>>;
}

/** The settings of a tool about which nothing was said. */
export const defaultToolSettings: ToolSettings = {
  validateArguments: false,
  coerceArguments: true,
  unknownArguments: 'refuse',
  outputSchema: 'relaxed',
  confirm: false,
  middleware: [],
  scopes: [],
  configure: {},
};
