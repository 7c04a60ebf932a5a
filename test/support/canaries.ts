/** A secret that a test lets loose, and looks for afterwards. */
export interface Canary {
  readonly name: string;
  readonly value: string;
}

/** A text that somebody could read. */
export interface WatchedText {
  readonly place: string;
  readonly text: string;
}

/**
 * Where canaries show, in any form that gives them away: as they are, percent-encoded with either case of letters and
 * with `+` for a blank, in JSON (once and twice), in HTML, in Base64 with either alphabet at every offset.
 */
export function findCanaries(
  canaries: readonly Canary[],
  texts: readonly WatchedText[],
): readonly string[] {
  return canaries.flatMap(({ name, value }) => {
    const forms = formsOf(value);
    return texts.flatMap(({ place, text }) =>
      [...forms].flatMap(([form, needle]) => {
        const at = text.indexOf(needle);
        return at === -1
          ? []
          : [`${name} as ${form} in ${place}: …${text.slice(Math.max(0, at - 60), at + 20)}…`];
      }),
    );
  });
}

/** Written from the definitions of the encodings, not with the redactor's own functions. */
function formsOf(value: string): ReadonlyMap<string, string> {
  const percent = encodeURIComponent(value).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const json = JSON.stringify(value).slice(1, -1);
  const forms = new Map([
    ['text', value],
    ['percent', percent],
    ['lower-case percent', percent.replaceAll(/%[0-9A-F]{2}/g, (octet) => octet.toLowerCase())],
    ['form', new URLSearchParams({ '': value }).toString().slice(1)],
    ['JSON', json],
    ['JSON in JSON', JSON.stringify(json).slice(1, -1)],
    ['HTML', value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')],
  ]);
  for (let offset = 0; offset < 3; offset += 1) {
    // Characters of the middle depend on the secret alone.
    const padded = Buffer.from(`${'x'.repeat(offset)}${value}xx`).toString('base64');
    const middle = padded.slice(
      offset === 0 ? 0 : 4,
      Math.floor(((offset + value.length) * 8) / 6),
    );
    forms.set(`Base64 at ${offset}`, middle);
    forms.set(`Base64url at ${offset}`, middle.replaceAll('+', '-').replaceAll('/', '_'));
  }
  return forms;
}
