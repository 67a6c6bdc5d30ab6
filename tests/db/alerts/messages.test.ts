// Every five seconds the server looks at the messages about what still goes on, while ninety days of them are kept.
import { expect, test } from 'vitest';
import { insertChannel } from '~/db/alerts/channels';
import {
  countMessagesSince,
  insertAlertMessage,
  listLastMessages,
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

const sent = {
  incidentId: 'i',
  channelId: 'c',
  content: '{}',
  transition: 'opened',
  status: 'sent',
} as const;

/** A database with a channel of the installation. */
async function createWithChannel() {
  const db = await createTestDatabase();
  await insertTestIncident(db, { id: 'i', organizationId: null, integrationId: null });
  const about = { integrationId: null, tag: null, remindHours: null, target: '', version: 1, now: 0 };
  const named = { name: 'On call', kind: 'email', events: '{}' } as const;
  await insertChannel(db, { id: 'c', organizationId: null }, { ...about, ...named });
  return db;
}

test('a message to several addresses counts as one', async () => {
  const db = await createWithChannel();
  const add = (id: string, recipient: string, now: number) =>
    insertAlertMessage(db, { ...sent, id, recipient, now });
  await add('a', 'ada@example.com', 1_000);
  await add('b', 'grace@example.com', 1_000);
  await insertAlertMessage(db, { ...sent, id: 'c', recipient: '', transition: 'resolved', now: 1_000 });
  await add('d', 'ada@example.com', 2_000);
  expect(await Promise.all([0, 1_000].map((since) => countMessagesSince(db, 'c', since)))).toEqual([3, 1]);
});

test('of the last message of a channel, the recipient who got none is told first', async () => {
  const db = await createWithChannel();
  const add = (id: string, status: 'queued' | 'sent' | 'failed', now: number) =>
    insertAlertMessage(db, { ...sent, id, status, recipient: `${id}@example.com`, now });
  await add('former', 'failed', 1_000);
  const last = () => listLastMessages(db, ['c']);
  expect(await last()).toEqual([{ channelId: 'c', status: 'failed', error: null, at: 1_000 }]);
  for (const id of ['a', 'b', 'c']) await add(id, 'queued', 2_000);
  const end = (id: string, status: 'sent' | 'queued' | 'failed', error: string | null) =>
    updateMessageEnded(db, id, { status, error, nextAt: 3_000, now: 3_000 });
  await end('b', 'failed', 'No such mailbox');
  await end('a', 'sent', null);
  expect(await last()).toEqual([{ channelId: 'c', status: 'failed', error: 'No such mailbox', at: 2_000 }]);
  await end('c', 'sent', null);
  expect(await last()).toMatchObject([{ status: 'failed', at: 2_000 }]);
  await add('last', 'sent', 4_000);
  expect(await last()).toEqual([{ channelId: 'c', status: 'sent', error: null, at: 4_000 }]);
});

test('the last message of a channel is found without its other ones', async () => {
  const plan = await explain(await createTestDatabase(), (db) => listLastMessages(db, ['c']));
  expect(plan).toContain('SEARCH alert_messages USING INDEX alert_messages_by_channel (channel_id=?)');
  expect(plan).not.toContain('USE TEMP B-TREE FOR ORDER BY');
});
