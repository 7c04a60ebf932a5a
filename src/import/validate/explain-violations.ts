/** An error of ajv, as far as it is used. */
export interface SchemaError {
  /** JSON Pointer to the faulty value. */
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
  /** Set where the name of a field is at fault instead of its value. */
  readonly propertyName?: string;
}

/** What is wrong with one value. */
export interface Violation {
  readonly pointer: string;
  /** Continues a sentence about the value: `lacks the field "info"`. */
  readonly problem: string;
}

/** Keywords that only say that something below them failed; the ones that say most come first. */
const wrappers: readonly string[] = [
  'unevaluatedProperties',
  'unevaluatedItems',
  'oneOf',
  'anyOf',
  'allOf',
  'dependentSchemas',
  'if',
  'propertyNames',
];

/** The most problems that are told of one value. */
const maxProblems = 4;

/**
 * Turns the errors of a schema validator into one violation for each faulty value, sorted by pointer. What
 * merely follows from another error is left out, and so is that a value could have been a reference.
 */
export function explainViolations(errors: readonly SchemaError[]): readonly Violation[] {
  const kept = withoutConsequences(errors.filter((error) => !isReferenceNoise(error)));
  const ambiguous = ambiguousPlaces(errors);
  const groups = new Map<string, SchemaError[]>();
  for (const error of kept) {
    const parent = parentOf(error.instancePath);
    const place = isChoice(error) && ambiguous.has(parent) ? parent : error.instancePath;
    const group = groups.get(place);
    if (group === undefined) groups.set(place, [error]);
    else group.push(error);
  }
  return Array.from(groups, ([pointer, found]) => ({
    pointer,
    problem: ambiguous.has(pointer) ? describeForms(pointer, found) : describe(found),
  })).sort(({ pointer: left }, { pointer: right }) => (left < right ? -1 : Number(left > right)));
}

/** A value may be a reference nearly everywhere; that it lacks a `$ref` is never what is wrong with it. */
function isReferenceNoise({ keyword, params }: SchemaError): boolean {
  return keyword === 'required' && params['missingProperty'] === '$ref';
}

/** Keeps a wrapper only where nothing at or below its value says more. */
function withoutConsequences(errors: readonly SchemaError[]): readonly SchemaError[] {
  const kept = errors.filter(({ keyword }) => !wrappers.includes(keyword));
  const explained = new Set(kept.flatMap(({ instancePath }) => selfAndAncestors(instancePath)));
  for (const wrapper of wrappers) {
    const open = errors.filter(
      ({ keyword, instancePath }) => keyword === wrapper && !explained.has(instancePath),
    );
    for (const { instancePath } of open) {
      for (const pointer of selfAndAncestors(instancePath)) explained.add(pointer);
    }
    kept.push(...open);
  }
  return kept;
}

/**
 * Values that may take several forms and have a field that tells them apart, `in` or `type`, which is not as
 * some form wants it: what is reported about them are alternatives.
 */
function ambiguousPlaces(errors: readonly SchemaError[]): ReadonlySet<string> {
  const chosen = new Set(errors.filter(isChoice).map(({ instancePath }) => parentOf(instancePath)));
  return new Set(
    errors
      .filter(({ keyword }) => keyword === 'oneOf' || keyword === 'anyOf')
      .map(({ instancePath }) => instancePath)
      .filter((pointer) => chosen.has(pointer)),
  );
}

function isChoice({ keyword }: SchemaError): boolean {
  return keyword === 'enum' || keyword === 'const';
}

function parentOf(pointer: string): string {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));
}

function selfAndAncestors(pointer: string): readonly string[] {
  const result = [pointer];
  for (let current = pointer; current !== '';) {
    current = parentOf(current);
    result.push(current);
  }
  return result;
}

function describeForms(pointer: string, errors: readonly SchemaError[]): string {
  const fields = new Set(errors.filter(isChoice).map(({ instancePath }) => instancePath));
  const choices = [...fields].map((field) => {
    const values = errors.filter(({ instancePath }) => instancePath === field);
    return `its ${field.slice(pointer.length + 1)} ${describe(values)}`;
  });
  const others = errors.filter((error) => !isChoice(error)).map(describeOne);
  return `fits none of the forms that the specification allows here: ${told([...choices, ...others], ', or ')}`;
}

function describe(errors: readonly SchemaError[]): string {
  const allowed = errors.flatMap(allowedValues);
  return told(
    [
      ...(allowed.length === 0 ? [] : [`must be ${listed(new Set(allowed))}`]),
      ...errors.filter((error) => !isChoice(error)).map(describeOne),
    ],
    '; ',
  );
}

function told(problems: readonly string[], separator: string): string {
  const distinct = [...new Set(problems)];
  const shown = distinct.slice(0, maxProblems);
  return [...shown, ...(distinct.length > maxProblems ? ['more'] : [])].join(separator);
}

/** The values that an enumeration or constant allows; alternatives of one value add up. */
function allowedValues({ keyword, params }: SchemaError): readonly string[] {
  if (keyword === 'const') return [JSON.stringify(params['allowedValue'])];
  const values = keyword === 'enum' ? params['allowedValues'] : [];
  return Array.isArray(values) ? values.map((value) => JSON.stringify(value)) : [];
}

function describeOne({ keyword, params, message, propertyName }: SchemaError): string {
  if (propertyName !== undefined) {
    return `has a field called ${JSON.stringify(propertyName)}: ${message ?? 'a name that is not allowed'}`;
  }
  switch (keyword) {
    case 'required':
      return `lacks the field ${JSON.stringify(params['missingProperty'])}`;
    case 'additionalProperties':
      return `has the unknown field ${JSON.stringify(params['additionalProperty'])}`;
    case 'unevaluatedProperties':
      return `has the field ${JSON.stringify(params['unevaluatedProperty'])}, which does not belong here`;
    case 'type':
      return `must be of type ${[params['type']].flat().map(String).join(' or ')}`;
    case 'format':
      return `must be a valid ${String(params['format'])}`;
    case 'oneOf':
    case 'anyOf':
      return 'fits none of the forms that the specification allows here';
    default:
      return message ?? `breaks the rule ${keyword}`;
  }
}

function listed(values: ReadonlySet<string>): string {
  const all = [...values];
  return all.length === 1 ? (all[0] ?? '') : `one of ${all.join(', ')}`;
}
