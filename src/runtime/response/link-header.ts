/** One link of a `Link` header. */
export interface WebLink {
  /** As written; may be relative. */
  readonly target: string;
  /** Relation types in lower case. */
  readonly relations: readonly string[];
}

/** Bounds the work on a hostile header. */
const readCharacters = 8_000;

const linkPattern = /<([^<>]*)>((?:\s*;\s*[^\s=;,"<>]+(?:\s*=\s*(?:"[^"]*"|[^\s;,"<>]*))?)*)/g;
const relationPattern = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]*))/i;

/** Reads the links of `Link` headers (RFC 8288 §3), without their other attributes. */
export function parseLinkHeader(values: readonly string[]): readonly WebLink[] {
  const text = values.join(', ').slice(0, readCharacters);
  return [...text.matchAll(linkPattern)].map(([, target = '', attributes = '']) => {
    const relation = relationPattern.exec(attributes);
    const names = relation?.[1] ?? relation?.[2] ?? '';
    return {
      target,
      relations: names
        .toLowerCase()
        .split(/\s+/)
        .filter((name) => name !== ''),
    };
  });
}
