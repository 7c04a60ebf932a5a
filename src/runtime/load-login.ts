import type { LoginAnswer, LoginOptions } from './oauth/login/options.ts';

/**
 * Lets a person log in, in a browser or with a device code, and gets tokens in their name. Never throws. Loads the
 * OAuth client when it is called.
 */
export async function logIn(options: LoginOptions): Promise<LoginAnswer> {
  const login = await import('./oauth/login/log-in.ts');
  return login.logIn(options);
}
