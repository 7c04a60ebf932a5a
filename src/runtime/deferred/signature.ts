import type { JsonSchema } from '../../model/json.ts';
import { isArray, isJsonObject, ownValue } from '../../model/json.ts';

/** Longer lists of arguments or values are cut with `…`. */
const shown = { arguments: 12, values: 5, members: 8 } as const;

/**
 * The arguments of a tool in one line: `(owner, repo, state?: open|closed|all, body: {title, body?})`. An optional
 * argument has a question mark; a string has no type.
 */
export function signatureOf(inputSchema: JsonSchema): string {
  return `(${membersOf(inputSchema, inputSchema, shown.arguments, true)})`;
}

function membersOf(schema: JsonSchema, root: JsonSchema, most: number, open: boolean): string {
  const properties = schema['properties'];
  if (!isJsonObject(properties)) return '';
  const required = schema['required'];
  const needed = new Set(isArray(required) ? required : []);
  const names = Object.keys(properties).sort(
    (a, b) => Number(needed.has(b)) - Number(needed.has(a)),
  );
  const texts = names.slice(0, most).map((name) => {
    const property = properties[name];
    const type = isJsonObject(property) ? typeText(property, root, open) : '';
    return `${name}${needed.has(name) ? '' : '?'}${type === '' ? '' : `: ${type}`}`;
  });
  return [...texts, ...(names.length > most ? ['…'] : [])].join(', ');
}

/** @param open Whether the members of an object are shown, which they are one level deep only. */
function typeText(schema: JsonSchema, root: JsonSchema, open: boolean): string {
  const { enum: listed, type, items } = followOnce(schema, root);
  if (isArray(listed)) {
    const values = listed
      .slice(0, shown.values)
      .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
    return [...values, ...(listed.length > shown.values ? ['…'] : [])].join('|');
  }
  const named = isArray(type) ? type.find((name) => name !== 'null') : type;
  if (named === 'string') return '';
  if (named === 'array') {
    const inner = isJsonObject(items) ? typeText(items, root, false) : '';
    return `${inner === '' ? 'string' : inner}[]`;
  }
  if (named === 'object' && open) {
    const members = membersOf(followOnce(schema, root), root, shown.members, false);
    return members === '' ? 'object' : `{${members}}`;
  }
  return typeof named === 'string' ? named : 'any';
}

function followOnce(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const reference = schema['$ref'];
  if (typeof reference !== 'string') return schema;
  const definitions = root['$defs'];
  const target = isJsonObject(definitions)
    ? ownValue(definitions, reference.replace('#/$defs/', ''))
    : undefined;
  return isJsonObject(target) ? target : {};
}
