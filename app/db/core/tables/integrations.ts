// Integrations, and what starts their executions; see `Schema`.
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
    /** What runs go by; the newest unless it is deployed and a save is not live at once. */
    deployed_version: Defaulted<number>;
    /** Each save of it is live at once. */
    auto_deploy: Defaulted<0 | 1>;
    /** A version is deployed only when all of its `recorded_tests` pass. */
    require_tests: Defaulted<0 | 1>;
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
    /** So many errors in a row pause it; null when nothing does. */
    pause_after_errors: Defaulted<number | null>;
    /** Since when nothing of it is started; null while it is not paused. */
    paused_at: Defaulted<number | null>;
    /** What `failures_in_row` was when it was resumed last; 0 since an execution completed. */
    pause_counts_from: Defaulted<number>;
    /** At most so many of its executions have begun and not ended; null without a limit. */
    executions_at_once: Defaulted<number | null>;
    /** At most so many of its executions begin in an hour; null without a limit. */
    executions_an_hour: Defaulted<number | null>;
    /** So many deliveries are taken in a second; null: as many as the installation lets it. */
    deliveries_a_second: Defaulted<number | null>;
    /** Its ended executions are removed after so many days; null: after as many as the installation keeps them. */
    retention_days: Defaulted<number | null>;
    /** The same of those that failed; null: after as many as the others. */
    retention_days_failed: Defaulted<number | null>;
    /** Its oldest executions are removed when they hold more; null: whatever they hold. */
    retention_mib: Defaulted<number | null>;
    /** What limits of its own removed: executions, their bytes, and when the last of them. */
    pruned_early: Defaulted<number>;
    pruned_early_bytes: Defaulted<number>;
    pruned_early_at: Defaulted<number | null>;
  };
  /** Of integrations with a limit: what has begun, and had not ended when it was looked at last. */
  limited_executions: { integration_id: string; execution_id: string };
  /** Of integrations with a limit: how many began in a minute, as the number of minutes since 1970. */
  limited_minutes: { integration_id: string; minute: number; begun: number };
  integration_versions: {
    integration_id: string;
    version: number;
    /** JSON of the engine's `Definition`, its secrets sealed. */
    definition: string;
    /** Of the definition, for lists: the kind of its trigger, and how many calls it has. */
    trigger_type: Defaulted<string>;
    call_count: Defaulted<number>;
    created_by: string | null;
    created_at: number;
    /** What a person wrote about it. */
    note: Defaulted<string | null>;
    /** 0: written before credentials counted as secret by their names alone; some may stand in the clear. */
    credentials_sealed: Defaulted<0 | 1>;
  };
  /** Executions that were kept as tests: they stand by themselves when the execution is gone. */
  recorded_tests: {
    id: string;
    integration_id: string;
    name: string;
    /** The one that was recorded. */
    execution_id: string;
    /** How many requests were sent. */
    requests: number;
    /** JSON: a list of JSON paths that are not compared. */
    ignored: string;
    /** JSON: a list of the engine's `Condition`, which must hold in the end. */
    conditions: string;
    created_at: number;
    updated_at: number;
    /** How it went when it was run last, on which version; null before. */
    last_outcome: Defaulted<'passed' | 'differs' | 'stale' | null>;
    last_version: Defaulted<number | null>;
    last_run_at: Defaulted<number | null>;
  };
  /** JSON of what was asked and answered, sealed. */
  test_recordings: { test_id: string; recording: string };
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
  schedules: { integration_id: string; organization_id: string; next_at: number; created_at: number };
  event_triggers: {
    /** The integration whose end starts the other. */
    source_integration_id: string;
    integration_id: string;
    ending: 'completed' | 'error' | 'any';
  };
  /** By senders' own keys for their deliveries: the executions that these made. */
  webhook_keys: {
    integration_id: string;
    key: string;
    execution_id: string;
    expires_at: number;
    /** How often it came after the first time. */
    duplicates: Defaulted<number>;
  };
}
