// The changes of an execution that a runner works on, as data. A ledger writes them in whatever way its engine does.
import type { Compilable } from 'kysely';
import { countCallQuery, type SentCall } from '../connections/connection-days';
import type { Queries } from '../core/queries';
import { planReplay } from '../executions/automatic-replays';
import { insertAnswerQuery, type MadeAnswer } from '../executions/delivery-answers';
import { type FileUse, insertFileUseQuery } from '../executions/files/file-uses';
import { type ExecutionEnding, finishExecution } from '../executions/ended-executions';
import { deleteCallWaitQuery, insertCallWaitQuery, type NewCallWait } from '../executions/queue/call-waits';
import { makeAnsweredDueQuery } from '../executions/queue/wait-answers';
import {
  resetBlameQuery,
  insertJob,
  type Lease,
  releaseJobQuery,
  restartJobAgeQuery,
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
import { insertAuditEntry } from '../organizations/audit-entries';
import { deleteCallResponseQuery } from '../stores/responses';
import { type NewEmail, insertEmail } from '../accounts/emails';
import { pauseAfterErrors } from '../integrations/pauses';
import { queueEventTargets } from './event-targets';
import { queueStopMail, type StopMail } from './stop-mails';

export type Change =
  | { kind: 'step-begun'; step: Step }
  | { kind: 'step-ended'; ending: StepEnding }
  | { kind: 'loop-ended'; ending: LoopEnding }
  /** The execution waits before a call, or goes on. */
  | { kind: 'wait-begun'; wait: NewCallWait }
  | { kind: 'wait-ended'; executionId: string }
  /** Makes the job that was given back due at once if the wait before a call has been answered. */
  | { kind: 'answer-looked-for'; executionId: string; callId: string; now: number }
  | { kind: 'attempt-begun'; attempt: NewAttempt }
  | { kind: 'attempt-ended'; ending: AttemptEnding }
  /** The call counts on the connection's day. */
  | { kind: 'call-sent'; call: SentCall }
  /** The response of a store is recorded: nobody looks for the note of it any more. */
  | { kind: 'store-call-ended'; executionId: string; callKey: string }
  /** The step saved a large file, which is its execution's from now on. */
  | { kind: 'file-saved'; use: FileUse }
  /** The attempt was not sent after all, and is to be sent later. */
  | { kind: 'attempt-withdrawn'; attempt: AttemptKey }
  /** The answer for the sender. */
  | { kind: 'answer-made'; made: MadeAnswer }
  /** Memory that an ended step wrote, or that was read for a step that begins. */
  | { kind: 'memory'; write: MemoryWrite }
  | ExecutionEnd
  /** A part of the run ended for good: the deaths of processes before that no longer count against the job. */
  | { kind: 'job-progressed' }
  /** The execution only waited until then; milliseconds since 1970. */
  | { kind: 'job-age-restarted'; at: number }
  /** The job is given back, to be claimed again at `runAt`, in milliseconds since 1970. */
  | { kind: 'job-released'; runAt: number; failed: boolean }
  /** The job is done; the job of an execution ends with it. */
  | { kind: 'job-ended' };

interface ExecutionEnd {
  kind: 'execution-ended';
  ending: ExecutionEnding & { status: 'completed' | 'error' | 'cancelled' };
  organizationId: string;
  /** How many executions led to this one. */
  hops: number;
  /** The trace in which the following executions go on. */
  traceparent?: string | null;
  /** The mails that say that the execution was stopped. */
  mails: StopMail[];
  /** Sent if this error pauses the integration; undefined when nothing would pause it. */
  pauseMails?: NewEmail[];
}

/** Checks whether the changes end the job. */
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
  const queuedIntegrationIds: string[] = [];
  for (const end of ends) queuedIntegrationIds.push(...(await endExecution(tx, end)));
  return queuedIntegrationIds;
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
    case 'store-call-ended':
      return deleteCallResponseQuery(change);
    case 'file-saved':
      return insertFileUseQuery(change.use);
    case 'attempt-withdrawn':
      return withdrawAttemptQuery(change.attempt);
    case 'answer-made':
      return insertAnswerQuery(change.made);
    case 'memory':
      return toMemoryQuery(change.write);
    case 'job-progressed':
      return resetBlameQuery(lease);
    case 'job-age-restarted':
      return restartJobAgeQuery(lease, change.at);
    case 'job-released':
      return releaseJobQuery(lease, change.runAt, change.failed);
    case 'job-ended':
      // The ledger has deleted the job already, to check that the lease was held.
      return undefined;
  }
}

async function endExecution(
  tx: Queries,
  { ending, organizationId, hops, traceparent = null, mails, pauseMails }: ExecutionEnd,
): Promise<string[]> {
  const { id: executionId, integrationId, status, errorMessage, completedAt: now, isTest = false } = ending;
  if (status === 'error') {
    await closeRunningSteps(tx, { executionId, reason: errorMessage ?? 'It was ended.', now });
  }
  await finishExecution(tx, ending);
  if (ending.failure?.mayPass && !isTest) {
    await planReplay(tx, { executionId, integrationId, organizationId, now });
  }
  if (pauseMails) await pauseIntegration(tx, pauseMails, { id: integrationId, organizationId, now });
  const stopped = { integrationId, organizationId, executionId, isTest, errorMessage, now };
  for (const mail of mails) await queueStopMail(tx, mail, stopped);
  const { failure } = ending;
  const about = { integrationId, organizationId, executionId, status, errorMessage, failure, isTest };
  const ended = { ...about, hops, traceparent, now };
  return queueEventTargets(tx, ended);
}

/** Pauses an integration if this error reached its limit, and queues the mails about it once. */
async function pauseIntegration(
  tx: Queries,
  mails: NewEmail[],
  paused: { id: string; organizationId: string; now: number },
): Promise<void> {
  if (!(await pauseAfterErrors(tx, paused))) return;
  const { id: subjectId, organizationId, now } = paused;
  await insertAuditEntry(tx, { kind: 'integration-paused', organizationId, subjectId, now });
  for (const mail of mails) {
    await insertEmail(tx, mail);
    await insertJob(tx, { kind: 'email', subjectId: mail.id, organizationId: null, runAt: now, now });
  }
}
