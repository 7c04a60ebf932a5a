import type { JsonObject } from './json.ts';
import type { Icon } from './tool.ts';

/** One prompt: messages with places for arguments. */
export interface Prompt {
  /** Unique in the artifact. */
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly icons?: readonly Icon[];
  /** The prompt's `_meta`. */
  readonly meta?: JsonObject;
  readonly arguments: readonly PromptArgument[];
  readonly messages: readonly [PromptMessage, ...PromptMessage[]];
}

/** What a prompt asks for; always text. */
export interface PromptArgument {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly required: boolean;
}

/** One message, cut into its pieces at build time. */
export interface PromptMessage {
  readonly role: 'user' | 'assistant';
  readonly parts: readonly PromptPart[];
}

/** A piece of a message. An argument that is not given leaves nothing behind. */
export type PromptPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'argument'; readonly argument: string };
