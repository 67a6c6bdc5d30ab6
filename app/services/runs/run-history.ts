// Reads the rows of an interrupted run as the history from which it goes on.
import type { AppContext } from '~/context';
import { findKeptKey, type KeptKey } from '~/db/executions/kept-keys';
import {
  type Attempt,
  listSteps,
  type Step,
  type StepRange,
  type StoredCall,
  type StoredCondition,
} from '~/db/executions/steps';
import type { StoredItem, StoredLoop } from '~/db/executions/steps';
import {
  listItemEnds,
  listPastAttempts,
  listStepKinds,
  measureAttempts,
  type PastAttempt,
} from '~/db/executions/past-steps';
import type { PastResponse, RecordedEvent, ResponseRuling } from '~/engine/events/event';
import { itemStepsOf, outerSteps } from '~/engine/events/step-number';
import { parseJson } from '~/engine/json/json';
import type { Recalled } from '~/engine/events/memory-event';
import { pickFound } from '~/engine/memory/first-run';
import type { LoggedResponse } from '~/engine/logged';
import { readRecordedMemory } from '../memory/recorded-memory';
import { openSaved, separateSecrets } from './saved-variables';
import { readWait } from './wait-recording';

type Context = Pick<AppContext, 'db' | 'config'>;

/** The past of a run that goes on. */
export interface History {
  events: RecordedEvent[];
  /** How long its log is already. */
  loggedLength: number;
  /** The number of requests that it has sent. */
  requestsBefore: number;
  /** The memory that it began with, if it has read that. */
  memoryBefore?: Recalled | undefined;
  /** The key of a call that an earlier execution sent without a response. */
  keptKey?: KeptKey | undefined;
}

export const noHistory: History = { events: [], loggedLength: 0, requestsBefore: 0 };

/** Reads the history. Of an ended item or loop only the end is read, so the number of items does not matter. */
export async function readHistory(context: Context, executionId: string): Promise<History> {
  const { db } = context;
  const steps = await listSteps(db, [executionId], outerSteps);
  const events = await readSteps(context, executionId, outerSteps, steps);
  for (const step of steps) if (step.kind === 'loop') events.push(...(await readLoop(context, step)));
  const { bytes, requests } = await measureAttempts(db, executionId);
  const memory = await readRecordedMemory(context, executionId);
  const keptKey = await findKeptKey(db, executionId);
  return { events, loggedLength: bytes, requestsBefore: requests, memoryBefore: memory?.recalled, keptKey };
}

/** Reads what steps did, without loops and the ends of items. */
async function readSteps(
  context: Context,
  executionId: string,
  range: StepRange,
  steps: Step[],
): Promise<RecordedEvent[]> {
  const attempts = new Map<number, PastAttempt[]>();
  for (const attempt of await listPastAttempts(context.db, executionId, range)) {
    const known = attempts.get(attempt.step);
    if (known) known.push(attempt);
    else attempts.set(attempt.step, [attempt]);
  }
  const events: RecordedEvent[] = [];
  for (const step of steps) {
    if (step.kind === 'loop' || step.kind === 'item') continue;
    if (step.kind === 'condition') events.push(...readChecks(step));
    else if (step.kind === 'wait') events.push(...(await readWait(context, step)));
    else if (step.status !== 'skipped') {
      events.push(...(await readStep(context, step, attempts.get(step.step) ?? [])));
    }
  }
  return events;
}

async function readLoop(context: Context, row: Step): Promise<RecordedEvent[]> {
  const { db } = context;
  const events: RecordedEvent[] = [];
  const { execution_id: executionId, step, status, error_message: errorMessage } = row;
  const { count, of, stride, beganAt, end, ...found } = JSON.parse(row.detail ?? '{}') as StoredLoop;
  const from = itemStepsOf(step);
  const steps = await listStepKinds(db, executionId, { from, to: from + count * stride });
  const indexOf = (each: { step: number }) => Math.floor((each.step - from) / stride);
  const ended = new Set(steps.filter(({ kind }) => kind === 'item').map(indexOf));
  const open = new Set(end ? [] : steps.map(indexOf).filter((index) => !ended.has(index)));
  if (end) {
    const outcome = status === 'error' ? 'error' : 'success';
    const { ok, failed, notify } = end;
    const about = { step, outcome, ok, failed, count, of, errorMessage, notify } as const;
    events.push({ kind: 'loop-ended', ...about, ...pickFound(found) });
  } else {
    const saved = row.saved === null ? [] : await openSaved(context, executionId, step, row.saved);
    const items = saved[0]?.[1] as unknown[];
    events.push({ kind: 'loop-begun', step, items, of, at: beganAt, ...pickFound(found) });
  }
  for (const item of await listItemEnds(db, executionId, { from, to: from + count * stride })) {
    events.push(await readItem(context, item));
  }
  for (const index of open) {
    const range = { from: from + index * stride, to: from + (index + 1) * stride };
    const rows = await listSteps(db, [executionId], range);
    events.push(...(await readSteps(context, executionId, range, rows)));
  }
  return events;
}

async function readItem(
  context: Context,
  { execution_id, step, status, error_message, saved, detail }: Step,
): Promise<RecordedEvent> {
  const { notify, failure, hasSecret } = JSON.parse(detail ?? '{"notify":null}') as StoredItem;
  return {
    kind: 'item-ended',
    step,
    outcome: status === 'error' ? 'error' : 'success',
    errorMessage: error_message,
    ...separateSecrets(saved === null ? [] : await openSaved(context, execution_id, step, saved)),
    notify,
    ...(failure && { failure }),
    ...(hasSecret && { hasSecret }),
  };
}

function readChecks({ step, detail }: Step): RecordedEvent[] {
  const { checks } = parseJson(detail ?? '{"checks":[]}') as StoredCondition;
  return [{ kind: 'condition-checked', step, checks }];
}

async function readStep(context: Context, row: Step, attempts: PastAttempt[]): Promise<RecordedEvent[]> {
  const { step } = row;
  const { lacksCredentials, failureReason, hasSecretResponse } = JSON.parse(row.detail ?? '{}') as StoredCall;
  if (attempts.length === 0) {
    return [{ kind: 'call-refused', step, errorMessage: row.error_message ?? '', lacksCredentials }];
  }
  const kept = row.saved === null ? [] : await openSaved(context, row.execution_id, step, row.saved);
  return attempts.flatMap((tried): RecordedEvent[] => {
    const { attempt, started_at: startedAt, duration_ms: durationMs } = tried;
    const started: RecordedEvent = { kind: 'call-started', step, attempt };
    if (durationMs === null) return [started];
    const isLast = attempt === attempts.at(-1)?.attempt && row.status !== 'running';
    const finished: RecordedEvent = {
      kind: 'call-finished',
      step,
      attempt,
      outcome: isSuccess(tried) ? 'success' : 'error',
      response: readResponse(tried),
      errorMessage: tried.error_message,
      failureReason: isLast ? failureReason : undefined,
      ...(isLast ? separateSecrets(kept) : { saved: [] }),
      ...(isLast && hasSecretResponse && { hasSecretResponse }),
      ruling: tried.ruling === null ? null : (JSON.parse(tried.ruling) as ResponseRuling),
      // Each item waits for its own time.
      ...(row.item !== null && { endedAt: startedAt + durationMs }),
    };
    return [started, finished];
  });
}

function readResponse({
  response,
  status_code: status,
}: Pick<Attempt, 'response' | 'status_code'>): PastResponse | null {
  if (status === null) return null;
  if (response === null) return { status };
  const { body, truncated } = JSON.parse(response) as LoggedResponse;
  return { status, body, truncated };
}

function isSuccess({ error_message, status_code }: PastAttempt): boolean {
  return error_message === null && status_code !== null;
}
