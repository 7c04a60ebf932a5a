import type { JsonValue } from '../../../model/json.ts';
import { jsonEqual, stringifyDocument } from '../../../model/json.ts';
import { parseText, type Syntax } from '../../parse/parse-text.ts';
import type { OverlayDraft } from '../draft.ts';

/** A document and what overlays made of it. */
export interface RewriteRequest {
  readonly text: string;
  readonly syntax: Syntax;
  readonly before: JsonValue;
  readonly draft: OverlayDraft;
}

/** The new text of a document. */
export interface RewrittenText {
  readonly text: string;
  /** Comments and order of what did not change are as they were. Always so in JSON, which has no comments. */
  readonly keepsLayout: boolean;
}

/**
 * Writes a document after overlays in the syntax and, where it can, the words of the text before. What is written is
 * read again, so that it says exactly what the overlays made.
 */
export async function rewriteText(request: RewriteRequest): Promise<RewrittenText> {
  const { text, syntax, draft } = request;
  if (draft.root === request.before) return { text, keepsLayout: true };
  if (syntax === 'json') return { text: writeJson(text, draft.root), keepsLayout: true };
  const { editYaml } = await import('./edit-yaml.ts');
  for (const expandAliases of [false, true]) {
    const edited = withLineBreaks(text, editYaml(request, expandAliases));
    if (edited !== undefined && says(edited, draft.root)) {
      return { text: edited, keepsLayout: !expandAliases };
    }
  }
  const { stringify } = await import('yaml');
  const written = stringify(draft.root, { lineWidth: 0, aliasDuplicateObjects: false });
  // JSON is YAML too, whatever stands in it.
  return {
    text: says(written, draft.root) ? written : stringifyDocument(draft.root),
    keepsLayout: false,
  };
}

/** The line breaks that the text had before. */
function withLineBreaks(before: string, text: string | undefined): string | undefined {
  return before.includes('\r\n') ? text?.replaceAll(/\r?\n/g, '\r\n') : text;
}

function says(text: string, value: JsonValue): boolean {
  const parsed = parseText({ text, uri: 'edited:', name: 'edited' });
  return parsed.ok && jsonEqual(parsed.value, value);
}

/** JSON with the indentation of the text before, and its last line break. */
function writeJson(text: string, value: JsonValue): string {
  const indent = /^\s*[[{]\r?\n([ \t]+)/.exec(text)?.[1];
  const isOneLine = !text.trim().includes('\n');
  const written = JSON.stringify(value, undefined, isOneLine ? undefined : (indent ?? 2));
  return text.endsWith('\n') || text === '' ? `${written}\n` : written;
}
