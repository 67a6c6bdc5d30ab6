/** The outcome of obtaining a token. */
export type TokenOutcome =
  | {
      kind: 'token';
      access: string;
      /** Milliseconds since 1970; null when the provider did not say. */
      expiresAt: number | null;
      /** The number of the token among the connection's tokens. */
      generation: number;
    }
  | NoToken
  /** The connection was deleted meanwhile. */
  | { kind: 'gone' };

/** The result of a request for a token, whether it was answered or not. */
export interface TokenAnswer {
  /** The status of the provider's response; null when none came. */
  status: number | null;
  durationMs: number;
  /** `refresh` is null when the provider gave no refresh token. */
  outcome: { kind: 'token'; access: string; refresh: string | null; lifeMs: number | null } | NoToken;
}

export interface NoToken {
  kind: 'error';
  message: string;
  /** Whether the provider refuses these credentials, so that another attempt changes nothing. */
  isFinal: boolean;
  /** Whether a person has to grant access again. */
  needsAuthorization?: boolean;
}

/** Pending requests by connection and version: runs that need a token which is being fetched wait for the same request. */
export type TokenRequests = Map<string, Promise<TokenOutcome>>;
