// While the installation is read-only, people and programs change nothing; deliveries are accepted and executed. An
// administrator makes it read-only before an update or a move, and is the only one who may still act.
import type { AppContext } from '~/context';
import { readInstallation, updateReadOnly } from '~/db/core/installation';
import type { Queries } from '~/db/core/queries';
import { insertAuditEntryForAll } from '~/db/organizations/audit-entries';
import type { Problem } from '~/problem';
import { actAsAdministrator, type Administrator, type By } from './administrators';

/** Makes the installation read-only, or writable again. Returns false when it was so already. */
export async function setReadOnly(tx: Queries, isReadOnly: boolean, by: By): Promise<boolean> {
  if (!(await updateReadOnly(tx, isReadOnly ? by.now : null))) return false;
  const kind = isReadOnly ? 'installation-read-only' : 'installation-read-write';
  await insertAuditEntryForAll(tx, { kind, ...by });
  return true;
}

/** Changes the mode, also when the installation has it already. Problem: forbidden. */
export function changeReadOnly(
  context: AppContext,
  administrator: Administrator,
  isReadOnly: boolean,
): Promise<{ kind: 'changed' } | Problem> {
  return actAsAdministrator(context, administrator, async (tx, by) => {
    await setReadOnly(tx, isReadOnly, by);
    return { kind: 'changed' };
  });
}

/** The problem of an installation in which nothing can be changed. */
export type ReadOnly = Problem & { kind: 'unavailable' };

/** Returns the problem of a read-only installation; undefined where changes are accepted. */
export async function rejectWhenReadOnly(db: Queries): Promise<ReadOnly | undefined> {
  if ((await readInstallation(db)).readOnlySince === null) return undefined;
  const message = 'This server is read-only for maintenance. Nothing was changed; try again later.';
  return { kind: 'unavailable', message, retryAfterSeconds: 60 };
}
