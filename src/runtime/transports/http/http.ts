/** The HTTP half of the runtime, which is loaded only where it is asked for. */
export { createHttpHandler } from './handler.ts';
export { serveHttp } from './server.ts';
