import { insertIncident, type NewIncident } from '~/db/alerts/incidents';
import { insertAlertMessage } from '~/db/alerts/messages';
import type { Queries } from '~/db/core/queries';

/** An incident of an address that a response rule names, and a mail about it that waits. */
export async function insertStopIncident(
  db: Queries,
  incident: Pick<NewIncident, 'id' | 'organizationId' | 'integrationId' | 'recipient'>,
): Promise<void> {
  await insertIncident(db, {
    ...incident,
    event: 'stopped',
    count: 1,
    countedFrom: 0,
    reason: null,
    executionId: null,
    openedAt: 0,
    lastAt: 0,
    callId: '',
    callName: '',
    failure: '',
  });
  await insertAlertMessage(db, {
    id: `message of ${incident.id}`,
    incidentId: incident.id,
    channelId: null,
    recipient: incident.recipient,
    transition: 'resolved',
    content: '{}',
    status: 'queued',
    now: 0,
  });
}
