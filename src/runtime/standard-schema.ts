import { BridgeError } from '../model/errors.ts';
import type { JsonObject, JsonSchema } from '../model/json.ts';
import { isJsonObject } from '../model/json.ts';
import { formatPath } from './arguments/argument-path.ts';

/**
 * A schema that checks values by itself: of zod, valibot, arktype and others (Standard Schema V1). The interface is
 * copied from the specification, which asks for that.
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': StandardSchemaProperties<Input, Output>;
}

/** What stands under `~standard`. */
export interface StandardSchemaProperties<Input = unknown, Output = Input> {
  readonly version: 1;
  /** The library's name. */
  readonly vendor: string;
  readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
  /** For the compiler alone; nothing is there at run time. */
  readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  /** Writes the schema as JSON Schema, where the library can (Standard JSON Schema V1). */
  readonly jsonSchema?: JsonSchemaConverter;
}

/** What a check gave: a value, or at least one issue. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** One thing that is wrong with a value. */
export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** Writes both sides of a schema; throws where JSON Schema cannot say it. */
export interface JsonSchemaConverter {
  readonly input: (options: { readonly target: string }) => Readonly<Record<string, unknown>>;
  readonly output: (options: { readonly target: string }) => Readonly<Record<string, unknown>>;
}

/** Whether a value is a Standard Schema. Those of arktype are functions. */
export function isStandardSchema(value: unknown): value is StandardSchema {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false;
  // Any object; its one member is looked at before it is used.
  const standard = (value as { readonly '~standard'?: unknown })['~standard'];
  return isJsonObject(standard) && typeof standard['validate'] === 'function';
}

/** Values of a schema, checked. */
export type CheckedValue<Output> =
  | { readonly ok: true; readonly value: Output }
  /** At least one sentence. */
  | { readonly ok: false; readonly faults: readonly string[] };

/** Checks a value; what the schema's own code throws is passed on. */
export async function checkStandard<Output>(
  schema: StandardSchema<unknown, Output>,
  value: unknown,
): Promise<CheckedValue<Output>> {
  const result = await schema['~standard'].validate(value);
  if (result.issues === undefined) return { ok: true, value: result.value };
  return { ok: false, faults: result.issues.map(sentenceOf) };
}

function sentenceOf({ message, path = [] }: StandardIssue): string {
  const keys = path.map((segment) => {
    const key = typeof segment === 'object' ? segment.key : segment;
    return typeof key === 'number' ? key : String(key);
  });
  // Libraries such as arktype begin their sentences with the path.
  const place = formatPath(keys);
  return place === '' || message.startsWith(place) ? message : `${place}: ${message}`;
}

/** Which side of a schema clients see: what goes in, or what comes out. */
export type SchemaSide = keyof JsonSchemaConverter;

/**
 * The JSON Schema of a Standard Schema for MCP clients, as its library writes it: dialect 2020-12, without the `$schema`
 * that MCP implies, with an object at its root.
 *
 * @param owner Names the schema in errors: `the inputSchema of the tool "x"`.
 * @throws BridgeError `configuration-invalid` where the library cannot write it, or its root is no object.
 */
export function standardAsJsonSchema(
  schema: StandardSchema,
  side: SchemaSide,
  owner: string,
): JsonSchema {
  const { jsonSchema, vendor } = schema['~standard'];
  if (jsonSchema === undefined) {
    throw new BridgeError(
      'configuration-invalid',
      `Clients have to see JSON Schema, and ${owner} does not say its own (${vendor}).`,
      {
        fix:
          vendor === 'valibot'
            ? 'Wrap it: toStandardJsonSchema(schema) of @valibot/to-json-schema; or give its JSON Schema under "advertise".'
            : 'Use a version of the library that writes it (Standard JSON Schema), or give its JSON Schema under "advertise".',
      },
    );
  }
  const written = write(jsonSchema[side], owner);
  const { $schema: _dialect, ...rest } = written;
  if (rest['type'] !== undefined && rest['type'] !== 'object') {
    throw new BridgeError('configuration-invalid', `The root of ${owner} is no object.`, {
      fix: 'Arguments and structured content are objects: put the value into a member of one.',
    });
  }
  return { ...rest, type: 'object' };
}

function write(convert: JsonSchemaConverter[SchemaSide], owner: string): JsonObject {
  try {
    // Plain JSON without members of the library's own; a converter writes JSON Schema, which is an object.
    return JSON.parse(JSON.stringify(convert({ target: 'draft-2020-12' }))) as JsonObject;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new BridgeError(
      'configuration-invalid',
      `${owner} cannot be written as JSON Schema: ${why}`,
      { cause, fix: 'Give the JSON Schema that clients shall see under "advertise".' },
    );
  }
}
