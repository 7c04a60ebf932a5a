import type { MediaType, Operation } from '../../model/api.ts';
import {
  canonicalStringify,
  isJsonObject,
  type JsonSchema,
  type JsonValue,
} from '../../model/json.ts';
import type { SourceLocation } from '../../model/source.ts';
import { successCases } from '../accept.ts';
import { essenceOf, kindOfMedia } from '../body/media-type.ts';
import type { Facts } from '../schema/facts.ts';
import { projectSchema } from './projected.ts';

/** The canonical schema of one documented JSON answer. */
export interface Answer {
  readonly schema: JsonSchema;
  readonly location: SourceLocation;
}

/** The JSON answers of an operation, taken apart by how they become structured content (rule R6). */
export interface Answers {
  /** Objects, which are sent as they are. */
  readonly objects: readonly Answer[];
  /** Everything else, which is sent as `{ result }`. */
  readonly others: readonly Answer[];
}

/** Most alternatives that one output schema has. */
const maxAnswers = 8;

const maxDepth = 10;

/**
 * The documented JSON of every success (rule R2), each distinct schema once; `undefined` where no success
 * is described as JSON. `select` is the JMESPath expression that picks what is sent out of each.
 */
export function answersOf(
  operation: Operation,
  facts: Facts,
  select?: string,
): Answers | undefined {
  const distinct = new Map<string, Answer>();
  for (const { content } of successCases(operation.responses)) {
    for (const media of content) {
      const whole = jsonSchemaOf(media, facts);
      if (whole !== undefined) {
        const schema = select === undefined ? whole : projectSchema(whole, select, facts);
        distinct.set(canonicalStringify(schema), { schema, location: media.location });
      }
    }
  }
  if (distinct.size === 0) return undefined;
  const objects: Answer[] = [];
  const others: Answer[] = [];
  for (const answer of [...distinct.values()].slice(0, maxAnswers)) {
    sortAnswer(answer, { facts, objects, others }, 0);
  }
  return { objects, others };
}

/** The schema of a media type that arrives as JSON: as such, or as the items of a stream (rule R17). */
function jsonSchemaOf(media: MediaType, facts: Facts): JsonSchema | undefined {
  const { schema, itemSchema } = media;
  const isStream = ['jsonLines', 'jsonSequence'].includes(kindOfMedia(media.mediaType));
  if (isStream || essenceOf(media.mediaType) === 'text/event-stream') {
    if (itemSchema !== undefined) return { type: 'array', items: itemSchema };
    return isStream ? (schema ?? { type: 'array', items: {} }) : undefined;
  }
  if (kindOfMedia(media.mediaType) !== 'json') return undefined;
  const isRaw = schema !== undefined && facts.isBinary(schema);
  return isRaw ? undefined : (schema ?? {});
}

interface Sorting {
  readonly facts: Facts;
  readonly objects: Answer[];
  readonly others: Answer[];
}

/** Objects to one side, the rest to the other; a choice is taken apart, what may be both goes to both. */
function sortAnswer(answer: Answer, sorting: Sorting, depth: number): void {
  const { facts, objects, others } = sorting;
  const types = facts.types(answer.schema);
  if (!types.has('object')) {
    others.push(answer);
    return;
  }
  if (types.size === 1) {
    objects.push(answer);
    return;
  }
  const branches = depth < maxDepth ? branchesOf(facts.target(answer.schema)) : [];
  for (const schema of branches) sortAnswer({ ...answer, schema }, sorting, depth + 1);
  if (branches.length > 0) return;
  const { schema, location } = answer;
  objects.push({ schema: { type: 'object', allOf: [schema] }, location });
  // A schema that names properties means objects, whatever else it would let through.
  if (facts.named(schema).properties.size === 0) others.push(answer);
}

/** The alternatives of a schema that is nothing but a choice. */
function branchesOf(schema: JsonSchema): readonly JsonSchema[] {
  const [keyword, ...more] = ['anyOf', 'oneOf'].filter((name) => schema[name] !== undefined);
  const isChoice =
    keyword !== undefined &&
    more.length === 0 &&
    ['type', 'properties', 'allOf', '$ref'].every((name) => schema[name] === undefined);
  const branches = isChoice ? schema[keyword] : undefined;
  return Array.isArray(branches)
    ? (branches as readonly JsonValue[]).filter((branch) => isJsonObject(branch))
    : [];
}
