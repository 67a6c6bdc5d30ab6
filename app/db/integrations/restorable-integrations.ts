// Deleted integrations that can still be restored. The column `restorable_until` decides that, not the clock: it becomes null
// in the transaction that queues the removal, so that nothing is restored of which a part is gone.
import type { Queries } from '../core/queries';
import { isBehind, type PagePosition } from '../core/page-position';
import type { IntegrationKey } from './integrations';

/** Times are milliseconds since 1970. */
interface RestorableIntegration {
  id: string;
  name: string;
  description: string | null;
  deletedAt: number;
  /** When its removal begins. */
  restorableUntil: number;
  /** The user who deleted it; null when the account is deleted. */
  firstName: string | null;
  lastName: string | null;
}

function select(db: Queries, organizationId: string) {
  return db.build
    .selectFrom('integrations')
    .where('organization_id', '=', organizationId)
    .where('restorable_until', 'is not', null);
}

/** Returns a page of an organization's restorable integrations, the last deleted first; `before` is a position by `deletedAt`. */
export function listRestorableIntegrations(
  db: Queries,
  {
    organizationId,
    before,
    limit,
  }: { organizationId: string; before?: PagePosition | undefined; limit: number },
): Promise<RestorableIntegration[]> {
  return db.all(
    select(db, organizationId)
      .leftJoin('users', 'users.id', 'integrations.deleted_by')
      .select([
        'integrations.id',
        'integrations.name',
        'description',
        ({ ref }) => ref('deleted_at').$notNull().as('deletedAt'),
        ({ ref }) => ref('restorable_until').$notNull().as('restorableUntil'),
        'users.first_name as firstName',
        'users.last_name as lastName',
      ])
      .where((eb) => isBehind(eb, before, ['deleted_at', 'integrations.id']))
      .orderBy('deleted_at', 'desc')
      .orderBy('integrations.id', 'desc')
      .limit(limit),
  );
}

/** Counts an organization's restorable integrations. */
export async function countRestorableIntegrations(db: Queries, organizationId: string): Promise<number> {
  const counted = select(db, organizationId).select(({ fn }) => fn.countAll<number>().as('count'));
  return (await db.first(counted))?.count ?? 0;
}

/** Returns the name of a restorable integration. */
export function findRestorableIntegration(
  db: Queries,
  { id, organizationId }: IntegrationKey,
): Promise<{ id: string; name: string } | undefined> {
  return db.first(select(db, organizationId).select(['id', 'name']).where('id', '=', id));
}

/** Returns the organization that owns a restorable integration, when the user belongs to it. */
export async function findRestorableOwnerForUser(
  db: Queries,
  id: string,
  userId: string,
): Promise<string | undefined> {
  const row = await db.first(
    db.build
      .selectFrom('integrations')
      .innerJoin('memberships', 'memberships.organization_id', 'integrations.organization_id')
      .select('integrations.organization_id as organizationId')
      .where('integrations.id', '=', id)
      .where('memberships.user_id', '=', userId)
      .where('restorable_until', 'is not', null),
  );
  return row?.organizationId;
}

/**
 * Ends the time in which an integration can be restored: it is an integration again, or stays deleted. Returns false when the
 * time had ended, or never began.
 */
export async function updateNotRestorable(
  db: Queries,
  { id, organizationId }: IntegrationKey,
  outcome: 'restored' | 'stays-deleted',
): Promise<boolean> {
  const restored = outcome === 'restored' ? { deleted_at: null, deleted_by: null } : {};
  const ended = db.build
    .updateTable('integrations')
    .set({ ...restored, restorable_until: null })
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .where('restorable_until', 'is not', null);
  return (await db.run(ended)) > 0;
}

/** Returns restorable integrations of all organizations whose time has come at `now`, at most `limit`. */
export function listOverdueIntegrations(
  db: Queries,
  now: number,
  limit: number,
): Promise<(IntegrationKey & { name: string })[]> {
  return db.all(
    db.build
      .selectFrom('integrations')
      .select(['id', 'organization_id as organizationId', 'name'])
      .where('restorable_until', '<=', now)
      .orderBy('restorable_until')
      .limit(limit),
  );
}
