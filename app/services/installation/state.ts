import type { AppContext } from '~/context';
import { findMailError } from '~/db/accounts/emails';
import { readInstallation } from '~/db/core/installation';
import type { Role } from '~/db/core/schema';
import { type Administrator, checkAdministrator } from './administrators';

/** What people are to know of the installation as a whole. */
export interface InstallationState {
  /** Since when nothing is started; null when everything runs. */
  pausedAt: number | null;
  /** The backup whose restore paused it; null when a person did. */
  restoredFrom: string | null;
  /** Since when nothing can be changed; null while everything can. */
  readOnlySince: number | null;
  /** Whether they administer the installation. */
  administers: boolean;
  /** For owners and the administrator; false for all others. */
  isDiskLow: boolean;
  /** For the administrator: why the last nightly backup failed. */
  backupError: string | null;
  /** For the administrator: why mails do not leave; null while they do. */
  mailError: string | null;
}

/** As a user may know it; `role` is theirs in the organization that they look at. */
export async function describeInstallation(
  { config, db, disk }: AppContext,
  viewer: Administrator & { role: Role },
): Promise<InstallationState> {
  const { pausedAt, restoredFrom, backupError, readOnlySince } = await readInstallation(db);
  const administers = (await checkAdministrator(db, config, viewer)) === undefined;
  return {
    pausedAt,
    restoredFrom,
    readOnlySince,
    administers,
    isDiskLow: (administers || viewer.role === 'OWNER') && disk.isLow(),
    backupError: administers ? backupError : null,
    mailError: administers ? ((await findMailError(db)) ?? null) : null,
  };
}
