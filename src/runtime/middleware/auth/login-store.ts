/** Which login is meant. */
export interface LoginKey {
  /** Namespace of the document. */
  readonly document: string;
  readonly scheme: string;
}

/** What `openapi-mcp login` keeps for the server: tokens, and everything that refreshing them takes. */
export interface StoredLogin extends LoginKey {
  /** Endpoints at the time of the login, absolute; no others are ever sent the refresh token (rule K7). */
  readonly tokenUrl?: string;
  readonly metadataUrl?: string;
  readonly refreshUrl?: string;
  /** Origins of the API that the person logged in for (rule K7). */
  readonly origins: readonly string[];
  readonly clientId: string;
  readonly clientSecret?: string;
  readonly scopes: readonly string[];
  readonly accessToken: string;
  readonly refreshToken?: string;
  /** When the tokens came, in milliseconds since 1970. */
  readonly obtainedAt: number;
  /** In milliseconds since 1970; absent where the authorization server did not say. */
  readonly expiresAt?: number;
}

/** Where logins are kept. */
export interface LoginStore {
  /** `undefined` where nobody has logged in. */
  read(key: LoginKey): Promise<StoredLogin | undefined>;
  /**
   * Runs `change` on what is stored while no other process can, and keeps what it returns; `undefined` keeps
   * everything as it is.
   *
   * @returns What is stored afterwards.
   */
  update(
    key: LoginKey,
    change: (current: StoredLogin | undefined) => Promise<StoredLogin | undefined>,
  ): Promise<StoredLogin | undefined>;
}
