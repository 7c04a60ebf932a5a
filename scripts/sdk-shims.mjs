// Stands in the bundle for `@modelcontextprotocol/server/_shims`, which would bring a second copy of Ajv
// (24 ms of every start). The SDK validates with it only the answers to forms that it shows to people;
// those are flat, so that this is enough.
import process from 'node:process';

const matches = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  array: (value) => Array.isArray(value),
};

/** What is wrong with an answer, or undefined. */
function faultOf(schema, answer) {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) {
    return 'the answer is not an object';
  }
  for (const name of schema.required ?? []) {
    if (!Object.hasOwn(answer, name)) return `"${name}" is missing`;
  }
  for (const [name, { type }] of Object.entries(schema.properties ?? {})) {
    if (!Object.hasOwn(answer, name) || !Object.hasOwn(matches, type ?? '')) continue;
    if (!matches[type](answer[name])) return `"${name}" is not of type ${type}`;
  }
  return undefined;
}

class DefaultJsonSchemaValidator {
  getValidator(schema) {
    return (answer) => {
      const errorMessage = faultOf(schema, answer);
      return errorMessage === undefined
        ? { valid: true, data: answer, errorMessage }
        : { valid: false, data: undefined, errorMessage };
    };
  }
}

export { DefaultJsonSchemaValidator, process };
