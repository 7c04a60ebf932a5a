import type { ApiModel } from '../../model/api.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { MappedApi } from '../mapped-api.ts';
import { lintAnswers } from './lint-answers.ts';
import { lintInputs } from './lint-inputs.ts';
import { lintSize } from './lint-size.ts';
import { lintAlike, lintDescription, lintParameters } from './lint-texts.ts';
import { lintSubjects } from './subject.ts';

/**
 * What agents would stumble over in the tools of one document, after overlays: texts that are missing or alike,
 * inputs and answers that nobody describes, schemas that cost too much. Each diagnostic holds the lines of an overlay
 * that would mend it. Names that were shortened and words that contradict a method are said by
 * `mapTools` itself.
 */
export function lintApi(api: ApiModel, mapped: MappedApi): readonly Diagnostic[] {
  const subjects = lintSubjects(api, mapped);
  return [
    ...subjects.flatMap((subject) => [
      ...lintDescription(subject),
      ...lintInputs(subject),
      ...lintParameters(subject),
      ...lintAnswers(subject),
      ...lintSize(subject),
    ]),
    ...lintAlike(subjects),
  ];
}
