// While the installation is paused no execution starts; deliveries are accepted, and wait. Mails wait, too, except those about
// accounts that are written meanwhile. A restore pauses the installation, because what the file holds may have been done already
// since the backup. An administrator may pause it, too.
import type { AppContext } from '~/context';
import { insertAuditEntryForAll } from '~/db/organizations/audit-entries';
import { readInstallation, updatePaused, updateResumed } from '~/db/core/installation';
import type { Queries } from '~/db/core/queries';
import type { Problem } from '~/problem';
import { actAsAdministrator, type Administrator, type By } from './administrators';

export async function isPaused(db: Queries): Promise<boolean> {
  return (await readInstallation(db)).pausedAt !== null;
}

/** Checks whether a restore paused the installation, and nobody has resumed it. */
export async function isPausedByRestore(db: Queries): Promise<boolean> {
  const { pausedAt, restoredFrom } = await readInstallation(db);
  return pausedAt !== null && restoredFrom !== null;
}

/** Pauses the installation after a restore, so that nothing starts; `from` is the name of the restored file. */
export async function pauseAfterRestore(
  tx: Queries,
  { from, now }: { from: string; now: number },
): Promise<void> {
  await updatePaused(tx, { from, now });
  await insertAuditEntryForAll(tx, { kind: 'backup-restored', detail: from, now });
}

/** Pauses the installation: nothing starts, and what runs goes on to its end. Returns false when it was paused already. */
export async function pause(tx: Queries, by: By): Promise<boolean> {
  if (await isPaused(tx)) return false;
  await updatePaused(tx, { from: null, now: by.now });
  await insertAuditEntryForAll(tx, { kind: 'installation-paused', ...by });
  return true;
}

/**
 * Lets everything start again, for all organizations: queued executions, schedules by their rule for missed runs, and mails.
 * Returns false when nothing was paused.
 */
export async function resume(tx: Queries, by: By): Promise<boolean> {
  const wasPaused = await updateResumed(tx, by.now);
  if (wasPaused) await insertAuditEntryForAll(tx, { kind: 'installation-resumed', ...by });
  return wasPaused;
}

/** Pauses the installation, also when it was paused already. Problem: forbidden. */
export function pauseInstallation(
  context: AppContext,
  administrator: Administrator,
): Promise<{ kind: 'paused' } | Problem> {
  return actAsAdministrator(context, administrator, async (tx, by) => {
    await pause(tx, by);
    return { kind: 'paused' };
  });
}

/** Resumes the installation, also when nothing was paused. Problem: forbidden. */
export async function resumeInstallation(
  context: AppContext,
  administrator: Administrator,
): Promise<{ kind: 'resumed' } | Problem> {
  const outcome = await actAsAdministrator(context, administrator, async (tx, by) => {
    await resume(tx, by);
    return { kind: 'resumed' as const };
  });
  if (outcome.kind === 'resumed') context.wake();
  return outcome;
}
