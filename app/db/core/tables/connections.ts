// Connections and the tokens that they obtain from providers; see `Tables`.
import type { ConnectionKind, ConnectionStatus } from '~/engine/connections/kinds';
import type { Defaulted } from './defaulted';

export interface ConnectionTables {
  connections: {
    id: string;
    organization_id: string;
    /** Unique within the organization; case is ignored. */
    name: string;
    kind: ConnectionKind;
    base_url: string;
    /** A JSON list of the hosts that may get the credentials, besides the host of the base URL. */
    allowed_hosts: string;
    /** JSON of the parts of the engine's config for this kind that are not secret. */
    config: string;
    /** JSON of the secret parts, sealed. */
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
  /** The connections that the newest versions of integrations sign in with. */
  connection_uses: { connection_id: string; integration_id: string; version: number };
  /** The tokens that a connection obtained to sign in with; sealed. */
  connection_tokens: {
    connection_id: string;
    generation: number;
    connection_version: number;
    access: Defaulted<string | null>;
    /** For a connection that a person authorized; null when the provider gave none. */
    refresh: Defaulted<string | null>;
    obtained_at: Defaulted<number | null>;
    expires_at: Defaulted<number | null>;
    refreshing_until: Defaulted<number | null>;
  };
  /** Authorizations of connections that a person has begun at a provider. */
  oauth_states: {
    hash: string;
    connection_id: string;
    connection_version: number;
    user_id: string;
    /** The session that began the authorization; null when a program asked for the address. */
    session: string | null;
    /** The code verifier of PKCE; sealed. */
    verifier: string;
    expires_at: number;
    used_at: Defaulted<number | null>;
  };
  /** The number of calls of a connection on its newest day; the day is counted from 1970 in UTC. */
  connection_days: {
    connection_id: string;
    day: number;
    calls: number;
    refused: number;
    /** JSON of the last call that the API refused to authenticate; empty once it accepted a later one. */
    refusal: Defaulted<string | null>;
  };
  /** The part of its pace that a connection's calls have used; times in milliseconds since 1970. */
  pace_slots: { connection_id: string; sent_until: number; promised_until: number };
  /** Executions that wait until their call may be sent at the pace of its connection. */
  pace_turns: {
    execution_id: string;
    step: number;
    connection_id: string;
    attempt: number;
    since: number;
    at: number;
  };
}
