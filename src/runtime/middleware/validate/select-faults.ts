import { isArray, isJsonObject } from '../../../model/json.ts';
import type { SchemaFault } from './describe-fault.ts';

/**
 * Leaves out what would only confuse: where a value fits none of several forms, ajv reports every fault of
 * every form. Kept are the union itself and the faults of the form that came nearest.
 */
export function selectFaults(faults: readonly SchemaFault[]): readonly SchemaFault[] {
  const hidden = new Set<SchemaFault>();
  for (const union of faults.filter(({ keyword }) => keyword === 'oneOf' || keyword === 'anyOf')) {
    const forms = formsOf(union, faults);
    const nearest = forms.toSorted(
      (a, b) => mismatches(union, a) - mismatches(union, b) || a.length - b.length,
    )[0];
    for (const form of forms) {
      if (form !== nearest) for (const fault of form) hidden.add(fault);
    }
  }
  // `if` only repeats that its `then` or `else` failed, which is reported by itself.
  return faults.filter((fault) => !hidden.has(fault) && fault.keyword !== 'if');
}

/** The faults below a union, one list for each form. */
function formsOf(
  union: SchemaFault,
  faults: readonly SchemaFault[],
): readonly (readonly SchemaFault[])[] {
  const forms = new Map<string, SchemaFault[]>();
  const references = referencesOf(union);
  let form = '';
  for (const fault of faults) {
    if (fault === union) break;
    if (!isBelow(fault, union)) continue;
    const key = formKey(fault, union, references);
    if (key === undefined) continue;
    // Behind a reference inside a form the path does not tell the form; ajv reports form by form.
    if (key !== '') form = key;
    const known = forms.get(form);
    if (known === undefined) forms.set(form, [fault]);
    else known.push(fault);
  }
  return [...forms.values()];
}

function isBelow(fault: SchemaFault, union: SchemaFault): boolean {
  return (
    fault.instancePath === union.instancePath ||
    fault.instancePath.startsWith(`${union.instancePath}/`)
  );
}

/** The form that a fault is of; `''` where only the order tells, `undefined` where it is of none. */
function formKey(
  fault: SchemaFault,
  union: SchemaFault,
  references: ReadonlyMap<string, string>,
): string | undefined {
  const inside = `${union.schemaPath}/`;
  if (fault.schemaPath.startsWith(inside)) {
    return fault.schemaPath.slice(inside.length).split('/', 1)[0];
  }
  if (!fault.schemaPath.startsWith('#/$defs/')) return undefined;
  const definition = fault.schemaPath.split('/', 3).join('/');
  return references.get(definition) ?? '';
}

/** The forms of a union that are references, by what they refer to. */
function referencesOf(union: SchemaFault): ReadonlyMap<string, string> {
  const forms = isJsonObject(union.parentSchema) ? union.parentSchema[union.keyword] : undefined;
  const references = new Map<string, string>();
  if (!isArray(forms)) return references;
  for (const [index, form] of forms.entries()) {
    const reference = isJsonObject(form) ? form['$ref'] : undefined;
    if (typeof reference === 'string') references.set(reference, String(index));
  }
  return references;
}

/** Faults which say that another form was meant: a wrong tag, or a wrong type of the value itself. */
function mismatches(union: SchemaFault, form: readonly SchemaFault[]): number {
  const depth = depthOf(union);
  return form.filter(
    (fault) =>
      (fault.keyword === 'type' && depthOf(fault) === depth) ||
      ((fault.keyword === 'const' || fault.keyword === 'enum') && depthOf(fault) <= depth + 1),
  ).length;
}

function depthOf({ instancePath }: SchemaFault): number {
  return instancePath.split('/').length;
}
