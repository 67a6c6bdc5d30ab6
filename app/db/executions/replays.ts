import type { ExecutionStatus } from '~/engine/run/execution-status';
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

/** Returns the newest replay of each of an integration's executions that has one, by the id of the replayed execution. */
export async function listReplays(
  db: Queries,
  { integrationId, organizationId }: { integrationId: string; organizationId: string },
  ids: readonly string[],
): Promise<Map<string, { id: string; status: ExecutionStatus }>> {
  if (ids.length === 0) return new Map();
  const replays = await db.all(
    db.build
      .selectFrom('executions')
      .select(['id', 'status', 'replay_of'])
      .where('replay_of', 'in', ids)
      .where('integration_id', '=', integrationId)
      .where('organization_id', '=', organizationId)
      .orderBy('id'),
  );
  return new Map(replays.map(({ id, status, replay_of }) => [replay_of ?? '', { id, status }]));
}
