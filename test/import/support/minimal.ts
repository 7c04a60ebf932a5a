/** A small valid document with one operation, in YAML. */
export function openApi(version: string, rest = ''): string {
  return `openapi: ${version}\ninfo: { title: Test, version: '1' }\n${rest}`;
}
