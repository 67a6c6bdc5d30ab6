import { insertIncident, type NewIncident } from '~/db/alerts/incidents';
import { insertAlertMessage } from '~/db/alerts/messages';
import type { Queries } from '~/db/core/queries';

type Key = Pick<NewIncident, 'id' | 'organizationId' | 'integrationId'>;

/** An incident of one failure at no call, for the channels; `more` replaces what is said of it. */
export async function insertTestIncident(
  db: Queries,
  key: Key,
  more: Partial<Omit<NewIncident, keyof Key>> = {},
): Promise<void> {
  await insertIncident(db, {
    ...key,
    event: 'failing',
    recipient: '',
    count: 1,
    countedFrom: 0,
    reason: null,
    executionId: null,
    openedAt: 0,
    lastAt: 0,
    callId: '',
    callName: '',
    failure: '',
    ...more,
  });
}

/** An incident of an address that a response rule names, and a mail about it that waits. */
export async function insertStopIncident(
  db: Queries,
  { recipient, ...key }: Key & Pick<NewIncident, 'recipient'>,
): Promise<void> {
  await insertTestIncident(db, key, { event: 'stopped', recipient });
  await insertAlertMessage(db, {
    id: `message of ${key.id}`,
    incidentId: key.id,
    channelId: null,
    recipient,
    transition: 'resolved',
    content: '{}',
    status: 'queued',
    now: 0,
  });
}
