// The events of a run as rows.
import type { AppContext } from '~/context';
import type { ExecutionForRun } from '~/db/executions/queue/queued-executions';
import type { ClaimedJob } from '~/db/executions/queue/claimed-job';
import type { Lease } from '~/db/executions/queue/jobs';
import type { AttemptEnding, Step, StepEnding, StoredCall, StoredCondition } from '~/db/executions/steps';
import type { MadeAnswer } from '~/db/executions/delivery-answers';
import type { Change } from '~/db/ledger/changes';
import type {
  AnswerMade,
  CallFinished,
  CallRefused,
  CallStarted,
  ConditionChecked,
  LoopPlace,
  RunEnded,
  RunEvent,
} from '~/engine/events/event';
import { isAnyFile, isLargeFile } from '~/engine/files/file-value';
import { isTriedAgain } from '~/engine/events/history';
import { stringifyJson } from '~/engine/json/json';
import { sealAnswer } from '../delivery-answer';
import { listMemoryChanges } from '../memory/run-memory';
import { traceOfNext } from '../tracing/trace-context';
import { publishEventTriggers } from '../triggers/event-triggers';
import { reportEnded } from './run-telemetry';
import { describeItem, toLoopStep, describeLoopEnd } from './loop-recording';
import { keepSecrets, sealSaved } from './saved-variables';
import { describeSentCall } from './sent-call';
import { toWaitChanges } from './wait-recording';
import { composePauseMails, composeStopMails } from './stop-emails';

/** An execution that a runner works on. */
export interface Run {
  context: AppContext;
  job: Lease & Pick<ClaimedJob, 'deaths' | 'failures' | 'trial'>;
  execution: ExecutionForRun;
}

/** Stores events together with `also`, all or nothing. Returns false, and stores nothing, when the lease was lost. */
export async function recordEvents(run: Run, events: RunEvent[], also: Change[] = []): Promise<boolean> {
  const { context, job, execution } = run;
  const changes = [...(await listChanges(run, events)), ...also];
  const outcome = await context.ledger.record(job, changes);
  if (outcome.kind === 'lost') {
    context.metrics.countDiscardedResult();
    context.log.info({ executionId: execution.id, job: job.jobId }, 'lost the lease of an execution');
    return false;
  }
  for (const event of events) countEvent(context, event);
  reportEnded(run, events);
  context.changeEvents.publish(execution.integration_id);
  publishEventTriggers(context, outcome.queuedIntegrationIds);
  return true;
}

function countEvent({ metrics }: AppContext, event: RunEvent): void {
  if (event.kind === 'call-finished') metrics.countCall(event.response?.status ?? null, event.durationMs);
  if (event.kind === 'run-ended') metrics.countExecution(event.status);
}

/**
 * Turns events into changes of rows. A completed run keeps no variables except files: it neither goes on nor can it be replayed
 * from a failed call, so nobody reads them.
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
        changes.push(
          ...(await describeFinish(
            run,
            event,
            willGoOn ? keepSecrets(event.saved, event) : listFiles(event.saved),
          )),
        );
        changes.push(...listMemoryChanges(run, event));
        break;
      case 'call-refused':
        changes.push(...describeRefusal(id, event));
        break;
      case 'call-skipped':
        changes.push({ kind: 'step-begun', step: newStep(id, event, 'skipped', event.errorMessage) });
        break;
      case 'condition-checked':
        changes.push({ kind: 'step-begun', step: describeCondition(run, event) });
        break;
      case 'loop-begun':
        changes.push({ kind: 'step-begun', step: await toLoopStep(run, event) });
        changes.push(...listMemoryChanges(run, event));
        break;
      case 'item-ended':
        changes.push({ kind: 'step-begun', step: await describeItem(run, event) });
        changes.push(...listMemoryChanges(run, event));
        break;
      case 'loop-ended':
        changes.push({ kind: 'loop-ended', ending: describeLoopEnd(run, event) });
        changes.push(...listMemoryChanges(run, event));
        break;
      case 'memory-read':
        changes.push(...listMemoryChanges(run, event));
        break;
      case 'wait-begun':
      case 'wait-ended':
        changes.push(...(await toWaitChanges(run.context, { id, jobId: run.job.jobId }, event)));
        break;
      case 'answer-made':
        changes.push({ kind: 'answer-made', made: describeAnswer(run, event) });
        break;
      case 'run-ended':
        changes.push(await describeEnd(run, event));
        break;
      case 'retry-scheduled':
      case 'wait-scheduled':
        // No row: the job holds the time, the attempt before names it, and the attempt after says how long its turn took.
        break;
    }
  }
  return changes;
}

/** Returns the files, which users can download from the log as long as it is kept. */
function listFiles(saved: CallFinished['saved']): CallFinished['saved'] {
  return saved.filter(([, value]) => isAnyFile(value));
}

function describeStart({ context, execution }: Run, event: CallStarted): Change[] {
  const attempt = {
    execution_id: execution.id,
    step: event.step,
    attempt: event.attempt,
    request: JSON.stringify(event.request),
    started_at: context.now(),
  };
  return [
    { kind: 'step-begun', step: newStep(execution.id, event, 'running', null) },
    { kind: 'attempt-begun', attempt },
  ];
}

/** The step exists already, and goes on, when an attempt before was sent: so it is ended as well. */
function describeRefusal(executionId: string, event: CallRefused): Change[] {
  const detail = writeDetail({ lacksCredentials: event.lacksCredentials });
  const step = { ...newStep(executionId, event, 'error', event.errorMessage), detail };
  const ending = { ...step, executionId, errorMessage: event.errorMessage };
  return [
    { kind: 'step-begun', step },
    { kind: 'step-ended', ending },
  ];
}

/** `saved`: the variables that are kept. */
async function describeFinish(
  { context, execution }: Run,
  event: CallFinished,
  saved: CallFinished['saved'],
): Promise<Change[]> {
  const { step, attempt, response, errorMessage, durationMs, extractions, storeKey } = event;
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
  if (storeKey !== undefined) changes.push({ kind: 'store-call-ended', executionId, callKey: storeKey });
  const { connectionId } = event;
  if (connectionId) {
    const call = describeSentCall(execution, { ...event, connectionId }, context.now());
    changes.push({ kind: 'call-sent', call });
  }
  // More attempts follow, so the step goes on.
  if (isTriedAgain(event)) return changes;
  const ending: StepEnding = {
    executionId,
    step,
    status: event.outcome,
    errorMessage,
    extractions: extractions.length > 0 ? stringifyJson(extractions) : null,
    saved: saved.length > 0 ? await sealSaved(context, executionId, step, saved) : null,
    detail: writeDetail({
      ...event.ruling,
      failureReason: event.failureReason,
    }),
  };
  changes.push({ kind: 'step-ended', ending });
  for (const [, value] of saved) {
    if (isLargeFile(value))
      changes.push({ kind: 'file-saved', use: { executionId, step, fileId: value.file } });
  }
  return changes;
}

function writeDetail(stored: StoredCall): string | null {
  const text = JSON.stringify(stored);
  return text === '{}' ? null : text;
}

function describeCondition({ context, execution }: Run, event: ConditionChecked): Step {
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
    page: null,
    loop_id: event.loop?.id ?? null,
    item: event.loop?.index ?? null,
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
  const { status, errorMessage, note = null, notify, failure, reachedEnd = false } = event;
  const { id, integration_id: integrationId, organization_id: organizationId, hops } = execution;
  const traceparent = traceOfNext(context, execution);
  const isTest = execution.is_test === 1;
  const ended = status === 'completed' ? 'completed' : reachedEnd ? 'failed-at-end' : 'stopped';
  const about = { execution, ended, isTest, reason: errorMessage ?? note } as const;
  const mails = notify ? await composeStopMails(context, { ...about, ...notify }) : [];
  const facts = { id, integrationId, status, errorMessage, note, completedAt: context.now(), isTest };
  const ending = failure ? { ...facts, failure } : facts;
  const end = { kind: 'execution-ended', ending, organizationId, hops, traceparent, mails } as const;
  if (ending.status !== 'error' || isTest) return end;
  const pauseMails = await composePauseMails(context, execution, errorMessage ?? 'It failed.');
  return { ...end, pauseMails };
}

type CallPlace = {
  step: number;
  loop?: LoopPlace;
  callId: string;
  callName: string;
  page?: number;
  source?: 'chain' | 'rule';
};

function newStep(
  executionId: string,
  { step, callId, callName, page, source, loop }: CallPlace,
  status: Step['status'],
  errorMessage: string | null,
): Step {
  return {
    execution_id: executionId,
    step,
    kind: source === 'rule' ? 'webhook' : 'call',
    call_id: callId,
    name: callName,
    status,
    error_message: errorMessage,
    extractions: null,
    saved: null,
    detail: null,
    page: page ?? null,
    loop_id: loop?.id ?? null,
    item: loop?.index ?? null,
  };
}
