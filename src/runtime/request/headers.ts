import type { ArgumentObject, ArgumentValue } from '../arguments/argument-value.ts';
import type { AppliedCredential } from '../call.ts';
import type { HeaderBinding, ParameterBinding } from '../../model/request-binding.ts';
import { contentText } from './content.ts';
import { headerNameProblem, headerValueProblem } from './header-rules.ts';
import { asciiJsonText } from './json-text.ts';
import { isJsonMediaType } from './media-type.ts';
import { compileSource, labelOf, presenceOf } from './parameter.ts';
import type { HeaderPair } from './plan.ts';
import type { BuildReport } from './report.ts';
import type { Expansion } from './styles.ts';
import { expand, renderPieces, styleRows } from './styles.ts';
import { rawRules } from './text-rules.ts';

/** Headers that configuration adds to every request, checked and sorted out once. */
export interface ConfiguredHeaders {
  readonly pairs: readonly { readonly pair: HeaderPair; readonly key: string }[];
  /** Values of `Cookie`, which join the one cookie header (rule P31). */
  readonly cookies: readonly string[];
  /** Headers that cannot be sent, with the reason. */
  readonly problems: readonly { readonly name: string; readonly message: string }[];
}

/** What operators add to a request beside the caller's arguments. */
export interface OperatorHeaders {
  readonly configured: ConfiguredHeaders;
  readonly credentials: readonly AppliedCredential[];
}

/** Writes every header of one call but `Cookie` and `Content-Type`. */
export type WriteHeaders = (
  values: ArgumentObject,
  operator: OperatorHeaders,
  report: BuildReport,
) => HeaderPair[];

interface HeaderParameter {
  readonly name: string;
  readonly key: string;
  readonly label: string;
  readonly write: (values: ArgumentObject, report: BuildReport) => string | undefined;
}

/** Checks configured headers; the same list is meant to be handed in at every call. */
export function checkConfiguredHeaders(headers: readonly HeaderPair[]): ConfiguredHeaders {
  const known = checked.get(headers);
  if (known !== undefined) return known;
  const entries = headers.map((pair) => {
    const [name, value] = pair;
    const key = name.toLowerCase();
    const problem =
      (key === 'cookie' ? undefined : headerNameProblem(name)) ?? headerValueProblem(value);
    return { pair, key, problem };
  });
  const usable = entries.filter(({ problem }) => problem === undefined);
  const result: ConfiguredHeaders = {
    pairs: usable.filter(({ key }) => key !== 'cookie').map(({ pair, key }) => ({ pair, key })),
    cookies: usable.filter(({ key }) => key === 'cookie').map(({ pair }) => pair[1]),
    problems: entries.flatMap(({ pair: [name], problem }) =>
      problem === undefined
        ? []
        : [{ name, message: `The configured header ${JSON.stringify(name)} ${problem}.` }],
    ),
  };
  checked.set(headers, result);
  return result;
}

const checked = new WeakMap<readonly HeaderPair[], ConfiguredHeaders>();

/**
 * Prepares the headers of one tool. Where two sources supply one header, credentials win over
 * configuration and configuration over arguments, and a remark says so.
 */
export function compileHeaders(
  parameters: readonly ParameterBinding[],
  accept: string,
): WriteHeaders {
  const bound = parameters.flatMap((binding) =>
    binding.in === 'header' ? [compileParameter(binding)] : [],
  );
  const acceptPair: HeaderPair = ['Accept', accept];
  return (values, { configured, credentials }, report) => {
    for (const { name, message } of configured.problems) report.refuseInternally(name, message);
    const pairs: HeaderPair[] = [];
    const keys = credentialKeys(credentials, report);
    const isTaken = (key: string): boolean =>
      keys.includes(key) || configured.pairs.some((header) => header.key === key);
    if (!isTaken('accept')) pairs.push(acceptPair);
    for (const { name, key, write } of bound) {
      const text = write(values, report);
      if (text === undefined) continue;
      if (isTaken(key)) report.remark(`header ${name}: the operator's value replaces the argument`);
      else pairs.push([name, text]);
    }
    for (const { pair, key } of configured.pairs) {
      if (keys.includes(key)) report.remark(`header ${pair[0]}: the credential is sent instead`);
      else pairs.push(pair);
    }
    for (const { in: place, name, value } of credentials) {
      if (place === 'header' && name.toLowerCase() !== 'cookie') pairs.push([name, value]);
    }
    return pairs;
  };
}

/** Names of the headers that credentials fill, in lower case; what cannot be sent is refused. */
function credentialKeys(
  credentials: readonly AppliedCredential[],
  report: BuildReport,
): readonly string[] {
  const keys: string[] = [];
  for (const { in: place, name, value, scheme } of credentials) {
    const key = name.toLowerCase();
    if (place !== 'header' || key === 'cookie') continue;
    const problem = headerNameProblem(name) ?? headerValueProblem(value);
    if (problem !== undefined) {
      report.refuseInternally(
        scheme,
        `The header ${JSON.stringify(name)} of the credential ${JSON.stringify(scheme)} ${problem}.`,
      );
    } else if (keys.includes(key)) {
      report.refuseInternally(
        scheme,
        `Two credentials need the header ${JSON.stringify(name)}, which can carry only one.`,
      );
    } else {
      keys.push(key);
    }
  }
  return keys;
}

function compileParameter(binding: HeaderBinding): HeaderParameter {
  const { name } = binding;
  const label = labelOf(binding);
  const read = compileSource(binding.source);
  const writeValue = compileValue(binding);
  const nameProblem = headerNameProblem(name);
  const write: HeaderParameter['write'] = (values, report) => {
    const value = read(values);
    const presence = presenceOf(binding, value, report);
    if (presence === 'absent' || value === undefined) return undefined;
    if (nameProblem !== undefined) {
      report.refuseInternally(label, `The header ${JSON.stringify(name)} ${nameProblem}.`);
      return undefined;
    }
    const text = presence === 'empty' ? '' : writeSafely(writeValue, { value, label, report });
    const problem = text === undefined ? undefined : headerValueProblem(text);
    if (problem === undefined) return text;
    report.refuse(label, `\`${label}\` goes into a header and ${problem}; send plain text.`);
    return undefined;
  };
  return { name, key: name.toLowerCase(), label, write };
}

interface HeaderValue {
  readonly value: ArgumentValue;
  readonly label: string;
  readonly report: BuildReport;
}

function writeSafely(
  write: (value: ArgumentValue, report: BuildReport) => string,
  { value, label, report }: HeaderValue,
): string | undefined {
  try {
    return write(value, report);
  } catch (thrown) {
    report.refuseThrown(thrown, label, value);
    return undefined;
  }
}

/** Headers are never percent-encoded (rule P19); JSON is written in ASCII, the rest as it is (rule P29). */
function compileValue({
  serialization,
}: HeaderBinding): (value: ArgumentValue, report: BuildReport) => string {
  if (serialization.kind === 'content') {
    const { mediaType } = serialization;
    return isJsonMediaType(mediaType) ? asciiJsonText : (value) => contentText(mediaType, value);
  }
  const row = styleRows.simple;
  const expansion: Expansion = {
    serialization,
    row,
    rules: rawRules,
    name: '',
    nested: 'brackets',
  };
  return (value, report) =>
    renderPieces(
      row,
      expand(expansion, value, (text) => report.remark(text)),
    );
}
