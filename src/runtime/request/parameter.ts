import type { ArgumentObject, ArgumentValue } from '../arguments/argument-value.ts';
import { isArgumentArray, isArgumentObject } from '../arguments/argument-value.ts';
import { ownValue } from '../../model/json.ts';
import type { BindingSource, ParameterBinding } from '../../model/request-binding.ts';
import type { BuildReport } from './report.ts';

/** Reads the value of one binding out of the arguments. */
export type ReadSource = (values: ArgumentObject) => ArgumentValue | undefined;

/** Binds a source once, so that a call only looks up one key. Constants of the overlay: rule A9. */
export function compileSource(source: BindingSource): ReadSource {
  if (source.kind === 'fixed') {
    const { value } = source;
    return () => value;
  }
  const { argument } = source;
  return (values) => ownValue(values, argument);
}

/** What people call the value of a binding: its argument, or its wire name where the overlay fixes it. */
export function labelOf({ source, name }: Pick<ParameterBinding, 'source' | 'name'>): string {
  return source.kind === 'argument' ? source.argument : name;
}

/** Whether a value is sent, sent as an empty value, or not sent. */
export type Presence = 'absent' | 'empty' | 'value';

/**
 * Decides about absent, `null` and empty values (rules P7 to P9, P11). A missing required value is noted
 * in the report and counts as absent.
 */
export function presenceOf(
  binding: ParameterBinding,
  value: ArgumentValue | undefined,
  report: BuildReport,
): Presence {
  if (value === undefined) {
    if (binding.required) report.refuse(labelOf(binding), missingMessage(binding));
    return 'absent';
  }
  const byContent = binding.serialization.kind === 'content';
  if (value === null) {
    if (!binding.required) return 'absent';
    if (binding.nullable) return byContent ? 'value' : 'empty';
    report.refuse(
      labelOf(binding),
      `\`${labelOf(binding)}\` is required and may not be null; send a value.`,
    );
    return 'absent';
  }
  if (byContent || !isUndefinedValue(value)) return 'value';
  return binding.required || (binding.in === 'query' && binding.allowEmptyValue)
    ? 'empty'
    : 'absent';
}

/** Arrays and objects with nothing in them are undefined (RFC 6570 §2.3). */
function isUndefinedValue(value: ArgumentValue): boolean {
  if (isArgumentArray(value)) return value.every((item) => item === null);
  return isArgumentObject(value) && Object.values(value).every((member) => member === null);
}

function missingMessage(binding: ParameterBinding): string {
  const place = binding.in === 'querystring' ? 'query' : binding.in;
  return `\`${labelOf(binding)}\` is required and goes into the ${place}; send a value.`;
}
