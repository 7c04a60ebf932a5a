/** Characters that JSON leaves as they are and YAML does not allow, or reads as line breaks. */
const unsafeInYaml = /[\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g;

/** Text as a double-quoted YAML scalar, which is a JSON string too (YAML 1.2 §5.1, §7.3.1). */
export function quoteYaml(text: string): string {
  return JSON.stringify(text).replaceAll(
    unsafeInYaml,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Text as a YAML key or value: as it stands where it is read as that text everywhere, else quoted. */
export function yamlText(text: string): string {
  const plain =
    /^[A-Za-z_][A-Za-z0-9_-]*$/.test(text) &&
    !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text);
  return plain ? text : quoteYaml(text);
}
