import { type Diagnostic, diagnostic } from '../../model/diagnostic.ts';
import type { Tool } from '../../model/tool.ts';
import { operationName } from '../operation-name.ts';
import { argumentKey } from '../overlay/argument-keys.ts';
import { tokensOfLength } from '../tokens.ts';
import { quoteYaml, yamlText } from '../yaml-text.ts';
import { toolLines } from './overlay-lines.ts';
import { type PartChange, type SchemaPart, type SchemaParts, schemaParts } from './schema-parts.ts';
import type { LintSubject } from './subject.ts';

/** What the schemas of one tool may cost, in tokens. */
const schemaBudget = 2_000;

/** What is aimed at by changes: mapping may add a few words to what an overlay says. */
const changedBudget = 0.95 * schemaBudget;

/** Characters that a simpler argument has to save, so that it is worth a line. */
const leastSaving = 200;

/** Arguments named in a message before the rest is only counted. */
const namesShown = 5;

/** A tool whose schemas alone take much of what an agent can read. */
export function lintSize(subject: LintSubject): readonly Diagnostic[] {
  const { operation, mapped } = subject;
  const { inputSchema, outputSchema, name } = mapped.tool;
  const outputLength = outputSchema === undefined ? 0 : JSON.stringify(outputSchema).length;
  const whole = tokensOfLength(JSON.stringify(inputSchema).length + outputLength);
  if (whole <= schemaBudget) return [];
  const dropsOutput = tokensOfLength(outputLength) > schemaBudget / 2;
  const parts = schemaParts(inputSchema);
  const changes = changesWithin(parts, dropsOutput ? 0 : outputLength);
  return [
    diagnostic('lint-schema-large', {
      message: `The schemas of the tool ${JSON.stringify(name)} cost about ${whole.toLocaleString('en-US')} tokens${mostOf(changes)}.`,
      fix: 'Hide what agents do not need, or give the largest arguments a simpler schema.',
      location: operation.location,
      operation: operationName(operation),
      overlay: toolLines([subject], () => [
        ...(dropsOutput ? ['outputSchema: off'] : []),
        ...argumentLines(parts.parts, changes, subject),
      ]),
    }),
  ];
}

/** Changes that bring a schema within the budget: first simpler arguments, then fewer of those that may be left out. */
function changesWithin(
  { parts, costWith }: SchemaParts,
  outputLength: number,
): ReadonlyMap<string, PartChange> {
  const changes = new Map<string, PartChange>();
  const isWithin = (): boolean => tokensOfLength(costWith(changes) + outputLength) <= changedBudget;
  const change = (candidates: readonly SchemaPart[], kind: PartChange): void => {
    const whole = costWith(changes);
    const bySaving = candidates
      .map(({ name }) => ({ name, saves: whole - costWith(new Map([...changes, [name, kind]])) }))
      .filter(({ saves }) => saves >= (kind === 'simplify' ? leastSaving : 1))
      .sort((a, b) => b.saves - a.saves);
    for (const { name } of bySaving) {
      if (isWithin()) return;
      changes.set(name, kind);
    }
  };
  change(parts, 'simplify');
  change(
    parts.filter(({ required }) => !required),
    'hide',
  );
  return changes;
}

function mostOf(changes: ReadonlyMap<string, PartChange>): string {
  if (changes.size === 0) return '';
  const names = [...changes.keys()].slice(0, namesShown).map((name) => JSON.stringify(name));
  const rest = changes.size - names.length;
  return `, most of them for ${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

function argumentLines(
  parts: readonly SchemaPart[],
  changes: ReadonlyMap<string, PartChange>,
  subject: LintSubject,
): readonly string[] {
  const lines = parts.flatMap((part) => {
    const change = changes.get(part.name);
    if (change === undefined) return [];
    const key = yamlText(keyOf(part.name, subject));
    return [`  ${key}: ${change === 'hide' ? '{ hide: true }' : simpleText(part)}`];
  });
  return lines.length === 0 ? [] : ['arguments:', ...lines];
}

function simpleText({ simple: { type, description } }: SchemaPart): string {
  const schema = type === 'array' ? '{ type: array, items: {} }' : `{ type: ${type} }`;
  return `{ schema: ${schema}, description: ${quoteYaml(description)} }`;
}

/** The key of an argument in an overlay. */
function keyOf(argument: string, { operation, mapped }: LintSubject): string {
  const { parameters, body } = mapped.tool.request;
  const bound = parameters.find((each) => isOf(each, argument));
  const parameter = operation.parameters.find(
    (each) => each.name === bound?.name && each.in === bound.in,
  );
  if (parameter !== undefined) return argumentKey(parameter, operation);
  if (body?.source.kind !== 'properties') return 'body';
  const lifted = body.source.properties.find((each) => isOf(each, argument));
  return lifted === undefined ? 'body' : `body:${lifted.property}`;
}

function isOf(
  { source }: Pick<Tool['request']['parameters'][number], 'source'>,
  argument: string,
): boolean {
  return source.kind === 'argument' && source.argument === argument;
}
