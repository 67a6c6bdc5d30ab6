// Reads the state of an integration for incoming deliveries, thousands of times a second.
import { compileQuery } from '../core/compiled-query';
import type { Queries } from '../core/queries';
import type { Integration } from './integrations';

/** The state of an integration that decides about a delivery. */
export interface IntegrationState extends Pick<
  Integration,
  'organizationId' | 'isActive' | 'formerSecretUntil' | 'deliveriesPerSecond'
> {
  /** The deployed version; the newest one when the integration is not deployed. */
  version: number;
  /** The time until which the next delivery is captured instead of run. */
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

/** Returns the state of an integration by its id alone, which is all that a sender of a delivery gives. */
export async function findIntegrationState(db: Queries, id: string): Promise<IntegrationState | undefined> {
  const row = await db.first(stateQuery({ id }));
  return row && { ...row, isActive: row.isActive === 1 };
}

/** Checks whether the next delivery is captured. */
export function isListeningAt({ listeningUntil }: IntegrationState, at: number): boolean {
  return listeningUntil !== null && listeningUntil > at;
}

/** Checks whether an integration is still as it was when it was looked up. */
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
