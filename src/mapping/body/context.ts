import type { Encoding, MediaType, SpecificationVersion } from '../../model/api.ts';
import type { Diagnostic, OperationName } from '../../model/diagnostic.ts';
import { isJsonObject, type JsonSchema, type JsonValue } from '../../model/json.ts';
import type { NestedStyle } from '../../model/request-binding.ts';
import type { SchemaLibrary } from '../schema/library.ts';

/** What planning a body needs beside the body itself. */
export interface BodyContext {
  readonly library: SchemaLibrary;
  readonly specification: SpecificationVersion;
  readonly operation: OperationName;
  /** How nested values of a form are written where a style leaves it open (rule P27). */
  readonly nested: NestedStyle;
  report(problem: Diagnostic): void;
}

/** One field of a form. */
export interface Field {
  readonly name: string;
  /** Canonical. */
  readonly schema: JsonSchema;
  readonly encoding?: Encoding;
}

const maxBranchDepth = 10;

/** The fields that a form's schema names, also in the branches of a choice, each once, in the order written. */
export function fieldsOf(media: MediaType, { library }: BodyContext): readonly Field[] {
  const found = new Map<string, JsonSchema>();
  const seen = new Set<JsonSchema>();
  const visit = (schema: JsonSchema, depth: number): void => {
    if (depth > maxBranchDepth || seen.has(schema)) return;
    seen.add(schema);
    for (const [name, property] of library.facts.named(schema).properties) {
      if (!found.has(name)) found.set(name, property);
    }
    for (const branch of branchesOf(library.facts.target(schema))) visit(branch, depth + 1);
  };
  visit(media.schema ?? {}, 0);
  return [...found].map(([name, schema]) => {
    const encoding = Object.hasOwn(media.encoding, name) ? media.encoding[name] : undefined;
    return encoding === undefined ? { name, schema } : { name, schema, encoding };
  });
}

function branchesOf(schema: JsonSchema): readonly JsonSchema[] {
  return ['anyOf', 'oneOf', 'allOf'].flatMap((keyword) => {
    const value = schema[keyword];
    return Array.isArray(value)
      ? (value as readonly JsonValue[]).filter((member) => isJsonObject(member))
      : [];
  });
}

/** Media types of an Encoding Object, as listed (rule B10). */
export function listedTypes(contentType: string | undefined): readonly string[] {
  if (contentType === undefined) return [];
  return (contentType.match(/(?:"(?:[^"\\]|\\.)*"|[^,"])+/g) ?? [])
    .map((type) => type.trim())
    .filter((type) => type !== '');
}
