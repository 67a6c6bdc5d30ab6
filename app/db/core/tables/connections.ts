// Connections, and what they obtain from providers; see `Schema`.
import type { ConnectionKind, ConnectionStatus } from '~/engine/connections/kinds';
import type { Defaulted } from './defaulted';

export interface ConnectionTables {
  connections: {
    id: string;
    organization_id: string;
    /** Unique within the organization, whatever its case. */
    name: string;
    kind: ConnectionKind;
    base_url: string;
    /** JSON: the hosts that may get the credentials, beside that of the base URL. */
    allowed_hosts: string;
    /** JSON of what is no secret of the engine's config for this kind. */
    config: string;
    /** JSON of the rest, sealed. */
    secrets: string;
    status: Defaulted<ConnectionStatus>;
    status_reason: Defaulted<string | null>;
    /** JSON of the engine's Pace. */
    pace: Defaulted<string | null>;
    version: number;
    created_by: string | null;
    created_at: number;
    updated_at: number;
  };
  /** The last requests for tokens. */
  connection_calls: {
    id: string;
    connection_id: string;
    at: number;
    status: number | null;
    error: string | null;
    duration_ms: number;
  };
  /** Which integrations' newest versions sign in with which connections. */
  connection_uses: { connection_id: string; integration_id: string; version: number };
  /** What a connection obtained to sign in with; sealed. */
  connection_tokens: {
    connection_id: string;
    generation: number;
    connection_version: number;
    access: Defaulted<string | null>;
    /** Of a connection that a person authorized; null when the provider gave none. */
    refresh: Defaulted<string | null>;
    obtained_at: Defaulted<number | null>;
    expires_at: Defaulted<number | null>;
    refreshing_until: Defaulted<number | null>;
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
    used_at: Defaulted<number | null>;
  };
  /** Its calls on the newest day, in days since 1970 (UTC). */
  connection_days: { connection_id: string; day: number; calls: number; refused: number };
  /** What a connection's calls have used of its pace; milliseconds since 1970. */
  pace_slots: { connection_id: string; sent_until: number; promised_until: number };
  /** Executions that wait for a call's turn. */
  pace_turns: {
    execution_id: string;
    step: number;
    connection_id: string;
    attempt: number;
    since: number;
    at: number;
  };
}
