// What the webhook door asks about an integration, thousands of times a second.
import { compileQuery } from '../core/compiled-query';
import type { Queries } from '../core/queries';
import type { Integration } from './integrations';

/** What the door for webhooks asks about an integration. */
export interface IntegrationState extends Pick<
  Integration,
  'organizationId' | 'isActive' | 'formerSecretUntil' | 'deliveriesPerSecond'
> {
  /** The deployed version; the newest of one that is not deployed. */
  version: number;
  /** Until then the next delivery is captured instead of run. */
  listeningUntil: number | null;
}

export type StateRow = Omit<IntegrationState, 'isActive'> & { isActive: 0 | 1 };

const stateQuery = compileQuery<{ id: string }, StateRow>((build, value) =>
  build
    .selectFrom('integrations')
    .select(['organization_id as organizationId', 'is_active as isActive'])
    .select('deployed_version as version')
    .select(['listening_until as listeningUntil', 'former_secret_until as formerSecretUntil'])
    .select('deliveries_a_second as deliveriesPerSecond')
    .where('id', '=', value('id'))
    .where('deleted_at', 'is', null),
);

/** For the webhook's door, where the sender says no more than an id. */
export async function findIntegrationState(db: Queries, id: string): Promise<IntegrationState | undefined> {
  const row = await db.first(stateQuery({ id }));
  return row && { ...row, isActive: row.isActive === 1 };
}

/** Whether an integration is as it was when it was looked up. */
export async function isStateUnchanged(db: Queries, id: string, seen: IntegrationState): Promise<boolean> {
  const state = await findIntegrationState(db, id);
  return (
    state?.version === seen.version &&
    state.isActive === seen.isActive &&
    state.listeningUntil === seen.listeningUntil &&
    state.formerSecretUntil === seen.formerSecretUntil &&
    state.deliveriesPerSecond === seen.deliveriesPerSecond
  );
}
