import type { ColumnType } from 'kysely';

/** A column that is empty when it is left out. */
type Empty = ColumnType<number | null, number | null | undefined, number | null>;
type EmptyText = ColumnType<string | null, string | null | undefined, string | null>;

/** The tables of what connections obtain from providers. */
export interface TokenTables {
  /** What a connection obtained to sign in with; sealed. */
  connection_tokens: {
    connection_id: string;
    generation: number;
    connection_version: number;
    access: EmptyText;
    /** Of a connection that a person authorized; null when the provider gave none. */
    refresh: EmptyText;
    obtained_at: Empty;
    expires_at: Empty;
    refreshing_until: Empty;
  };
  /** Persons who are at a provider to authorize a connection. */
  oauth_states: {
    hash: string;
    connection_id: string;
    connection_version: number;
    user_id: string;
    /** Of the session that began it; null when a program asked for the address. */
    session: string | null;
    /** Of PKCE; sealed. */
    verifier: string;
    expires_at: number;
    used_at: Empty;
  };
}
