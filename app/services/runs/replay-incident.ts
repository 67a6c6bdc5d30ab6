// Replays the executions that failed during an incident.
import type { AppContext } from '~/context';
import { findIncident } from '~/db/alerts/incidents';
import { writeFailure } from '~/db/executions/failures';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import {
  countReplayable,
  type ReplayableFailures,
  type ReplayedFailures,
  replayFailures,
} from './replay-failures';

/**
 * Replays the failed executions of an incident from the failed call: the newest 500 at most, the oldest of them first. Skips
 * those that were replayed before. Problems: not-found; conflict when the incident is not about failed executions.
 */
export async function replayIncident(
  context: AppContext,
  actor: Actor,
  incidentId: string,
): Promise<ReplayedFailures | Problem> {
  const failed = await findFailed(context, actor, incidentId);
  return failed.kind === 'failed' ? await replayFailures(context, actor, failed.asked) : failed;
}

/** Counts what {@link replayIncident} would replay. Problems: as there. */
export async function countIncident(
  context: AppContext,
  owner: Pick<Actor, 'organizationId'>,
  incidentId: string,
): Promise<({ kind: 'replayable' } & ReplayableFailures) | Problem> {
  const failed = await findFailed(context, owner, incidentId);
  if (failed.kind !== 'failed') return failed;
  return { kind: 'replayable', ...(await countReplayable(context, owner, failed.asked)) };
}

async function findFailed(
  context: AppContext,
  { organizationId }: Pick<Actor, 'organizationId'>,
  incidentId: string,
): Promise<{ kind: 'failed'; asked: Parameters<typeof replayFailures>[2] } | Problem> {
  const incident = await findIncident(context.db, { id: incidentId, organizationId });
  // An incident for a single address is not shown to anybody else.
  if (!incident || incident.recipient !== '') return { kind: 'not-found' };
  const { integrationId, event, openedAt, resolvedAt, callId, failure } = incident;
  if (integrationId === null || event !== 'failing') {
    return { kind: 'conflict', message: 'No execution failed in this incident.' };
  }
  const asked = {
    integrationId,
    from: openedAt,
    to: resolvedAt ?? context.now(),
    // Failures from before failures had a kind belong to incidents without a kind.
    ...(failure !== '' && failure !== 'other' && { failure: writeFailure({ callId, kind: failure }) }),
  };
  return { kind: 'failed', asked };
}
