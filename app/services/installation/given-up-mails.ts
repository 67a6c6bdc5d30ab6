// Mails that were given up can be queued again, once the cause of the failure is removed.
import type { AppContext } from '~/context';
import { listGivenUpEmailIds, updateEmailsQueued } from '~/db/accounts/emails';
import type { Queries } from '~/db/core/queries';
import { insertJob } from '~/db/executions/queue/jobs';
import { insertAuditEntryForAll } from '~/db/organizations/audit-entries';
import type { Problem } from '~/problem';
import { actAsAdministrator, type Administrator, type By } from './administrators';

/** The maximum number of mails in one transaction; the newest are taken. */
const maxAtOnce = 500;

/** Queues mails that were given up as if they were new. Returns how many; more may be left. */
export async function requeueGivenUpMails(tx: Queries, by: By): Promise<number> {
  const ids = await listGivenUpEmailIds(tx, maxAtOnce);
  if (ids.length === 0) return 0;
  const { now } = by;
  await updateEmailsQueued(tx, ids);
  for (const subjectId of ids) {
    await insertJob(tx, { kind: 'email', subjectId, organizationId: null, runAt: now, now });
  }
  await insertAuditEntryForAll(tx, { kind: 'emails-queued-again', detail: String(ids.length), ...by });
  return ids.length;
}

/** Queues given-up mails again. `count` is how many, and 0 when none was given up. Problem: forbidden. */
export async function resendGivenUpMails(
  context: AppContext,
  administrator: Administrator,
): Promise<{ kind: 'queued'; count: number } | Problem> {
  const outcome = await actAsAdministrator(context, administrator, async (tx, by) => ({
    kind: 'queued' as const,
    count: await requeueGivenUpMails(tx, by),
  }));
  if (outcome.kind === 'queued') context.wake();
  return outcome;
}
