// Executions, what is logged of them, and the jobs that they wait with; see `Schema`.
import type { Generated } from 'kysely';
import type { FailureKind } from '~/engine/events/failure-kind';
import type { ExecutionStatus } from '~/engine/run/execution-status';
import type { Defaulted } from './defaulted';

/** What became of a sender that was to be answered so. */
export type AnswerOutcome = 'answered' | 'failed' | 'timed-out' | 'too-many' | 'gone';
export type StepStatus = 'running' | 'success' | 'error' | 'skipped';
export type JobKind = 'execution' | 'email' | 'purge-integration' | 'purge-organization';

/** Every kind of job but the runs of users. */
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
    /** The trace of its delivery, or of the execution that started it, in the form of W3C's `traceparent`. */
    traceparent: Defaulted<string | null>;
    payload_seq: number;
    /** Its integration's id when it was set aside while it waited; else '', the queue of its organization. */
    queue: Defaulted<string>;
    /** What it failed of: the kind of failure, a space, and the id of the call, where it was one. */
    failure: Defaulted<string | null>;
    /** Of a completed one: that items of lists failed, or were left out. */
    note: Defaulted<string | null>;
  };
  /** The ways in which an integration fails or failed: by the call, '' for none, and the kind of failure. */
  failures: {
    integration_id: string;
    call_id: string;
    kind: FailureKind;
    call_name: string;
    count: number;
    /** Since an execution got past the call; when one did, those before. */
    in_row: number;
    /** The first of those in a row. */
    since: number;
    last_at: number;
    /** The last execution that failed so; '' when it is not known. */
    execution_id: string;
    /** Of the last, secrets masked. */
    reason: string | null;
    /** When an execution got past the call after the last failure. */
    recovered_at: Defaulted<number | null>;
  };
  /** One for each execution. */
  payloads: {
    seq: Generated<number>;
    /** JSON text, as it arrived. */
    trigger_data: string | null;
    /** JSON of the engine's `DeliveryRequest`, where the integration uses it. */
    request: Defaulted<string | null>;
  };
  /** One for each execution whose delivery is answered as its trigger says. */
  delivery_answers: {
    execution_id: string;
    /** Sealed JSON of the engine's `FilledAnswer`, for a sender that waits, or comes again. */
    answer: Defaulted<string | null>;
    /** JSON of the engine's `FilledAnswer`, secrets masked. */
    shown: Defaulted<string | null>;
    /** Why it could not be filled in. */
    problem: Defaulted<string | null>;
    outcome: Defaulted<AnswerOutcome | null>;
    waited_ms: Defaulted<number | null>;
  };
  steps: {
    execution_id: string;
    /** Place in the run: see the engine's `step-number.ts`. */
    step: number;
    /** `loop`: one for each loop; `item`: one for each of its items that has an end; `wait`: one before a call, with its id. */
    kind: 'call' | 'condition' | 'webhook' | 'loop' | 'item' | 'wait';
    call_id: string;
    name: string;
    status: StepStatus;
    error_message: string | null;
    /** JSON of the engine's `Extraction[]`, secrets masked. */
    extractions: string | null;
    /**
     * The variables this step gave the run, sealed: a run that goes on after a restart needs them unmasked. Of a loop that goes on
     * its items.
     */
    saved: string | null;
    /** JSON of `StoredCondition` (a condition), `StoredLoop`, `StoredItem`, `StoredWait` or the engine's `ResponseRuling` (a call's last). */
    detail: Defaulted<string | null>;
    /** Which page, or try, of a call that is repeated it is, from 1. */
    page: Defaulted<number | null>;
    /** The loop that it is, or belongs to. */
    loop_id: Defaulted<string | null>;
    /** The item of it, from 1. */
    item: Defaulted<number | null>;
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
  /** Executions that wait before a call, holding no runner. */
  execution_waits: {
    execution_id: string;
    job_id: number;
    call_name: string;
    /** Milliseconds since 1970. */
    until: number;
    /** Of one that waits for an answer: the SHA-256 of the token in its address, in hex. */
    answer_hash: string | null;
  };
  /** Answers to the waits of executions. */
  wait_answers: {
    execution_id: string;
    /** The call that is waited before. */
    call_id: string;
    /** Sealed. */
    answer: string;
    /** Milliseconds since 1970. */
    answered_at: number;
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
    /** Whether it is, or was when a process died, tried alone because of its deaths. */
    trial: Defaulted<'alone' | 'died' | null>;
    /** How many times its handler failed. */
    failures: Defaulted<number>;
    /** As that of an execution. */
    queue: Defaulted<string>;
    created_at: number;
  };
}
