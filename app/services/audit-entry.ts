import type { AppContext } from '~/context';
import type { Queries } from '~/db/core/queries';
import { type AuditKind, insertAuditEntry } from '~/db/organizations/audit-entries';
import type { Actor } from './actor';

/** Adds an audit entry about what an actor does, in the transaction that does it. */
export async function addAuditEntry(
  { now }: Pick<AppContext, 'now'>,
  tx: Queries,
  actor: Actor,
  entry: { kind: AuditKind; subjectId: string; detail?: string | undefined },
): Promise<undefined> {
  await insertAuditEntry(tx, { ...actor, ...entry, now: now() });
}
