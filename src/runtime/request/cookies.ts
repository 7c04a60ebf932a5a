import type { ArgumentObject, ArgumentValue } from '../arguments/argument-value.ts';
import { isArgumentArray } from '../arguments/argument-value.ts';
import type { CookieBinding, ParameterBinding } from '../../model/request-binding.ts';
import { contentText } from './content.ts';
import { encodeReservedInCookie, percentEncode } from './encode.ts';
import { cookieProblem, isUnusualInCookie } from './header-rules.ts';
import type { OperatorHeaders } from './headers.ts';
import { essenceOf } from './media-type.ts';
import { compileSource, labelOf, presenceOf } from './parameter.ts';
import type { BuildReport } from './report.ts';
import type { Expansion, Piece } from './styles.ts';
import { expand, renderPiece, styleRows } from './styles.ts';
import type { TextRules } from './text-rules.ts';
import { percentRules, rawRules, withValueEncoding } from './text-rules.ts';

/** Writes the one `Cookie` header of a call; `undefined` where no cookie is sent. */
export type WriteCookies = (
  values: ArgumentObject,
  operator: OperatorHeaders,
  report: BuildReport,
) => string | undefined;

type WriteParameter = (values: ArgumentObject, report: BuildReport) => readonly string[];

/** Prepares the cookies of one tool (rule P31): one header, pairs joined with `; `. */
export function compileCookies(parameters: readonly ParameterBinding[]): WriteCookies {
  const writers = parameters.flatMap((binding) =>
    binding.in === 'cookie' ? [compileParameter(binding)] : [],
  );
  return (values, { configured, credentials }, report) => {
    const pairs: string[] = [];
    for (const write of writers) pairs.push(...write(values, report));
    pairs.push(...configured.cookies);
    for (const { in: place, name, value, scheme } of credentials) {
      const isHeader = place === 'header' && name.toLowerCase() === 'cookie';
      if (place !== 'cookie' && !isHeader) continue;
      const pair = isHeader ? value : `${name}=${value}`;
      if (place === 'cookie' && pairs.some((other) => other.startsWith(`${name}=`))) {
        report.refuse(
          name,
          `The cookie ${JSON.stringify(name)} belongs to the credential ${JSON.stringify(scheme)}; leave it out.`,
        );
      } else if (cookieProblem(isHeader ? value.replaceAll(';', '') : pair) !== undefined) {
        report.refuseInternally(
          scheme,
          `The credential ${JSON.stringify(scheme)} cannot stand in a cookie.`,
        );
      } else {
        pairs.push(pair);
      }
    }
    return pairs.length === 0 ? undefined : pairs.join('; ');
  };
}

function compileParameter(binding: CookieBinding): WriteParameter {
  const label = labelOf(binding);
  const read = compileSource(binding.source);
  const write = compileValue(binding);
  const raw = isRaw(binding);
  const empty = [`${cookieName(binding)}=`];
  return (values, report) => {
    const value = read(values);
    const presence = presenceOf(binding, value, report);
    if (presence === 'absent' || value === undefined) return [];
    if (presence === 'empty') return empty;
    try {
      return checkPieces(write(value, report), { label, raw, report });
    } catch (thrown) {
      report.refuseThrown(thrown, label, value);
      return [];
    }
  };
}

interface CheckedCookie {
  readonly label: string;
  readonly raw: boolean;
  readonly report: BuildReport;
}

function checkPieces(
  pieces: readonly Piece[],
  { label, raw, report }: CheckedCookie,
): readonly string[] {
  for (const { name = '', value } of pieces) {
    const problem =
      (name.includes('=') ? 'has an equals sign in a cookie name' : undefined) ??
      cookieProblem(name) ??
      cookieProblem(value);
    if (problem !== undefined) {
      report.refuse(label, `\`${label}\` goes into a cookie and ${problem}; send other text.`);
      return [];
    }
    if (raw && isUnusualInCookie(value)) {
      report.remark(`${label}: the cookie has characters that RFC 6265 keeps out of cookies`);
    }
  }
  return pieces.map((piece) => renderPiece(styleRows.cookie, piece));
}

function compileValue(
  binding: CookieBinding,
): (value: ArgumentValue, report: BuildReport) => readonly Piece[] {
  const { serialization } = binding;
  const name = cookieName(binding);
  if (serialization.kind === 'content') {
    const { mediaType } = serialization;
    const raw = isRaw(binding);
    return (value) => {
      const text = contentText(mediaType, value);
      return [{ name, value: raw ? text : percentEncode(text) }];
    };
  }
  const expansion: Expansion = {
    serialization,
    row: styleRows.cookie,
    rules: rulesOf(binding),
    name,
    nested: 'brackets',
  };
  const repeats =
    serialization.kind === 'style' && serialization.style === 'form' && serialization.explode;
  return (value, report) => {
    if (repeats && isArgumentArray(value) && value.length > 1) {
      report.remark(`${labelOf(binding)}: the items are sent as several cookies of one name`);
    }
    return expand(expansion, value, (text) => report.remark(text));
  };
}

/** Whether the value goes out as the caller gives it: `style: cookie`, and text that the caller prepared. */
function isRaw({ serialization }: CookieBinding): boolean {
  if (serialization.kind === 'content') {
    return essenceOf(serialization.mediaType).startsWith('text/');
  }
  return serialization.kind === 'style' && serialization.style === 'cookie';
}

/** `form` percent-encodes, `cookie` never does. */
function rulesOf({ serialization }: CookieBinding): TextRules {
  if (serialization.kind !== 'style') return percentRules;
  if (serialization.style === 'cookie') return rawRules;
  return serialization.allowReserved ? withValueEncoding(encodeReservedInCookie) : percentRules;
}

function cookieName({ serialization, name }: CookieBinding): string {
  return serialization.kind === 'style' && serialization.style === 'cookie'
    ? name
    : percentEncode(name);
}
