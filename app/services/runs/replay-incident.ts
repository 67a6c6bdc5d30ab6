// Replays the executions that failed during an incident.
import type { AppContext } from '~/context';
import { findIncident } from '~/db/alerts/incidents';
import { writeFailure } from '~/db/executions/failures';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import { type ReplayedFailures, replayFailures } from './replay-failures';

/**
 * Replays the failed executions of an incident from the failed call: the newest 500 at most, the oldest of them first. Skips
 * those that were replayed before. Problems: not-found; conflict when the incident is not about failed executions.
 */
export async function replayIncident(
  context: AppContext,
  actor: Actor,
  incidentId: string,
): Promise<ReplayedFailures | Problem> {
  const { organizationId } = actor;
  const incident = await findIncident(context.db, { id: incidentId, organizationId });
  // An incident for a single address is not shown to anybody else.
  if (!incident || incident.recipient !== '') return { kind: 'not-found' };
  const { integrationId, event, openedAt, resolvedAt, callId, failure } = incident;
  if (integrationId === null || event !== 'failing') {
    return { kind: 'conflict', message: 'No execution failed in this incident.' };
  }
  return await replayFailures(context, actor, {
    integrationId,
    from: openedAt,
    to: resolvedAt ?? context.now(),
    // Failures from before failures had a kind belong to incidents without a kind.
    ...(failure !== '' && failure !== 'other' && { failure: writeFailure({ callId, kind: failure }) }),
  });
}
