// What happens to an execution that a runner works on, as data: a ledger writes it down, in whatever way its engine does.
import type { Compilable } from 'kysely';
import { countCallQuery, type SentCall } from '../connections/connection-days';
import type { Queries } from '../core/queries';
import { insertAnswerQuery, type MadeAnswer } from '../executions/delivery-answers';
import { type Ending, finishExecution } from '../executions/executions';
import { deleteCallWaitQuery, insertCallWaitQuery, type NewCallWait } from '../executions/queue/call-waits';
import { makeAnsweredDueQuery } from '../executions/queue/wait-answers';
import {
  forgiveDeathsQuery,
  insertJob,
  type Lease,
  releaseJobQuery,
  renewJobQuery,
} from '../executions/queue/jobs';
import {
  type AttemptEnding,
  type AttemptKey,
  closeRunningSteps,
  finishAttemptQuery,
  finishLoopQuery,
  finishStepQuery,
  insertAttemptQuery,
  insertStepQuery,
  type LoopEnding,
  type NewAttempt,
  type Step,
  type StepEnding,
  withdrawAttemptQuery,
} from '../executions/steps';
import { type MemoryWrite, toMemoryQuery } from '../memory/run-memory';
import { insertAudit } from '../organizations/audit';
import { type NewEmail, insertEmail } from '../accounts/emails';
import { pauseAfterErrors } from '../integrations/pauses';
import { queueFollowers } from './followers';
import { queueStopMail, type StopMail } from './stop-mails';

export type Change =
  | { kind: 'step-begun'; step: Step }
  | { kind: 'step-ended'; ending: StepEnding }
  | { kind: 'loop-ended'; ending: LoopEnding }
  /** It waits before a call, or goes on. */
  | { kind: 'wait-begun'; wait: NewCallWait }
  | { kind: 'wait-ended'; executionId: string }
  /** The job that has been given back goes on at once if the wait before a call has been answered. */
  | { kind: 'answer-looked-for'; executionId: string; callId: string; now: number }
  | { kind: 'attempt-begun'; attempt: NewAttempt }
  | { kind: 'attempt-ended'; ending: AttemptEnding }
  /** A connection's day counts it. */
  | { kind: 'call-sent'; call: SentCall }
  /** It was not sent after all, and is to be sent later. */
  | { kind: 'attempt-withdrawn'; attempt: AttemptKey }
  /** What the sender is to be answered. */
  | { kind: 'answer-made'; made: MadeAnswer }
  /** What is remembered of a step that ended, or was read for one that begins. */
  | { kind: 'memory'; write: MemoryWrite }
  | ExecutionEnd
  /** Something came to an end that is not done again: the deaths of processes before it are not its doing. */
  | { kind: 'job-progressed' }
  /** What it did until then was waiting; milliseconds since 1970. */
  | { kind: 'job-renewed'; at: number }
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
  /** The trace that those who follow it go on in. */
  traceparent?: string | null;
  /** Who gets a mail that it was stopped. */
  mails: StopMail[];
  /** Sent if this error pauses the integration; undefined when nothing would pause it. */
  pauseMails?: NewEmail[];
}

/** Whether the job is gone when this has been written. */
export function endsJob(changes: readonly Change[]): boolean {
  return changes.some(({ kind }) => kind === 'execution-ended' || kind === 'job-ended');
}

/** Writes changes in their order, an ending last. Returns the integrations that are queued because of it. */
export async function applyChanges(tx: Queries, lease: Lease, changes: readonly Change[]): Promise<string[]> {
  const ends: ExecutionEnd[] = [];
  const writes: Compilable<unknown>[] = [];
  for (const change of changes) {
    if (change.kind === 'execution-ended') ends.push(change);
    else {
      const write = toWrite(lease, change);
      if (write) writes.push(write);
    }
  }
  if (writes.length > 0) await tx.runAll(writes);
  const followers: string[] = [];
  for (const end of ends) followers.push(...(await endExecution(tx, end)));
  return followers;
}

function toWrite(lease: Lease, change: Exclude<Change, ExecutionEnd>): Compilable<unknown> | undefined {
  switch (change.kind) {
    case 'step-begun':
      return insertStepQuery(change.step);
    case 'step-ended':
      return finishStepQuery(change.ending);
    case 'loop-ended':
      return finishLoopQuery(change.ending);
    case 'wait-begun':
      return insertCallWaitQuery(change.wait);
    case 'wait-ended':
      return deleteCallWaitQuery(change);
    case 'answer-looked-for':
      return makeAnsweredDueQuery(lease, change);
    case 'attempt-begun':
      return insertAttemptQuery(change.attempt);
    case 'attempt-ended':
      return finishAttemptQuery(change.ending);
    case 'call-sent':
      return countCallQuery(change.call);
    case 'attempt-withdrawn':
      return withdrawAttemptQuery(change.attempt);
    case 'answer-made':
      return insertAnswerQuery(change.made);
    case 'memory':
      return toMemoryQuery(change.write);
    case 'job-progressed':
      return forgiveDeathsQuery(lease);
    case 'job-renewed':
      return renewJobQuery(lease, change.at);
    case 'job-released':
      return releaseJobQuery(lease, change.runAt, change.failed);
    case 'job-ended':
      // The ledger has done that to see whether the lease was held.
      return undefined;
  }
}

async function endExecution(
  tx: Queries,
  { ending, organizationId, hops, traceparent = null, mails, pauseMails }: ExecutionEnd,
): Promise<string[]> {
  const { id: executionId, integrationId, status, errorMessage, completedAt: now } = ending;
  if (status === 'error') {
    await closeRunningSteps(tx, { executionId, reason: errorMessage ?? 'It was ended.', now });
  }
  await finishExecution(tx, ending);
  if (pauseMails) await pauseIntegration(tx, pauseMails, { id: integrationId, organizationId, now });
  for (const mail of mails) {
    await queueStopMail(tx, mail, { integrationId, organizationId, executionId, errorMessage, now });
  }
  const { failure } = ending;
  const about = { integrationId, organizationId, executionId, status, errorMessage, failure };
  const ended = { ...about, hops, traceparent, now };
  return queueFollowers(tx, ended);
}

/** Pauses an integration if this error was one too many, and tells so once. */
async function pauseIntegration(
  tx: Queries,
  mails: NewEmail[],
  paused: { id: string; organizationId: string; now: number },
): Promise<void> {
  if (!(await pauseAfterErrors(tx, paused))) return;
  const { id: subjectId, organizationId, now } = paused;
  await insertAudit(tx, { kind: 'integration-paused', organizationId, subjectId, now });
  for (const mail of mails) {
    await insertEmail(tx, mail);
    await insertJob(tx, { kind: 'email', subjectId: mail.id, organizationId: null, runAt: now, now });
  }
}
