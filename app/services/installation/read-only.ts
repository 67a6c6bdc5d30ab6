// While the installation is read-only, people and programs change nothing; deliveries are taken in and executed. An
// administrator makes it so before an update or a move, and is the only one who may still act.
import type { AppContext } from '~/context';
import { readInstallation, updateReadOnly } from '~/db/core/installation';
import type { Queries } from '~/db/core/queries';
import { insertAuditForAll } from '~/db/organizations/audit';
import type { Problem } from '~/problem';
import { actAsAdministrator, type Administrator, type By } from './administrators';

/** Nobody changes anything from now on, or everybody again. False when it was so already. */
export async function setReadOnly(tx: Queries, isReadOnly: boolean, by: By): Promise<boolean> {
  if (!(await updateReadOnly(tx, isReadOnly ? by.now : null))) return false;
  const kind = isReadOnly ? 'installation-read-only' : 'installation-read-write';
  await insertAuditForAll(tx, { kind, ...by });
  return true;
}

/** Also when it was so already. Problem: forbidden. */
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

/** Why nothing can be changed now, if that is so. */
export async function rejectWhenReadOnly(
  db: Queries,
): Promise<(Problem & { kind: 'unavailable' }) | undefined> {
  if ((await readInstallation(db)).readOnlySince === null) return undefined;
  const message = 'This server is read-only for maintenance. Nothing was changed; try again later.';
  return { kind: 'unavailable', message, retryAfterSeconds: 60 };
}
