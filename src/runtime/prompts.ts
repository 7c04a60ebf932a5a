import type { JsonObject } from '../model/json.ts';
import { ownValue } from '../model/json.ts';
import { didYouMean } from '../model/nearest-names.ts';
import type { Prompt, PromptMessage } from '../model/prompt.ts';
import { toWireIcon } from './wire-tools.ts';

/** A prompt as `prompts/list` sends it. */
export interface WirePrompt {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly arguments?: readonly JsonObject[];
  readonly icons?: readonly JsonObject[];
  readonly _meta?: JsonObject;
}

/** One message as `prompts/get` sends it. */
export interface WirePromptMessage {
  readonly role: 'user' | 'assistant';
  readonly content: { readonly type: 'text'; readonly text: string };
}

/** A prompt with its arguments filled in, or what is wrong with them. */
export type FilledPrompt =
  | {
      readonly ok: true;
      readonly description?: string;
      readonly messages: readonly WirePromptMessage[];
    }
  | { readonly ok: false; readonly message: string };

/** What a transport adapter needs to serve prompts. */
export interface PromptPort {
  /** The same array at every call. */
  list(): readonly WirePrompt[];
  /** `undefined` where there is no such prompt. */
  get(name: string, given: Readonly<Record<string, unknown>>): FilledPrompt | undefined;
}

/** Serves the prompts of an artifact. */
export function createPrompts(prompts: readonly Prompt[]): PromptPort {
  const byName = new Map(prompts.map((prompt) => [prompt.name, prompt]));
  const list = prompts.map(toWirePrompt);
  return {
    list: () => list,
    get: (name, given) => {
      const prompt = byName.get(name);
      return prompt && fill(prompt, given);
    },
  };
}

function fill(prompt: Prompt, given: Readonly<Record<string, unknown>>): FilledPrompt {
  const problem = problemOf(prompt, given);
  if (problem !== undefined) return { ok: false, message: problem };
  // Every value has been checked to be text.
  const texts = given as Readonly<Record<string, string>>;
  return {
    ok: true,
    ...(prompt.description === undefined ? {} : { description: prompt.description }),
    messages: prompt.messages.map((message) => ({
      role: message.role,
      content: { type: 'text', text: textOf(message, texts) },
    })),
  };
}

function problemOf(
  { name, arguments: declared }: Prompt,
  given: Readonly<Record<string, unknown>>,
): string | undefined {
  const names = declared.map((each) => each.name);
  for (const [key, value] of Object.entries(given)) {
    if (!names.includes(key)) {
      const has = names.length === 0 ? 'It has none.' : `It has ${names.join(', ')}.`;
      return `The prompt ${name} has no argument ${JSON.stringify(key.slice(0, 100))}. ${didYouMean(key, names) || has}`;
    }
    if (typeof value !== 'string') return `The argument ${key} of the prompt ${name} must be text.`;
  }
  const missing = declared
    .filter((each) => each.required && !Object.hasOwn(given, each.name))
    .map((each) => each.name);
  return missing.length === 0 ? undefined : `The prompt ${name} needs ${missing.join(', ')}.`;
}

function textOf({ parts }: PromptMessage, given: Readonly<Record<string, string>>): string {
  return parts
    .map((part) => (part.kind === 'text' ? part.text : (ownValue(given, part.argument) ?? '')))
    .join('');
}

function toWirePrompt(prompt: Prompt): WirePrompt {
  const { name, title, description, icons = [], meta } = prompt;
  return {
    name,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(prompt.arguments.length === 0
      ? {}
      : { arguments: prompt.arguments.map((argument): JsonObject => ({ ...argument })) }),
    ...(icons.length === 0 ? {} : { icons: icons.map(toWireIcon) }),
    ...(meta === undefined ? {} : { _meta: meta }),
  };
}
