import type { Queries } from '../core/queries';

/** An integration whose newest version names a value. */
export interface ValueUse {
  /** The name of the value. */
  value: string;
  id: string;
  name: string;
}

/** Returns which integrations name which values of an organization, by the integrations' names. */
export function listValueUses(
  db: Queries,
  { organizationId, value }: { organizationId: string; value?: string },
): Promise<ValueUse[]> {
  let query = db.build
    .selectFrom('value_uses')
    .innerJoin('integrations', 'integrations.id', 'integration_id')
    .select(['value_uses.name as value', 'integrations.id as id', 'integrations.name as name'])
    .where('integrations.organization_id', '=', organizationId)
    .where('integrations.deleted_at', 'is', null)
    .orderBy('integrations.name')
    .orderBy('integrations.id');
  if (value !== undefined) query = query.where('value_uses.name', '=', value);
  return db.all(query);
}

/** Replaces the values that an integration's newest version names. Returns those it did not name before. */
export async function replaceValueUses(
  db: Queries,
  integrationId: string,
  names: readonly string[],
): Promise<string[]> {
  const before = await db.all(
    db.build.selectFrom('value_uses').select('name').where('integration_id', '=', integrationId),
  );
  if (before.length === 0 && names.length === 0) return [];
  await deleteValueUses(db, integrationId);
  if (names.length > 0) {
    const rows = names.map((name) => ({ integration_id: integrationId, name }));
    await db.run(db.build.insertInto('value_uses').values(rows));
  }
  const known = new Set(before.map(({ name }) => name));
  return names.filter((name) => !known.has(name));
}

export async function deleteValueUses(db: Queries, integrationId: string): Promise<void> {
  await db.run(db.build.deleteFrom('value_uses').where('integration_id', '=', integrationId));
}
