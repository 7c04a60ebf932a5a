/** Shorter secrets, and shorter pieces of their Base64, would be found in ordinary text by chance. */
const shortestForm = 6;

/** Every text in which a secret may appear in an answer, a URL or a log; empty for one too short to be searched. */
export function secretForms(secret: string): ReadonlySet<string> {
  if (secret.length < shortestForm) return new Set();
  const json = escapeJson(secret);
  // A server may say back JSON in JSON, and the text is JSON once more for the client.
  const nested = escapeJson(json);
  const percent = percentEncode(secret);
  const forms = [
    secret,
    percent,
    percent.replaceAll(/%[0-9A-F]{2}/g, (octet) => octet.toLowerCase()),
    percent.replaceAll('%20', '+'),
    json,
    nested,
    escapeJson(nested),
    json.replaceAll('/', String.raw`\/`),
    escapeNonAscii(json),
    escapeHtml(secret),
    ...base64Forms(secret),
  ];
  return new Set(forms.filter((form) => form.length >= shortestForm));
}

/** Percent-encodes all but the unreserved characters of RFC 3986 §2.3, as upper-case octets. */
export function percentEncode(text: string): string {
  let result = '';
  for (const octet of Buffer.from(text, 'utf8')) {
    const character = String.fromCharCode(octet);
    result += /[\w.~-]/.test(character)
      ? character
      : `%${octet.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return result;
}

function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function escapeNonAscii(text: string): string {
  return text.replaceAll(
    /[\u0080-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/**
 * The Base64 of the secret by itself, and the characters that it always gives inside a longer text (as a
 * password does in `user:password`), which differ by its offset modulo three.
 */
function base64Forms(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const standard = [bytes.toString('base64')];
  for (const offset of [0, 1, 2]) {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    const first = Math.ceil((offset * 8) / 6);
    const end = Math.floor(((offset + bytes.length) * 8) / 6);
    standard.push(encoded.slice(first, end));
  }
  return standard.flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_')]);
}
