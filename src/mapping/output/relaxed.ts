import {
  isJsonObject,
  jsonEqual,
  setOwn,
  type JsonSchema,
  type JsonValue,
} from '../../model/json.ts';
import { isWideInteger } from '../schema/assertions.ts';
import { documentText } from '../schema/describe.ts';
import { soleMember, type JsonType } from '../schema/facts.ts';
import { referenceKey } from '../schema/keywords.ts';
import type { SchemaLibrary } from '../schema/library.ts';
import { jsonBytes } from '../schema/measure.ts';
import type { Answer, Answers } from './answers.ts';

/** How much of an answer is shown. */
interface Detail {
  /** References followed below the answer's own. */
  readonly references: number;
  /** Objects and lists inside one another. */
  readonly depth: number;
  readonly describe: boolean;
  /** Share of the budget that this detail may take. */
  readonly share: number;
}

/** Tried in this order: the first that fits is published (rule J18). */
const details: readonly Detail[] = [
  { references: 2, depth: 6, describe: true, share: 0.5 },
  { references: 1, depth: 5, describe: true, share: 1 },
  { references: 1, depth: 4, describe: false, share: 1 },
  { references: 0, depth: 2, describe: false, share: 1 },
  { references: 0, depth: 1, describe: false, share: 1 },
];

const maxDescription = 80;

/** Longest part of a description that is looked at for its first sentence. */
const readLength = 500;

/**
 * The slim form of an output schema (rules J18, J19): structure and short descriptions, without anything
 * that an answer could fail, so that `{}` fits too. `undefined` where nothing worth saying fits into
 * `maxBytes`.
 */
export function relaxedSchema(
  answers: Answers,
  library: SchemaLibrary,
  maxBytes: number,
): { readonly schema?: JsonSchema; readonly isTooLarge: boolean } {
  for (const detail of details) {
    const writer = new RelaxedWriter(library, detail, maxBytes);
    const schema = writer.root(answers);
    if (writer.isExhausted || jsonBytes(schema) > maxBytes * detail.share) continue;
    return saysSomething(schema) ? { schema, isTooLarge: false } : { isTooLarge: false };
  }
  return { isTooLarge: true };
}

function saysSomething(schema: JsonSchema): boolean {
  return Object.keys(schema).some((keyword) => keyword !== 'type' && keyword !== 'description');
}

class RelaxedWriter {
  private readonly library: SchemaLibrary;
  private readonly detail: Detail;
  private budget: number;

  constructor(library: SchemaLibrary, detail: Detail, maxBytes: number) {
    this.library = library;
    this.detail = detail;
    this.budget = maxBytes;
  }

  /** Whether more was written than could ever fit; what was written is then of no use. */
  get isExhausted(): boolean {
    return this.budget < 0;
  }

  root({ objects, others }: Answers): JsonSchema {
    const branches = objects.map((answer) => this.answer(answer));
    if (others.length > 0) {
      const results = distinct(others.map((answer) => this.answer(answer)));
      const [only] = results;
      const result = results.length === 1 && only !== undefined ? only : { anyOf: results };
      const isKnown = Object.keys(result).length > 0;
      branches.push(isKnown ? { type: 'object', properties: { result } } : { type: 'object' });
    }
    const shown = distinct(branches.map((branch) => ({ ...branch, type: 'object' })));
    // One alternative that is any object makes the others say nothing.
    if (shown.some((branch) => !saysSomething(branch))) return { type: 'object' };
    const [only] = shown;
    return shown.length === 1 && only !== undefined ? only : { type: 'object', anyOf: shown };
  }

  private answer({ schema }: Answer): JsonSchema {
    return this.write(this.library.facts.target(schema), this.detail.references, 0);
  }

  private write(schema: JsonSchema, references: number, depth: number): JsonSchema {
    this.budget -= 20;
    if (this.isExhausted) return {};
    const isReference = referenceKey(soleMember(schema) ?? schema) !== undefined;
    const left = isReference ? references - 1 : references;
    const { facts } = this.library;
    const isOpen = left >= 0 && depth <= this.detail.depth;
    const structure = isOpen ? this.structure(schema, left, depth) : {};
    const type =
      structure['anyOf'] === undefined
        ? typeText(facts.types(schema), facts.target(schema))
        : undefined;
    const isList = [type].flat().includes('array') && structure['items'] === undefined;
    return {
      ...(type === undefined ? {} : { type }),
      ...this.describe(schema),
      ...(isList ? { items: {} } : {}),
      ...structure,
    };
  }

  private describe(schema: JsonSchema): JsonSchema {
    if (!this.detail.describe) return {};
    const said = schema['description'];
    if (typeof said !== 'string') return {};
    const text = firstSentence(documentText(said.slice(0, readLength), readLength));
    this.budget -= text.length;
    return text === '' ? {} : { description: text };
  }

  private structure(schema: JsonSchema, references: number, depth: number): JsonSchema {
    const { facts } = this.library;
    const { properties } = facts.named(schema);
    const target = facts.target(schema);
    if (properties.size > 0) return { properties: this.properties(properties, references, depth) };
    const items = target['items'];
    if (isJsonObject(items) && target['prefixItems'] === undefined) {
      return { items: this.write(items, references, depth + 1) };
    }
    const choice = target['anyOf'] ?? target['oneOf'];
    if (Array.isArray(choice)) return this.choice(choice, references, depth);
    const additional = target['additionalProperties'];
    if (!isJsonObject(additional) || target['patternProperties'] !== undefined) return {};
    if (Object.keys(additional).length === 0 || Object.hasOwn(additional, 'not')) return {};
    return { additionalProperties: this.write(additional, references, depth + 1) };
  }

  private properties(
    properties: ReadonlyMap<string, JsonSchema>,
    references: number,
    depth: number,
  ): JsonSchema {
    const result: Record<string, JsonValue> = {};
    for (const [name, property] of properties) {
      if (this.isExhausted) break;
      if (this.library.facts.isMarked(property, 'writeOnly')) continue;
      this.budget -= name.length + 4;
      setOwn(result, name, this.write(property, references, depth + 1));
    }
    return result;
  }

  private choice(choice: readonly JsonValue[], references: number, depth: number): JsonSchema {
    const branches = distinct(
      choice
        .filter((branch) => isJsonObject(branch))
        .map((branch) => this.write(branch, references, depth + 1)),
    );
    // A branch that admits everything makes the choice say nothing.
    if (branches.some((branch) => Object.keys(branch).length === 0)) return {};
    const [only] = branches;
    if (branches.length === 1 && only !== undefined && only['properties'] !== undefined) {
      return { properties: only['properties'] };
    }
    return branches.length === 0 ? {} : { anyOf: branches };
  }
}

/** `type` of a set of types; integers that JSON readers would round arrive as text (rule J15). */
function typeText(types: ReadonlySet<JsonType>, target: JsonSchema): JsonValue | undefined {
  if (types.size >= 6 || types.size === 0) return undefined;
  const names: JsonType[] = [...types];
  // Authors of 3.0 rarely know that a nullable enum must list null (rule V7).
  const declared = target['type'];
  const isNullable = Array.isArray(declared) && declared.includes('null');
  if (isNullable && !types.has('null')) names.push('null');
  if (types.has('integer') && !types.has('string') && isWideInteger(target)) names.push('string');
  const [only] = names;
  return names.length === 1 && only !== undefined ? only : names;
}

function firstSentence(text: string): string {
  const line = text.split('\n', 1)[0] ?? '';
  const end = /[.!?](?=\s|$)/.exec(line);
  const sentence = end === null ? line : line.slice(0, end.index + 1);
  return sentence.length <= maxDescription ? sentence : '';
}

function distinct(schemas: readonly JsonSchema[]): readonly JsonSchema[] {
  return schemas.filter(
    (schema, index) => !schemas.slice(0, index).some((other) => jsonEqual(schema, other)),
  );
}
