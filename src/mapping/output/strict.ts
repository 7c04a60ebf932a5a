import type { Diagnostic } from '../../model/diagnostic.ts';
import type { JsonSchema } from '../../model/json.ts';
import type { Converted, Definitions } from '../schema/definitions.ts';
import type { Answer, Answers } from './answers.ts';

/** What the runtime sends where an answer has no JSON, or has drifted from the document (rule J19). */
const emptyAnswer: JsonSchema = {
  type: 'object',
  maxProperties: 0,
  description: 'No JSON, or JSON of another shape than documented: read the text.',
};

/** The complete output schema: everything that the document says, and `{}` beside it (rules J18, J19). */
export function strictRoot({ objects, others }: Answers, definitions: Definitions): Converted {
  const diagnostics: Diagnostic[] = [];
  const convert = ({ schema, location }: Answer): JsonSchema => {
    const converted = definitions.convert(schema, location);
    diagnostics.push(...converted.diagnostics);
    return converted.schema;
  };
  const branches = objects.map(convert);
  if (others.length > 0) {
    const results = others.map(convert);
    const [only] = results;
    const properties = {
      result: results.length === 1 && only !== undefined ? only : { anyOf: results },
    };
    // Without `required`, a list of results alone admits `{}` as it is.
    if (branches.length === 0) {
      return {
        schema: { type: 'object', properties, additionalProperties: false },
        diagnostics,
      };
    }
    branches.push({
      type: 'object',
      properties,
      required: ['result'],
      additionalProperties: false,
    });
  }
  return { schema: { type: 'object', anyOf: [...branches, emptyAnswer] }, diagnostics };
}
