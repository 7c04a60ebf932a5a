import { BridgeError } from '../model/errors.ts';
import type { ToolHints } from '../model/hints.ts';
import type { JsonObject, JsonSchema, JsonValue } from '../model/json.ts';
import { isJsonObject } from '../model/json.ts';
import { didYouMean } from '../model/nearest-names.ts';
import type { Icon, ToolMetadata, ToolSettings } from '../model/tool.ts';
import { defaultToolSettings } from '../model/tool.ts';
import type { ToolCallContext, ToolCallRequest, ToolOutcome } from './call.ts';
import type { SchemaSide, StandardSchema } from './standard-schema.ts';
import { isStandardSchema, standardAsJsonSchema } from './standard-schema.ts';

/** How a hand-written tool says what goes in or comes out. */
export type ToolSchema = JsonSchema | StandardSchema;

/** A call as the handler of a hand-written tool gets it; `A` is what its arguments are. */
export type HandwrittenCallContext<S = undefined, A = JsonObject> = Omit<
  ToolCallContext<S>,
  'request'
> & {
  readonly request: Omit<ToolCallRequest, 'arguments'> & { readonly arguments: A };
};

/** A tool's annotations as MCP writes them. */
export interface ToolAnnotations {
  readonly title?: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

/**
 * A tool that somebody writes instead of deriving it from an operation. It passes the same onion as every other tool,
 * without `auth`, `retry` and `cache`. {@link defineTool} types the handler by the schemas.
 */
export interface HandwrittenTool<S = undefined> {
  /** Matches `^[A-Za-z_][A-Za-z0-9_-]*$`, at most 64 characters; no other tool has it. */
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  /** One line for deferred search; the description's first line by default. */
  readonly summary?: string;
  readonly tags?: readonly string[];
  /** As overlays say them, or as MCP does in {@link annotations}; not both. */
  readonly hints?: ToolHints;
  readonly annotations?: ToolAnnotations;
  readonly icons?: readonly Icon[];
  /** The tool's `_meta`, under either name. */
  readonly meta?: JsonObject;
  readonly _meta?: JsonObject;
  /**
   * A JSON Schema is shown to clients as it stands and enforced only with {@link validateArguments}: the handler gets the
   * arguments as they came. A Standard Schema is always enforced, and the handler gets what it makes of the arguments.
   * `{ type: object, properties: {} }` by default.
   */
  readonly inputSchema?: ToolSchema;
  /**
   * What `structuredContent` of every success fits. It is always checked: one that does not fit is a fault of the tool. A
   * Standard Schema also has the last word on what is sent.
   */
  readonly outputSchema?: ToolSchema;
  /** What clients see instead, for Standard Schemas that cannot be written as JSON Schema. */
  readonly advertise?: { readonly inputSchema?: JsonSchema; readonly outputSchema?: JsonSchema };
  /** Check the arguments against a JSON Schema before the handler runs; false by default. */
  readonly validateArguments?: boolean;
  /** Ask the person before each call. */
  readonly confirm?: boolean;
  /** Stay in the list in deferred mode too; true by default. Search finds the tool either way. */
  readonly pinned?: boolean;
  /** Scopes that a caller must hold, for a server with sign-in. */
  readonly scopes?: readonly string[];
  /** Names of middleware around this tool alone, outermost first. */
  readonly middleware?: readonly string[];
  /** Settings of built-in middleware for this tool, by the middleware's name. */
  readonly configure?: Readonly<Record<string, JsonValue>>;
  /** Answers a call. What it throws becomes a clean failure; its message is for the log alone. */
  readonly handler: (context: HandwrittenCallContext<S>) => Promise<ToolOutcome>;
}

/**
 * A hand-written tool with every field of a tool's metadata.
 *
 * @throws BridgeError `configuration-invalid` for what is no tool, or cannot be shown to clients.
 */
export function metadataOf<S>(tool: HandwrittenTool<S>): ToolMetadata {
  checkShape(tool);
  const outputSchema = shownSchema(tool, 'output');
  const meta = tool.meta ?? tool._meta;
  return {
    name: tool.name,
    ...(tool.title === undefined ? {} : { title: tool.title }),
    description: tool.description,
    summary: tool.summary ?? tool.description.trim().split('\n', 1)[0] ?? tool.name,
    tags: tool.tags ?? [],
    hints: tool.hints ?? hintsOfAnnotations(tool.annotations ?? {}),
    ...(tool.icons === undefined ? {} : { icons: tool.icons }),
    ...(meta === undefined ? {} : { meta }),
    inputSchema: shownSchema(tool, 'input') ?? { type: 'object', properties: {} },
    ...(outputSchema === undefined ? {} : { outputSchema }),
  };
}

function hintsOfAnnotations({
  title,
  readOnlyHint: readOnly,
  destructiveHint: destructive,
  idempotentHint: idempotent,
  openWorldHint: openWorld,
}: ToolAnnotations): ToolHints {
  return {
    ...(title === undefined ? {} : { title }),
    ...(readOnly === undefined ? {} : { readOnly }),
    ...(destructive === undefined ? {} : { destructive }),
    ...(idempotent === undefined ? {} : { idempotent }),
    ...(openWorld === undefined ? {} : { openWorld }),
  };
}

/** The settings of a hand-written tool. A Standard Schema is enforced whatever they say. */
export function settingsOf<S>(tool: HandwrittenTool<S>): ToolSettings {
  return {
    ...defaultToolSettings,
    validateArguments: tool.validateArguments ?? false,
    confirm: tool.confirm ?? false,
    middleware: tool.middleware ?? [],
    scopes: tool.scopes ?? [],
    configure: tool.configure ?? {},
  };
}

const schemaKeys = { input: 'inputSchema', output: 'outputSchema' } as const;

/** What clients see of a schema; `undefined` where there is none. */
function shownSchema<S>(tool: HandwrittenTool<S>, side: SchemaSide): JsonSchema | undefined {
  const key = schemaKeys[side];
  const schema = tool[key];
  if (schema === undefined) return undefined;
  const owner = `the ${key} of the hand-written tool "${tool.name}"`;
  if (!isStandardSchema(schema)) return objectSchema(schema, owner);
  const advertised = tool.advertise?.[key];
  return advertised === undefined
    ? standardAsJsonSchema(schema, side, owner)
    : objectSchema(advertised, `the advertised ${key} of the hand-written tool "${tool.name}"`);
}

function objectSchema(schema: unknown, owner: string): JsonSchema {
  if (isJsonObject(schema) && schema['type'] === 'object') return schema;
  throw invalid(
    `${owner} is neither a Standard Schema nor a JSON Schema with an object at its root.`,
    'Clients refuse the whole list otherwise: give its root "type": "object".',
  );
}

/** Hand-written tools come from files that no compiler may have seen. */
function checkShape<S>(tool: HandwrittenTool<S>): void {
  if (!isJsonObject(tool)) {
    throw invalid(
      `A hand-written tool is ${tool === null ? 'null' : `of type ${typeof tool}`}.`,
      'Give an object with name, description and handler.',
    );
  }
  const name: unknown = tool.name;
  if (typeof name !== 'string' || !/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/.test(name)) {
    throw invalid(
      `A hand-written tool has the name ${JSON.stringify(name)}.`,
      'Name it with letters, digits, _ and -, at most 64 characters, not beginning with a digit.',
    );
  }
  checkKeys(tool);
  const description: unknown = tool.description;
  if (typeof description !== 'string' || description.trim() === '') {
    throw invalid(`The hand-written tool "${name}" has no description.`, 'Say what it does.');
  }
  const handler: unknown = tool.handler;
  if (typeof handler !== 'function') {
    throw invalid(`The hand-written tool "${name}" has no handler.`, 'Give it a function.');
  }
}

const knownKeys: Readonly<Record<keyof HandwrittenTool, true>> = {
  name: true,
  title: true,
  description: true,
  summary: true,
  tags: true,
  hints: true,
  annotations: true,
  icons: true,
  meta: true,
  _meta: true,
  inputSchema: true,
  outputSchema: true,
  advertise: true,
  validateArguments: true,
  confirm: true,
  pinned: true,
  scopes: true,
  middleware: true,
  configure: true,
  handler: true,
};

/** A misspelled field would be lost in silence, a hint among them. */
function checkKeys<S>(tool: HandwrittenTool<S>): void {
  const unknown = Object.keys(tool).find((key) => !Object.hasOwn(knownKeys, key));
  if (unknown !== undefined) {
    throw invalid(
      `The hand-written tool "${tool.name}" has a field ${JSON.stringify(unknown)}, which no tool has.`,
      didYouMean(unknown, Object.keys(knownKeys)) || 'Take it away.',
    );
  }
  for (const [ours, theirs] of [
    ['hints', 'annotations'],
    ['meta', '_meta'],
  ] as const) {
    if (tool[ours] === undefined || tool[theirs] === undefined) continue;
    throw invalid(
      `The hand-written tool "${tool.name}" has ${ours} and ${theirs}, which say the same.`,
      'Keep one of them.',
    );
  }
}

function invalid(message: string, fix: string): BridgeError {
  const sentence = message.charAt(0).toUpperCase() + message.slice(1);
  return new BridgeError('configuration-invalid', sentence, { fix });
}
