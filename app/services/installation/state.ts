import type { AppContext } from '~/context';
import { findMailError } from '~/db/accounts/emails';
import { readInstallation } from '~/db/core/installation';
import type { Role } from '~/db/core/tables';
import { type Administrator, checkAdministrator } from './administrators';

/** The state of the installation as a whole, as people may know it. */
interface InstallationState {
  /** The time since which nothing is started, in milliseconds since 1970; null when everything runs. */
  pausedAt: number | null;
  /** The backup whose restore paused the installation; null when a person paused it. */
  restoredFrom: string | null;
  /** The time since which nothing can be changed; null while everything can. */
  readOnlySince: number | null;
  /** Whether the user administers the installation. */
  administers: boolean;
  /** Shown to owners and the administrator; false for all others. */
  isDiskLow: boolean;
  /** The reason why the last nightly backup failed; shown to the administrator. */
  backupError: string | null;
  /** The reason why mails are not sent, shown to the administrator; null while they are. */
  mailError: string | null;
}

/** Describes the state as a user may know it; `role` is theirs in the organization that they look at. */
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
