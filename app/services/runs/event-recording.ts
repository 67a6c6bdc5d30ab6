// The events of a run as rows; and rows as the history of a run that goes on.
import { open, seal } from '~/auth/secret-box';
import type { AppContext } from '~/context';
import { finishExecution } from '~/db/executions/executions';
import type { ExecutionForRun } from '~/db/executions/queue/queued-executions';
import { type Lease, deleteJob, holdsLease } from '~/db/executions/queue/jobs';
import type { Queries } from '~/db/core/queries';
import {
  type Attempt,
  closeRunningSteps,
  finishAttempt,
  finishStep,
  insertAttempt,
  insertStep,
  listAttempts,
  listSteps,
  type Step,
  type StoredCondition,
} from '~/db/executions/steps';
import type {
  CallFinished,
  CallStarted,
  ConditionChecked,
  RecordedEvent,
  ResponseRuling,
  RunEnded,
  RunEvent,
} from '~/engine/events/event';
import type { LoggedResponse } from '~/engine/logged';
import { parseJson, stringifyJson } from '~/engine/json/json';
import { publishEventTriggers, fireEventTriggers } from '../triggers/event-triggers';
import { queueStoppedMails } from './stop-emails';

/** An execution that a runner works on. */
export interface Run {
  context: AppContext;
  job: Lease;
  execution: ExecutionForRun;
}

/** Stores events in one transaction. False when the lease was lost: then nothing is stored. */
export async function recordEvents(
  run: Run,
  events: RunEvent[],
  also?: (tx: Queries) => Promise<void>,
): Promise<boolean> {
  const { context, job, execution } = run;
  const outcome = await context.db.groupCommit(async (tx) => {
    const end = events.find((event) => event.kind === 'run-ended');
    // The end of the job tells, too, whether it was still held.
    if (!(end ? await deleteJob(tx, job) : await holdsLease(tx, job))) return undefined;
    const willGoOn = end?.status !== 'completed';
    const triggered: string[] = [];
    for (const event of events) triggered.push(...((await write(tx, run, event, willGoOn)) ?? []));
    await also?.(tx);
    return { triggered };
  });
  if (!outcome) {
    context.metrics.countDiscardedResult();
    context.log.info({ executionId: execution.id, job: job.jobId }, 'lost the lease of an execution');
    return false;
  }
  for (const event of events) count(context, event);
  context.changeEvents.publish(execution.integration_id);
  publishEventTriggers(context, outcome.triggered);
  return true;
}

function count({ metrics }: AppContext, event: RunEvent): void {
  if (event.kind === 'call-finished') metrics.countCall(event.response?.status ?? null, event.durationMs);
  if (event.kind === 'run-ended') metrics.countExecution(event.status);
}

/**
 * Answers, for the end, the integrations that are queued because of it. Nobody reads the variables of a run that neither
 * goes on nor can be replayed from a call that failed, so then they are not kept.
 */
async function write(
  tx: Queries,
  run: Run,
  event: RunEvent,
  willGoOn: boolean,
): Promise<string[] | undefined> {
  const { id } = run.execution;
  switch (event.kind) {
    case 'call-started':
      await writeStart(tx, run, event);
      return undefined;
    case 'call-finished':
      await writeFinish(tx, run, willGoOn ? event : { ...event, saved: [] });
      return undefined;
    case 'call-refused':
      await insertStep(tx, { ...newStep(id, event), status: 'error', error_message: event.errorMessage });
      return undefined;
    case 'call-skipped':
      await insertStep(tx, { ...newStep(id, event), status: 'skipped', error_message: event.errorMessage });
      return undefined;
    case 'condition-checked':
      await writeCondition(tx, run, event);
      return undefined;
    case 'run-ended':
      return writeEnd(tx, run, event);
    case 'retry-scheduled':
      // The attempt before says so, and the job says when.
      return undefined;
  }
}

async function writeStart(tx: Queries, { context, execution }: Run, event: CallStarted): Promise<void> {
  await insertStep(tx, { ...newStep(execution.id, event), status: 'running', error_message: null });
  await insertAttempt(tx, {
    execution_id: execution.id,
    step: event.step,
    attempt: event.attempt,
    request: JSON.stringify(event.request),
    started_at: context.now(),
  });
}

async function writeFinish(tx: Queries, { context, execution }: Run, event: CallFinished): Promise<void> {
  const { step, attempt, response, errorMessage, durationMs, extractions, saved } = event;
  const executionId = execution.id;
  const ruling = event.ruling ? JSON.stringify(event.ruling) : null;
  await finishAttempt(tx, {
    executionId,
    step,
    attempt,
    response: response && JSON.stringify(response),
    statusCode: response?.status ?? null,
    errorMessage,
    durationMs,
    ruling,
  });
  // More attempts are to come: the step goes on.
  if (event.ruling?.action === 'retry') return;
  await finishStep(tx, {
    executionId,
    step,
    status: event.outcome,
    errorMessage,
    extractions: extractions.length > 0 ? stringifyJson(extractions) : null,
    saved: saved.length > 0 ? sealSaved(context, executionId, step, saved) : null,
    detail: ruling,
  });
}

async function writeCondition(
  tx: Queries,
  { context, execution }: Run,
  event: ConditionChecked,
): Promise<void> {
  const { checks, match, conditionMet, otherwise, nextApiCallAction, skippedCallName, nextCallName } = event;
  const logged: StoredCondition = {
    checks,
    match,
    conditionMet,
    otherwise,
    nextApiCallAction,
    skippedCallName,
    nextCallName,
    at: context.now(),
  };
  await insertStep(tx, {
    execution_id: execution.id,
    step: event.step,
    kind: 'condition',
    call_id: event.conditionalStepId,
    name: nextCallName ?? '',
    status: 'success',
    error_message: null,
    extractions: null,
    saved: null,
    detail: stringifyJson(logged),
  });
}

async function writeEnd(tx: Queries, { context, execution }: Run, event: RunEnded): Promise<string[]> {
  const { status, errorMessage } = event;
  const now = context.now();
  if (status === 'error') {
    await closeRunningSteps(tx, { executionId: execution.id, reason: errorMessage ?? 'It was ended.', now });
  }
  const { id, integration_id: integrationId } = execution;
  await finishExecution(tx, { id, integrationId, status, errorMessage, completedAt: now });
  if (event.notify) await queueStoppedMails(tx, context, { execution, errorMessage, ...event.notify });
  const { organization_id: organizationId, hops } = execution;
  return fireEventTriggers(tx, {
    integrationId,
    organizationId,
    executionId: id,
    status,
    errorMessage,
    hops,
    now,
  });
}

type CallPlace = { step: number; callId: string; callName: string; source?: 'chain' | 'rule' };

function newStep(executionId: string, { step, callId, callName, source }: CallPlace) {
  return {
    execution_id: executionId,
    step,
    kind: source === 'rule' ? ('webhook' as const) : ('call' as const),
    call_id: callId,
    name: callName,
    extractions: null,
    saved: null,
  };
}

/** The history of a run, from its rows. */
export async function readHistory({ context, execution }: Run): Promise<RecordedEvent[]> {
  const { db } = context;
  const attempts = await listAttempts(db, [execution.id]);
  return (await listSteps(db, [execution.id])).flatMap((step) =>
    step.kind === 'condition' || step.status === 'skipped'
      ? []
      : readStep(
          context,
          step,
          attempts.filter((attempt) => attempt.step === step.step),
        ),
  );
}

function readStep(context: AppContext, row: Step, attempts: Attempt[]): RecordedEvent[] {
  const { step } = row;
  if (attempts.length === 0) {
    return [{ kind: 'call-refused', step, errorMessage: row.error_message ?? '' }];
  }
  const saved = row.saved === null ? [] : openSaved(context, row.execution_id, step, row.saved);
  return attempts.flatMap((tried): RecordedEvent[] => {
    const { attempt } = tried;
    const started: RecordedEvent = { kind: 'call-started', step, attempt };
    if (tried.duration_ms === null) return [started];
    const isLast = attempt === attempts.at(-1)?.attempt && row.status !== 'running';
    const finished: RecordedEvent = {
      kind: 'call-finished',
      step,
      attempt,
      outcome: isSuccess(tried) ? 'success' : 'error',
      response: tried.response === null ? null : (JSON.parse(tried.response) as LoggedResponse),
      errorMessage: tried.error_message,
      saved: isLast ? saved : [],
      ruling: tried.ruling === null ? null : (JSON.parse(tried.ruling) as ResponseRuling),
    };
    return [started, finished];
  });
}

function isSuccess({ error_message, status_code }: Attempt): boolean {
  return error_message === null && status_code !== null;
}

type Saved = CallFinished['saved'];

/** Seals variables for the execution and step they belong to. */
export function sealSaved({ config }: AppContext, executionId: string, step: number, saved: Saved): string {
  return seal(config.appKey, stringifyJson(saved), placeOfSaved(executionId, step));
}

/** Opens what {@link sealSaved} sealed; nothing when it cannot be opened. */
export function openSaved({ config }: AppContext, executionId: string, step: number, sealed: string): Saved {
  const text = open(config.appKey, sealed, placeOfSaved(executionId, step));
  return text ? (parseJson(text) as Saved) : [];
}

/** What the sealed variables of a step are bound to. */
export function placeOfSaved(executionId: string, step: number): string {
  return `saved:${executionId}:${step}`;
}
