import type { JsonObject } from './json.ts';
import type { Icon } from './tool.ts';

/** Whom a resource is for and how much it matters, as MCP's annotations. */
export interface ResourceAnnotations {
  readonly audience?: readonly ('user' | 'assistant')[];
  /** From 0, may be left out, to 1, is needed. */
  readonly priority?: number;
}

/** What agents see of a resource: the family of fields that tools have too. */
export interface ResourceMetadata {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly icons?: readonly Icon[];
  readonly annotations?: ResourceAnnotations;
  /** The resource's `_meta`. */
  readonly meta?: JsonObject;
}

/** Something that was put into the artifact at build time. */
export interface StaticResource extends ResourceMetadata {
  readonly kind: 'static';
  readonly uri: string;
  readonly content:
    | { readonly kind: 'text'; readonly text: string }
    | { readonly kind: 'bytes'; readonly base64: string };
}

/** What an operation answers: reading it is a call of that operation's tool. */
export interface OperationResource extends ResourceMetadata {
  readonly kind: 'operation';
  /**
   * A URI, or a template (RFC 6570) of `{name}` for one segment, `{+name}` for several, and at its end
   * `{?name,other}`; no two expressions stand side by side.
   */
  readonly uri: string;
  /** Name of the tool's argument by variable of the template; empty where the URI is one. */
  readonly variables: Readonly<Record<string, string>>;
  /** Name of a tool of the artifact, listed or among its `resourceTools`. */
  readonly tool: string;
}

/** One thing to read. */
export type Resource = StaticResource | OperationResource;
