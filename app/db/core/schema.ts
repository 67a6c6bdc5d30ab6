/** The tables' rows. Columns ending in `_at` are milliseconds since 1970; 0 and 1 are SQLite's booleans. */
import type { ColumnType, Generated } from 'kysely';
import type { ConnectionKind, ConnectionStatus } from '~/engine/connections/kinds';
import type { ExecutionStatus } from '~/engine/run/execution-status';
import type { SearchSchema } from './search-schema';
import type { ValueSchema } from './value-schema';
import type { TokenTables } from './token-tables';

/** A column with a default that is left out when inserting. */
type Defaulted<Value> = ColumnType<Value, Value | undefined, Value>;

export type Role = 'OWNER' | 'ADMIN' | 'MEMBER';
export type TokenPurpose = 'verify-email' | 'reset-password' | 'change-email' | 'invitation';
export type StepStatus = 'running' | 'success' | 'error' | 'skipped';
export type JobKind = 'execution' | 'email' | 'stop-summary' | 'purge-integration' | 'purge-organization';

/** Every kind of job but the runs of users. */
export type SystemJobKind = Exclude<JobKind, 'execution'>;

export interface Schema extends SearchSchema, TokenTables, ValueSchema {
  users: {
    id: string;
    email: string;
    first_name: string;
    last_name: string;
    password_hash: string;
    profile_image_url: string | null;
    email_verified_at: number | null;
    /** Stays when the address changes. */
    first_verified_at: Defaulted<number | null>;
    created_at: number;
    updated_at: number;
  };
  /** Who was made an administrator of the installation. */
  administrators: { user_id: string; created_at: number };
  organizations: {
    id: string;
    name: string;
    description: string | null;
    created_at: number;
    updated_at: number;
    /** Nothing of it begins any more; its rows are being removed. */
    deleted_at: Defaulted<number | null>;
  };
  memberships: { user_id: string; organization_id: string; role: Role; created_at: number };
  sessions: {
    /** SHA-256 of the cookie's value, in hex. */
    id_hash: string;
    user_id: string;
    user_agent: string | null;
    address: string | null;
    created_at: number;
    last_seen_at: number;
    expires_at: number;
  };
  tokens: {
    /** SHA-256 of the link's token, in hex. */
    token_hash: string;
    purpose: TokenPurpose;
    user_id: string | null;
    organization_id: string | null;
    email: string;
    role: Role | null;
    created_at: number;
    expires_at: number;
    used_at: number | null;
  };
  api_tokens: {
    id: string;
    /** SHA-256 of the token, in hex. */
    token_hash: string;
    organization_id: string;
    user_id: string;
    name: string;
    role: Role;
    last_four: string;
    created_at: number;
    last_used_at: Defaulted<number | null>;
  };
  connections: {
    id: string;
    organization_id: string;
    /** Unique within the organization, whatever its case. */
    name: string;
    kind: ConnectionKind;
    base_url: string;
    /** JSON: the hosts that may get the credentials, beside that of the base address. */
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
  billing_details: {
    organization_id: string;
    company_name: string;
    tax_id: string;
    address: string;
    city: string;
    postal_code: string;
    country: string;
    card_brand: Defaulted<string | null>;
    card_last_four: Defaulted<string | null>;
    /** MM/YY */
    card_expiry: Defaulted<string | null>;
    card_holder: Defaulted<string | null>;
    created_at: number;
    updated_at: number;
  };
  early_access: { email: string; created_at: number };
  emails: {
    id: string;
    recipient: string;
    subject: string;
    /** Sealed, like the HTML. */
    body_text: string;
    body_html: string;
    status: 'queued' | 'sent' | 'failed';
    attempts: Defaulted<number>;
    error_message: string | null;
    created_at: number;
    sent_at: number | null;
    /** The organization that it tells of, if any. */
    organization_id: Defaulted<string | null>;
  };
  /** What was mailed of stopped executions of late. */
  stop_notices: {
    id: string;
    integration_id: string;
    organization_id: string;
    recipient: string;
    /** When the hour began that the counts are for. */
    since: number;
    mailed: number;
    withheld: Defaulted<number>;
  };
  audit: {
    id: string;
    organization_id: string | null;
    user_id: string | null;
    kind: string;
    subject_id: string | null;
    detail: string | null;
    address: string | null;
    created_at: number;
  };
  integrations: {
    id: string;
    organization_id: string;
    name: string;
    description: string | null;
    is_active: Defaulted<0 | 1>;
    /** The newest row of `integration_versions`. */
    version: number;
    created_at: number;
    updated_at: number;
    last_executed_at: number | null;
    last_test_at: number | null;
    total_executions: Defaulted<number>;
    successful_executions: Defaulted<number>;
    failed_executions: Defaulted<number>;
    /** The calendar month that `triggers_used` counts for: `YYYY-MM`, UTC. */
    triggers_month: Defaulted<string | null>;
    triggers_used: Defaulted<number>;
    /** Until then the next delivery is captured instead of run; null when nobody listens. */
    listening_until: Defaulted<number | null>;
    /** The webhook secret that was replaced last, sealed, and until when it is valid; null when there is none. */
    former_secret: Defaulted<string | null>;
    former_secret_until: Defaulted<number | null>;
    deleted_at: number | null;
    last_failed_at: Defaulted<number | null>;
    /** The first failure since an execution completed, and how many there were since; null and 0 without. */
    failing_since: Defaulted<number | null>;
    failures_in_row: Defaulted<number>;
  };
  integration_versions: {
    integration_id: string;
    version: number;
    /** JSON of the engine's `Definition`, its secrets sealed. */
    definition: string;
    created_by: string | null;
    created_at: number;
    /** 0: written before credentials counted as secret by their names alone; some may stand in the clear. */
    credentials_sealed: Defaulted<0 | 1>;
  };
  samples: {
    integration_id: string;
    id: string;
    received_at: number;
    /** Length of the JSON text, also of one that was too long to be kept. */
    bytes: number;
    payload: string | null;
    /** JSON of the engine's `DeliveryRequest`; null of older ones. */
    request: Defaulted<string | null>;
  };
  /** One row: what concerns all organizations at once. */
  installation: {
    one: Defaulted<1>;
    created_at: number;
    /** A known text, sealed: whether the key that the server was given is the one of this file. */
    key_check: string | null;
    /** Since when nothing is started; null when everything runs. */
    paused_at: number | null;
    /** The name of the file whose restore paused everything last; null when a person did. */
    restored_from: string | null;
    /** When the last nightly backup began, and when one was last completed. */
    backup_started_at: number | null;
    backed_up_at: number | null;
    /** Why the last nightly backup failed; null when it did not. */
    backup_error: string | null;
  };
  /** One row: what the server knows of its own file. */
  self_check: {
    one: Defaulted<1>;
    /** When it was last tried out that the file can be written. */
    written_at: number;
    /** When the file was last read whole and checked, and what was found wrong; null when it is sound. */
    checked_at: number | null;
    damage: string | null;
    /** JSON: what the schema is made of since the last migration. */
    schema_objects: string | null;
  };
  jobs: {
    id: Generated<number>;
    kind: JobKind;
    /** The row the job is about: an execution, an email, an integration, … */
    subject_id: string;
    organization_id: string | null;
    run_at: number;
    lease_owner: string | null;
    /** Another one for each claim: a runner that lost its lease and claims again is not mistaken for its former self. */
    lease_number: Defaulted<number | null>;
    leased_until: number | null;
    /** How many processes died while they held it. */
    deaths: Defaulted<number>;
    /** How many times its handler failed. */
    failures: Defaulted<number>;
    /** As that of an execution. */
    queue: Defaulted<string>;
    created_at: number;
  };
  executions: {
    id: string;
    organization_id: string;
    integration_id: string;
    integration_version: number;
    status: ExecutionStatus;
    trigger_type: string;
    is_test: Defaulted<0 | 1>;
    replay_of: string | null;
    /** When the trigger fired: a delivery's acceptance. Never changes, so that lists have a stable order. */
    started_at: number;
    completed_at: number | null;
    error_message: string | null;
    /** When the first process took it up. */
    began_at: Defaulted<number | null>;
    /** How many executions, each started by the one before, led to this one. */
    hops: Defaulted<number>;
    /** JSON of the engine's `ScheduledExecution`, for an execution that was due by a schedule. */
    scheduled: Defaulted<string | null>;
    payload_seq: number;
    /** Its integration's id when it was set aside while it waited; else '', the queue of its organization. */
    queue: Defaulted<string>;
  };
  /** One for each execution. */
  payloads: {
    seq: Generated<number>;
    /** JSON text, as it arrived. */
    trigger_data: string | null;
    /** JSON of the engine's `DeliveryRequest`, where the integration uses it. */
    request: Defaulted<string | null>;
  };
  steps: {
    execution_id: string;
    /** Place in the run, from 0. */
    step: number;
    kind: 'call' | 'condition' | 'webhook';
    call_id: string;
    name: string;
    status: StepStatus;
    error_message: string | null;
    /** JSON of the engine's `Extraction[]`, secrets masked. */
    extractions: string | null;
    /** The variables this step gave the run, sealed: a run that goes on after a restart needs them unmasked. */
    saved: string | null;
    /** JSON of the engine's `ConditionCheck` (a condition) or `ResponseRuling` (a call's last). */
    detail: Defaulted<string | null>;
  };
  attempts: {
    execution_id: string;
    step: number;
    /** From 1. Part of the Idempotency-Key. */
    attempt: number;
    /** How often this attempt was put on the wire: more than 1 when a process died before it knew the response. */
    sends: Defaulted<number>;
    /** JSON of the engine's `LoggedRequest`, secrets masked. */
    request: string;
    /** JSON of the engine's `LoggedResponse`, secrets masked. */
    response: string | null;
    status_code: number | null;
    error_message: string | null;
    started_at: number;
    duration_ms: number | null;
    /** JSON of the engine's `ResponseRuling`: what was decided after this attempt. */
    ruling: Defaulted<string | null>;
  };
  /** How many executions ended on a day; one row for each organization and day on which any did. */
  execution_days: {
    organization_id: string;
    /** Days since 1970, in UTC. */
    day: number;
    completed: number;
    failed: number;
    cancelled: number;
  };
  schedules: { integration_id: string; organization_id: string; next_at: number; created_at: number };
  event_triggers: {
    /** The integration whose end starts the other. */
    source_integration_id: string;
    integration_id: string;
    ending: 'completed' | 'error' | 'any';
  };
  webhook_keys: { integration_id: string; key: string; execution_id: string; created_at: number };
}
