import type { ParameterBinding } from '../../model/request-binding.ts';
import { type Diagnostic, diagnostic } from '../../model/diagnostic.ts';
import { isJsonObject, type JsonObject, type JsonSchema, ownValue } from '../../model/json.ts';
import { groupBy } from '../group.ts';
import { operationKey, operationName } from '../operation-name.ts';
import { argumentKey } from '../overlay/argument-keys.ts';
import { quoteYaml, yamlText } from '../yaml-text.ts';
import { toolLines } from './overlay-lines.ts';
import { type LintSubject, ownDescription } from './subject.ts';

/** Tools named in a message before the rest is only counted. */
const namesShown = 3;
/** Arguments named in a message before the rest is only counted. */
const argumentsShown = 5;

/** A tool about which nothing is said; one that also takes nothing cannot be guessed at either (U111). */
export function lintDescription(subject: LintSubject): readonly Diagnostic[] {
  const { operation, mapped } = subject;
  if (ownDescription(mapped.tool) !== '') return [];
  const takesNothing = operation.parameters.length === 0 && operation.requestBody === undefined;
  const unexplained = mapped.tool.hints.readOnly === true && takesNothing;
  const name = JSON.stringify(mapped.tool.name);
  return [
    diagnostic(unexplained ? 'lint-read-unexplained' : 'lint-description-missing', {
      message: unexplained
        ? `The tool ${name} has neither arguments nor a description, so nobody can tell what it reads.`
        : `Nothing says what the tool ${name} does.`,
      fix: 'Give the operation a summary or description, or describe the tool in an overlay.',
      location: operation.location,
      operation: operationName(operation),
      overlay: toolLines([subject], descriptionLines),
    }),
  ];
}

/** Tools that an agent cannot tell apart by what is said about them. */
export function lintAlike(subjects: readonly LintSubject[]): readonly Diagnostic[] {
  const described = subjects.filter(({ mapped }) => ownDescription(mapped.tool) !== '');
  const groups = groupBy(described, ({ mapped }) =>
    ownDescription(mapped.tool).toLowerCase().replaceAll(/\s+/g, ' '),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined || group.length === 1) return [];
    const names = group.map(({ mapped }) => JSON.stringify(mapped.tool.name));
    return [
      diagnostic('lint-descriptions-alike', {
        message: `${group.length} tools have the same description: ${listed(names, namesShown)}.`,
        fix: 'Say of each what the others do not do.',
        location: first.operation.location,
        operation: operationName(first.operation),
        overlay: toolLines(group, descriptionLines),
      }),
    ];
  });
}

function descriptionLines({ operation }: LintSubject): readonly string[] {
  const text = `Say what ${operationKey(operation)} does, when to use it, and what it returns.`;
  return [`description: ${quoteYaml(text)}`];
}

/** Parameters that reach the agent as a bare name. */
export function lintParameters(subject: LintSubject): readonly Diagnostic[] {
  const { operation, mapped } = subject;
  const { inputSchema, request } = mapped.tool;
  const bare = request.parameters.filter((parameter) => !isDescribed(parameter, inputSchema));
  if (bare.length === 0) return [];
  const names = bare.map(({ name }) => JSON.stringify(name));
  const lines = bare.map((parameter) => `  ${lineOf(parameter, subject)}`);
  return [
    diagnostic('lint-parameter-undescribed', {
      message: `${bare.length} of ${request.parameters.length} parameters of the tool ${JSON.stringify(mapped.tool.name)} have no description: ${listed(names, argumentsShown)}.`,
      fix: 'Describe the parameters in the document, or the arguments in an overlay.',
      location: operation.location,
      operation: operationName(operation),
      overlay: toolLines([subject], () => ['arguments:', ...lines]),
    }),
  ];
}

function lineOf({ name, in: place }: ParameterBinding, { operation }: LintSubject): string {
  const parameter = operation.parameters.find((each) => each.name === name && each.in === place);
  const key = parameter === undefined ? name : argumentKey(parameter, operation);
  const text = `Say what ${name} means, and give an example.`;
  return `${yamlText(key)}: { description: ${quoteYaml(text)} }`;
}

function isDescribed({ source }: ParameterBinding, inputSchema: JsonSchema): boolean {
  if (source.kind === 'fixed') return true;
  const property = memberOf(inputSchema['properties'], source.argument);
  if (property === undefined || property['description'] !== undefined) return true;
  const reference = property['$ref'];
  if (typeof reference !== 'string') return false;
  const definition = memberOf(inputSchema['$defs'], reference.replace('#/$defs/', ''));
  return definition?.['description'] !== undefined;
}

function memberOf(value: JsonSchema[string] | undefined, key: string): JsonObject | undefined {
  const member = isJsonObject(value) ? ownValue(value, key) : undefined;
  return isJsonObject(member) ? member : undefined;
}

function listed(names: readonly string[], most: number): string {
  const rest = names.length - most;
  const more = rest > 0 ? ` and ${rest} more` : '';
  return names.slice(0, most).join(', ') + more;
}
