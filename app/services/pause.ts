// After a restore nothing starts until an owner says so: what the file holds may have been done already, since it was
// backed up. Deliveries are taken in meanwhile, and wait.
import type { AppContext } from '~/context';
import { insertAuditForAll } from '~/db/audit';
import { readInstallation, updatePaused, updateResumed } from '~/db/installation';
import type { Queries } from '~/db/open';
import type { Problem } from '~/problem';
import type { Actor } from './integrations';
import { checkPermission } from './permission';

export function isPaused(db: Queries): boolean {
  return readInstallation(db).pausedAt !== null;
}

/** Nothing starts from now on; `from` is the name of the file that was restored. */
export function pauseInstallation(tx: Queries, { from, now }: { from: string; now: number }): void {
  updatePaused(tx, { from, now });
  insertAuditForAll(tx, { kind: 'backup-restored', detail: from, now });
}

/**
 * Lets everything start again, for all organizations: what waits in the queue, schedules by their rule for missed runs,
 * and mails. Also when nothing was paused. Problems: forbidden, not-found.
 */
export function resumeInstallation(context: AppContext, actor: Actor): { kind: 'resumed' } | Problem {
  const { userId, address } = actor;
  const now = context.now();
  const outcome = context.db.transaction((tx): { kind: 'resumed' } | Problem => {
    const refusal = checkPermission(tx, actor, 'resume-installation');
    if (refusal) return refusal;
    if (updateResumed(tx)) {
      insertAuditForAll(tx, { kind: 'installation-resumed', userId, ...(address && { address }), now });
    }
    return { kind: 'resumed' };
  });
  if (outcome.kind === 'resumed') context.wake();
  return outcome;
}
