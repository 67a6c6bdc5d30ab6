// A sample can be as long as the longest delivery that is shown, so many of them are removed a few at a time.
import { expect, test } from 'vitest';
import { deleteOldSamples, insertSample, listSamples } from '~/db/executions/samples';
import { newId } from '~/db/core/id';
import { createTestUser } from '../../support/accounts';
import { createTestContext } from '../../support/context';
import { createTestIntegration } from '../../support/executions';

test('one call removes few bytes of samples, of their requests, too, and all of them go in the end', async () => {
  const context = await createTestContext();
  const { db } = context;
  const { integrationId } = await createTestIntegration(
    context,
    (await createTestUser(context)).organizationId,
  );
  const half = 'x'.repeat(50 * 1024);
  for (const receivedAt of [...Array.from({ length: 20 }, () => 1), 2]) {
    const id = newId();
    const texts = { payload: half, request: half, bytes: half.length };
    await insertSample(db, { id, integration_id: integrationId, received_at: receivedAt, ...texts });
  }
  const removed: number[] = [];
  do removed.push(await deleteOldSamples(db, { receivedBefore: 2 }, 100));
  while (removed.at(-1) !== 0);
  expect(removed).toEqual([...Array.from({ length: 10 }, () => 2), 0]);
  expect(await listSamples(db, integrationId)).toMatchObject([{ receivedAt: 2 }]);
});
