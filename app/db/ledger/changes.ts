// What happens to an execution that a runner works on, as data: a ledger writes it down, in whatever way its engine does.
import type { Queries } from '../core/queries';
import { type Ending, finishExecution } from '../executions/executions';
import { type Lease, releaseJob } from '../executions/queue/jobs';
import {
  type AttemptEnding,
  type AttemptKey,
  closeRunningSteps,
  finishAttempt,
  finishStep,
  insertAttempt,
  insertStep,
  type NewAttempt,
  type NewStep,
  type StepEnding,
  withdrawAttempt,
} from '../executions/steps';
import { queueFollowers } from './followers';
import { queueStopMail, type StopMail } from './stop-mails';

export type Change =
  | { kind: 'step-begun'; step: NewStep }
  | { kind: 'step-ended'; ending: StepEnding }
  | { kind: 'attempt-begun'; attempt: NewAttempt }
  | { kind: 'attempt-ended'; ending: AttemptEnding }
  /** It was not sent after all, and is to be sent later. */
  | { kind: 'attempt-withdrawn'; attempt: AttemptKey }
  | ExecutionEnd
  /** The job is given back, to be claimed again at `runAt`, in milliseconds since 1970. */
  | { kind: 'job-released'; runAt: number; failed: boolean }
  /** The job is done; that of an execution ends with it. */
  | { kind: 'job-ended' };

export interface ExecutionEnd {
  kind: 'execution-ended';
  ending: Ending & { status: 'completed' | 'error' | 'cancelled' };
  organizationId: string;
  /** How many executions led to this one. */
  hops: number;
  /** Who is told that it was stopped. */
  mails: StopMail[];
}

/** Whether the job is gone when this has been written. */
export function endsJob(changes: readonly Change[]): boolean {
  return changes.some(({ kind }) => kind === 'execution-ended' || kind === 'job-ended');
}

/** Writes changes in their order. Returns the integrations that are queued because of an ending. */
export async function applyChanges(tx: Queries, lease: Lease, changes: readonly Change[]): Promise<string[]> {
  const followers: string[] = [];
  for (const change of changes) {
    if (change.kind === 'execution-ended') followers.push(...(await end(tx, change)));
    else await apply(tx, lease, change);
  }
  return followers;
}

async function apply(tx: Queries, lease: Lease, change: Exclude<Change, ExecutionEnd>): Promise<void> {
  switch (change.kind) {
    case 'step-begun':
      return insertStep(tx, change.step);
    case 'step-ended':
      return finishStep(tx, change.ending);
    case 'attempt-begun':
      return insertAttempt(tx, change.attempt);
    case 'attempt-ended':
      return finishAttempt(tx, change.ending);
    case 'attempt-withdrawn':
      return withdrawAttempt(tx, change.attempt);
    case 'job-released':
      return releaseJob(tx, lease, change.runAt, change.failed);
    case 'job-ended':
      // The ledger has done that to see whether the lease was held.
      return undefined;
  }
}

async function end(tx: Queries, { ending, organizationId, hops, mails }: ExecutionEnd): Promise<string[]> {
  const { id: executionId, integrationId, status, errorMessage, completedAt: now } = ending;
  if (status === 'error') {
    await closeRunningSteps(tx, { executionId, reason: errorMessage ?? 'It was ended.', now });
  }
  await finishExecution(tx, ending);
  for (const mail of mails) await queueStopMail(tx, mail, { integrationId, organizationId, now });
  return queueFollowers(tx, { integrationId, organizationId, executionId, status, errorMessage, hops, now });
}
