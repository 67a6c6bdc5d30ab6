import type { AppContext } from '~/context';
import { mayDo } from '~/auth/roles';
import { readInstallation } from '~/db/installation';
import type { Role } from '~/db/schema';

/** What people are to know of the installation as a whole. */
export interface InstallationState {
  /** Since when nothing is started, after a restore of `restoredFrom`; null when everything runs. */
  pausedAt: number | null;
  restoredFrom: string | null;
  mayResume: boolean;
  /** For owners; false for all others. */
  isDiskLow: boolean;
  /** For owners: why the last nightly backup failed. */
  backupError: string | null;
}

export function describeInstallation({ db, disk }: AppContext, role: Role): InstallationState {
  const { pausedAt, restoredFrom, backupError } = readInstallation(db);
  const mayResume = mayDo(role, 'resume-installation');
  return {
    pausedAt,
    restoredFrom,
    mayResume,
    isDiskLow: mayResume && disk.isLow(),
    backupError: mayResume ? backupError : null,
  };
}
