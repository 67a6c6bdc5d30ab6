// A run, written down. The engine decides and tells; each thing it tells is stored before it is asked for the
// next, and every write first asks whether this runner still holds the job.
import { open, seal } from '~/auth/secret-box';
import type { AppContext } from '~/context';
import { findExecutionForRun, finishExecution, startExecution } from '~/db/executions';
import { type ClaimedJob, type Lease, deleteJob, holdsLease, releaseJob } from '~/db/jobs';
import type { Queries } from '~/db/open';
import { finishAttempt, finishStep, insertAttempt, insertStep, listAttempts, listSteps } from '~/db/steps';
import type { PastEvent, RunEvent } from '~/engine/event';
import { parseJson, stringifyJson } from '~/engine/json';
import { type RunPorts, runIntegration } from '~/engine/run';
import { findDefinition } from './definitions';

/** The decoded bytes of an answer that are kept. */
const maxResponseBytes = 1024 * 1024;

/** A job that took this many processes down with it is ended rather than tried again. */
const maxDeaths = 3;

/** One whose handler failed this often, with a minute of waiting in between, will not get better either. */
const maxFailures = 6;

type ExecutionForRun = NonNullable<ReturnType<typeof findExecutionForRun>>;

/**
 * Works on a claimed execution until it ends, its lease is lost or `stopping` is set; then the answer of the
 * call in flight is still stored and the job given back. Throws only on a defect or a database that is down.
 */
export async function runExecution(
  context: AppContext,
  job: ClaimedJob,
  stopping: AbortSignal,
): Promise<void> {
  const { db, now } = context;
  const execution = findExecutionForRun(db, job.subjectId);
  if (!execution || !isUnfinished(execution)) {
    await db.groupCommit((tx) => deleteJob(tx, job));
    return;
  }
  const run: Run = { context, job, execution };
  if (job.deaths >= maxDeaths) {
    await record(run, [
      endInError(`The process ended ${job.deaths} times while it worked on this execution.`),
    ]);
    return;
  }
  if (job.failures >= maxFailures) {
    await record(run, [endInError(`The server failed ${job.failures} times to work on this execution.`)]);
    return;
  }
  const found = findDefinition(context, execution.integration_id, execution.integration_version);
  if (found.kind !== 'found') {
    await record(run, [
      endInError('The secrets of this integration cannot be decrypted with the present APP_KEY.'),
    ]);
    return;
  }
  const events = runIntegration({
    executionId: execution.id,
    definition: found.definition,
    triggerData: parseJson(execution.trigger_data ?? 'null'),
    past: execution.status === 'running' ? readPast(run) : [],
    ports: createPorts(context),
  });
  let told: RunEvent[] = [];
  for await (const event of events) {
    if (event.kind === 'call-started' && stopping.aborted) {
      await record(run, told, (tx) => releaseJob(tx, job, now(), false));
      return;
    }
    told.push(event);
    // Between an answer and the next call nothing waits, so both are stored in one go.
    if (event.kind === 'call-started' || event.kind === 'run-ended') {
      if (!(await record(run, told))) return;
      told = [];
    }
  }
}

interface Run {
  context: AppContext;
  job: Lease;
  execution: ExecutionForRun;
}

function isUnfinished(execution: ExecutionForRun): boolean {
  return execution.status === 'queued' || execution.status === 'running';
}

function endInError(errorMessage: string): RunEvent {
  return { kind: 'run-ended', status: 'error', errorMessage };
}

function createPorts({ outbound }: AppContext): RunPorts {
  return {
    send: ({ method, url, headers, body, timeoutMs }) =>
      outbound.send({ method, url, headers, body, timeoutMs, maxBodyBytes: maxResponseBytes }),
  };
}

/** Stores events in one transaction. False when the lease was lost: then nothing is stored. */
async function record(run: Run, events: RunEvent[], also?: (tx: Queries) => void): Promise<boolean> {
  const { context, job, execution } = run;
  const held = await context.db.groupCommit((tx) => {
    if (!holdsLease(tx, job)) return false;
    for (const event of events) write(tx, run, event);
    also?.(tx);
    return true;
  });
  if (held) context.followers.notify(execution.integration_id);
  else context.log.warn({ executionId: execution.id, job: job.jobId }, 'lost the lease of an execution');
  return held;
}

function write(tx: Queries, { context, job, execution }: Run, event: RunEvent): void {
  const executionId = execution.id;
  const now = context.now();
  switch (event.kind) {
    case 'call-started':
      if (event.step === 0) startExecution(tx, executionId);
      insertStep(tx, {
        ...newStep(executionId, event),
        status: 'running',
        error_message: null,
      });
      insertAttempt(tx, {
        execution_id: executionId,
        step: event.step,
        attempt: event.attempt,
        request: JSON.stringify(event.request),
        started_at: now,
      });
      return;
    case 'call-finished': {
      const { step, attempt, response, errorMessage, durationMs, extractions, saved } = event;
      finishAttempt(tx, {
        executionId,
        step,
        attempt,
        response: response && JSON.stringify(response),
        statusCode: response?.status ?? null,
        errorMessage,
        durationMs,
      });
      finishStep(tx, {
        executionId,
        step,
        status: event.outcome,
        errorMessage,
        extractions: extractions.length > 0 ? stringifyJson(extractions) : null,
        saved:
          saved.length > 0
            ? seal(context.config.appKey, stringifyJson(saved), savedBy(executionId, step))
            : null,
      });
      return;
    }
    case 'call-refused':
      insertStep(tx, { ...newStep(executionId, event), status: 'error', error_message: event.errorMessage });
      return;
    case 'run-ended':
      finishExecution(tx, {
        id: executionId,
        integrationId: execution.integration_id,
        status: event.status,
        errorMessage: event.errorMessage,
        completedAt: now,
      });
      deleteJob(tx, job);
  }
}

function newStep(executionId: string, event: { step: number; callId: string; callName: string }) {
  return {
    execution_id: executionId,
    step: event.step,
    kind: 'call' as const,
    call_id: event.callId,
    name: event.callName,
    extractions: null,
    saved: null,
  };
}

/** What a sealed set of variables belongs to. */
function savedBy(executionId: string, step: number): string {
  return `saved:${executionId}:${step}`;
}

/** What an interrupted run had told, from its rows. */
function readPast({ context, execution }: Run): PastEvent[] {
  const { db, config } = context;
  const started = listAttempts(db, [execution.id]).map(({ step, attempt }): PastEvent => ({
    kind: 'call-started',
    step,
    attempt,
  }));
  const ended = listSteps(db, [execution.id]).flatMap(
    ({ step, status, error_message, saved }): PastEvent[] => {
      if (status !== 'success' && status !== 'error') return [];
      const text = saved && open(config.appKey, saved, savedBy(execution.id, step));
      const variables = text ? (parseJson(text) as [string, unknown][]) : [];
      return [
        { kind: 'call-finished', step, outcome: status, errorMessage: error_message, saved: variables },
      ];
    },
  );
  return [...started, ...ended];
}
