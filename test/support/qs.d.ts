declare module 'qs' {
  /** Reads a query as many servers do; see https://github.com/ljharb/qs. */
  export function parse(query: string, options?: Readonly<Record<string, unknown>>): unknown;
}
