import { type Diagnostic, diagnostic } from '../../model/diagnostic.ts';
import { parsePointer } from '../../model/source.ts';
import { operationKey, operationName } from '../operation-name.ts';
import { quoteYaml } from '../yaml-text.ts';
import { toolLines } from './overlay-lines.ts';
import { type LintSubject, ownDescription } from './subject.ts';

const writingMethods: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/** How a description says that nothing has to be given. */
const saysNoInput = /\b(?:no|without(?: any)?) (?:input|body|argument|parameter|payload)s?\b/i;

/** A write that nothing can be given to: often the document forgets its inputs (U111). */
export function lintInputs(subject: LintSubject): readonly Diagnostic[] {
  const { operation, mapped } = subject;
  const takesNothing = operation.parameters.length === 0 && operation.requestBody === undefined;
  if (!takesNothing || !writingMethods.has(operation.method)) return [];
  if (saysNoInput.test(ownDescription(mapped.tool))) return [];
  return [
    diagnostic('lint-body-missing', {
      message: `The tool ${JSON.stringify(mapped.tool.name)} writes (${operation.method}) and takes neither a body nor parameters, so an agent cannot give it anything.`,
      fix: 'If the API takes a body, describe it in the document or with an OpenAPI Overlay; else say in the description that it takes no input.',
      location: operation.location,
      operation: operationName(operation),
      overlay: bodyOverlay(subject) ?? toolLines([subject], noInputLines),
    }),
  ];
}

/** An OpenAPI Overlay that gives the operation a body: only such a one can change what a request holds. */
function bodyOverlay({ api, operation }: LintSubject): string | undefined {
  const { document, pointer } = operation.location;
  // Overlays change the entry document, and the operation may stand in another.
  if (document !== api.document) return undefined;
  const schema = '{ type: object, properties: { name: { type: string } } }';
  const update =
    api.specification === '2.0'
      ? `{ parameters: [{ in: body, name: body, schema: ${schema} }] }`
      : `{ requestBody: { content: { application/json: { schema: ${schema} } } } }`;
  return [
    'overlay: 1.0.0',
    'info: { title: Bodies, version: 1.0.0 }',
    'actions:',
    `  - target: ${quoteYaml(jsonPathOf(pointer))}`,
    `    update: ${update}`,
  ].join('\n');
}

function noInputLines({ operation }: LintSubject): readonly string[] {
  const text = `Say what ${operationKey(operation)} does. It takes no input.`;
  return [`description: ${quoteYaml(text)}`];
}

/** A JSON Pointer as a normalized path (RFC 9535 §2.7); indices of lists are not told apart from keys. */
function jsonPathOf(pointer: string): string {
  const keys = parsePointer(pointer).map(
    (key) => `['${key.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}']`,
  );
  return `$${keys.join('')}`;
}
