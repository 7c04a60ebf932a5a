import type { TokenFault } from '../middleware/auth/token-provider.ts';

/** Why there is no token; thrown inside the OAuth code and turned into an answer at its edge. */
export class TokenFailure extends Error {
  override readonly name = 'TokenFailure';
  readonly fault: TokenFault;

  constructor(fault: TokenFault, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.fault = fault;
  }
}
