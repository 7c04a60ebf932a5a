import type { Extension } from '../model/api.ts';
import type { DocumentNode } from './document-set.ts';

/** What the readers know beside the documents themselves. */
export interface ReadContext {
  /**
   * The `x-mcp` of a node in layers, lowest rank first: what the document says itself has rank 0, what an
   * overlay set has the overlay's rank. A layer holds the keys of one origin, so that a later merge by rank
   * gives every key its own precedence; its location is the place in the file that the keys came from.
   * Empty where the node has no `x-mcp`.
   */
  extensionsOf(node: DocumentNode): readonly Extension[];
  /**
   * The `x-mcp` of a node as one value with the highest rank among its keys, for places that hold a
   * single one (a tag, the root).
   */
  extensionOf(node: DocumentNode): Extension | undefined;
}
