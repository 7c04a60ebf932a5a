// Builds arguments for a tool from its published input schema and from the examples of its document, the way a
// careful agent would: nothing else is known of the operation.
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { createValidate, sampleValue } from '../../dist/src/mock/index.js';

/** The ways in which arguments are made: what the document shows, every member of the schema, only what is required. */
export const variants = ['examples', 'everything', 'required'];

/**
 * Makes arguments for one tool, several times with one preparation.
 *
 * @returns For a variant `{ values, unsampled }`, where `unsampled` names optional parts for which no value was
 * found that fits, or `{ skipped }`, or `{ values, faults }` where what is required cannot be given.
 */
export function createArgumentBuilder(tool, operation) {
  const { $defs = {}, ...root } = readTexts(tool.inputSchema);
  const table = Object.fromEntries(
    Object.entries($defs).map(([name, schema]) => [name, { name, schema }]),
  );
  const validate = createValidate(table);
  const fits = (value, schema) => validate(value, schema).length === 0;
  const check = createCheck(tool.inputSchema);
  const sample = (properties) =>
    sampleValue(root, { table, direction: 'request', properties, fits });

  return (variant) => {
    const sampled = sample(variant === 'required' ? 'required' : 'all');
    if (variant !== 'examples') return settle(sampled, check);
    const given = exampleArguments(tool, operation, (name, value) =>
      fits(value, root.properties[name] ?? {}),
    );
    if (Object.keys(given).length === 0) return { skipped: 'no examples that fit' };
    return settle(Object.assign(sampled, given), check);
  };
}

function createCheck(schema) {
  const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false, validateSchema: false });
  addFormats(ajv);
  const validate = ajv.compile(schema);
  return (values) => (validate(values) ? [] : validate.errors);
}

/** Leaves out optional parts that do not fit, until all fits or only what is required is left. */
function settle(sampled, check) {
  const unsampled = [];
  let values = sampled;
  let faults = check(values);
  while (faults.length > 0) {
    const found = leaveOut(values, faults, check);
    if (found === undefined) {
      return { values, faults: [tellingOf(faults, faults[0]), ...faults].map(describe) };
    }
    unsampled.push(`${found.at}: ${describe(tellingOf(faults, found.fault))}`);
    ({ values, faults } = found);
  }
  return { values, unsampled };
}

/** The fault that says most: that alternatives overlap, where that is so, else the first. */
function tellingOf(faults, first) {
  return faults.find(({ params }) => (params.passingSchemas?.length ?? 0) > 1) ?? first;
}

/** The smallest part that can be left out so that less is wrong. */
function leaveOut(values, faults, check) {
  for (const fault of faults) {
    const path = fault.instancePath.split('/').slice(1).map(unescape);
    for (let length = path.length; length > 0; length -= 1) {
      const at = path.slice(0, length);
      const candidate = structuredClone(values);
      const parent = at.slice(0, -1).reduce((value, key) => value[key], candidate);
      const key = at.at(-1);
      if (Array.isArray(parent)) parent.splice(Number(key), 1);
      else delete parent[key];
      const left = check(candidate);
      if (left.length < faults.length && left.every((each) => !isMissing(each, at))) {
        return { values: candidate, faults: left, at: `/${at.join('/')}`, fault };
      }
    }
  }
  return undefined;
}

/** Whether a fault is that the member at this path is not there. */
function isMissing({ keyword, instancePath, params }, path) {
  const parent = path.slice(0, -1).map(escape).join('/');
  return (
    keyword === 'required' &&
    instancePath === (parent === '' ? '' : `/${parent}`) &&
    params.missingProperty === path.at(-1)
  );
}

function escape(key) {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

function unescape(key) {
  return key.replaceAll('~1', '/').replaceAll('~0', '~');
}

function describe({ keyword, instancePath, message, params }) {
  const passing = params.passingSchemas ?? [];
  const detail = passing.length > 1 ? ', and fits several' : '';
  return `${keyword} at ${instancePath || '/'}: ${message}${detail}`;
}

/**
 * A schema with what its descriptions say in the words of openapi-mcp as keywords again: formats and long lists of
 * values that clients do not read in keywords, and models do in text.
 */
function readTexts(node) {
  if (Array.isArray(node)) return node.map(readTexts);
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, readTexts(value)]),
  );
  if (typeof node.description !== 'string' || node.enum !== undefined) return copy;
  const format = /(?:^|\s)Format: (\S+)\.(?:\s|$)/.exec(node.description)?.[1];
  if (format !== undefined && node.format === undefined) copy.format = format;
  const listed = /(?:^|\s)One of \d+ values: ([^,]+),/.exec(node.description)?.[1];
  if (listed !== undefined) copy.examples = [node.type === 'string' ? listed : JSON.parse(listed)];
  return copy;
}

/** Values that the document itself shows, by argument; those that do not fit the published schema are left out. */
function exampleArguments(tool, operation, fits) {
  const given = {};
  const take = (source, examples) => {
    if (source.kind !== 'argument') return;
    const found = examples.find((value) => value !== null && fits(source.argument, value));
    if (found !== undefined) given[source.argument] = found;
  };
  for (const binding of tool.request.parameters) {
    const parameter = operation.parameters.find(
      ({ in: place, name }) => place === binding.in && name === binding.name,
    );
    take(binding.source, parameter?.examples ?? []);
  }
  const { body } = tool.request;
  const entry = operation.requestBody?.content.find(
    ({ mediaType }) => mediaType === body?.encoding.mediaType,
  );
  if (body === undefined || entry === undefined) return given;
  // What is shown of bytes is not how a caller gives them.
  if (['bytes', 'multipart', 'multipartSequence'].includes(body.encoding.kind)) return given;
  if (body.source.kind === 'argument') take(body.source, entry.examples);
  else {
    for (const { property, source } of body.source.properties) {
      take(
        source,
        entry.examples.flatMap((example) =>
          Object.hasOwn(Object(example), property) ? [example[property]] : [],
        ),
      );
    }
  }
  return given;
}
