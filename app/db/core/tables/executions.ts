// Executions, their logs, and the jobs that they wait with; see `Tables`.
import type { Generated } from 'kysely';
import type { FailureKind } from '~/engine/events/failure-kind';
import type { ExecutionStatus } from '~/engine/run/execution-status';
import type { Defaulted } from './defaulted';

/** The outcome for a sender that waits for the answer of its trigger. */
export type AnswerOutcome = 'answered' | 'failed' | 'timed-out' | 'too-many' | 'gone';
export type StepStatus = 'running' | 'success' | 'error' | 'skipped';
export type JobKind = 'execution' | 'email' | 'purge-integration' | 'purge-organization';

/** Every kind of job except executions. */
export type SystemJobKind = Exclude<JobKind, 'execution'>;

export interface ExecutionTables {
  executions: {
    id: string;
    organization_id: string;
    integration_id: string;
    integration_version: number;
    status: ExecutionStatus;
    trigger_type: string;
    is_test: Defaulted<0 | 1>;
    replay_of: string | null;
    /** When the trigger fired; for a delivery, when it was accepted. Never changes, so that lists have a stable order. */
    started_at: number;
    completed_at: number | null;
    error_message: string | null;
    /** When the first runner took the execution up. */
    began_at: Defaulted<number | null>;
    /** How many executions led to this one, each started by the one before. */
    hops: Defaulted<number>;
    /** JSON of the engine's `ScheduledExecution`, for an execution that a schedule started. */
    scheduled: Defaulted<string | null>;
    /** The trace of the delivery, or of the execution that started this one, in the form of W3C's `traceparent`. */
    traceparent: Defaulted<string | null>;
    payload_seq: number;
    /** The integration's id when the claim set the execution aside while it waited; else '', the queue of its organization. */
    queue: Defaulted<string>;
    /** Why the execution failed: the kind of failure, a space, and the id of the call, if a call failed. */
    failure: Defaulted<string | null>;
    /** For a completed execution: a note that items of lists failed or were left out. */
    note: Defaulted<string | null>;
  };
  /** The ways in which an integration fails or failed, each by the call ('' for none) and the kind of failure. */
  failures: {
    integration_id: string;
    call_id: string;
    kind: FailureKind;
    call_name: string;
    count: number;
    /** The number of failures since an execution got past the call; once one did, the number before that. */
    in_row: number;
    /** When the first of the failures in a row happened. */
    since: number;
    last_at: number;
    /** The last execution that failed in this way; '' when it is not known. */
    execution_id: string;
    /** The reason of the last failure, secrets masked. */
    reason: string | null;
    /** When an execution got past the call after the last failure. */
    recovered_at: Defaulted<number | null>;
  };
  /** One row for each execution. */
  payloads: {
    seq: Generated<number>;
    /** JSON text, as it arrived. */
    trigger_data: string | null;
    /** JSON of the engine's `DeliveryRequest`, for an integration that uses it. */
    request: Defaulted<string | null>;
  };
  /** One row for each execution whose delivery is answered as its trigger says. */
  delivery_answers: {
    execution_id: string;
    /** Sealed JSON of the engine's `FilledAnswer`, for a sender that waits or comes again. */
    answer: Defaulted<string | null>;
    /** JSON of the engine's `FilledAnswer`, secrets masked. */
    shown: Defaulted<string | null>;
    /** Why the answer could not be filled in. */
    problem: Defaulted<string | null>;
    outcome: Defaulted<AnswerOutcome | null>;
    waited_ms: Defaulted<number | null>;
  };
  steps: {
    execution_id: string;
    /** The place in the run: see the engine's `step-number.ts`. */
    step: number;
    /** `loop`: one for each loop; `item`: one for each ended item of a loop; `wait`: one before a call, with the call's id. */
    kind: 'call' | 'condition' | 'webhook' | 'loop' | 'item' | 'wait';
    call_id: string;
    name: string;
    status: StepStatus;
    error_message: string | null;
    /** JSON of the engine's `Extraction[]`, secrets masked. */
    extractions: string | null;
    /**
     * The variables that this step gave the run, sealed, because a run that goes on after a restart needs them unmasked. For a
     * loop that still runs: its items.
     */
    saved: string | null;
    /** JSON of `StoredCondition`, `StoredLoop`, `StoredItem` or `StoredWait`; for a call, of its last `ResponseRuling`. */
    detail: Defaulted<string | null>;
    /** The number of the page or try of a repeated call, from 1. */
    page: Defaulted<number | null>;
    /** The loop that the step is or belongs to. */
    loop_id: Defaulted<string | null>;
    /** The number of the loop's item, from 1. */
    item: Defaulted<number | null>;
  };
  attempts: {
    execution_id: string;
    step: number;
    /** From 1. Part of the Idempotency-Key. */
    attempt: number;
    /** How often this attempt was sent: more than once when a process died before it knew the response. */
    sends: Defaulted<number>;
    /** JSON of the engine's `LoggedRequest`, secrets masked. */
    request: string;
    /** JSON of the engine's `LoggedResponse`, secrets masked. */
    response: string | null;
    status_code: number | null;
    error_message: string | null;
    started_at: number;
    duration_ms: number | null;
    /** JSON of the engine's `ResponseRuling`: the decision after this attempt. */
    ruling: Defaulted<string | null>;
  };
  /** The number of executions that ended on a day; one row for each organization and each day on which any ended. */
  execution_days: {
    organization_id: string;
    /** Days since 1970, in UTC. */
    day: number;
    completed: number;
    failed: number;
    cancelled: number;
    /** Of those that were completed or failed, how many were tests. */
    tests: number;
  };
  /** Executions that wait before a call and occupy no runner. */
  execution_waits: {
    execution_id: string;
    job_id: number;
    call_name: string;
    /** Milliseconds since 1970. */
    until: number;
    /** For a wait for an answer: the SHA-256 of the token in its address, in hex. */
    answer_hash: string | null;
  };
  /** The Idempotency-Key of a call that a replay repeats, because nobody knows whether the target has done it. */
  kept_keys: {
    /** The replay. */
    execution_id: string;
    /** The step of the call. */
    step: number;
    key: string;
  };
  /** One row for each failed execution that was to be replayed automatically. */
  automatic_replays: {
    /** The failed execution. */
    execution_id: string;
    organization_id: string;
    integration_id: string;
    /** Which replay it is, from 1, since the first execution of the chain of replays failed. */
    number: number;
    /** How many there were to be at most when the execution failed. */
    most: number;
    /** Milliseconds since 1970; null once the execution was replayed, or is not to be any more. */
    due_at: number | null;
    /** The execution that the automatic replay made. */
    replay_id: Defaulted<string | null>;
    /** Why there was no automatic replay. */
    problem: Defaulted<string | null>;
  };
  /** Answers to the waits of executions. */
  wait_answers: {
    execution_id: string;
    /** The call that the execution waits before. */
    call_id: string;
    /** Sealed. */
    answer: string;
    /** Milliseconds since 1970. */
    answered_at: number;
  };
  jobs: {
    id: Generated<number>;
    kind: JobKind;
    /** The id of the row that the job is about: an execution, an email, an integration, ... */
    subject_id: string;
    organization_id: string | null;
    run_at: number;
    lease_owner: string | null;
    /** New for each claim, so that a runner that lost its lease and claims again is not mistaken for its former self. */
    lease_number: Defaulted<number | null>;
    leased_until: number | null;
    /** How many processes died while they held the job. */
    deaths: Defaulted<number>;
    /** `alone` while the job is tried alone because of its deaths; `died` when a process died during that trial. */
    trial: Defaulted<'alone' | 'died' | null>;
    /** How many times its handler failed. */
    failures: Defaulted<number>;
    /** Means the same as `executions.queue`. */
    queue: Defaulted<string>;
    created_at: number;
  };
}
