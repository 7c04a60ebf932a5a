import type { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonObject, JsonSchema } from '../../../model/json.ts';
import type { SchemaFault } from './describe-fault.ts';

/** Checks a value against one schema; empty means that it fits. */
export type CheckValue = (value: JsonObject) => readonly SchemaFault[];

/** Checks that are kept compiled; compiling again costs about a millisecond. */
const keptChecks = 256;

let validator: Promise<Ajv2020> | undefined;

/** Loads ajv on first use: most servers never validate, and it is a fifth of the bundle. */
function loadValidator(): Promise<Ajv2020> {
  validator ??= (async () => {
    const [library, formats] = await Promise.all([
      import('ajv/dist/2020.js'),
      import('ajv-formats'),
    ]);
    // Both are CommonJS; in the bundle their parts have nothing but a default export.
    const ajv = new library.default.Ajv2020({
      strict: false,
      // A property named `constructor` is not there unless the arguments have it themselves.
      ownProperties: true,
      allErrors: true,
      verbose: true,
      validateSchema: false,
      addUsedSchema: false,
      logger: false,
    });
    formats.default.default(ajv);
    return ajv;
  })();
  return validator;
}

/** Compiles the schemas of tools on first use and keeps those used last. */
export interface SchemaCompiler {
  /** @throws Error where the schema cannot be compiled. */
  compile(name: string, schema: JsonSchema): Promise<CheckValue>;
}

/** A compiler with its own memory. */
export function createSchemaCompiler(): SchemaCompiler {
  const compiled = new Map<string, { readonly schema: JsonSchema; readonly check: CheckValue }>();
  return {
    compile: async (name, schema) => {
      const known = compiled.get(name);
      if (known?.schema === schema) {
        compiled.delete(name);
        compiled.set(name, known);
        return known.check;
      }
      const ajv = await loadValidator();
      const validate = ajv.compile<JsonObject>(schema);
      const check: CheckValue = (value) => (validate(value) ? [] : (validate.errors ?? []));
      compiled.set(name, { schema, check });
      const oldest = compiled.entries().next().value;
      if (compiled.size > keptChecks && oldest !== undefined) {
        compiled.delete(oldest[0]);
        ajv.removeSchema(oldest[1].schema);
      }
      return check;
    },
  };
}
