// After a restore nothing starts until the administrator says so: what the file holds may have been done already, since it was
// backed up. Deliveries are taken in meanwhile, and wait.
import type { AppContext } from '~/context';
import { insertAuditForAll } from '~/db/organizations/audit';
import { readInstallation, updatePaused, updateResumed } from '~/db/core/installation';
import type { Database } from '~/db/core/open';
import type { Queries } from '~/db/core/queries';
import type { Problem } from '~/problem';
import { type Administrator, checkAdministrator } from './administrators';

export async function isPaused(db: Queries): Promise<boolean> {
  return (await readInstallation(db)).pausedAt !== null;
}

/** Nothing starts from now on; `from` is the name of the file that was restored. */
export async function pauseInstallation(
  tx: Queries,
  { from, now }: { from: string; now: number },
): Promise<void> {
  await updatePaused(tx, { from, now });
  await insertAuditForAll(tx, { kind: 'backup-restored', detail: from, now });
}

/**
 * Lets everything start again, for all organizations: what waits in the queue, schedules by their rule for missed runs,
 * and mails. Also when nothing was paused. Problem: forbidden.
 */
export async function resumeInstallation(
  context: AppContext,
  administrator: Administrator,
): Promise<{ kind: 'resumed' } | Problem> {
  const { userId, address } = administrator;
  const now = context.now();
  const outcome = await context.db.transaction(async (tx): Promise<{ kind: 'resumed' } | Problem> => {
    const refusal = await checkAdministrator(tx, administrator);
    if (refusal) return refusal;
    await resume(tx, { userId, ...(address && { address }), now });
    return { kind: 'resumed' };
  });
  if (outcome.kind === 'resumed') context.wake();
  return outcome;
}

/** The same for the operator of the machine, who needs no account. False when nothing was paused. */
export function resumeByCommand(db: Database, now: number): Promise<boolean> {
  return db.transaction((tx) => resume(tx, { now }));
}

async function resume(tx: Queries, by: { userId?: string; address?: string; now: number }): Promise<boolean> {
  const wasPaused = await updateResumed(tx);
  if (wasPaused) await insertAuditForAll(tx, { kind: 'installation-resumed', ...by });
  return wasPaused;
}
