/** What a request for a token came to. */
export type TokenOutcome =
  | {
      kind: 'token';
      access: string;
      /** Milliseconds since 1970; null when the provider did not say. */
      expiresAt: number | null;
      /** Counts the connection's tokens. */
      generation: number;
    }
  | NoToken;

/** A request for a token that was answered, or got no answer. */
export interface TokenAnswer {
  /** Of the provider's response; null when none came. */
  status: number | null;
  durationMs: number;
  /** `refresh`: null when the provider gave none. */
  outcome: { kind: 'token'; access: string; refresh: string | null; lifeMs: number | null } | NoToken;
}

export interface NoToken {
  kind: 'error';
  message: string;
  /** The provider refuses these credentials, so that another try changes nothing. */
  isFinal: boolean;
  /** A person has to grant it anew. */
  needsAuthorization?: boolean;
}

/** By connection and version: runs that need a token that is being fetched wait for the same one. */
export type TokenRequests = Map<string, Promise<TokenOutcome>>;
