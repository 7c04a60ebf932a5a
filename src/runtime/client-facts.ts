import { isJsonObject } from '../model/json.ts';

/**
 * Whether a client with these capabilities can put a form before the person; one of before the modes says only that it
 * can elicit.
 */
export function canAskPerson(capabilities: unknown): boolean {
  const elicitation = isJsonObject(capabilities) ? capabilities['elicitation'] : undefined;
  return (
    isJsonObject(elicitation) &&
    (elicitation['form'] !== undefined || Object.keys(elicitation).length === 0)
  );
}

/** Name and version of a client, where it announced both. */
export function announcedClient(info: unknown): {
  readonly client?: { readonly name: string; readonly version: string };
} {
  if (!isJsonObject(info)) return {};
  const { name, version } = info;
  return typeof name === 'string' && typeof version === 'string'
    ? { client: { name, version } }
    : {};
}
