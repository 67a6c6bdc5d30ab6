// A run, from the job to its end. The engine decides and tells; each thing it tells is stored before it is asked for
// the next, and every write first asks whether this runner still holds the job.
import type { AppContext } from '~/context';
import type { ClaimedJob } from '~/db/executions/queue/claimed-job';
import { type ExecutionForRun, findExecutionForRun } from '~/db/executions/queue/queued-executions';
import type { Change } from '~/db/ledger/changes';
import type { CallFinished, RunEvent } from '~/engine/events/event';
import type { FailureKind } from '~/engine/events/failure-kind';
import { defaultRunSettings } from '~/engine/definition/run-settings';
import type { Definition } from '~/engine/integration';
import { parseJson } from '~/engine/json/json';
import type { CallRequest } from '~/engine/run/request';
import { type RunPorts, runIntegration } from '~/engine/run/run';
import { readRequest } from '~/engine/delivery/delivery-request';
import type { OutboundRequest } from '~/outbound/request-response';
import { hopsHeader } from '~/engine/triggers/trigger';
import { createConnectionPorts } from '../connections/authorize';
import { takeTurn } from '../connections/pace';
import { spanOfAttempt, spanOfExecution, writeTraceparent } from '../tracing/trace-context';
import { createValuePort } from '../values/read-values';
import { findDefinition } from '../integrations/definition-cache';
import { type History, readHistory, recordEvents, type Run } from './event-recording';
import { toSending } from './sending';

/** The decoded bytes of a response that are kept. */
const maxResponseBytes = 1024 * 1024;

/** A job that took this many processes down with it is ended rather than tried again. */
const maxDeaths = 3;

/** One whose handler failed this often, with a minute of waiting in between, will not get better either. */
const maxFailures = 6;

/**
 * Works on a claimed execution until it ends, waits for its next attempt, its lease is `lost` or `stopping` is set;
 * then the response of the call in flight is still stored and the job given back. `lost` also aborts that call. `setWaiting`
 * is called while a call waits for its turn at its host. Throws only on a defect, a database that is down, or when this
 * server has no connections left to send a call with.
 */
export async function runExecution(
  context: AppContext,
  job: ClaimedJob,
  stopping: AbortSignal,
  lost?: AbortSignal,
  setWaiting?: (isWaiting: boolean) => void,
): Promise<void> {
  const { db } = context;
  const execution = job.execution ?? (await findExecutionForRun(db, job.subjectId));
  if (execution?.status !== 'running') {
    await context.ledger.record(job, [{ kind: 'job-ended' }]);
    return;
  }
  const run: Run = { context, job, execution };
  const hopeless = describePoison(job);
  if (hopeless) {
    await recordEvents(run, [{ ...endInError(hopeless), notify: { callName: '', email: null } }]);
    return;
  }
  const found = await findDefinition(context, execution.integration_id, execution.integration_version);
  if (found.kind !== 'found') {
    await recordEvents(run, [
      endInError('The secrets of this integration cannot be decrypted with the present APP_KEY.'),
    ]);
    return;
  }
  // What is new has no past to be read, but a replay that begins with the responses of the former run.
  const past = job.execution && execution.replay_of === null ? nothing : await readHistory(run);
  await driveRun(run, found.definition, past, { stopping, lost, setWaiting });
}

const nothing: History = { events: [], loggedLength: 0 };

/** Stores what the engine tells until there is nothing more to do for now. */
async function driveRun(run: Run, definition: Definition, past: History, signals: Signals): Promise<void> {
  const { context, execution } = run;
  const { now } = context;
  const clock: Clock = {
    ...limitTime(definition, execution.began_at ?? now()),
    ranOut: false,
    gaveUpTurn: false,
  };
  const events = runIntegration({
    executionId: execution.id,
    definition,
    triggerData: parseJson(execution.trigger_data ?? 'null'),
    request: readRequest(execution.request),
    past: past.events,
    loggedLength: past.loggedLength,
    ports: createPorts(run, clock, signals),
  });
  let pending: RunEvent[] = [];
  for await (const event of events) {
    const halt = findHalt(event, { clock, ...signals, now: now() });
    if (halt) {
      await stop(run, pending, halt, clock);
      return;
    }
    pending.push(event);
    // Between a response and the next call nothing waits, so both are stored in one go.
    // A sender waits for an answer.
    if (event.kind === 'call-started' || event.kind === 'answer-made' || event.kind === 'run-ended') {
      if (!(await recordEvents(run, pending))) return;
      pending = [];
    }
  }
}

interface Signals {
  stopping: AbortSignal;
  lost: AbortSignal | undefined;
  setWaiting: ((isWaiting: boolean) => void) | undefined;
}

/** Why a run is not followed any further by this runner. */
type Halt =
  /** Another runner works on it, or it was cancelled: nothing more is stored. */
  | { kind: 'lost' }
  /** It goes on at `at`: another runner's turn now, or its own after a wait. */
  | { kind: 'release'; at: number }
  /** The server stops before the call had its turn: it was not sent, and another runner's turn is now. */
  | { kind: 'unsent'; event: CallFinished }
  /** It is out of time; `last` are its last events. */
  | { kind: 'time-out'; last: RunEvent[] }
  /** The server has nothing left to send a call with: neither the target nor the rules for its failures are asked. */
  | { kind: 'exhausted'; unsent: CallFinished; reason: string };

function findHalt(
  event: RunEvent,
  { clock, stopping, lost, now }: Signals & { clock: Clock; now: number },
): Halt | undefined {
  if (lost?.aborted) return { kind: 'lost' };
  if (event.kind === 'call-started') {
    if (stopping.aborted) return { kind: 'release', at: now };
    if (now >= clock.deadline) return { kind: 'time-out', last: [] };
  }
  if (event.kind === 'call-finished' && clock.exhausted !== undefined) {
    return { kind: 'exhausted', unsent: event, reason: clock.exhausted };
  }
  if (event.kind === 'call-finished' && clock.gaveUpTurn) return { kind: 'unsent', event };
  if (event.kind === 'call-finished' && clock.ranOut)
    return { kind: 'time-out', last: [cutShort(event, clock)] };
  // It asks for its turn again, or goes on, or is out of time by then.
  if (event.kind === 'wait-scheduled') return { kind: 'release', at: Math.min(event.until, clock.deadline) };
  if (event.kind !== 'retry-scheduled') return undefined;
  // At the deadline there is nothing to send any more, but an execution to be ended.
  return { kind: 'release', at: Math.min(now + event.delayMs, clock.deadline) };
}

async function stop(run: Run, pending: RunEvent[], halt: Halt, { tooLong }: Clock): Promise<void> {
  const { context } = run;
  if (halt.kind === 'exhausted') {
    const { step, attempt } = halt.unsent;
    await recordEvents(run, pending, [withdraw(run, step, attempt)]);
    // The runner tells the log, gives the job back and lets it wait.
    throw new Error(halt.reason);
  }
  if (halt.kind === 'time-out')
    await recordEvents(run, [...pending, ...halt.last, endInError(tooLong, 'time-limit')]);
  if (halt.kind === 'unsent') {
    const { step, attempt } = halt.event;
    const released: Change = { kind: 'job-released', runAt: context.now(), failed: false };
    await recordEvents(run, pending, [withdraw(run, step, attempt), released]);
  }
  if (halt.kind !== 'release') return;
  await recordEvents(run, pending, [{ kind: 'job-released', runAt: halt.at, failed: false }]);
  const waitMs = halt.at - context.now();
  // The poll would find it, too, but later than it was asked for.
  if (waitMs > 0) setTimeout(context.wake, waitMs).unref();
}

function withdraw({ execution }: Run, step: number, attempt: number): Change {
  return { kind: 'attempt-withdrawn', attempt: { executionId: execution.id, step, attempt } };
}

function describePoison(job: ClaimedJob): string | undefined {
  if (job.deaths >= maxDeaths) {
    return `The process ended ${job.deaths} times while it worked on this execution.`;
  }
  if (job.failures >= maxFailures) {
    return `The server failed ${job.failures} times to work on this execution.`;
  }
  return undefined;
}

function endInError(errorMessage: string, kind: FailureKind = 'other'): RunEvent & { kind: 'run-ended' } {
  const failure = { callId: '', callName: '', kind };
  return { kind: 'run-ended', status: 'error', errorMessage, notify: null, failure };
}

/** No rule of its own is asked about a call that the execution's limit ended. */
function cutShort(event: CallFinished, { tooLong }: Clock): CallFinished {
  return { ...event, outcome: 'error', errorMessage: tooLong, ruling: null };
}

interface TimeLimit {
  /** When the execution has to be over, waits between attempts included. */
  deadline: number;
  /** What is said then. */
  tooLong: string;
}

/** Counted from the first start on. */
function limitTime({ runSettings }: Definition, beganAt: number): TimeLimit {
  const { maxMinutes } = runSettings ?? defaultRunSettings;
  const tooLong = `The execution took longer than ${maxMinutes} ${maxMinutes === 1 ? 'minute' : 'minutes'}.`;
  return { deadline: beganAt + maxMinutes * 60_000, tooLong };
}

interface Clock extends TimeLimit {
  /** The call in flight was ended by it. */
  ranOut: boolean;
  /** Why this server itself could not send a call. */
  exhausted?: string;
  /** The server stops, and the call did not have its turn yet. */
  gaveUpTurn: boolean;
}

function createPorts(
  { context, execution }: Run,
  clock: Clock,
  { stopping, lost, setWaiting }: Signals,
): RunPorts {
  return {
    ...createConnectionPorts(context, execution.organization_id),
    ...createValuePort(context, execution.organization_id),
    takeTurn: (call) =>
      takeTurn(context, call, {
        executionId: execution.id,
        latest: clock.deadline,
        signals: [stopping, lost],
        setWaiting,
      }),
    async send(request) {
      const leftMs = clock.deadline - context.now();
      const timeoutMs = Math.min(request.timeoutMs, leftMs);
      const sending: OutboundRequest = Object.assign(
        pickRequest(request, headersOfOurs(context, execution, request), context.now()),
        {
          organizationId: execution.organization_id,
          timeoutMs,
          maxBodyBytes: maxResponseBytes,
          waitSignal: stopping,
        },
      );
      if (lost) sending.signal = lost;
      if (setWaiting) sending.onWaiting = setWaiting;
      const outcome = await context.outbound.send(sending);
      const isExhausted = outcome.kind === 'failure' && outcome.reason === 'server-exhausted';
      if (isExhausted) clock.exhausted = outcome.message;
      const isCancelled = outcome.kind === 'failure' && outcome.reason === 'cancelled' && !outcome.sent;
      clock.gaveUpTurn = isCancelled && stopping.aborted;
      const isTimeout = outcome.kind === 'failure' && outcome.reason === 'timeout';
      clock.ranOut = isTimeout && timeoutMs < request.timeoutMs;
      return Object.assign(outcome, { answeredAt: context.now() });
    },
  };
}

function pickRequest(request: CallRequest, ours: CallRequest['headers'], now: number) {
  // No header of the call's own may make a circle of executions look like its beginning.
  const own = request.headers.filter(([name]) => name.toLowerCase() !== hopsHeader.toLowerCase());
  return toSending(request, now, [...own, ...ours]);
}

/** How many executions led to it; and the trace that it belongs to, where there is one and the call names none itself. */
function headersOfOurs(
  { traces }: AppContext,
  { id, hops, traceparent }: ExecutionForRun,
  { headers }: CallRequest,
): CallRequest['headers'] {
  const ours: CallRequest['headers'] = [[hopsHeader, String(hops)]];
  if (traceparent === null && traces === undefined) return ours;
  if (findHeader(headers, 'traceparent') !== undefined) return ours;
  const key = findHeader(headers, 'idempotency-key') ?? '';
  const span = spanOfAttempt(spanOfExecution(id, traceparent), key);
  return [...ours, ['traceparent', writeTraceparent(span)]];
}

function findHeader(headers: CallRequest['headers'], wanted: string): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
}
