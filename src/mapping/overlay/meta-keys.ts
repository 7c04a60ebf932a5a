import { type Diagnostic, diagnostic, staged } from '../../model/diagnostic.ts';
import type { JsonObject } from '../../model/json.ts';
import { anyObject, badValue, type Check, memberOf, refine } from './check.ts';

/** What the specification says of a `_meta` key (MCP §_meta). */
type MetaKeyVerdict = 'legal' | 'reserved' | 'malformed';

const label = '[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?';
const prefixForm = new RegExp(`^${label}(?:\\.${label})*$`);
const nameForm = /^(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)?$/;

const reservedNames: ReadonlySet<string> = new Set([
  'progressToken',
  'traceparent',
  'tracestate',
  'baggage',
]);
const reservedLabels: ReadonlySet<string> = new Set(['mcp', 'modelcontextprotocol']);

/** Keys under which this program says which operation a tool is. */
const ownPrefix = 'io.github.openapi-mcp';

/** Judges a key: `prefix/name` with a reverse-DNS prefix, or a name alone. */
function judgeMetaKey(key: string): MetaKeyVerdict {
  const slash = key.indexOf('/');
  const prefix = slash === -1 ? undefined : key.slice(0, slash);
  const name = key.slice(slash + 1);
  if (!nameForm.test(name) || (prefix === undefined && name === '')) return 'malformed';
  if (prefix === undefined) return reservedNames.has(name) ? 'reserved' : 'legal';
  if (!prefixForm.test(prefix)) return 'malformed';
  const second = prefix.split('.')[1];
  return (second !== undefined && reservedLabels.has(second)) || prefix === ownPrefix
    ? 'reserved'
    : 'legal';
}

/** A `_meta` object with keys that every client accepts. */
export const metaObject: Check<JsonObject> = refine(anyObject, (meta, place) => {
  const reserved: Diagnostic[] = [];
  for (const key of Object.keys(meta)) {
    const verdict = judgeMetaKey(key);
    const member = memberOf(place, key, null);
    if (verdict === 'malformed') {
      return badValue(
        member,
        'is not a legal _meta key',
        'Write a name, or a reverse-DNS prefix, a slash and a name: com.example/team.',
      );
    }
    if (verdict === 'reserved') {
      reserved.push(
        diagnostic('overlay-meta-reserved', {
          message: `The _meta key ${JSON.stringify(key)} is reserved for the protocol or for this program.`,
          fix: 'Choose a prefix of your own, for instance com.example/.',
          location: member.location,
        }),
      );
    }
  }
  return staged(meta, reserved);
});
