// Integrations and the triggers of their executions; see `Tables`.
import type { Defaulted } from './defaulted';

export interface IntegrationTables {
  integrations: {
    id: string;
    organization_id: string;
    name: string;
    description: string | null;
    /** JSON: a list of texts. */
    tags: Defaulted<string>;
    is_active: Defaulted<0 | 1>;
    /** The newest row of `integration_versions`. */
    version: number;
    /** The version that runs use; the newest unless the integration is deployed and a save does not go live at once. */
    deployed_version: Defaulted<number>;
    /** 1: each save of the integration goes live at once. */
    auto_deploy: Defaulted<0 | 1>;
    /** 1: a version is deployed only when all of its `recorded_tests` pass. */
    require_tests: Defaulted<0 | 1>;
    created_at: number;
    updated_at: number;
    /** The user who changed it last; null when the account is deleted, or that was before it was noted. */
    updated_by: Defaulted<string | null>;
    /** The name of the API token that acted for that user; null for the user alone. */
    updated_by_token: Defaulted<string | null>;
    last_executed_at: number | null;
    last_test_at: number | null;
    total_executions: Defaulted<number>;
    successful_executions: Defaulted<number>;
    failed_executions: Defaulted<number>;
    /** The calendar month that `triggers_used` counts for: `YYYY-MM`, UTC. */
    triggers_month: Defaulted<string | null>;
    triggers_used: Defaulted<number>;
    /** The time until which the next delivery is captured instead of run; null when nobody listens. */
    listening_until: Defaulted<number | null>;
    /** The webhook secret that was replaced last, sealed, and the time until which it is valid; null when there is none. */
    former_secret: Defaulted<string | null>;
    former_secret_until: Defaulted<number | null>;
    deleted_at: number | null;
    /** When a deleted integration is removed for good; null once that has begun, and for one that is not deleted. */
    restorable_until: Defaulted<number | null>;
    /** The user who deleted it; null when the account is deleted. */
    deleted_by: Defaulted<string | null>;
    /** When an execution other than a test last completed, and last failed. */
    last_completed_at: Defaulted<number | null>;
    /** When the integration was last deployed while it was not; null for one of an earlier release. */
    activated_at: Defaulted<number | null>;
    last_failed_at: Defaulted<number | null>;
    /**
     * When the first failure since the last completed execution was, and how many there were; null and 0 without. Tests are
     * left out.
     */
    failing_since: Defaulted<number | null>;
    failures_in_row: Defaulted<number>;
    /** The number of errors in a row that pauses the integration; null when none does. */
    pause_after_errors: Defaulted<number | null>;
    /** The time since which nothing of the integration is started; null while it is not paused. */
    paused_at: Defaulted<number | null>;
    /**
     * The value of `failures_in_row` when the integration was last resumed; 0 once an execution other than a test completes.
     */
    pause_counts_from: Defaulted<number>;
    /** The most executions that may have begun and not ended; null without a limit. */
    executions_at_once: Defaulted<number | null>;
    /** The most executions that may begin in an hour; null without a limit. */
    executions_an_hour: Defaulted<number | null>;
    /** The most deliveries that are accepted in a second; null for the limit of the installation. */
    deliveries_a_second: Defaulted<number | null>;
    /** The number of days after which ended executions are removed; null for that of the installation. */
    retention_days: Defaulted<number | null>;
    /** The number of days for failed executions; null for that of the others. */
    retention_days_failed: Defaulted<number | null>;
    /** The size in MiB above which the oldest executions are removed; null without a limit. */
    retention_mib: Defaulted<number | null>;
    /** How many times a failed execution is replayed automatically; null when none is. */
    automatic_replays: Defaulted<number | null>;
    /** The executions removed by limits of the integration itself: how many, their bytes, and when the last was removed. */
    pruned_early: Defaulted<number>;
    pruned_early_bytes: Defaulted<number>;
    pruned_early_at: Defaulted<number | null>;
  };
  /** For integrations with a limit: executions that have begun, and had not ended when the claim last looked. */
  limited_executions: { integration_id: string; execution_id: string };
  /** For integrations with a limit: how many executions began in a minute; the minute is counted from 1970. */
  limited_minutes: { integration_id: string; minute: number; begun: number };
  integration_versions: {
    integration_id: string;
    version: number;
    /** JSON of the engine's `Definition`, its secrets sealed. */
    definition: string;
    /** Taken from the definition, for lists: the type of its trigger and the number of its calls. */
    trigger_type: Defaulted<string>;
    call_count: Defaulted<number>;
    /** The hosts of its calls, one a line, for a search. */
    call_hosts: Defaulted<string>;
    created_by: string | null;
    created_at: number;
    /** A person's note on the version. */
    note: Defaulted<string | null>;
    /** 0: written before credentials counted as secret by their names alone; some may be stored unsealed. */
    credentials_sealed: Defaulted<0 | 1>;
  };
  /** The versions that are neither the newest nor the deployed one of their integration, and since when. */
  superseded_versions: { integration_id: string; version: number; superseded_at: number };
  /** Executions that were kept as tests; a test stays when its execution is deleted. */
  recorded_tests: {
    id: string;
    integration_id: string;
    name: string;
    /** The execution that was recorded. */
    execution_id: string;
    /** The number of requests that the execution sent. */
    requests: number;
    /** JSON: a list of JSON paths that are left out of the comparison. */
    ignored: string;
    /** JSON: a list of the engine's `Condition`, which must hold at the end. */
    conditions: string;
    created_at: number;
    updated_at: number;
    /** The outcome of the last run of the test, and the version it ran; null before the first run. */
    last_outcome: Defaulted<'passed' | 'differs' | 'stale' | null>;
    last_version: Defaulted<number | null>;
    last_run_at: Defaulted<number | null>;
  };
  /** JSON of the requests and their responses, sealed. */
  test_recordings: { test_id: string; recording: string };
  /** Forms that people without an account fill in: one of an integration, also while it is off. */
  public_forms: {
    integration_id: string;
    /** The last part of the form's address, which nobody can guess. */
    token: string;
    is_on: 0 | 1;
    title: string;
    description: string;
    /** What the page says once the form was sent. */
    thanks: string;
  };
  samples: {
    integration_id: string;
    id: string;
    received_at: number;
    /** The length of the JSON text, even when it was too long to be kept. */
    bytes: number;
    payload: string | null;
    /** JSON of the engine's `DeliveryRequest`; null for older samples. */
    request: Defaulted<string | null>;
  };
  /** Why the last deliveries were rejected: JSON, a list of the context's `RejectedDelivery`, and when the newest came. */
  rejected_deliveries: { integration_id: string; entries: string; last_at: number };
  schedules: { integration_id: string; organization_id: string; next_at: number; created_at: number };
  event_triggers: {
    /** The integration whose ended executions start the other one. */
    source_integration_id: string;
    integration_id: string;
    ending: 'completed' | 'error' | 'any';
  };
  /** The integrations that the ended executions of all others of their organization start, or of those with a tag. */
  organization_event_triggers: {
    organization_id: string;
    integration_id: string;
    ending: 'completed' | 'error' | 'any';
    /** The tag of those that start it; the column ignores the case of ASCII letters. Null: all others. */
    tag: string | null;
  };
  /** The executions that deliveries made, by the key that the sender gave its delivery. */
  webhook_keys: {
    integration_id: string;
    key: string;
    execution_id: string;
    expires_at: number;
    /** How often the delivery came again after the first time. */
    duplicates: Defaulted<number>;
  };
}
