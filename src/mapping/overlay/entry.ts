import type { Operation } from '../../model/api.ts';
import type { SourceLocation } from '../../model/source.ts';
import type { OperationPattern } from '../pattern.ts';
import type { ToolFields } from './tool-fields.ts';

/** One entry of an overlay, or one `x-mcp` of the document. */
export interface OverlayEntry {
  /** The key as written, or `x-mcp`. */
  readonly label: string;
  /** Entries of a file are reported where they match or change nothing; an `x-mcp` is not. */
  readonly source: 'file' | 'extension';
  readonly rank: number;
  readonly location: SourceLocation;
  /** Bundles that it uses, then its own fields: a later one wins. */
  readonly layers: readonly ToolFields[];
  /** Absent for `defaults` and for the `x-mcp` of an operation. */
  readonly pattern?: OperationPattern;
  /** How specific it is for an operation, one of {@link strengths}; `undefined` where it does not hold. */
  readonly strength: (operation: Operation) => number | undefined;
}

/** Strengths within one rank; the depth of a tag is added to the one of tags. */
export const strengths: Readonly<
  Record<'defaults' | 'tag' | 'glob' | 'exact' | 'parameter', number>
> = { defaults: 0, tag: 1, glob: 1_000, exact: 2_000, parameter: 3_000 };
