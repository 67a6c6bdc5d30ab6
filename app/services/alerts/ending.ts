// How an incident ended, as far as the database shows it, so that the message about its end is true.
import type { Incident } from '~/db/alerts/incidents';
import type { WatchedIntegration } from '~/db/alerts/watched-integrations';
import type { Queries } from '~/db/core/queries';
import { findFailure, type RecurringFailure } from '~/db/executions/failures';
import { findNewestAuditEntry } from '~/db/organizations/audit-log';

/** How many days ended incidents are kept, and failures that nothing shows to be over. */
export const keptDays = 90;

/**
 * - `recovered`: what went wrong works again
 * - `fails-otherwise`: executions no longer fail in this way, but fail in another
 * - `call-not-reached`: executions complete without the call that failed
 * - `expired`: the failure is so long ago that it is no longer stored
 * - `schedule-removed`, `installation-paused`: nothing is expected any more
 * - `not-deployed`, `deleted`: the integration was taken out of service
 */
export type EndingKind =
  | 'recovered'
  | 'fails-otherwise'
  | 'call-not-reached'
  | 'expired'
  | 'schedule-removed'
  | 'installation-paused'
  | 'not-deployed'
  | 'deleted';

export interface Ending {
  kind: EndingKind;
  /** The address of the user who took the integration out of service; null when nobody did, or it is not known who. */
  by: string | null;
}

/** What is new about an incident. */
export type News = { transition: 'opened' | 'reminder' } | { transition: 'resolved'; ending: Ending };

type State = Pick<WatchedIntegration, 'id' | 'organizationId' | 'isDeployed' | 'isDeleted' | 'failingSince'>;

/** Returns how a failure ended that goes on no more. */
export function judgeEndOfFailure(
  { recoveredAt }: Pick<RecurringFailure, 'recoveredAt'>,
  { failingSince }: Pick<State, 'failingSince'>,
): EndingKind {
  if (recoveredAt === null) return 'call-not-reached';
  return failingSince === null ? 'recovered' : 'fails-otherwise';
}

/** Finds out how an incident ended whose condition is not judged any more. */
export async function findEnding(
  tx: Queries,
  incident: Incident,
  integration: State | undefined,
): Promise<Ending> {
  if (!integration) return { kind: 'recovered', by: null };
  const removal = await findRemoval(tx, incident, integration);
  if (removal) return removal;
  if (!integration.isDeployed) return { kind: 'not-deployed', by: null };
  const { event, callId, failure } = incident;
  if (event !== 'failing') return { kind: 'recovered', by: null };
  const known = await findFailure(tx, { integrationId: integration.id, callId, kind: failure });
  return { kind: known ? judgeEndOfFailure(known, integration) : 'expired', by: null };
}

/**
 * Returns that an integration was taken out of service since an incident began; undefined when it was not, or was out of
 * service already, as that of an execution which somebody replays.
 */
export async function findRemoval(
  tx: Queries,
  { openedAt }: Incident,
  { id, organizationId, isDeployed, isDeleted }: State,
): Promise<Ending | undefined> {
  if (isDeployed) return undefined;
  const find = (kind: 'integration-deleted' | 'integration-disabled') =>
    findNewestAuditEntry(tx, { organizationId, kind, subjectId: id, since: openedAt });
  const deletion = await find('integration-deleted');
  if (isDeleted) return { kind: 'deleted', by: deletion?.email ?? null };
  // A restored integration is not deployed, and nobody disabled it.
  const entry = (await find('integration-disabled')) ?? deletion;
  return entry && { kind: 'not-deployed', by: entry.email };
}
