import { diagnostic, type Diagnostic, type DiagnosticCode } from '../../model/diagnostic.ts';
import { isJsonObject, type JsonSchema, type JsonValue } from '../../model/json.ts';
import { escapePointerToken } from '../../model/source.ts';
import type { Tool } from '../../model/tool.ts';
import { operationName } from '../operation-name.ts';
import { subschemasOf } from '../schema/keywords.ts';
import { profiles, type KeywordRules, type Profile, type ProfileName } from './profile.ts';

/** What a client adds around tools. */
export interface ProfileContext {
  /** Name under which the client knows the server; some put it in front of tool names (rules C6, C7). */
  readonly serverName: string;
}

/** Names what a client would refuse of this tool. */
export function checkTool(
  tool: Tool,
  profile: ProfileName,
  context: ProfileContext,
): readonly Diagnostic[] {
  const rules = profiles[profile];
  return [
    ...checkName(tool, rules, context),
    ...checkArgumentNames(tool, rules),
    ...checkRoots(tool, rules),
    ...checkReferences(tool, rules),
    ...checkKeywords(tool, rules),
    ...checkHeaderAnnotations(tool, rules),
  ];
}

/** Names what a client would refuse of the list as a whole (rule C10), and of each tool. */
export function checkTools(
  tools: readonly Tool[],
  profile: ProfileName,
  context: ProfileContext,
): readonly Diagnostic[] {
  const { maxTools, title } = profiles[profile];
  const each = tools.flatMap((tool) => checkTool(tool, profile, context));
  if (maxTools === undefined || tools.length <= maxTools) return each;
  const count = diagnostic('client-tools-many', {
    message: `${title} takes at most ${maxTools} tools, and there are ${tools.length}.`,
    fix: 'Use the deferred mode, or select fewer operations.',
  });
  return [count, ...each];
}

function report(
  code: DiagnosticCode,
  { operation }: Tool,
  texts: { readonly message: string; readonly fix: string },
): Diagnostic {
  const { id, method, path } = operation;
  return diagnostic(code, {
    ...texts,
    operation: operationName({ method, path, ...(id === undefined ? {} : { operationId: id }) }),
  });
}

function checkName(
  tool: Tool,
  { title, toolName }: Profile,
  { serverName }: ProfileContext,
): readonly Diagnostic[] {
  const shown = toolName.prefix.replace('{server}', serverName) + tool.name;
  const isLegal = toolName.pattern.test(tool.name);
  if (isLegal && shown.length <= toolName.maxLength) return [];
  return [
    report('client-tool-name', tool, {
      message: isLegal
        ? `${title} calls the tool "${shown}", ${shown.length} characters where ${toolName.maxLength} are allowed.`
        : `${title} refuses the tool name "${tool.name}".`,
      fix: isLegal
        ? 'Give the tool or the server a shorter name.'
        : 'Give the tool a name of letters, digits, "_" and "-".',
    }),
  ];
}

function checkArgumentNames(tool: Tool, { title, argumentName }: Profile): readonly Diagnostic[] {
  const properties = tool.inputSchema['properties'];
  const refused = Object.keys(isJsonObject(properties) ? properties : {}).filter(
    (name) => !argumentName.test(name),
  );
  if (refused.length === 0) return [];
  return [
    report('client-argument-name', tool, {
      message: `${title} refuses the argument names ${quoteAll(refused)} of "${tool.name}".`,
      fix: 'Name the arguments with an overlay.',
    }),
  ];
}

const rootComposition = ['oneOf', 'anyOf', 'allOf', 'not', 'if', '$ref'] as const;

function checkRoots(tool: Tool, { title }: Profile): readonly Diagnostic[] {
  const { inputSchema, outputSchema } = tool;
  const found: string[] = rootComposition
    .filter((keyword) => inputSchema[keyword] !== undefined)
    .map((keyword) => `"${keyword}" at the root of the input schema`);
  if (inputSchema['type'] !== 'object') found.push('an input schema that is no object');
  if (outputSchema !== undefined && outputSchema['type'] !== 'object') {
    found.push('an output schema that is no object');
  }
  if (found.length === 0) return [];
  return [
    report('client-root', tool, {
      message: `${title} refuses ${found.join(' and ')} of "${tool.name}".`,
      fix: 'Put the composition into a property of the root.',
    }),
  ];
}

function checkReferences(tool: Tool, { title, references }: Profile): readonly Diagnostic[] {
  const found = new Set<string>();
  walk(tool.inputSchema, (schema) => {
    const target = schema['$ref'];
    if (typeof target === 'string') found.add(target);
  });
  const elsewhere = [...found].filter((target) => !target.startsWith('#/$defs/'));
  if (elsewhere.length > 0) {
    return [
      report('client-reference', tool, {
        message: `${title} cannot follow the references ${quoteAll(elsewhere)} of "${tool.name}".`,
        fix: 'Refer to definitions under #/$defs/ only.',
      }),
    ];
  }
  if (found.size === 0 || references === 'definitions') return [];
  return [
    report('client-reference', tool, {
      message: `Some versions of ${title} lose the definitions that the input schema of "${tool.name}" refers to.`,
      fix: 'Build for this client, so that references are followed to a limited depth.',
    }),
  ];
}

function checkKeywords(tool: Tool, { title, keywords }: Profile): readonly Diagnostic[] {
  const found = new Map<string, string>();
  walk(tool.inputSchema, (schema, place) => {
    for (const problem of refusedKeywords(schema, keywords)) {
      if (!found.has(problem)) found.set(problem, placeText(place()));
    }
  });
  if (found.size === 0) return [];
  const problems = [...found].map(([problem, place]) => `${problem} ${place}`).sort();
  return [
    report('client-keyword', tool, {
      message: `${title} refuses or ignores ${problems.join(', ')} in the input schema of "${tool.name}".`,
      fix: 'Build for this client, so that the schema is rewritten for it.',
    }),
  ];
}

/** What a client does not take of one schema, in words. */
export function refusedKeywords(schema: JsonSchema, rules: KeywordRules): readonly string[] {
  const { type } = schema as { readonly type?: JsonValue };
  const isComposed = schema['anyOf'] !== undefined;
  const problems: (string | false)[] = [
    rules.itemsRequired &&
      type === 'array' &&
      schema['items'] === undefined &&
      'arrays without "items"',
    rules.singleType && Array.isArray(type) && 'a list of types',
    rules.singleType && isComposed && type !== undefined && '"type" beside "anyOf"',
    rules.onlyAnyOf && schema['oneOf'] !== undefined && '"oneOf"',
    rules.onlyAnyOf && schema['allOf'] !== undefined && '"allOf"',
    rules.textEnums && hasOtherValues(schema['enum']) && 'an "enum" of other values than text',
    rules.inclusiveBounds && typeof schema['exclusiveMinimum'] === 'number' && '"exclusiveMinimum"',
    rules.inclusiveBounds && typeof schema['exclusiveMaximum'] === 'number' && '"exclusiveMaximum"',
    isRefusedFormat(schema, rules) && `the format ${JSON.stringify(schema['format'])}`,
    ...rules.dropped.map((keyword) => schema[keyword] !== undefined && `"${keyword}"`),
  ];
  return problems.filter((problem) => problem !== false);
}

function hasOtherValues(values: JsonValue | undefined): boolean {
  return Array.isArray(values) && values.some((value) => typeof value !== 'string');
}

const numberFormats = new Set(['int32', 'int64', 'float', 'double']);

/** Whether the format of a schema is one that the client does not read; those of numbers are. */
export function isRefusedFormat(schema: JsonSchema, { formats }: KeywordRules): boolean {
  const format = schema['format'];
  if (formats === undefined || typeof format !== 'string') return false;
  const isOfNumber = schema['type'] !== 'string' && numberFormats.has(format);
  return !isOfNumber && !formats.includes(format);
}

/** `x-mcp-header` counts only where plain `properties` lead to it (rule C17). */
function checkHeaderAnnotations(tool: Tool, { title }: Profile): readonly Diagnostic[] {
  const reached = new Set<JsonSchema>();
  const follow = (schema: JsonSchema): void => {
    reached.add(schema);
    const properties = schema['properties'];
    if (!isJsonObject(properties)) return;
    for (const property of Object.values(properties)) if (isJsonObject(property)) follow(property);
  };
  follow(tool.inputSchema);
  let isMisplaced = false;
  walk(tool.inputSchema, (schema) => {
    if (schema['x-mcp-header'] !== undefined && !reached.has(schema)) isMisplaced = true;
  });
  if (!isMisplaced) return [];
  return [
    report('client-header-annotation', tool, {
      message: `${title} drops "${tool.name}" over HTTP: an "x-mcp-header" stands outside plain properties.`,
      fix: 'Annotate properties that only "properties" lead to.',
    }),
  ];
}

/** Where the first of its kind stands, for people. */
function placeText(pointer: string): string {
  return pointer === '' ? 'at the root' : `(first at ${pointer})`;
}

/** A schema with the way to it. */
interface Visited {
  readonly schema: JsonSchema;
  readonly parent?: Visited;
}

/**
 * Visits a schema and everything in it once, definitions included, what is near the root first. `place` finds the
 * JSON Pointer, which only few of those who visit want.
 */
function walk(root: JsonSchema, visit: (schema: JsonSchema, place: () => string) => void): void {
  const queue: Visited[] = [{ schema: root }];
  const seen = new Set<JsonSchema>([root]);
  // What is added meanwhile is visited too.
  for (const parent of queue) {
    const { schema } = parent;
    visit(schema, () => pointerOf(parent));
    const definitions = schema['$defs'];
    const inner = [
      ...subschemasOf(schema).map((each) => each.schema),
      ...(isJsonObject(definitions) ? Object.values(definitions).filter(isJsonObject) : []),
    ];
    for (const each of inner) {
      if (seen.has(each)) continue;
      seen.add(each);
      queue.push({ schema: each, parent });
    }
  }
}

function pointerOf({ schema, parent }: Visited): string {
  if (parent === undefined) return '';
  for (const [keyword, held] of Object.entries(parent.schema)) {
    const way = held === schema ? '' : wayThrough(held, schema);
    if (way !== undefined) return `${pointerOf(parent)}/${keyword}${way}`;
  }
  return pointerOf(parent);
}

/** The step from a map or list of schemas to one of them. */
function wayThrough(held: JsonValue, schema: JsonSchema): string | undefined {
  if (typeof held !== 'object' || held === null) return undefined;
  const entry = Object.entries(held).find(([, each]) => each === schema);
  return entry === undefined ? undefined : `/${escapePointerToken(entry[0])}`;
}

function quoteAll(names: readonly string[]): string {
  return names.map((name) => JSON.stringify(name)).join(', ');
}
