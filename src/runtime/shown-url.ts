import type { JsonObject } from '../model/json.ts';
import type { AuditSettings } from '../model/settings.ts';
import type { Tool } from '../model/tool.ts';
import type { ServerBases } from './base-urls.ts';
import { baseOf } from './base-urls.ts';
import { maskedValue, recordArguments } from './middleware/audit/record-arguments.ts';
import type { TextRedactor } from './redact.ts';

/** Path of the base URL and path template of the operation: the same for all calls of a tool. */
export function urlTemplate(tool: Tool, bases: ReadonlyMap<string, ServerBases>): string {
  const { url, origin } = baseOf(tool, bases);
  return url.slice(origin.length) + tool.operation.path;
}

/** What is needed to write a URL for others. */
export interface ShownUrl {
  readonly tool: Tool;
  readonly url: string;
  /** Origin and template, which hold no argument. */
  readonly withoutValues: string;
  readonly arguments: JsonObject;
  /** How the audit records arguments: what it keeps to itself stands in no URL either. */
  readonly policy: AuditSettings['arguments'];
  /** Knows the credentials of the call. */
  readonly redactor: TextRedactor;
}

/**
 * The URL of a request as others may see it. Secrets are taken out; and where the audit does not record the values of this
 * call's arguments, or masks one of them, the template stands in their place.
 */
export function shownUrl(shown: ShownUrl): string {
  return showsValues(shown) ? shown.redactor.scrub(shown.url) : shown.withoutValues;
}

function showsValues({ policy, arguments: given, tool }: ShownUrl): boolean {
  if (policy !== 'redacted') return policy === 'full';
  const recorded = recordArguments(given, tool.inputSchema, {
    policy,
    fingerprintKey: new Uint8Array(),
  });
  return !JSON.stringify(recorded).includes(JSON.stringify(maskedValue));
}
