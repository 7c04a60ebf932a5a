import type { ArgumentObject, ArgumentValue } from '../arguments/argument-value.ts';
import type { AppliedCredential } from '../call.ts';
import type {
  ParameterBinding,
  QueryBinding,
  QuerystringBinding,
} from '../../model/request-binding.ts';
import { contentText, formMediaType } from './content.ts';
import { encodeReservedInQuery, percentEncode } from './encode.ts';
import { essenceOf } from './media-type.ts';
import { compileSource, labelOf, presenceOf } from './parameter.ts';
import type { BuildReport } from './report.ts';
import type { Expansion } from './styles.ts';
import { expand, renderPieces, styleRows } from './styles.ts';
import type { TextRules } from './text-rules.ts';
import { percentRules, scalarText, withValueEncoding } from './text-rules.ts';

/** Writes the query of one call, without `?`; empty where nothing is sent. */
export type WriteQuery = (
  values: ArgumentObject,
  credentials: readonly AppliedCredential[],
  report: BuildReport,
) => string;

/** Writes one parameter, or `undefined` where nothing is sent of it. */
type WriteParameter = (values: ArgumentObject, report: BuildReport) => string | undefined;

/**
 * Prepares the query of one tool.
 *
 * @param literal What the path template itself says behind a `?`, encoded.
 */
export function compileQuery(parameters: readonly ParameterBinding[], literal: string): WriteQuery {
  const writers = parameters.flatMap((binding) => {
    if (binding.in === 'query') return [compileParameter(binding)];
    return binding.in === 'querystring' ? [compileQuerystring(binding)] : [];
  });
  const whole = parameters.find((binding) => binding.in === 'querystring');
  return (values, credentials, report) => {
    let query = literal;
    for (const write of writers) {
      const text = write(values, report);
      if (text !== undefined) query = query === '' ? text : `${query}&${text}`;
    }
    return credentials.length === 0 ? query : addCredentials(query, { credentials, report, whole });
  };
}

function compileParameter(binding: QueryBinding): WriteParameter {
  const read = compileSource(binding.source);
  const name = binding.encodeBrackets ? percentEncode(binding.name) : bareBrackets(binding.name);
  const write = compileValue(binding, name);
  const empty = `${name}=`;
  return (values, report) => {
    const value = read(values);
    const presence = presenceOf(binding, value, report);
    if (presence === 'absent' || value === undefined) return undefined;
    if (presence === 'empty') return empty;
    try {
      const text = write(value, report);
      return text ?? (binding.required ? empty : undefined);
    } catch (thrown) {
      report.refuseThrown(thrown, labelOf(binding), value);
      return undefined;
    }
  };
}

function compileValue(
  binding: QueryBinding,
  name: string,
): (value: ArgumentValue, report: BuildReport) => string | undefined {
  const { serialization } = binding;
  if (serialization.kind === 'content') {
    const { mediaType } = serialization;
    return (value) => `${name}=${percentEncode(contentText(mediaType, value))}`;
  }
  const expansion: Expansion = {
    serialization,
    row: styleRows[serialization.kind === 'style' ? serialization.style : 'form'],
    rules: rulesOf(binding),
    name,
    nested: binding.nested,
  };
  const encode = expansion.rules.value;
  return (value, report) => {
    // Most values are scalars, which every style of a query writes alike.
    if (typeof value !== 'object') return `${name}=${encode(scalarText(value))}`;
    const pieces = expand(expansion, value, (text) => report.remark(text));
    return pieces.length === 0 ? undefined : renderPieces(expansion.row, pieces);
  };
}

function rulesOf({ serialization, encodeBrackets }: QueryBinding): TextRules {
  const reserved = serialization.kind === 'style' && serialization.allowReserved;
  const rules = reserved ? withValueEncoding(encodeReservedInQuery) : percentRules;
  return encodeBrackets ? rules : { ...rules, brackets: ['[', ']'] };
}

/** Some servers read only literal brackets in names (rule P18). */
function bareBrackets(name: string): string {
  return percentEncode(name).replaceAll('%5B', '[').replaceAll('%5D', ']');
}

/** The whole query as one value, which has no name (rule P30). */
function compileQuerystring(binding: QuerystringBinding): WriteParameter {
  const read = compileSource(binding.source);
  const { mediaType } = binding.serialization;
  const isForm = essenceOf(mediaType) === formMediaType;
  return (values, report) => {
    const value = read(values);
    if (presenceOf(binding, value, report) !== 'value' || value === undefined) return undefined;
    try {
      const text = contentText(mediaType, value);
      if (!isForm) return percentEncode(text);
      return typeof value === 'string' ? encodeReservedForm(text) : text;
    } catch (thrown) {
      report.refuseThrown(thrown, labelOf(binding), value);
      return undefined;
    }
  };
}

/** A form that the caller wrote as text: its `&`, `=`, `+` and triples are its own. */
function encodeReservedForm(text: string): string {
  return text
    .split(/([&=+])/)
    .map((part, index) => (index % 2 === 1 ? part : encodeReservedInQuery(part)))
    .join('');
}

interface CredentialPlace {
  readonly credentials: readonly AppliedCredential[];
  readonly report: BuildReport;
  readonly whole: QuerystringBinding | undefined;
}

function addCredentials(query: string, { credentials, report, whole }: CredentialPlace): string {
  let result = query;
  for (const { name, value, scheme, in: place } of credentials) {
    if (place !== 'query') continue;
    if (new URLSearchParams(result).has(name)) {
      report.refuse(
        name,
        `The query already holds ${JSON.stringify(name)}, which the credential ${JSON.stringify(scheme)} supplies; leave it out.`,
      );
    } else if (
      whole !== undefined &&
      result !== '' &&
      essenceOf(whole.serialization.mediaType) !== formMediaType
    ) {
      report.refuseInternally(
        scheme,
        `The credential ${JSON.stringify(scheme)} belongs into the query, which ${JSON.stringify(labelOf(whole))} fills completely.`,
      );
    } else {
      const pair = `${percentEncode(name)}=${percentEncode(value)}`;
      result = result === '' ? pair : `${result}&${pair}`;
    }
  }
  return result;
}
