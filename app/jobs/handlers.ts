// Maps each kind of job to the service that does it.
import type { AppContext } from '~/context';
import type { JobKind } from '~/db/core/tables';
import { removeIntegration } from '~/services/deleted-integrations/final-deletion';
import { deliverEmail } from '~/services/mail';
import { purgeOrganization } from '~/services/organizations/purge';
import { runExecution } from '~/services/runs/run-execution';
import type { Handler } from './runner';

/** The delay before a mail is tried again: 30 s, 60 s, 120 s … up to an hour. */
export function mailDelayMs(failures: number): number {
  return Math.min(3_600_000, 30_000 * 2 ** failures);
}

export const handlers: Record<JobKind, Handler> = {
  execution: runExecution,

  async email(context, job) {
    const outcome = await deliverEmail(context, job.subjectId);
    const runAt = context.now() + mailDelayMs(job.failures);
    await context.ledger.record(job, [
      outcome === 'retry' ? { kind: 'job-released', runAt, failed: true } : { kind: 'job-ended' },
    ]);
  },

  'purge-integration': untilDone(removeIntegration),
  'purge-organization': untilDone(purgeOrganization),
};

/** How long after a run that did not end the work the next one begins, in milliseconds. */
const continueMs = 5_000;

/** A handler for work in batches: when a run does not end it, the next run of the job continues it. */
function untilDone(
  work: (context: AppContext, subjectId: string, stopping: AbortSignal) => Promise<boolean>,
): Handler {
  return async (context, job, stopping) => {
    const done = await work(context, job.subjectId, stopping);
    await context.ledger.record(job, [
      done
        ? { kind: 'job-ended' }
        : { kind: 'job-released', runAt: context.now() + continueMs, failed: false },
    ]);
  };
}
