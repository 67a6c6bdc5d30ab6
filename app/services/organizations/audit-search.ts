// Finds entries of an audit log, which may have very many of them and no index of its texts.
import { type AuditFilter, type AuditRow, findEntryAt, listAuditEntries } from '~/db/organizations/audit-log';
import type { Queries } from '~/db/core/queries';
import { yieldTurn } from '../event-loop';

/** How many entries a search reads in one turn of the event loop: some milliseconds. */
const entriesAtOnce = 1_000;

/** Returns the newest entries that the filter lets through, at most `limit`. A search gives everybody else turns. */
export async function findAuditEntries(
  db: Queries,
  page: AuditFilter & { organizationId: string; limit: number },
): Promise<AuditRow[]> {
  if (page.search === undefined) return listAuditEntries(db, page);
  const found: AuditRow[] = [];
  for (let { before } = page; ;) {
    const rest = { ...page, before, limit: page.limit - found.length };
    const after = await findEntryAt(db, rest, entriesAtOnce);
    found.push(...(await listAuditEntries(db, { ...rest, after })));
    if (after === undefined || found.length === page.limit) return found;
    before = after;
    await yieldTurn();
  }
}
