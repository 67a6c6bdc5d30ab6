// Every five seconds the server looks at the messages about what still goes on, while ninety days of them are kept.
import { expect, test } from 'vitest';
import {
  insertAlertMessage,
  listNotified,
  listWithheld,
  updateCounted,
  updateMessageEnded,
} from '~/db/alerts/messages';
import { createTestDatabase } from '../../support/database';
import { explain } from '../../support/explain';
import { insertTestIncident } from '../../support/incidents';

test('of the messages, only those about open incidents are read', async () => {
  const plan = await explain(await createTestDatabase(), listNotified);
  expect(plan).toContain('SEARCH alert_messages USING INDEX alert_messages_by_incident (incident_id=?)');
  expect(plan).toContain('SCAN incidents USING INDEX incidents_open');
});

test('of all messages, only the withheld ones are counted', async () => {
  const plan = await explain(await createTestDatabase(), listWithheld);
  expect(plan).toEqual(['SEARCH alert_messages USING COVERING INDEX alert_messages_withheld (channel_id>?)']);
});

test('the withheld messages of a channel are found without its other ones', async () => {
  const plan = await explain(await createTestDatabase(), (db) => updateCounted(db, 'channel'));
  expect(plan).toEqual(['SEARCH alert_messages USING INDEX alert_messages_withheld (channel_id=?)']);
});

test('a message that was sent stays so, whatever a process says whose claim has ended', async () => {
  const db = await createTestDatabase();
  await insertTestIncident(db, { id: 'i', organizationId: null, integrationId: null });
  const message = { id: 'm', incidentId: 'i', channelId: null, recipient: 'ada@example.com' };
  await insertAlertMessage(db, { ...message, transition: 'opened', content: '{}', status: 'queued', now: 1 });
  await updateMessageEnded(db, 'm', { status: 'sent', error: null, nextAt: 2, now: 2 });
  await updateMessageEnded(db, 'm', { status: 'queued', error: 'No answer', nextAt: 3, now: 3 });
  const stored = db.build.selectFrom('alert_messages').select(['status', 'error_message', 'sent_at']);
  expect(await db.all(stored)).toEqual([{ status: 'sent', error_message: null, sent_at: 2 }]);
});
