// A wait before a call as rows: its step, and while it lasts the mark that nobody works on the execution.
import type { StoredWait } from '~/db/executions/steps';
import type { Change } from '~/db/ledger/changes';
import type { RecordedEvent, RunEvent } from '~/engine/events/event';

type WaitEvent = Extract<RunEvent, { kind: 'wait-begun' | 'wait-ended' }>;

export function describeWait({ id, jobId }: { id: string; jobId: number }, event: WaitEvent): Change[] {
  const { step, callId, callName, beganAt, until } = event;
  const begun: StoredWait = { beganAt, until };
  const row = {
    execution_id: id,
    step,
    kind: 'wait',
    call_id: callId,
    name: callName,
    status: 'running',
    error_message: null,
    extractions: null,
    saved: null,
    detail: JSON.stringify(begun),
  } as const;
  const begin: Change = { kind: 'step-begun', step: row };
  if (event.kind === 'wait-begun') {
    const wait = { execution_id: id, job_id: jobId, call_name: callName, until };
    return [begin, { kind: 'wait-begun', wait }];
  }
  const { at, outcome } = event;
  const ended: StoredWait = { ...begun, end: { at, outcome } };
  const ending = {
    executionId: id,
    step,
    status: outcome === 'skipped' ? 'skipped' : 'success',
    errorMessage: null,
    extractions: null,
    saved: null,
    detail: JSON.stringify(ended),
  } as const;
  return [
    begin,
    { kind: 'step-ended', ending },
    { kind: 'wait-ended', executionId: id },
    { kind: 'job-renewed', at },
  ];
}

/** The step of a wait as a run that goes on knows it. */
export function readWait({ step, detail }: { step: number; detail: string | null }): RecordedEvent[] {
  const { end, beganAt, until, continuedAt } = JSON.parse(detail ?? '{}') as StoredWait;
  const begun = { step, beganAt, until };
  if (end) return [{ kind: 'wait-ended', ...begun, at: end.at }];
  return [{ kind: 'wait-begun', ...begun, ...(continuedAt !== undefined && { isContinued: true }) }];
}

/**
 * How long a run has waited before calls, until now: that is not its own time. In milliseconds, as all times. `copiedBefore`: a
 * replay has not waited for what it was given, which began before it.
 */
export function measureWaits(
  past: readonly RecordedEvent[],
  { now, copiedBefore = 0 }: { now: number; copiedBefore?: number | undefined },
): number {
  let waitedMs = 0;
  for (const event of past) {
    if (event.kind !== 'wait-begun' && event.kind !== 'wait-ended') continue;
    if (event.beganAt < copiedBefore) continue;
    waitedMs += Math.max(0, (event.kind === 'wait-ended' ? event.at : now) - event.beganAt);
  }
  return waitedMs;
}
