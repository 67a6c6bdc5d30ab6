// The events of a run as rows; and rows as the history of a run that goes on.
import { openSealed, seal } from '~/auth/secret-box';
import type { AppContext } from '~/context';
import type { ExecutionForRun } from '~/db/executions/queue/queued-executions';
import type { Lease } from '~/db/executions/queue/jobs';
import {
  type AttemptEnding,
  listPastAttempts,
  listSteps,
  type NewStep,
  type PastAttempt,
  type Step,
  type StepEnding,
  type StoredCondition,
} from '~/db/executions/steps';
import type { MadeAnswer } from '~/db/executions/delivery-answers';
import type { Change } from '~/db/ledger/changes';
import type {
  AnswerMade,
  CallFinished,
  CallStarted,
  ConditionChecked,
  PastResponse,
  RecordedEvent,
  ResponseRuling,
  RunEnded,
  RunEvent,
} from '~/engine/events/event';
import { isTriedAgain } from '~/engine/events/history';
import type { LoggedResponse } from '~/engine/logged';
import { parseJson, stringifyJson } from '~/engine/json/json';
import { sealAnswer } from '../delivery-answer';
import { traceOfNext } from '../tracing/trace-context';
import { publishEventTriggers } from '../triggers/event-triggers';
import { tellEnded } from './run-telemetry';
import { composePauseMails, composeStopMails } from './stop-emails';

/** An execution that a runner works on. */
export interface Run {
  context: AppContext;
  job: Lease;
  execution: ExecutionForRun;
}

/** Stores events, and what `also` goes with them, all or nothing. False when the lease was lost: then nothing is stored. */
export async function recordEvents(run: Run, events: RunEvent[], also: Change[] = []): Promise<boolean> {
  const { context, job, execution } = run;
  const changes = [...(await listChanges(run, events)), ...also];
  const outcome = await context.ledger.record(job, changes);
  if (outcome.kind === 'lost') {
    context.metrics.countDiscardedResult();
    context.log.info({ executionId: execution.id, job: job.jobId }, 'lost the lease of an execution');
    return false;
  }
  for (const event of events) count(context, event);
  tellEnded(run, events);
  context.changeEvents.publish(execution.integration_id);
  publishEventTriggers(context, outcome.followers);
  return true;
}

function count({ metrics }: AppContext, event: RunEvent): void {
  if (event.kind === 'call-finished') metrics.countCall(event.response?.status ?? null, event.durationMs);
  if (event.kind === 'run-ended') metrics.countExecution(event.status);
}

/**
 * Events as changes of rows. Nobody reads the variables of a run that neither goes on nor can be replayed from a call that
 * failed, so then they are not kept.
 */
async function listChanges(run: Run, events: RunEvent[]): Promise<Change[]> {
  const { id } = run.execution;
  const end = events.find((event) => event.kind === 'run-ended');
  const willGoOn = end?.status !== 'completed';
  const changes: Change[] = [];
  for (const event of events) {
    switch (event.kind) {
      case 'call-started':
        changes.push(...describeStart(run, event));
        break;
      case 'call-finished':
        changes.push(...describeFinish(run, willGoOn ? event : { ...event, saved: [] }));
        break;
      case 'call-refused':
      case 'call-skipped': {
        const status = event.kind === 'call-refused' ? ('error' as const) : ('skipped' as const);
        const step = { ...newStep(id, event), status, error_message: event.errorMessage };
        changes.push({ kind: 'step-begun', step });
        break;
      }
      case 'condition-checked':
        changes.push({ kind: 'step-begun', step: describeCondition(run, event) });
        break;
      case 'answer-made':
        changes.push({ kind: 'answer-made', made: describeAnswer(run, event) });
        break;
      case 'run-ended':
        changes.push(await describeEnd(run, event));
        break;
      case 'retry-scheduled':
        // The attempt before says so, and the job says when.
        break;
      case 'wait-scheduled':
        // The job says when; of a turn the attempt says how long it was, once it is sent.
        break;
    }
  }
  return changes;
}

function describeStart({ context, execution }: Run, event: CallStarted): Change[] {
  const attempt = {
    execution_id: execution.id,
    step: event.step,
    attempt: event.attempt,
    request: JSON.stringify(event.request),
    started_at: context.now(),
  };
  const step = { ...newStep(execution.id, event), status: 'running' as const, error_message: null };
  return [
    { kind: 'step-begun', step },
    { kind: 'attempt-begun', attempt },
  ];
}

function describeFinish({ context, execution }: Run, event: CallFinished): Change[] {
  const { step, attempt, response, errorMessage, durationMs, extractions, saved } = event;
  const executionId = execution.id;
  const ruling = event.ruling ? JSON.stringify(event.ruling) : null;
  const attemptEnding: AttemptEnding = {
    executionId,
    step,
    attempt,
    response: response && JSON.stringify(response),
    statusCode: response?.status ?? null,
    errorMessage,
    durationMs,
    ruling,
  };
  const changes: Change[] = [{ kind: 'attempt-ended', ending: attemptEnding }];
  const { connectionId } = event;
  if (connectionId) {
    const call = { connectionId, at: context.now(), isRefused: response?.status === 429 };
    changes.push({ kind: 'call-sent', call });
  }
  // More attempts are to come: the step goes on.
  if (isTriedAgain(event)) return changes;
  const ending: StepEnding = {
    executionId,
    step,
    status: event.outcome,
    errorMessage,
    extractions: extractions.length > 0 ? stringifyJson(extractions) : null,
    saved: saved.length > 0 ? sealSaved(context, executionId, step, saved) : null,
    detail: ruling,
  };
  changes.push({ kind: 'step-ended', ending });
  return changes;
}

function describeCondition({ context, execution }: Run, event: ConditionChecked): NewStep {
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
  return {
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
  };
}

function describeAnswer(
  { context, execution }: Run,
  { answer, shown, errorMessage }: AnswerMade,
): MadeAnswer {
  return {
    executionId: execution.id,
    answer: answer && sealAnswer(context.config, execution.integration_id, answer),
    shown: shown && JSON.stringify(shown),
    problem: errorMessage,
  };
}

async function describeEnd({ context, execution }: Run, event: RunEnded): Promise<Change> {
  const { status, errorMessage, notify, failure } = event;
  const { id, integration_id: integrationId, organization_id: organizationId, hops } = execution;
  const traceparent = traceOfNext(context, execution);
  const mails = notify ? await composeStopMails(context, { execution, errorMessage, ...notify }) : [];
  const ended = { id, integrationId, status, errorMessage, completedAt: context.now() };
  const ending = failure ? { ...ended, failure } : ended;
  const end = { kind: 'execution-ended', ending, organizationId, hops, traceparent, mails } as const;
  if (ending.status !== 'error') return end;
  const pauseMails = await composePauseMails(context, execution, errorMessage ?? 'It failed.');
  return { ...end, pauseMails };
}

type CallPlace = {
  step: number;
  callId: string;
  callName: string;
  page?: number;
  source?: 'chain' | 'rule';
};

function newStep(executionId: string, { step, callId, callName, page, source }: CallPlace) {
  return {
    execution_id: executionId,
    step,
    kind: source === 'rule' ? ('webhook' as const) : ('call' as const),
    call_id: callId,
    name: callName,
    extractions: null,
    saved: null,
    page: page ?? null,
  };
}

/** What a run that goes on has behind it, from its rows. */
export interface History {
  events: RecordedEvent[];
  /** How many characters its log holds already. */
  loggedLength: number;
}

export async function readHistory({ context, execution }: Run): Promise<History> {
  const { db } = context;
  const attempts = new Map<number, PastAttempt[]>();
  let loggedLength = 0;
  for (const attempt of await listPastAttempts(db, execution.id)) {
    const known = attempts.get(attempt.step);
    if (known) known.push(attempt);
    else attempts.set(attempt.step, [attempt]);
    loggedLength += attempt.logged_length;
  }
  const events = (await listSteps(db, [execution.id])).flatMap((step) => {
    if (step.kind === 'condition') return readChecks(step);
    return step.status === 'skipped' ? [] : readStep(context, step, attempts.get(step.step) ?? []);
  });
  return { events, loggedLength };
}

function readChecks({ step, detail }: Step): RecordedEvent[] {
  const { checks } = parseJson(detail ?? '{"checks":[]}') as StoredCondition;
  return [{ kind: 'condition-checked', step, checks }];
}

function readStep(context: AppContext, row: Step, attempts: PastAttempt[]): RecordedEvent[] {
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
      response: readResponse(tried),
      errorMessage: tried.error_message,
      saved: isLast ? saved : [],
      ruling: tried.ruling === null ? null : (JSON.parse(tried.ruling) as ResponseRuling),
    };
    return [started, finished];
  });
}

function readResponse({ response, status_code: status }: PastAttempt): PastResponse | null {
  if (status === null) return null;
  if (response === null) return { status };
  const { body, truncated } = JSON.parse(response) as LoggedResponse;
  return { status, body, truncated };
}

function isSuccess({ error_message, status_code }: PastAttempt): boolean {
  return error_message === null && status_code !== null;
}

type Saved = CallFinished['saved'];

/** Seals variables for the execution and step they belong to. */
export function sealSaved({ config }: AppContext, executionId: string, step: number, saved: Saved): string {
  return seal(config.appKey, stringifyJson(saved), placeOfSaved(executionId, step));
}

/** Opens what {@link sealSaved} sealed; nothing when it cannot be opened. */
export function openSaved({ config }: AppContext, executionId: string, step: number, sealed: string): Saved {
  const text = openSealed(config, sealed, placeOfSaved(executionId, step));
  return text ? (parseJson(text) as Saved) : [];
}

/** What the sealed variables of a step are bound to. */
export function placeOfSaved(executionId: string, step: number): string {
  return `saved:${executionId}:${step}`;
}
