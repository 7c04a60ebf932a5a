import type { MediaType, ResponseCase } from '../../model/api.ts';
import { type Diagnostic, diagnostic } from '../../model/diagnostic.ts';
import { successCases } from '../accept.ts';
import { kindOfMedia } from '../body/media-type.ts';
import { operationName } from '../operation-name.ts';
import { toolLines } from './overlay-lines.ts';
import type { LintSubject } from './subject.ts';

/** An operation whose document does not say what a success answers. */
export function lintAnswers(subject: LintSubject): readonly Diagnostic[] {
  const { operation, mapped } = subject;
  if (operation.method === 'HEAD' || mapped.outputSchemaWanted) return [];
  if (isDescribed(operation.responses, mapped.tool.hints.readOnly === true)) return [];
  return [
    diagnostic('lint-answer-undescribed', {
      message: `Nothing says what the tool ${JSON.stringify(mapped.tool.name)} answers when it succeeds.`,
      fix: 'Give a successful response of the operation a schema, or the tool an outputSchema.',
      location: operation.location,
      operation: operationName(operation),
      overlay: toolLines([subject], () => [
        'outputSchema: { type: object, properties: { id: { type: string } } }',
      ]),
    }),
  ];
}

function isDescribed(responses: readonly ResponseCase[], reads: boolean): boolean {
  // What only redirects answers with the place to go to.
  if (responses.some(({ status }) => status.startsWith('3'))) return true;
  const successes = successCases(responses);
  if (successes.length === 0) return false;
  const content = successes.flatMap((each) => each.content);
  if (content.length > 0) return content.some(saysSomething);
  // A write may well answer nothing; a read that does needs a status that says so.
  return !reads || successes.some(({ status }) => status === '204' || status === '205');
}

/** Other than JSON, a media type says by itself what comes. */
function saysSomething({ mediaType, schema, itemSchema }: MediaType): boolean {
  return schema !== undefined || itemSchema !== undefined || kindOfMedia(mediaType) !== 'json';
}
