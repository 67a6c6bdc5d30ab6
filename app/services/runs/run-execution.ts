// Executes a run, from the job to its end. The engine decides and yields events. The runner stores each event before it asks
// for the next, and every write first checks that the runner still holds the job.
import type { AppContext } from '~/context';
import type { ClaimedJob } from '~/db/executions/queue/claimed-job';
import { findExecutionForRun } from '~/db/executions/queue/queued-executions';
import type { Change } from '~/db/ledger/changes';
import type { CallFinished, Reply, RunEnded, RunEvent } from '~/engine/events/event';
import type { FailureKind, RunFailure } from '~/engine/events/failure-kind';
import type { Definition } from '~/engine/integration';
import { isTriedAgain } from '~/engine/events/history';
import { isLargeJson } from '~/engine/json/json-parts';
import { runIntegration } from '~/engine/run/run';
import { readRequest } from '~/engine/delivery/delivery-request';
import { yieldTurn } from '../event-loop';
import { isSettledWithin } from '../settled-within';
import { parseJsonInTurns } from '../large-json';
import { findDefinition } from '../integrations/definition-cache';
import { recordEvents, type Run } from './event-recording';
import { type History, noHistory, readHistory } from './run-history';
import { measureWaits } from './wait-recording';
import { createPorts } from './run-ports';
import { limitTime, type Signals, type TimeLimit } from './sending/time-limit';

/**
 * How many processes may die with a job, the last while the job ran alone, before the execution ends in error instead of being
 * tried again. Progress resets the number.
 */
const maxDeaths = 3;

/**
 * How often in a row the handler may fail, over a minute in all, before the execution ends in error. Progress resets the number.
 */
const maxFailures = 6;

/**
 * Works on a claimed execution until it ends or waits for its next attempt, its lease is `lost`, or `stopping` is set. When the
 * server stops, the response of the call in flight is still stored and the job given back. `lost` also aborts that call.
 * `setWaiting` is called while a call waits for its turn at its host. Throws only on a defect, when the database is down, or
 * when this server has no connections left to send a call.
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
  const hopeless = endHopeless(job);
  if (hopeless) {
    await recordEvents(run, [{ ...hopeless, notify: { callName: '', email: null } }]);
    return;
  }
  const found = await findDefinition(context, execution.integration_id, execution.integration_version);
  if (found.kind !== 'found') {
    await recordEvents(run, [
      endInError('The secrets of this integration cannot be decrypted with the current APP_KEY.'),
    ]);
    return;
  }
  // A new execution has no history; a replay begins with the steps that were copied from the former run.
  const isNew = job.execution && execution.replay_of === null;
  const past = isNew ? noHistory : await readHistory(context, execution.id);
  await driveRun(run, found.definition, past, { stopping, lost, setWaiting });
}

/** Stores the engine's events until there is nothing more to do for now. */
async function driveRun(run: Run, definition: Definition, past: History, signals: Signals): Promise<void> {
  const { context, job, execution } = run;
  const { now } = context;
  const beganAt = execution.began_at ?? now();
  const limit = limitTime(context, definition, beganAt + measureWaits(past.events, now()));
  const events = runIntegration({
    executionId: execution.id,
    definition,
    triggerData: await parseJsonInTurns(execution.trigger_data ?? 'null'),
    request: readRequest(execution.request),
    past: past.events,
    loggedLength: past.loggedLength,
    requestsBefore: past.requestsBefore,
    skipsWaits: execution.is_test === 1,
    memoryBefore: past.memoryBefore,
    keptKey: past.keptKey,
    ports: createPorts({ context, execution, definition, lease: job }, limit, signals),
  });
  let pending: RunEvent[] = [];
  let also: Change[] = [];
  /** Why items of a list were held. The runner follows other items in flight until they can be held, too. */
  let held: Halt | undefined;
  let reply: Reply;
  /** Stores what is pending. Returns false when the runner no longer holds the job. */
  async function store(): Promise<boolean> {
    const large = pending.some(
      (event) => event.kind === 'call-finished' && isLargeJson(event.response?.body ?? ''),
    );
    // Parsing a large response took a turn, and sealing it for the log takes another.
    if (large) await yieldTurn();
    if (!(await recordEvents(run, pending, also))) return false;
    if (also.some(({ kind }) => kind === 'job-progressed')) {
      Object.assign(job, { deaths: 0, failures: 0 });
      // The execution has shown that it does no harm, so the next suspect can be tried.
      if (job.trial) context.wake();
    }
    pending = [];
    also = [];
    return true;
  }
  for (;;) {
    const next = events.next(reply);
    if (pending.some(isResponse)) {
      const isLate = !(await isSettledWithin(next, patienceMs));
      if (isLate && !(await store())) return;
    }
    const { done, value: event } = await next.catch(async (error: unknown) => {
      // Without its response, a call would be sent again.
      if (pending.length > 0) await store();
      throw error;
    });
    if (done) return;
    reply = undefined;
    const halt = findHalt(event, { limit, ...signals, now: now() });
    if (halt && 'unsent' in halt) also.push(withdraw(run, halt.unsent));
    if (halt && mayHold(halt) && 'loop' in event && event.loop) {
      held ??= halt;
      reply = 'hold';
      continue;
    }
    if (halt) {
      await stop(run, { pending, also }, held ?? halt, limit);
      return;
    }
    pending.push(event);
    if (isProgress(event) && job.deaths + job.failures > 0) also.push({ kind: 'job-progressed' });
    if (isStoredAtOnce(event) && !(await store())) return;
  }
}

/**
 * How long a response waits for the next call, with which it is stored, in milliseconds. That call may have to fetch a token, or
 * to wait for its turn.
 */
const patienceMs = 250;

/** Checks whether an event ends a call, which is not tried again. */
function isResponse(event: RunEvent): boolean {
  return event.kind === 'call-finished' && !isTriedAgain(event);
}

/** Checks whether an event is stored and not repeated. When a process dies after it, earlier work is not the cause. */
function isProgress({ kind }: RunEvent): boolean {
  return kind === 'call-finished' || kind === 'item-ended' || kind === 'wait-ended';
}

/** Checks whether an event is stored at once. A response is stored with the next call, unless that takes a while. */
function isStoredAtOnce(event: RunEvent): boolean {
  switch (event.kind) {
    case 'call-started':
    case 'run-ended':
      return true;
    // A sender waits for the answer.
    case 'answer-made':
      return true;
    case 'item-ended':
      return event.othersUnderWay;
    case 'retry-scheduled':
    case 'wait-scheduled':
      return event.aside === true;
    default:
      return false;
  }
}

/** Why this runner follows a run no further. */
type Halt =
  /** Another runner works on the run, or the run was cancelled: nothing more is stored. */
  | { kind: 'lost' }
  /** The run goes on at `at`: now by another runner, or after a wait. */
  | { kind: 'release'; at: number; answerTo?: string | undefined }
  /** The server stops before the call had its turn: the call was not sent, and another runner can go on now. */
  | { kind: 'unsent'; unsent: CallFinished }
  /** The run is out of time; `last` are its last events. */
  | { kind: 'time-out'; last: RunEvent[] }
  /** The server has no connections left to send a call: the target was not reached, and no failure rule applies. */
  | { kind: 'exhausted'; unsent: CallFinished; reason: string };

/** Checks whether the runner may hold an item of a list, while other items in flight go on. */
function mayHold(halt: Halt): boolean {
  return halt.kind !== 'lost' && halt.kind !== 'time-out';
}

function findHalt(
  event: RunEvent,
  { limit, stopping, lost, now }: Signals & { limit: TimeLimit; now: number },
): Halt | undefined {
  if (lost?.aborted) return { kind: 'lost' };
  if (event.kind === 'call-started') {
    if (stopping.aborted) return { kind: 'release', at: now };
    if (limit.leftMs() <= 0) return { kind: 'time-out', last: [] };
  }
  if (event.kind === 'call-finished') return findUnsent(event, limit);
  if (event.kind !== 'wait-scheduled' && event.kind !== 'retry-scheduled') return undefined;
  // This wait belongs to an item, and the run does not wait for it.
  if (event.aside) return stopping.aborted ? { kind: 'release', at: now } : undefined;
  // An item may wait again when the run is taken up; then no call begins that would end the run.
  if (limit.leftMs() <= 0) return { kind: 'time-out', last: [] };
  if (event.kind === 'wait-scheduled' && event.why === 'wait') {
    return { kind: 'release', at: event.until, answerTo: event.answerTo };
  }
  // At the deadline nothing more is sent, but the execution must end. A call that waits for its turn asks again then.
  const until = event.kind === 'wait-scheduled' ? event.until : now + event.delayMs;
  return { kind: 'release', at: Math.min(until, limit.endsAt()) };
}

/** Returns what ended a call when it was not the target. */
function findUnsent(event: CallFinished, limit: TimeLimit): Halt | undefined {
  switch (event.failureReason) {
    case 'server-exhausted':
      return { kind: 'exhausted', unsent: event, reason: event.errorMessage ?? event.failureReason };
    case 'turn-given-up':
      return { kind: 'unsent', unsent: event };
    case 'time-limit':
      return { kind: 'time-out', last: [cutShort(event, limit)] };
    default:
      return undefined;
  }
}

async function stop(
  run: Run,
  { pending, also }: { pending: RunEvent[]; also: Change[] },
  halt: Halt,
  { tooLong }: TimeLimit,
): Promise<void> {
  const { context } = run;
  if (halt.kind === 'lost') return;
  if (halt.kind === 'time-out') {
    await recordEvents(run, [...pending, ...halt.last, endInError(tooLong, 'time-limit')], also);
    return;
  }
  if (halt.kind === 'exhausted') {
    await recordEvents(run, pending, also);
    // The runner logs the error, gives the job back and lets it wait.
    throw new Error(halt.reason);
  }
  const runAt = halt.kind === 'unsent' ? context.now() : halt.at;
  const callId = halt.kind === 'release' ? halt.answerTo : undefined;
  const looked: Change[] =
    callId === undefined
      ? []
      : [{ kind: 'answer-looked-for', executionId: run.execution.id, callId, now: context.now() }];
  await recordEvents(run, pending, [...also, { kind: 'job-released', runAt, failed: false }, ...looked]);
  // The answer may have come while this runner had the job.
  if (callId !== undefined) context.wake();
  const waitMs = runAt - context.now();
  // The poll would find the job, too, but later than requested. A long wait holds no timer.
  if (waitMs > 0 && waitMs <= maxTimedMs) setTimeout(context.wake, waitMs).unref();
}

/** The longest wait that a timer measures, in milliseconds. */
const maxTimedMs = 600_000;

function withdraw({ execution }: Run, { step, attempt }: CallFinished): Change {
  return { kind: 'attempt-withdrawn', attempt: { executionId: execution.id, step, attempt } };
}

/** Ends a run that was tried often enough. */
function endHopeless(job: ClaimedJob): RunEnded | undefined {
  if (job.deaths >= maxDeaths && job.trial === 'died') {
    return endInError(`The server stopped ${job.deaths} times while running this execution.`);
  }
  if (job.failures < maxFailures) return undefined;
  const ended = endInError(`The server failed ${job.failures} times to run this execution.`);
  // The cause is this server, which may have connections again later.
  return { ...ended, failure: { ...ended.failure, mayPass: true } };
}

function endInError(errorMessage: string, kind: FailureKind = 'other'): RunEnded & { failure: RunFailure } {
  const failure = { callId: '', callName: '', kind };
  return { kind: 'run-ended', status: 'error', errorMessage, notify: null, failure };
}

/** Turns a call that the execution's time limit ended into an error; no response rule applies to it. */
function cutShort(event: CallFinished, { tooLong }: TimeLimit): CallFinished {
  return { ...event, outcome: 'error', errorMessage: tooLong, ruling: null };
}
