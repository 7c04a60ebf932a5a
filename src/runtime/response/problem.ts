import type { JsonObject, JsonValue } from '../../model/json.ts';
import { isArray, isJsonObject, ownValue } from '../../model/json.ts';

/** Faults listed of one answer. */
const maxFaults = 20;
const shownCharacters = 300;

/** The lines of an error body that say what is wrong, above the body itself (rule R9). */
export function describeProblem(value: JsonValue | undefined): readonly string[] {
  if (!isJsonObject(value)) return [];
  return [...summaryLines(value), ...faultLines(value)];
}

/** The standard members (RFC 9457 §3.1). */
function summaryLines(problem: JsonObject): readonly string[] {
  const title = textMember(problem, 'title');
  const detail = textMember(problem, 'detail');
  const type = textMember(problem, 'type');
  const instance = textMember(problem, 'instance');
  const separator = /[.!?:]$/.test(title ?? '') ? ' ' : ': ';
  const summary = [title, detail].filter((part) => part !== undefined).join(separator);
  return [
    ...(summary === '' ? [] : [summary]),
    ...(type === undefined || type === 'about:blank' || summary === '' ? [] : [`Type: ${type}`]),
    ...(instance === undefined || summary === '' ? [] : [`Instance: ${instance}`]),
  ];
}

/** Members in which APIs list what is wrong with single values. */
const faultMembers = [
  'errors',
  'invalid-params',
  'invalidParams',
  'invalid_params',
  'violations',
  'fieldErrors',
  'field_errors',
  'validationErrors',
  'validation_errors',
  'details',
  'detail',
  'issues',
];

function faultLines(problem: JsonObject): readonly string[] {
  const inner = ownValue(problem, 'error');
  for (const holder of isJsonObject(inner) ? [problem, inner] : [problem]) {
    for (const name of faultMembers) {
      const lines = linesOf(ownValue(holder, name));
      if (lines.length > 0) return lines.slice(0, maxFaults).map((line) => `- ${line}`);
    }
  }
  return [];
}

/** A list of faults, or an object of lists by the name of the field. */
function linesOf(member: JsonValue | undefined): readonly string[] {
  if (isArray(member)) return member.flatMap((fault) => lineOf(fault) ?? []);
  if (!isJsonObject(member)) return [];
  return Object.entries(member).flatMap(([field, fault]) => {
    const texts = (isArray(fault) ? fault : [fault]).flatMap((each) => lineOf(each) ?? []);
    return texts.length === 0 ? [] : [`${shorten(field)}: ${texts.join('; ')}`];
  });
}

const placeMembers = [
  'name',
  'field',
  'path',
  'pointer',
  'property',
  'propertyPath',
  'param',
  'loc',
];
const textMembers = ['reason', 'message', 'msg', 'detail', 'description', 'title', 'code'];

function lineOf(fault: JsonValue | undefined): string | undefined {
  if (typeof fault === 'string') return shorten(fault);
  if (!isJsonObject(fault)) return undefined;
  const text = firstText(fault, textMembers);
  if (text === undefined) return undefined;
  const source = ownValue(fault, 'source');
  const place =
    firstText(fault, placeMembers) ??
    (isJsonObject(source) ? firstText(source, ['pointer', 'parameter', 'header']) : undefined);
  return place === undefined ? text : `${place}: ${text}`;
}

function firstText(object: JsonObject, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = ownValue(object, name);
    if (typeof value === 'string' && value !== '') return shorten(value);
    if (isArray(value) && value.length > 0 && value.every(isPlain)) return shorten(value.join('.'));
  }
  return undefined;
}

function isPlain(value: JsonValue): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

function textMember(problem: JsonObject, name: string): string | undefined {
  const value = ownValue(problem, name);
  return typeof value === 'string' && value.trim() !== '' ? shorten(value.trim()) : undefined;
}

function shorten(text: string): string {
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;
}

/** The standard members of an XML problem (RFC 7807 Appendix A, kept by RFC 9457 Appendix B). */
export function problemOfXml(xml: string): JsonObject {
  const members: Record<string, string> = {};
  for (const [, name = '', text = ''] of xml
    .slice(0, 20_000)
    .matchAll(/<(type|title|detail|instance)>([^<]{1,2000})<\//g)) {
    members[name] ??= text
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&apos;', "'")
      .replaceAll('&amp;', '&');
  }
  return members;
}
