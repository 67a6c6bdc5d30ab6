import type { Queries } from '../core/queries';

export interface Organization {
  id: string;
  name: string;
  description: string | null;
  createdAt: number;
  /** Whether its members need a second factor. */
  requiresSecondFactor: boolean;
}

export async function findOrganization(
  db: Queries,
  organizationId: string,
): Promise<Organization | undefined> {
  const row = await db.first(
    db.build
      .selectFrom('organizations')
      .select(['id', 'name', 'description', 'created_at as createdAt', 'requires_second_factor as required'])
      .where('id', '=', organizationId),
  );
  if (!row) return undefined;
  const { required, ...organization } = row;
  return { ...organization, requiresSecondFactor: required === 1 };
}

export async function listOrganizationIds(db: Queries): Promise<string[]> {
  return (await db.all(db.build.selectFrom('organizations').select('id'))).map(({ id }) => id);
}

/** Inserts an organization; nothing, and returns false, when its id is taken. */
export async function insertOrganization(
  db: Queries,
  organization: { id: string; name: string; now: number },
): Promise<boolean> {
  const inserted = await db.run(
    db.build
      .insertInto('organizations')
      .values({
        id: organization.id,
        name: organization.name,
        created_at: organization.now,
        updated_at: organization.now,
      })
      .onConflict((conflict) => conflict.column('id').doNothing()),
  );
  return inserted > 0;
}

/** Changes the given fields; undefined ones stay. */
export async function updateOrganization(
  db: Queries,
  organizationId: string,
  change: { name?: string; description?: string | null; requiresSecondFactor?: boolean; now: number },
): Promise<void> {
  await db.run(
    db.build
      .updateTable('organizations')
      .set({
        name: change.name,
        description: change.description,
        requires_second_factor:
          change.requiresSecondFactor === undefined ? undefined : Number(change.requiresSecondFactor),
        updated_at: change.now,
      })
      .where('id', '=', organizationId),
  );
}

/** Marks an organization as deleted: none of its executions begins any more. Its rows are removed later. */
export async function updateOrganizationDeleted(
  db: Queries,
  organizationId: string,
  now: number,
): Promise<void> {
  await db.run(
    db.build.updateTable('organizations').set({ deleted_at: now }).where('id', '=', organizationId),
  );
}

/** Deletes an organization's row and the few rows that still refer to it. */
export async function deleteOrganizationRow(db: Queries, organizationId: string): Promise<void> {
  await db.run(db.build.deleteFrom('organizations').where('id', '=', organizationId));
}
