import { type Diagnostic, diagnostic, staged, type Staged } from '../../model/diagnostic.ts';
import {
  combineHints,
  type Hint,
  hintAxes,
  hintWords,
  hintsOf,
  noHints,
  type ToolHints,
} from '../../model/hints.ts';
import {
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
} from '../../model/json.ts';
import type { Icon, ToolMetadata, ToolSettings } from '../../model/tool.ts';
import type {
  ArgumentDirective,
  ExposeMode,
  ResourceDirective,
  ResponseDirectives,
} from '../directives.ts';
import { isLegalToolName } from '../names.ts';
import { argumentCheck, mediaType } from './argument-fields.ts';
import {
  anyObject,
  badValue,
  type Check,
  type Checks,
  flag,
  listOf,
  mapOf,
  oneOf,
  oneOrMore,
  type Place,
  record,
  text,
  textLike,
  refine,
  wrongType,
} from './check.ts';
import { type IconFiles, iconsCheck } from './icons.ts';
import { metaObject } from './meta-keys.ts';
import { resourceDirective } from './resource-fields.ts';
import { responseCheck } from './response-fields.ts';
import { objectSchema } from './schemas.ts';

/** What one entry says of tools, by its keys; the same in `x-mcp` and in the short form. */
export interface ToolFields extends BundleFields {
  /** Names of bundles that stand under the entry's own fields. */
  readonly metadata?: readonly string[];
  readonly enabled?: boolean;
  /** List the tool directly in deferred mode too. */
  readonly pinned?: boolean;
  readonly name?: string;
  readonly description?: string;
  readonly summary?: string;
  readonly inputSchema?: JsonSchema;
  readonly 'inputSchema+'?: JsonObject;
  readonly outputSchema?: OutputSchemaChoice;
  readonly 'outputSchema+'?: JsonObject;
  readonly validateArguments?: boolean;
  readonly coerce?: boolean;
  readonly unknownArguments?: ToolSettings['unknownArguments'];
  readonly middleware?: readonly MiddlewareUse[];
  readonly 'middleware+'?: readonly MiddlewareUse[];
  readonly confirm?: boolean;
  readonly scopes?: readonly string[];
  readonly 'scopes+'?: readonly string[];
  readonly arguments?: Readonly<Record<string, ArgumentDirective>>;
  readonly flatten?: boolean;
  readonly expose?: ExposeMode;
  readonly resource?: ResourceDirective;
  readonly request?: { readonly mediaType?: string };
  readonly response?: ResponseDirectives;
}

/** What a bundle under `metadata` may hold. */
export interface BundleFields {
  readonly title?: string;
  readonly tags?: readonly string[];
  readonly 'tags+'?: readonly string[];
  readonly hints?: ToolHints;
  readonly icons?: readonly Icon[];
  readonly 'icons+'?: readonly Icon[];
  readonly execution?: NonNullable<ToolMetadata['execution']>;
  readonly _meta?: JsonObject;
  readonly '_meta='?: JsonObject;
}

/** A word is the mode, an object the schema itself. */
type OutputSchemaChoice =
  | { readonly kind: 'mode'; readonly mode: ToolSettings['outputSchema'] }
  | { readonly kind: 'schema'; readonly schema: JsonSchema };

/** A middleware by name, with settings where it is written as `{ name: settings }`. */
export interface MiddlewareUse {
  readonly name: string;
  readonly settings?: JsonValue;
}

/** Reads an entry: an object, or `false` and `true` for `enabled` alone. */
export function toolCheck(icons: IconFiles): Check<ToolFields> {
  const fields = record<ToolFields>({ ...bundleChecks(icons), ...toolChecks });
  return (place) =>
    typeof place.value === 'boolean' ? staged({ enabled: place.value }) : fields(place);
}

/** Reads a bundle. */
export function bundleCheck(icons: IconFiles): Check<BundleFields> {
  return record<BundleFields>(bundleChecks(icons));
}

const hint: Check<Hint> = (place) => {
  const { value } = place;
  if (!isJsonObject(value)) return oneOf(hintWords)(place);
  return refine(record<{ title?: string }>({ title: text }), ({ title }) =>
    title === undefined
      ? badValue<Hint>(place, 'has no title', 'Write { title: "…" }, or one of the hint words.')
      : staged<Hint>({ title }),
  )(place);
};

/** Hints of one list are folded; where they contradict each other, the cautious one wins. */
const hintsCheck: Check<ToolHints> = refine(listOf(hint), (hints, place) => {
  const declared = hints.map(hintsOf);
  const contradicted = hintAxes.filter(
    (axis) =>
      new Set(declared.map((each) => each[axis]).filter((said) => said !== undefined)).size > 1,
  );
  const diagnostics: readonly Diagnostic[] =
    contradicted.length === 0
      ? []
      : [
          diagnostic('overlay-hints-contradict', {
            message: `These hints contradict each other on ${contradicted.join(' and ')}; the cautious one wins.`,
            fix: 'Keep the one that is meant.',
            location: place.location,
          }),
        ];
  return staged(declared.reduce(combineHints, noHints), diagnostics);
});

const executionCheck: Check<NonNullable<ToolMetadata['execution']>> = refine(
  record<{ taskSupport?: 'forbidden' | 'optional' | 'required' }>({
    taskSupport: oneOf(['forbidden', 'optional', 'required']),
  }),
  ({ taskSupport }, place) => {
    if (taskSupport === undefined) {
      return badValue(place, 'has no taskSupport', 'Say taskSupport: forbidden or optional.');
    }
    const required = diagnostic('overlay-task-required', {
      message: 'taskSupport: required goes out as optional, because this server runs no tasks yet.',
      fix: 'Write taskSupport: optional.',
      location: place.location,
    });
    return staged({ taskSupport }, taskSupport === 'required' ? [required] : []);
  },
);

function bundleChecks(icons: IconFiles): Checks<BundleFields> {
  return {
    title: text,
    tags: listOf(text),
    'tags+': listOf(text),
    hints: hintsCheck,
    icons: iconsCheck(icons),
    'icons+': iconsCheck(icons),
    execution: executionCheck,
    _meta: metaObject,
    '_meta=': metaObject,
  };
}

const nameCheck: Check<string> = refine(text, (name, place) =>
  isLegalToolName(name) && name.length <= 128
    ? staged(name)
    : badValue(
        place,
        `is ${JSON.stringify(name.slice(0, 80))}, which some clients refuse as a tool name`,
        'Write letters, digits, _ and -, beginning with a letter or _, at most 128.',
      ),
);

const outputModes = ['off', 'relaxed', 'strict'] as const;

function outputSchemaCheck(place: Place): Staged<OutputSchemaChoice> {
  if (isJsonObject(place.value)) {
    return refine(objectSchema, (schema) => staged<OutputSchemaChoice>({ kind: 'schema', schema }))(
      place,
    );
  }
  return refine(oneOf(outputModes), (mode) => staged<OutputSchemaChoice>({ kind: 'mode', mode }))(
    place,
  );
}

/** `coerce: off` is how people write it; YAML 1.2 reads `off` as text. */
function switchCheck(place: Place): Staged<boolean> {
  if (place.value === 'on' || place.value === 'off') return staged(place.value === 'on');
  return typeof place.value === 'boolean'
    ? staged(place.value)
    : wrongType(place, 'true, false, on or off');
}

/** A middleware's name. */
const middlewareName: Check<string> = textLike(
  /^[A-Za-z_][A-Za-z0-9_-]*$/,
  'a name of letters, digits, _ and -',
);

/** `rateLimit`, or `{ rateLimit: { perMinute: 10 } }`. */
export const middlewareUse: Check<MiddlewareUse> = (place) => {
  const { value, location } = place;
  const [entry, ...more] = isJsonObject(value)
    ? Object.entries(value)
    : [[value, undefined] as const];
  if (entry === undefined || more.length > 0) {
    return badValue(place, 'must have one key', 'Write { NAME: settings } for each middleware.');
  }
  const [written, settings] = entry;
  return refine(middlewareName, (name) =>
    staged<MiddlewareUse>(settings === undefined ? { name } : { name, settings }),
  )({ value: written, location });
};

const toolChecks: Checks<Omit<ToolFields, keyof BundleFields>> = {
  metadata: oneOrMore(text),
  enabled: flag,
  pinned: flag,
  name: nameCheck,
  description: text,
  summary: text,
  inputSchema: objectSchema,
  'inputSchema+': anyObject,
  outputSchema: outputSchemaCheck,
  'outputSchema+': anyObject,
  validateArguments: flag,
  coerce: switchCheck,
  unknownArguments: oneOf(['refuse', 'ignore']),
  middleware: listOf(middlewareUse),
  'middleware+': listOf(middlewareUse),
  confirm: flag,
  scopes: listOf(text),
  'scopes+': listOf(text),
  arguments: mapOf(argumentCheck),
  flatten: flag,
  expose: oneOf(['tool', 'resource', 'both']),
  resource: resourceDirective,
  request: record<{ mediaType?: string }>({ mediaType }),
  response: responseCheck,
};
