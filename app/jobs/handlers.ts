// Which service does which kind of job.
import type { AppContext } from '~/context';
import type { JobKind } from '~/db/core/schema';
import { purgeIntegration } from '~/services/integrations/purge';
import { deliverEmail } from '~/services/mail';
import { purgeOrganization } from '~/services/organizations/purge';
import { runExecution } from '~/services/runs/run-execution';
import type { Handler } from './runner';

/** How long a mail waits for its next try: 30 s, 60 s, 120 s … an hour at most. */
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

  'purge-integration': untilDone(purgeIntegration),
  'purge-organization': untilDone(purgeOrganization),
};

/** Work that begins again where it was when it is stopped before it is done. */
function untilDone(
  work: (context: AppContext, subjectId: string, stopping: AbortSignal) => Promise<boolean>,
): Handler {
  return async (context, job, stopping) => {
    const done = await work(context, job.subjectId, stopping);
    await context.ledger.record(job, [
      done ? { kind: 'job-ended' } : { kind: 'job-released', runAt: context.now(), failed: false },
    ]);
  };
}
