import type { Queries } from '../core/queries';

/** An integration whose newest version signs in with a connection. */
interface ConnectionUse {
  connectionId: string;
  id: string;
  name: string;
}

/** Returns which integrations use which connections of an organization, by the integrations' names. */
export function listConnectionUses(
  db: Queries,
  { organizationId, connectionId }: { organizationId: string; connectionId?: string },
): Promise<ConnectionUse[]> {
  let query = db.build
    .selectFrom('connection_uses')
    .innerJoin('integrations', 'integrations.id', 'integration_id')
    .select(['connection_id as connectionId', 'integrations.id as id', 'integrations.name as name'])
    .where('integrations.organization_id', '=', organizationId)
    .where('integrations.deleted_at', 'is', null)
    .orderBy('integrations.name')
    .orderBy('integrations.id');
  if (connectionId !== undefined) query = query.where('connection_id', '=', connectionId);
  return db.all(query);
}

/** Replaces the connections that an integration's newest version uses. Returns those it did not use before. */
export async function replaceConnectionUses(
  db: Queries,
  { integrationId, version }: { integrationId: string; version: number },
  connectionIds: readonly string[],
): Promise<string[]> {
  const before = await db.all(
    db.build
      .selectFrom('connection_uses')
      .select('connection_id as id')
      .where('integration_id', '=', integrationId),
  );
  if (before.length === 0 && connectionIds.length === 0) return [];
  await deleteConnectionUses(db, integrationId);
  if (connectionIds.length > 0) {
    await db.run(
      db.build
        .insertInto('connection_uses')
        .values(connectionIds.map((id) => ({ connection_id: id, integration_id: integrationId, version }))),
    );
  }
  const known = new Set(before.map(({ id }) => id));
  return connectionIds.filter((id) => !known.has(id));
}

export async function deleteConnectionUses(db: Queries, integrationId: string): Promise<void> {
  await db.run(db.build.deleteFrom('connection_uses').where('integration_id', '=', integrationId));
}
