import type { AppContext } from '~/context';
import { readInstallation } from '~/db/core/installation';
import type { Role } from '~/db/core/schema';
import { type Administrator, checkAdministrator } from './administrators';

/** What people are to know of the installation as a whole. */
export interface InstallationState {
  /** Since when nothing is started, after a restore of `restoredFrom`; null when everything runs. */
  pausedAt: number | null;
  restoredFrom: string | null;
  /** Whether they administer the installation. */
  mayResume: boolean;
  /** For owners and the administrator; false for all others. */
  isDiskLow: boolean;
  /** For the administrator: why the last nightly backup failed. */
  backupError: string | null;
}

/** As a user may know it; `role` is theirs in the organization that they look at. */
export async function describeInstallation(
  { db, disk }: AppContext,
  viewer: Administrator & { role: Role },
): Promise<InstallationState> {
  const { pausedAt, restoredFrom, backupError } = await readInstallation(db);
  const mayResume = (await checkAdministrator(db, viewer)) === undefined;
  return {
    pausedAt,
    restoredFrom,
    mayResume,
    isDiskLow: (mayResume || viewer.role === 'OWNER') && disk.isLow(),
    backupError: mayResume ? backupError : null,
  };
}
