import type { JsonValue } from '../../model/json.ts';
import type { ContentBlock, ToolOutcome } from '../call.ts';

/** A body of a success as blocks, before notes and structured content are added. */
export interface MappedBody {
  readonly content: readonly [ContentBlock, ...ContentBlock[]];
  /** What structured content may hold; absent where the body is no JSON. */
  readonly value?: JsonValue;
  /** What the model should know about how the body was mapped. */
  readonly notes: readonly string[];
}

/** A body, or the failure that it turned out to be. */
export type BodyMapping =
  | { readonly kind: 'body'; readonly body: MappedBody }
  | { readonly kind: 'outcome'; readonly outcome: ToolOutcome };

/** A body of one text block. */
export function textBody(text: string, notes: readonly string[] = []): MappedBody {
  return { content: [{ type: 'text', text }], notes };
}
