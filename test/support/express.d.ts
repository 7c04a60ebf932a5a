/** The part of Express that tests use; its types are a package of their own. */
declare module 'express' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

  type Handler = (
    request: IncomingMessage & { readonly body?: unknown },
    response: ServerResponse,
    next: (error?: unknown) => void,
  ) => unknown;

  interface Application extends RequestListener {
    use(path: string | readonly string[], handler: Handler): void;
    use(handler: Handler): void;
    all(path: string | readonly string[], handler: Handler): void;
  }

  const express: (() => Application) & { readonly json: () => Handler };
  export default express;
}
