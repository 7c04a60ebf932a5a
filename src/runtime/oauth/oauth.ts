/** The OAuth client of the runtime, which is loaded with the first token that is needed. */
export { createTokenProvider } from './token-provider.ts';
