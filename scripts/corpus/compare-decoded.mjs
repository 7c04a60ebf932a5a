// Says whether what the mock decoded is what the caller gave. Types that a URL, header or form cannot carry are
// taken as the text they have there.

/**
 * Compares the arguments of a call with what arrived.
 *
 * @returns One sentence about the first difference, or `undefined`.
 */
export function compareDecoded(tool, operation, values, decoded) {
  for (const { in: place, name, source } of tool.request.parameters) {
    if (source.kind !== 'argument' || values[source.argument] === undefined) continue;
    const sent = asText(values[source.argument]);
    const arrived = asText(decoded[`${place} ${name}`]);
    if (!same(sent, arrived)) return `${place} ${name}: ${show(sent)} arrived as ${show(arrived)}`;
  }
  const { body } = tool.request;
  if (body?.source.kind !== 'argument' || values[body.source.argument] === undefined) return;
  if (decoded.body === undefined || !['json', 'jsonLines'].includes(body.encoding.kind)) return;
  const given = JSON.stringify(values[body.source.argument]);
  if (given === JSON.stringify(decoded.body)) return;
  return `body: ${given.slice(0, 200)} arrived as ${show(decoded.body)}`;
}

function show(value) {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 200);
}

function same(sent, arrived) {
  return sent === undefined || JSON.stringify(sent) === JSON.stringify(arrived ?? undefined);
}

/** Scalars as text; members without a value are left out, as they are on the wire. */
function asText(value) {
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value)) {
    const items = value.map(asText).filter((item) => item !== undefined);
    // One item of a repeated parameter looks like no list.
    return items.length > 1 ? items : items[0];
  }
  if (typeof value !== 'object') return String(value);
  const members = Object.entries(value).flatMap(([key, member]) => {
    const text = asText(member);
    return text === undefined ? [] : [[key, text]];
  });
  return members.length === 0 ? undefined : Object.fromEntries(members);
}
