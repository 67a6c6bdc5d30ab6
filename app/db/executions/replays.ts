import type { Queries } from '../core/queries';

/** Returns the id of the newest execution that repeats one of this organization's. */
export async function findReplay(
  db: Queries,
  { id, integrationId, organizationId }: { id: string; integrationId: string; organizationId: string },
): Promise<string | undefined> {
  const replay = await db.first(
    db.build
      .selectFrom('executions')
      .select('id')
      .where('replay_of', '=', id)
      .where('integration_id', '=', integrationId)
      .where('organization_id', '=', organizationId)
      .orderBy('id', 'desc')
      .limit(1),
  );
  return replay?.id;
}
