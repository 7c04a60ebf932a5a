import type { JsonObject } from '../model/json.ts';
import { isArray, isJsonObject, ownValue } from '../model/json.ts';

/**
 * Checks what a person's middleware or hand-written tool returned, before it reaches the protocol layer: there,
 * a value that JSON cannot carry means that no answer is ever sent.
 *
 * @returns What is wrong, as the end of a sentence; `undefined` where nothing is.
 */
export function outcomeFault(outcome: unknown): string | undefined {
  if (!isJsonObject(outcome)) return 'returned no outcome';
  const { kind, reason, content, structuredContent, meta } = outcome;
  if (kind !== 'success' && (kind !== 'failure' || typeof reason !== 'string')) {
    return 'returned an outcome of no known kind';
  }
  if (!isArray(content) || content.length === 0) return 'returned an outcome without content';
  const badBlock = content.findIndex((block) => !isContentBlock(block));
  if (badBlock !== -1) return `returned a content block that MCP does not know, at ${badBlock}`;
  if (structuredContent !== undefined && !isJsonObject(structuredContent)) {
    return 'returned structured content that is no object';
  }
  if (meta !== undefined && !isJsonObject(meta)) return 'returned a meta that is no object';
  return isSerializable(outcome) ? undefined : 'returned a value that JSON cannot carry';
}

/** Whether JSON can carry an outcome: no BigInt, no cycle, no `toJSON` that throws. */
function isSerializable(value: unknown): boolean {
  try {
    JSON.stringify(value);
    return true;
  } catch {
    return false;
  }
}

/** The members that must be text, by the type of a block. */
const requiredTexts: Readonly<Record<string, readonly string[]>> = {
  text: ['text'],
  image: ['data', 'mimeType'],
  audio: ['data', 'mimeType'],
  resource_link: ['uri', 'name'],
};

function isContentBlock(block: unknown): boolean {
  if (!isJsonObject(block)) return false;
  const { type, resource } = block;
  if (type === 'resource') {
    return (
      isJsonObject(resource) &&
      areTexts(resource, ['uri']) &&
      (areTexts(resource, ['text']) || areTexts(resource, ['blob']))
    );
  }
  const texts = typeof type === 'string' ? ownValue(requiredTexts, type) : undefined;
  return texts !== undefined && areTexts(block, texts);
}

function areTexts(object: JsonObject, keys: readonly string[]): boolean {
  return keys.every((key) => typeof object[key] === 'string');
}
