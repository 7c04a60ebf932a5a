import type { JsonObject, JsonSchema } from '../../model/json.ts';
import { isArray, isJsonObject, objectFromEntries, ownValue } from '../../model/json.ts';
import type { Tool } from '../../model/tool.ts';
import type { ArgumentFault } from '../request/plan.ts';
import type { ArgumentObject, ArgumentValue } from './argument-value.ts';
import { ExactNumber, isArgumentArray, isArgumentObject } from './argument-value.ts';
import { boundArguments } from './bound-arguments.ts';
import type { CoercionReport } from './coerce.ts';
import { Coercion } from './coerce.ts';
import { expectationOf } from './expectation.ts';
import type { Shape } from './shape.ts';
import { shapeOfSchema, typeBits } from './shape.ts';
import type { KnownArguments } from './unknown-argument.ts';
import { explainUnknown } from './unknown-argument.ts';

/** Arguments ready to become a request, or every fault that was found. */
export type PreparedArguments =
  | {
      readonly ok: true;
      /** The arguments as given wherever nothing had to change. */
      readonly values: ArgumentObject;
      /** What was changed or left out, for the audit; without values. */
      readonly remarks: readonly string[];
    }
  | { readonly ok: false; readonly faults: readonly [ArgumentFault, ...ArgumentFault[]] };

/** Prepares the arguments of one tool. Pure; never throws. */
export type PrepareArguments = (given: JsonObject) => PreparedArguments;

/**
 * Checks what can be checked of arguments without judging values, and repairs what loses nothing: unknown
 * arguments (rule A7), missing required ones (P7), text of another type (U112), JSON text in place of an
 * object, digits of large integers (J15). Holds whether or not arguments are validated.
 */
export function prepareArguments(tool: Tool, given: JsonObject): PreparedArguments {
  return compileArguments(tool)(given);
}

const compiled = new WeakMap<Tool, PrepareArguments>();

/** Prepares for the arguments of one tool; the same tool gives the same function. */
export function compileArguments(tool: Tool): PrepareArguments {
  const known = compiled.get(tool);
  if (known !== undefined) return known;
  const prepare = compile(tool);
  compiled.set(tool, prepare);
  return prepare;
}

/**
 * The same arguments with exact digits rounded to numbers, for a validator that knows JSON only. What it
 * decides about bounds of such numbers is right to 15 digits.
 */
export function roundExactNumbers(values: ArgumentObject): JsonObject {
  // `round` maps every value to JSON, objects to objects.
  return round(values) as JsonObject;
}

interface CompiledArgument {
  readonly shape: Shape;
  /** `null` stands for "not given": only bodies, whose schema has no `null`. */
  readonly dropsNull: boolean;
}

function compile(tool: Tool): PrepareArguments {
  const bound = boundArguments(tool.request);
  const schema = tool.inputSchema;
  const root = shapeOfSchema(schema);
  const { body } = tool.request;
  const bodyArgument = body?.source.kind === 'argument' ? body.source.argument : undefined;
  const known = new Map<string, CompiledArgument>(
    bound.map(({ argument }) => {
      const shape = root.property(argument);
      const dropsNull = argument === bodyArgument && (shape.types & typeBits.null) === 0;
      return [argument, { shape, dropsNull }];
    }),
  );
  const required = requiredArguments(tool, new Set(known.keys()));
  const help: KnownArguments = {
    bound,
    ...(bodyArgument === undefined
      ? {}
      : { body: { argument: bodyArgument, fields: root.property(bodyArgument).names } }),
  };
  return (given) => {
    const report: CoercionReport = { faults: [], remarks: [] };
    const coercion = new Coercion(report, tool.settings.coerceArguments);
    const values = readGiven(given, { known, tool, help, coercion, report });
    for (const argument of required) {
      if (ownValue(values, argument) === undefined) {
        report.faults.push(missing(argument, schema));
      }
    }
    const [first, ...rest] = report.faults;
    return first === undefined
      ? { ok: true, values, remarks: report.remarks }
      : { ok: false, faults: [first, ...rest] };
  };
}

interface Reading {
  readonly known: ReadonlyMap<string, CompiledArgument>;
  readonly tool: Tool;
  readonly help: KnownArguments;
  readonly coercion: Coercion;
  readonly report: CoercionReport;
}

/** Goes through the arguments once; hands the same object back where nothing changes. */
function readGiven(given: JsonObject, reading: Reading): ArgumentObject {
  const { known, coercion, report } = reading;
  const entries: (readonly [string, ArgumentValue])[] = [];
  let isChanged = false;
  for (const name of Object.keys(given)) {
    const value = given[name];
    if (value === undefined) continue;
    const argument = known.get(name);
    if (argument === undefined) {
      noteUnknown(name, value, reading);
      isChanged = true;
    } else if (value === null && argument.dropsNull) {
      report.remarks.push(`${name}: null was read as "not given"`);
      isChanged = true;
    } else {
      const coerced = coercion.member(name, value, argument.shape);
      isChanged ||= coerced !== value;
      entries.push([name, coerced]);
    }
  }
  return isChanged ? objectFromEntries(entries) : given;
}

function noteUnknown(name: string, value: ArgumentValue, { tool, help, report }: Reading): void {
  if (tool.settings.unknownArguments === 'ignore') {
    report.remarks.push(`the unknown argument ${JSON.stringify(name.slice(0, 100))} was ignored`);
  } else {
    report.faults.push(explainUnknown(name, value, help));
  }
}

/** What the schema and the binding require, in the schema's order. */
function requiredArguments(
  { inputSchema, request }: Tool,
  known: ReadonlySet<string>,
): readonly string[] {
  const inSchema = isArray(inputSchema['required']) ? inputSchema['required'] : [];
  const inBinding = boundArguments(request).filter(({ required }) => required);
  const names = [...inSchema, ...inBinding.map(({ argument }) => argument)];
  return [...new Set(names)].filter(
    (name): name is string => typeof name === 'string' && known.has(name),
  );
}

function missing(argument: string, schema: JsonSchema): ArgumentFault {
  const properties = schema['properties'];
  const own = isJsonObject(properties) ? ownValue(properties, argument) : undefined;
  return {
    argument,
    message: `\`${argument}\` is required; send ${expectationOf(own, schema)}.`,
  };
}

function round(value: ArgumentValue): ArgumentValue {
  if (value instanceof ExactNumber) return Number(value.text);
  if (isArgumentArray(value)) return value.map(round);
  if (!isArgumentObject(value)) return value;
  return objectFromEntries(Object.entries(value).map(([key, member]) => [key, round(member)]));
}
