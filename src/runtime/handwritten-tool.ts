import { BridgeError } from '../model/errors.ts';
import type { ToolHints } from '../model/hints.ts';
import type { JsonObject, JsonSchema, JsonValue } from '../model/json.ts';
import { isJsonObject } from '../model/json.ts';
import type { Icon, ToolMetadata, ToolSettings } from '../model/tool.ts';
import { defaultToolSettings } from '../model/tool.ts';
import type { ToolHandler } from './call.ts';

/**
 * A tool that somebody writes instead of deriving it from an operation. It gets its arguments as the client
 * sent them, and passes the same onion as every other tool, without `auth`.
 */
export interface HandwrittenTool<S = undefined> {
  /** Matches `^[A-Za-z_][A-Za-z0-9_-]*$`, at most 64 characters. */
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  /** One line for deferred search; the description's first line by default. */
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly hints?: ToolHints;
  readonly icons?: readonly Icon[];
  readonly meta?: JsonObject;
  /** Root is `type: object`; without arguments by default. */
  readonly inputSchema?: JsonSchema;
  readonly outputSchema?: JsonSchema;
  /** Ask the person before each call. */
  readonly confirm?: boolean;
  /** Check the arguments against the schema before the handler runs; true by default. */
  readonly validateArguments?: boolean;
  /** Scopes that a caller must hold, for a server with sign-in. */
  readonly scopes?: readonly string[];
  /** Names of middleware around this tool alone, outermost first. */
  readonly middleware?: readonly string[];
  /** Settings of built-in middleware for this tool, by the middleware's name. */
  readonly configure?: Readonly<Record<string, JsonValue>>;
  readonly handler: ToolHandler<S>;
}

/** A hand-written tool with every field of a tool's metadata. */
export function metadataOf<S>(tool: HandwrittenTool<S>): ToolMetadata {
  checkShape(tool);
  return {
    name: tool.name,
    ...(tool.title === undefined ? {} : { title: tool.title }),
    description: tool.description,
    summary: tool.summary ?? tool.description.split('\n', 1)[0] ?? tool.name,
    tags: tool.tags ?? [],
    hints: tool.hints ?? {},
    ...(tool.icons === undefined ? {} : { icons: tool.icons }),
    ...(tool.meta === undefined ? {} : { meta: tool.meta }),
    inputSchema: tool.inputSchema ?? {
      type: 'object',
      properties: {},
      additionalProperties: false,
    },
    ...(tool.outputSchema === undefined ? {} : { outputSchema: tool.outputSchema }),
  };
}

/** The settings of a hand-written tool; its arguments are validated unless it says otherwise. */
export function settingsOf<S>(tool: HandwrittenTool<S>): ToolSettings {
  return {
    ...defaultToolSettings,
    validateArguments: tool.validateArguments ?? true,
    confirm: tool.confirm ?? false,
    middleware: tool.middleware ?? [],
    scopes: tool.scopes ?? [],
    configure: tool.configure ?? {},
  };
}

/** Hand-written tools come from files that no compiler may have seen. */
function checkShape<S>(tool: HandwrittenTool<S>): void {
  const name: unknown = tool.name;
  if (typeof name !== 'string' || !/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/.test(name)) {
    throw invalid(
      `A hand-written tool has the name ${JSON.stringify(name)}.`,
      'Name it with letters, digits, _ and -, at most 64 characters, not beginning with a digit.',
    );
  }
  const description: unknown = tool.description;
  if (typeof description !== 'string' || description.trim() === '') {
    throw invalid(`The hand-written tool "${name}" has no description.`, 'Say what it does.');
  }
  const handler: unknown = tool.handler;
  if (typeof handler !== 'function') {
    throw invalid(`The hand-written tool "${name}" has no handler.`, 'Give it a function.');
  }
  for (const key of ['inputSchema', 'outputSchema'] as const) {
    const schema: unknown = tool[key];
    if (schema !== undefined && (!isJsonObject(schema) || schema['type'] !== 'object')) {
      throw invalid(
        `The ${key} of the hand-written tool "${name}" is not an object schema.`,
        'Clients refuse the whole list otherwise: give its root "type": "object".',
      );
    }
  }
}

function invalid(message: string, fix: string): BridgeError {
  return new BridgeError('configuration-invalid', message, { fix });
}
