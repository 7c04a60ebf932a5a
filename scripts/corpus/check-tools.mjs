// What must hold of the tools of any document, whatever it looks like: names and schemas that every known
// client takes. Knows nothing of how tools are made.
import { Ajv2020 } from 'ajv/dist/2020.js';

const longestShownName = 64;
const longestWithServer = 60;
const rootCompositions = ['allOf', 'anyOf', 'oneOf', 'not', 'if', '$ref'];
/** Keywords whose values are data, not schemas. */
const dataKeywords = new Set(['const', 'default', 'enum', 'examples']);
/** Keywords whose values are objects with a schema under each name. */
const mapKeywords = new Set(['$defs', 'dependentSchemas', 'patternProperties', 'properties']);

/** Everything that does not hold, in words; empty where all does. */
export function checkTools(tools, serverName) {
  const checkSchema = schemaCheck();
  const names = new Set();
  return tools.flatMap((tool) => {
    const misses = [...checkName(tool.name, serverName), ...checkProperties(tool.inputSchema)];
    const key = tool.name.toLowerCase();
    if (names.has(key)) misses.push('a second tool of this name');
    names.add(key);
    const compositions = rootCompositions.filter((each) => tool.inputSchema[each] !== undefined);
    if (compositions.length > 0) misses.push(`${compositions.join(', ')} at the root (C1)`);
    for (const side of ['inputSchema', 'outputSchema']) {
      if (tool[side] === undefined) continue;
      misses.push(...checkSchema(tool[side]).map((miss) => `${side}: ${miss}`));
    }
    return misses.map((miss) => `${tool.name}: ${miss}`);
  });
}

function checkName(name, serverName) {
  const misses = [];
  if (!/^[A-Za-z_][A-Za-z0-9_-]*$/.test(name))
    misses.push('name that some client refuses (C8, C9)');
  if (`mcp__${serverName}__${name}`.length > longestShownName) misses.push('name too long (C6)');
  if (`${serverName}${name}`.length > longestWithServer) misses.push('name too long (C7)');
  return misses;
}

function checkProperties({ properties = {} }) {
  return Object.keys(properties)
    .filter((name) => !/^[A-Za-z0-9_.-]{1,64}$/.test(name))
    .map((name) => `argument ${JSON.stringify(name)} that some client refuses (C2)`);
}

/** One compiler for all schemas of a document: a new one would compile the meta-schema anew each time. */
function schemaCheck() {
  const ajv = new Ajv2020({
    strict: false,
    validateFormats: false,
    logger: false,
    inlineRefs: false,
    code: { optimize: false },
  });
  return (schema) => {
    const misses = [];
    if (schema.type !== 'object') misses.push('root is not type object (C16)');
    for (const node of subschemas(schema)) misses.push(...checkNode(node, schema));
    try {
      ajv.compile(schema);
    } catch (error) {
      misses.push(`does not compile: ${error.message}`);
    } finally {
      ajv.removeSchema(schema);
    }
    return [...new Set(misses)];
  };
}

function checkNode(node, root) {
  const misses = [];
  if (node.$ref !== undefined) {
    const key = /^#\/\$defs\/([A-Za-z0-9_.-]+)$/.exec(node.$ref)?.[1];
    if (key === undefined || !Object.hasOwn(root.$defs ?? {}, key)) {
      misses.push(`reference ${JSON.stringify(node.$ref)} (C4)`);
    }
  }
  const types = [node.type].flat();
  if (types.includes('array') && node.items === undefined) misses.push('array without items (C5)');
  const itemTypes = [node.items?.type].flat();
  if (itemTypes.includes('object') && itemTypes.includes('null')) {
    misses.push('items that are an object or null by a list of types (C11)');
  }
  return misses;
}

/** A schema and every schema in it. */
function* subschemas(schema) {
  const pending = [schema];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (Array.isArray(node)) pending.push(...node);
    if (typeof node !== 'object' || node === null || Array.isArray(node)) continue;
    yield node;
    for (const [key, value] of Object.entries(node)) {
      if (mapKeywords.has(key)) pending.push(...Object.values(value ?? {}));
      else if (!dataKeywords.has(key)) pending.push(value);
    }
  }
}
