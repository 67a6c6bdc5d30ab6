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
  /** What a connection's calls have used of its pace; milliseconds since 1970. */
  pace_slots: { connection_id: string; sent_until: number; promised_until: number };
  /** Executions that wait for a call's turn. */
  pace_turns: {
    execution_id: string;
    connection_id: string;
    step: number;
    attempt: number;
    since: number;
    at: number;
  };
}
