// Every five seconds the server looks at the messages about what still goes on, while ninety days of them are kept.
import { expect, test } from 'vitest';
import { listNotified, listWithheld, updateCounted } from '~/db/alerts/messages';
import { createTestDatabase } from '../../support/database';
import { explain } from '../../support/explain';

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
