/** Characters of XML 1.0 (§2.2): no other control characters, no lone surrogates. */
const permitted = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u;

/** Whether text has characters that XML cannot carry in any form. */
export function hasXmlForbidden(text: string): boolean {
  return !permitted.test(text);
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
};

/** Escapes text between tags; a carriage return would be read back as a line feed (§2.11). */
export function escapeXmlText(text: string): string {
  return text.replace(/[&<>"\r]/g, escape);
}

/** Escapes an attribute's value, in which white space would be normalised (§3.3.3). */
export function escapeXmlAttribute(text: string): string {
  return text.replace(/[&<>"\t\n\r]/g, escape);
}

/** A CDATA section; text that holds its end is cut into two. */
export function xmlCdata(text: string): string {
  return `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

function escape(character: string): string {
  return entities[character] ?? character;
}
