import { type Diagnostic, diagnostic } from '../../model/diagnostic.ts';
import { isJsonObject, type JsonObject, type JsonValue, ownValue } from '../../model/json.ts';
import type { Tool } from '../../model/tool.ts';
import { operationName } from '../operation-name.ts';
import { argumentKey } from '../overlay/argument-keys.ts';
import { cutText } from '../text.ts';
import { tokensOfLength } from '../tokens.ts';
import { quoteYaml, yamlText } from '../yaml-text.ts';
import { toolLines } from './overlay-lines.ts';
import type { LintSubject } from './subject.ts';

/** What the schemas of one tool may cost, in tokens. */
const schemaBudget = 2_000;

const descriptionLength = 200;

/** A tool whose schemas alone take much of what an agent can read. */
export function lintSize(subject: LintSubject): readonly Diagnostic[] {
  const { operation, mapped } = subject;
  const { inputSchema, outputSchema, name } = mapped.tool;
  const outputLength = outputSchema === undefined ? 0 : JSON.stringify(outputSchema).length;
  const whole = tokensOfLength(JSON.stringify(inputSchema).length + outputLength);
  if (whole <= schemaBudget) return [];
  const parts = partsOf(mapped.tool);
  const largest = partsToShrink(parts, outputLength);
  const names = largest.map((part) => JSON.stringify(part)).join(', ');
  const dropsOutput = tokensOfLength(outputLength) > schemaBudget / 2;
  const argumentLines = largest.map((part) => `  ${shrunkLine(part, subject)}`);
  return [
    diagnostic('lint-schema-large', {
      message: `The schemas of the tool ${JSON.stringify(name)} cost about ${whole.toLocaleString('en-US')} tokens${names === '' ? '' : `, most of them for ${names}`}.`,
      fix: 'Hide what agents do not need, or give the largest arguments a simpler schema.',
      location: operation.location,
      operation: operationName(operation),
      overlay: toolLines([subject], () => [
        ...(dropsOutput ? ['outputSchema: off'] : []),
        ...(argumentLines.length === 0 ? [] : ['arguments:', ...argumentLines]),
      ]),
    }),
  ];
}

/** The arguments of a tool, the definitions that each reaches, and what everything costs in characters. */
interface Parts {
  readonly lengths: ReadonlyMap<string, number>;
  readonly definitions: ReadonlyMap<string, ReadonlySet<string>>;
  readonly definitionLengths: ReadonlyMap<string, number>;
}

function partsOf({ inputSchema }: Tool): Parts {
  const properties = Object.entries(objectOf(inputSchema['properties']));
  const definitions = Object.entries(objectOf(inputSchema['$defs']));
  const direct = new Map(definitions.map(([key, schema]) => [key, referencesIn(schema)]));
  return {
    lengths: new Map(properties.map(([name, schema]) => [name, lengthOf(name, schema)])),
    definitions: new Map(
      properties.map(([name, schema]) => [name, reachedFrom(referencesIn(schema), direct)]),
    ),
    definitionLengths: new Map(definitions.map(([key, schema]) => [key, lengthOf(key, schema)])),
  };
}

/** The arguments that have to be simpler, the largest first, until the rest is within the budget. */
function partsToShrink(parts: Parts, outputLength: number): readonly string[] {
  const kept = new Set(parts.lengths.keys());
  const shrunk: string[] = [];
  const bySize = [...kept].sort((a, b) => costOf([b], parts) - costOf([a], parts));
  for (const name of bySize) {
    if (tokensOfLength(costOf(kept, parts) + outputLength) <= schemaBudget) break;
    kept.delete(name);
    shrunk.push(name);
  }
  return shrunk;
}

function costOf(names: Iterable<string>, parts: Parts): number {
  const reached = new Set<string>();
  let length = 0;
  for (const name of names) {
    length += parts.lengths.get(name) ?? 0;
    for (const key of parts.definitions.get(name) ?? []) reached.add(key);
  }
  for (const key of reached) length += parts.definitionLengths.get(key) ?? 0;
  return length;
}

function reachedFrom(
  start: ReadonlySet<string>,
  direct: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlySet<string> {
  const reached = new Set(start);
  // A set is iterated in the order of insertion, what is added meanwhile included.
  for (const key of reached) for (const next of direct.get(key) ?? []) reached.add(next);
  return reached;
}

/** Definitions that a schema refers to; published schemas are never deeper than a stack takes (rule J16). */
function referencesIn(schema: JsonValue): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (value: JsonValue): void => {
    if (Array.isArray(value)) for (const item of value as readonly JsonValue[]) visit(item);
    if (!isJsonObject(value)) return;
    const reference = value['$ref'];
    if (typeof reference === 'string') found.add(reference.replace('#/$defs/', ''));
    for (const inner of Object.values(value)) visit(inner);
  };
  visit(schema);
  return found;
}

function lengthOf(key: string, schema: JsonValue): number {
  return key.length + JSON.stringify(schema).length + 4;
}

/** One argument with a schema that says only what kind of value it is. */
function shrunkLine(argument: string, { operation, mapped }: LintSubject): string {
  const { inputSchema, request } = mapped.tool;
  const property = objectOf(ownValue(objectOf(inputSchema['properties']), argument));
  const { parameters, body } = request;
  const bound = parameters.find(
    ({ source }) => source.kind === 'argument' && source.argument === argument,
  );
  const parameter = operation.parameters.find(
    (each) => each.name === bound?.name && each.in === bound.in,
  );
  const lifted =
    body?.source.kind === 'properties'
      ? body.source.properties.find(
          ({ source }) => source.kind === 'argument' && source.argument === argument,
        )
      : undefined;
  const bodyKey = lifted === undefined ? 'body' : `body:${lifted.property}`;
  const key = parameter === undefined ? bodyKey : argumentKey(parameter, operation);
  const said = property['description'];
  const text = typeof said === 'string' ? cutText(said, descriptionLength) : '';
  const description = text === '' ? 'Say which members matter, and give an example.' : text;
  return `${yamlText(key)}: { schema: ${kindOf(property, inputSchema)}, description: ${quoteYaml(description)} }`;
}

function kindOf(property: JsonObject, root: JsonObject): string {
  const reference = property['$ref'];
  const target =
    typeof reference === 'string'
      ? objectOf(ownValue(objectOf(root['$defs']), reference.replace('#/$defs/', '')))
      : property;
  const type = target['type'];
  if (type === 'array') return '{ type: array, items: {} }';
  return typeof type === 'string' ? `{ type: ${type} }` : '{ type: object }';
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
