// Present and former incidents, as people see them, and the actions on them.
import type { AppContext } from '~/context';
import type { AlertOwner } from '~/db/alerts/channels';
import {
  findIncident,
  type IncidentPosition,
  type ListedIncident,
  listIncidents,
  listUnresolvedIncidents,
  updateIncident,
  updateMuted,
} from '~/db/alerts/incidents';
import type { Problem } from '~/problem';
import { toFailureFacts } from './content';
import type { IncidentResponse } from './incident-response';
import { type AlertActor, auditAlerts, checkAlertPermission } from './alert-actor';

const shown = 100;
const muteMs = 8 * 3_600_000;

/** Lists incidents: those that have not ended first, then the newest; a hundred unless `page` says otherwise. */
export async function listIncidentResponses(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  { organizationId }: AlertOwner,
  page: { limit?: number; after?: IncidentPosition | undefined } = {},
): Promise<IncidentResponse[]> {
  const incidents = await listIncidents(db, { limit: shown, ...page, organizationId });
  return incidents.map((incident) => describe(incident, now()));
}

/** How many incidents the dashboard names. */
const named = 3;

/** Returns the newest open incidents of an organization, and the number of all its open ones. */
export async function describeOpenIncidents(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  organizationId: string,
): Promise<{ incidents: IncidentResponse[]; count: number }> {
  const { incidents, count } = await listUnresolvedIncidents(db, { organizationId, limit: named });
  return { incidents: incidents.map((incident) => describe(incident, now())), count };
}

function describe(incident: ListedIncident, now: number): IncidentResponse {
  const { id, event, integrationId, integrationName, integrationDeletedAt, count, reason, executionId } =
    incident;
  const { openedAt, lastAt, mutedUntil, resolvedAt } = incident;
  const isMuted = mutedUntil !== null && mutedUntil > now;
  return {
    id,
    event,
    status: resolvedAt !== null ? 'resolved' : isMuted ? 'muted' : 'open',
    integration:
      integrationId === null
        ? null
        : {
            id: integrationId,
            name: integrationName ?? '',
            isDeleted: integrationName === null || integrationDeletedAt !== null,
          },
    ...toFailureFacts(incident),
    count,
    reason,
    executionId,
    openedAt: toTime(openedAt),
    lastAt: toTime(lastAt),
    mutedUntil: isMuted ? toTime(mutedUntil) : null,
    resolvedAt: resolvedAt === null ? null : toTime(resolvedAt),
  };
}

function toTime(at: number): string {
  return new Date(at).toISOString();
}

const incidentActions = ['mute', 'unmute', 'resolve'] as const;
export type IncidentAction = (typeof incidentActions)[number];

export function isIncidentAction(text: string): text is IncidentAction {
  return incidentActions.some((action) => action === text);
}

/** The message after each action. */
export const incidentDone: Record<IncidentAction, { title: string; description: string }> = {
  mute: { title: 'Muted', description: 'No reminders for eight hours.' },
  unmute: { title: 'Unmuted', description: 'Reminders are sent again.' },
  resolve: { title: 'Resolved', description: 'If it continues, it is opened again.' },
};

/**
 * Mutes the reminders of an incident for eight hours, unmutes them, or resolves it by hand without a message. An incident that
 * continues is opened again. Resolving one that is resolved changes nothing. Problems: forbidden, not-found (also for muting one
 * that is resolved).
 */
export function changeIncident(
  { db, config, now }: AppContext,
  actor: AlertActor,
  id: string,
  action: IncidentAction,
): Promise<{ kind: 'done' } | Problem> {
  const { organizationId } = actor;
  return db.transaction(async (tx): Promise<{ kind: 'done' } | Problem> => {
    const refusal = await checkAlertPermission(tx, config, actor);
    if (refusal) return refusal;
    const incident = await findIncident(tx, { id, organizationId });
    if (!incident) return { kind: 'not-found' };
    if (incident.resolvedAt !== null) {
      if (action === 'resolve') return { kind: 'done' };
      return { kind: 'not-found', message: 'This incident is resolved: it sends no reminders.' };
    }
    if (action === 'resolve') await updateIncident(tx, id, { resolvedAt: now() });
    else {
      const mutedUntil = action === 'mute' ? now() + muteMs : null;
      await updateMuted(tx, { id, organizationId, mutedUntil });
    }
    const kind = action === 'resolve' ? 'incident-resolved' : 'incident-muted';
    await auditAlerts(tx, actor, { kind, subjectId: id, detail: `${incident.event} ${action}`, now: now() });
    return { kind: 'done' };
  });
}
