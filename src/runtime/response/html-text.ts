/** What a person would see of an HTML page, shortened: its title and the beginning of its text. */
export interface HtmlSummary {
  readonly title?: string;
  readonly text: string;
}

const readCharacters = 20_000;
const shownCharacters = 500;

/** Reads a page roughly, for an error message; nothing of it is trusted. */
export function summarizeHtml(html: string): HtmlSummary {
  const page = html.slice(0, readCharacters);
  const title = /<title[^>]{0,200}>([^<]{1,300})/i.exec(page)?.[1];
  const visible = withoutElements(
    withoutElements(withoutElements(page, 'script'), 'style'),
    'head',
  );
  const text = shorten(decodeEntities(visible.replaceAll(/<[^>]*>?/g, ' ')));
  return title === undefined ? { text } : { title: shorten(decodeEntities(title)), text };
}

/** Whether a text begins as a page does, whatever its media type says. */
export function looksLikeHtml(text: string): boolean {
  return /^\s*(?:<!--|<!doctype\s+html|<html|<head|<body|<title|<h1)/i.test(text.slice(0, 1_000));
}

/** Cuts elements out with everything inside them; an element without an end tag goes to the end. */
function withoutElements(html: string, name: string): string {
  const lower = html.toLowerCase();
  let result = '';
  let at = 0;
  for (;;) {
    const open = lower.indexOf(`<${name}`, at);
    if (open === -1) return result + html.slice(at);
    result += html.slice(at, open);
    const close = lower.indexOf(`</${name}`, open);
    const end = close === -1 ? -1 : lower.indexOf('>', close);
    if (end === -1) return result;
    at = end + 1;
  }
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  gt: '>',
  lt: '<',
  nbsp: ' ',
  quot: '"',
};

function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|([a-z]{2,5}));/gi, (whole, digits, name) => {
    if (typeof name === 'string') return entities[name.toLowerCase()] ?? whole;
    const code = Number(digits);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
  });
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > shownCharacters ? `${line.slice(0, shownCharacters)}…` : line;
}
