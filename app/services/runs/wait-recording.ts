// A wait before a call as rows: its step, and while it lasts the mark that nobody works on the execution.
import type { Step, StoredWait } from '~/db/executions/steps';
import type { AppContext } from '~/context';
import type { Change } from '~/db/ledger/changes';
import type { RecordedEvent, RunEvent } from '~/engine/events/event';
import { stringifyJson } from '~/engine/json/json';
import { hashAnswerToken, makeAnswerToken } from '../answers/answer-address';
import { openSaved, sealSaved } from './saved-variables';

type WaitEvent = Extract<RunEvent, { kind: 'wait-begun' | 'wait-ended' }>;

type Context = Pick<AppContext, 'config'>;

export async function toWaitChanges(
  context: Context,
  { id, jobId }: { id: string; jobId: number },
  event: WaitEvent,
): Promise<Change[]> {
  const { step, callId, callName, beganAt, until, asks } = event;
  const begun: StoredWait = { beganAt, until, ...(asks && { asks }) };
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
    page: null,
    loop_id: null,
    item: null,
  } as const;
  const begin: Change = { kind: 'step-begun', step: row };
  if (event.kind === 'wait-begun') {
    const token = asks && makeAnswerToken(context.config, { executionId: id, callId });
    const answer_hash = token === undefined ? null : hashAnswerToken(token);
    const wait = { execution_id: id, job_id: jobId, call_name: callName, until, answer_hash };
    const again = { ...row, executionId: id, errorMessage: null };
    return [
      begin,
      ...(event.isAnew ? [{ kind: 'step-ended', ending: again } as const] : []),
      { kind: 'wait-begun', wait },
    ];
  }
  const { at, outcome, answer, saved = [], extractions = [] } = event;
  const ended: StoredWait = { ...begun, end: { at, outcome, ...(answer && { answer }) } };
  const ending = {
    executionId: id,
    step,
    status: outcome === 'skipped' ? 'skipped' : 'success',
    errorMessage: null,
    extractions: extractions.length > 0 ? stringifyJson(extractions) : null,
    saved: saved.length > 0 ? await sealSaved(context, id, step, saved) : null,
    detail: JSON.stringify(ended),
  } as const;
  return [
    begin,
    { kind: 'step-ended', ending },
    { kind: 'wait-ended', executionId: id },
    { kind: 'job-age-restarted', at },
  ];
}

/** Reads the step of a wait as an event in the history of a run that goes on. */
export async function readWait(
  context: Context,
  {
    execution_id: executionId,
    step,
    detail,
    saved,
  }: Pick<Step, 'execution_id' | 'step' | 'detail' | 'saved'>,
): Promise<RecordedEvent[]> {
  const { end, beganAt, until, continuedAt, asks, isCopied } = JSON.parse(detail ?? '{}') as StoredWait;
  const begun = { step, beganAt, until };
  if (end) {
    const { at, outcome } = end;
    const kept = saved === null ? [] : await openSaved(context, executionId, step, saved);
    return [{ kind: 'wait-ended', ...begun, at, outcome, saved: kept, ...(isCopied && { isCopied }) }];
  }
  return [
    {
      kind: 'wait-begun',
      ...begun,
      ...(asks && { asks }),
      ...(continuedAt !== undefined && { isContinued: true }),
    },
  ];
}

/** Returns how long a run itself has waited before calls until now, in milliseconds; this is not the run's own time. */
export function measureWaits(past: readonly RecordedEvent[], now: number): number {
  let waitedMs = 0;
  for (const event of past) {
    if (event.kind === 'wait-begun') waitedMs += Math.max(0, now - event.beganAt);
    if (event.kind === 'wait-ended' && !event.isCopied) waitedMs += Math.max(0, event.at - event.beganAt);
  }
  return waitedMs;
}
