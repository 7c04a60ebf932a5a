import type { Diagnostic } from '../model/diagnostic.ts';
import type { SourceIndex, SourceLocation } from '../model/source.ts';

/** A JSON value inside a loaded document, with its place and the base for references below it. */
export interface DocumentNode {
  /** Plain JSON data as parsed; nothing in it is shared or cyclic. */
  readonly value: unknown;
  readonly location: SourceLocation;
  /** Base URI of references at this place: the document's URI, `$self` or the nearest `$id` (rule V11). */
  readonly base: string;
}

/** One document after reading and parsing. */
export interface LoadedDocument {
  /** Retrieval URI: `file:`, `http(s):`, `stdin:` or `inline:`. API URLs resolve against it (rule S2). */
  readonly uri: string;
  readonly root: DocumentNode;
}

/** Every document that the entry reaches, read and parsed; resolving does no I/O. */
export interface DocumentSet {
  readonly entry: LoadedDocument;
  /** SHA-256 over the bytes of all documents, in the order of their URIs. */
  readonly sourceHash: string;
  readonly sources: SourceIndex;
  /** A member of a node; `undefined` where the node is no object or array or has no such member. */
  child(node: DocumentNode, ...keys: readonly (string | number)[]): DocumentNode | undefined;
  /** Follows one `$ref` text, chains included, to the value it ends at (rule L2). */
  resolve(reference: string, from: DocumentNode): Resolution;
  /**
   * Follows one `$ref` text by one step: a target that is itself a reference is returned as it stands,
   * because in 3.1 the keywords beside a schema's `$ref` count (rule V9). `#` is the whole document.
   */
  locate(reference: string, from: DocumentNode): Resolution;
  /** Finds the `$dynamicAnchor` or `$anchor` of this name in the document of a node (rule J6). */
  anchor(name: string, from: DocumentNode): DocumentNode | undefined;
}

/** Where a reference ends. */
export type Resolution =
  | {
      readonly ok: true;
      readonly node: DocumentNode;
      /** `description` and `summary` that Reference Objects on the way override (3.1, rule V9). */
      readonly overrides: { readonly description?: string; readonly summary?: string };
    }
  | { readonly ok: false; readonly diagnostic: Diagnostic };
