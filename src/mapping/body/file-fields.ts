import { isJsonObject, setOwn, type JsonSchema, type JsonValue } from '../../model/json.ts';
import { binaryNote } from '../schema/annotate.ts';
import type { Definitions } from '../schema/definitions.ts';
import { beside } from '../schema/inline.ts';
import { referenceKey, withoutKeys } from '../schema/keywords.ts';
import { fileArgument } from './file-argument.ts';
import type { PlannedMultipart, PlannedPart } from './multipart.ts';

/** Deepest composition of a form's schema that is looked into. */
const maxDepth = 10;

/**
 * The published schema of a multipart body with a file argument wherever a part is raw bytes (rules B13,
 * B14), in branches and behind references too.
 */
export function withFileFields(
  schema: JsonSchema,
  multipart: PlannedMultipart,
  definitions: Definitions,
): JsonSchema {
  if (!hasFiles(multipart)) return schema;
  // What a document shows of files is not how a caller gives them.
  return withoutKeys(patch(schema, { multipart, definitions }, 0), 'examples', 'default');
}

interface Patching {
  readonly multipart: PlannedMultipart;
  readonly definitions: Definitions;
}

function hasFiles({ parts, rest }: PlannedMultipart): boolean {
  return [...parts.values(), rest].some(isOwnShape);
}

/** Whether the argument of a part is not what its schema says. */
function isOwnShape({ isFile, nested }: PlannedPart): boolean {
  return isFile || (nested !== undefined && hasFiles(nested));
}

function patch(schema: JsonSchema, patching: Patching, depth: number): JsonSchema {
  if (depth > maxDepth) return schema;
  const key = referenceKey(schema);
  if (key !== undefined) {
    const target = patching.definitions.get(key).schema;
    const patched = patch(target, patching, depth + 1);
    return patched === target ? schema : beside(patched, schema);
  }
  const result: Record<string, JsonValue> = { ...schema };
  let changed = false;
  const put = (keyword: string, value: JsonValue | undefined): void => {
    if (value === undefined || value === schema[keyword]) return;
    result[keyword] = value;
    changed = true;
  };
  const isNamed = patching.multipart.encoding.kind === 'multipart';
  if (isNamed) {
    put('properties', patchMap(schema['properties'], patching));
    put('additionalProperties', patchRest(schema['additionalProperties'], patching));
  } else {
    put('prefixItems', patchPrefix(schema['prefixItems'], patching));
    put('items', patchRest(schema['items'], patching));
  }
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    put(keyword, patchList(schema[keyword], patching, depth));
  }
  return changed ? result : schema;
}

function patchMap(value: JsonValue | undefined, patching: Patching): JsonValue | undefined {
  if (!isJsonObject(value)) return value;
  const result: Record<string, JsonValue> = {};
  let changed = false;
  for (const [name, property] of Object.entries(value)) {
    const part = patching.multipart.parts.get(name);
    const patched =
      part === undefined || !isJsonObject(property)
        ? property
        : argumentOf(property, part, patching);
    if (patched !== property) changed = true;
    setOwn(result, name, patched);
  }
  return changed ? result : value;
}

function patchRest(value: JsonValue | undefined, patching: Patching): JsonValue | undefined {
  return isJsonObject(value) ? argumentOf(value, patching.multipart.rest, patching) : value;
}

function patchPrefix(value: JsonValue | undefined, patching: Patching): JsonValue | undefined {
  if (!Array.isArray(value)) return value;
  return (value as readonly JsonValue[]).map((item, index) => {
    const part = patching.multipart.parts.get(String(index));
    return part === undefined || !isJsonObject(item) ? item : argumentOf(item, part, patching);
  });
}

function patchList(
  value: JsonValue | undefined,
  patching: Patching,
  depth: number,
): JsonValue | undefined {
  if (!Array.isArray(value)) return value;
  const members: readonly JsonValue[] = value;
  const patched = members.map((member) =>
    isJsonObject(member) ? patch(member, patching, depth + 1) : member,
  );
  return patched.some((member, index) => member !== members[index]) ? patched : value;
}

function argumentOf(schema: JsonSchema, part: PlannedPart, { definitions }: Patching): JsonSchema {
  if (!isOwnShape(part)) return schema;
  const key = referenceKey(schema);
  const target = key === undefined ? schema : beside(definitions.get(key).schema, schema);
  if (part.nested !== undefined) return withFileFields(target, part.nested, definitions);
  const contentTypes = part.encoding.allowedContentTypes;
  if (part.encoding.repeat && target['items'] !== undefined) {
    return { ...target, items: fileArgument({ contentTypes }) };
  }
  const text = target['description'];
  const description = typeof text === 'string' ? text.replace(binaryNote, '') : undefined;
  return fileArgument({
    contentTypes,
    ...(description === undefined ? {} : { description }),
  });
}
