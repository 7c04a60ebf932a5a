import type { ArgumentObject, ArgumentValue } from '../arguments/argument-value.ts';
import type { PathPart } from '../../model/api.ts';
import type { ParameterBinding, PathBinding } from '../../model/request-binding.ts';
import { contentText } from './content.ts';
import {
  encodePathLiteral,
  encodeQueryLiteral,
  encodeReservedInPath,
  encodeSegments,
  percentEncode,
} from './encode.ts';
import { compileSource, labelOf, presenceOf } from './parameter.ts';
import type { BuildReport } from './report.ts';
import { needsSegmentCheck, refuseUnsafeSegments } from './segments.ts';
import type { Expansion } from './styles.ts';
import { expand, renderPieces, styleRows } from './styles.ts';
import type { TextRules } from './text-rules.ts';
import { percentRules, valueText, withValueEncoding } from './text-rules.ts';

/** A piece of a prepared template: encoded literal text, or an expression. */
export type PathPiece = string | PathExpression;

/** A prepared expression of the template. */
export interface PathExpression {
  readonly label: string;
  /** The encoded value; `undefined` after a fault was noted. */
  readonly write: (values: ArgumentObject, report: BuildReport) => string | undefined;
}

/** The path of one tool. */
export interface CompiledPath {
  /** The encoded path below the server URL, always with a leading slash; `undefined` after a fault. */
  readonly write: (values: ArgumentObject, report: BuildReport) => string | undefined;
  /** What the template itself says behind a `?`, encoded. */
  readonly query: string;
}

/**
 * Prepares the path template: values go in by position, so that no value is ever expanded again (rule
 * P25). Some documents write a fixed query into the template, or tell operations apart by a fragment: the
 * one is sent, the other never is.
 */
export function compilePath(
  template: readonly PathPart[],
  parameters: readonly ParameterBinding[],
): CompiledPath {
  const [pathParts, query] = splitTemplate(template);
  const pieces = pathParts.map((part): PathPiece => {
    if (part.kind === 'literal') return encodePathLiteral(part.text);
    const binding = parameters.find(
      (candidate) => candidate.in === 'path' && candidate.name === part.name,
    );
    return binding?.in === 'path' ? compileExpression(binding) : unboundExpression(part.name);
  });
  if (pieces.every((piece) => typeof piece === 'string')) {
    const fixed = withLeadingSlash(pieces.join(''));
    return { query, write: () => fixed };
  }
  return { query, write: (values, report) => writePieces(pieces, values, report) };
}

function writePieces(
  pieces: readonly PathPiece[],
  values: ArgumentObject,
  report: BuildReport,
): string | undefined {
  let path = '';
  let complete = true;
  for (const piece of pieces) {
    const text = typeof piece === 'string' ? piece : piece.write(values, report);
    if (text === undefined) complete = false;
    else path += text;
  }
  if (!complete) return undefined;
  path = withLeadingSlash(path);
  return needsSegmentCheck(path) && refuseUnsafeSegments(pieces, values, report) ? undefined : path;
}

function withLeadingSlash(path: string): string {
  return path.startsWith('/') ? path : `/${path}`;
}

/** Cuts the template at the first `?` or `#` of its literal text. */
function splitTemplate(template: readonly PathPart[]): readonly [readonly PathPart[], string] {
  for (const [index, part] of template.entries()) {
    if (part.kind === 'expression') continue;
    const cut = part.text.search(/[?#]/);
    if (cut === -1) continue;
    const before = template.slice(0, index);
    const path = [...before, { kind: 'literal', text: part.text.slice(0, cut) } as const];
    const query = part.text.slice(cut).split('#', 1)[0] ?? '';
    return [path, encodeQueryLiteral(query.slice(1))];
  }
  return [template, ''];
}

function unboundExpression(name: string): PathExpression {
  return {
    label: name,
    write: (_values, report) => {
      report.refuseInternally(name, `The path expression {${name}} has no parameter.`);
      return undefined;
    },
  };
}

function compileExpression(binding: PathBinding): PathExpression {
  const label = labelOf(binding);
  const read = compileSource(binding.source);
  const write = compileValue(binding);
  const always = { ...binding, required: true };
  return {
    label,
    write: (values, report) => {
      const value = read(values);
      const presence = presenceOf(always, value, report);
      if (presence === 'absent' || value === undefined) return undefined;
      if (presence === 'empty' || value === '') {
        report.refuse(
          label,
          `\`${label}\` is empty, which would lead to another resource; send at least one character.`,
        );
        return undefined;
      }
      try {
        return write(value, report);
      } catch (thrown) {
        report.refuseThrown(thrown, label, value);
        return undefined;
      }
    },
  };
}

function compileValue(
  binding: PathBinding,
): (value: ArgumentValue, report: BuildReport) => string | undefined {
  const { serialization } = binding;
  const rules = rulesOf(binding);
  if (serialization.kind === 'content') {
    const { mediaType } = serialization;
    return (value) => rules.value(contentText(mediaType, value));
  }
  const row = styleRows[serialization.kind === 'style' ? serialization.style : 'simple'];
  const expansion: Expansion = {
    serialization,
    row,
    rules,
    name: percentEncode(binding.name),
    nested: 'brackets',
  };
  const isPlain = row === styleRows.simple;
  return (value, report) =>
    isPlain && typeof value !== 'object'
      ? rules.value(valueText(value))
      : renderPieces(
          row,
          expand(expansion, value, (text) => report.remark(text)),
        );
}

function rulesOf({ serialization, multiSegment }: PathBinding): TextRules {
  const reserved = serialization.kind === 'style' && serialization.allowReserved;
  const encode = reserved ? encodeReservedInPath : percentEncode;
  if (multiSegment) return withValueEncoding((text) => encodeSegments(encode, text));
  return reserved ? withValueEncoding(encode) : percentRules;
}
