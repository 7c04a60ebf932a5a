/** One part as received. */
export interface ReceivedPart {
  /** From Content-Disposition; absent in multipart/mixed. */
  readonly name?: string;
  readonly filename?: string;
  readonly contentType?: string;
  readonly body: Uint8Array;
}

/**
 * Cuts a multipart body by the boundary of its Content-Type (RFC 2046 §5.1).
 *
 * @returns The parts, or one sentence that says what is malformed.
 */
export function parseMultipart(
  body: Uint8Array,
  boundary: string,
): { readonly parts: readonly ReceivedPart[] } | { readonly fault: string } {
  // Latin-1 keeps every byte as one character, so that positions are byte positions.
  const text = Buffer.from(body).toString('latin1');
  const delimiter = `--${Buffer.from(boundary).toString('latin1')}`;
  const pieces = `\r\n${text}`.split(`\r\n${delimiter}`);
  if (pieces.length < 2)
    return { fault: 'the boundary of the Content-Type does not occur in the body' };
  const last = pieces.at(-1) ?? '';
  if (!last.startsWith('--')) return { fault: 'the body has no closing boundary' };
  const parts: ReceivedPart[] = [];
  for (const piece of pieces.slice(1, -1)) {
    const start = /^[ \t]*\r\n/.exec(piece)?.[0].length;
    const end = piece.indexOf('\r\n\r\n', (start ?? 2) - 2);
    if (start === undefined || end === -1)
      return { fault: `part ${parts.length + 1} has no end of its headers` };
    parts.push(readPart(piece.slice(start, Math.max(start, end)), piece.slice(end + 4)));
  }
  return { parts };
}

function readPart(head: string, content: string): ReceivedPart {
  const headers = new Map<string, string>();
  for (const line of head.split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0)
      headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  const disposition = headers.get('content-disposition') ?? '';
  const name = dispositionValue(disposition, 'name');
  const filename = dispositionValue(disposition, 'filename');
  const contentType = headers.get('content-type');
  return {
    ...(name === undefined ? {} : { name }),
    ...(filename === undefined ? {} : { filename }),
    ...(contentType === undefined ? {} : { contentType }),
    body: Buffer.from(content, 'latin1'),
  };
}

/** A quoted or bare parameter; `%22`, `%0D`, `%0A` as browsers write them (HTML §4.10.21.8). */
function dispositionValue(disposition: string, key: string): string | undefined {
  const match = new RegExp(`;\\s*${key}=(?:"([^"]*)"|([^;\\s]*))`, 'i').exec(disposition);
  const raw = match?.[1] ?? match?.[2];
  if (raw === undefined) return undefined;
  return Buffer.from(raw, 'latin1')
    .toString('utf8')
    .replaceAll(/%22/g, '"')
    .replaceAll(/%0D/gi, '\r')
    .replaceAll(/%0A/gi, '\n');
}
