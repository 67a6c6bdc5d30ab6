// What the list of executions reads of their payloads and bodies. Every page of the file that only holds the rest of a long one
// is made unreadable: whoever reads a long payload or body whole fails.
import { expect, test } from 'vitest';
import { listExecutionRows } from '~/db/executions/logs/execution-logs';
import { maxPayloadLength } from '~/db/executions/logs/execution-previews';
import { loader } from '~/routes/integration.$integrationId.logs/route';
import { createCheckedApp } from '../../api/checked-app';
import { createTestUser, signInAs } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { createTestDatabase } from '../../support/database';
import { addTestCall, completeTestExecution, createTestExecution } from '../../support/executions';
import { seedIntegration } from '../../support/seed';

/** The content of the database without the pages that long rows of these tables go on in. */
function damageLongRows({ db: { sqlite } }: TestContext, tables: string[]): Buffer {
  const pageSize = Number(sqlite.pragma('page_size', { simple: true }));
  const content = sqlite.serialize();
  for (const table of tables) {
    const pages = sqlite
      .prepare(`select pageno from dbstat where name = ? and pagetype = 'overflow'`)
      .pluck()
      .all(table) as number[];
    expect(pages.length, table).toBeGreaterThan(1);
    for (const page of pages) content.fill(0xff, (page - 1) * pageSize, page * pageSize);
  }
  return content;
}

test('the list of executions reads no long payload, request or response, on the screen as in the API', async () => {
  const built = await createTestContext();
  const { user, organizationId } = await createTestUser(built);
  const integrationId = await seedIntegration(
    { context: built, userId: user.id, organizationId },
    { isActive: false },
  );
  const owner = { organizationId, integrationId };
  const long = 'x'.repeat(2 * maxPayloadLength);
  const id = await createTestExecution(built, owner, JSON.stringify({ long }));
  await addTestCall(built, id, { name: 'Read', request: { body: long }, response: { body: long } });
  await completeTestExecution(built, owner, id);
  const cookie = await signInAs(built, user.id);
  const content = damageLongRows(built, ['payloads', 'attempts']);
  const app = await createTestContext({ db: await createTestDatabase(content) });

  const request = (query: string) =>
    loader({
      request: new Request(`http://localhost/integration/${integrationId}/logs${query}`, {
        headers: { Cookie: cookie },
      }),
      params: { integrationId },
      context: { app, nonce: '', address: '192.0.2.1' },
    });
  expect((await request('')).executions).toMatchObject([{ id, status: 'completed' }]);
  expect((await request('?status=completed')).executions).toMatchObject([{ id }]);
  expect(await listExecutionRows(app.db, { ...owner, limit: 1 })).toMatchObject([{ id, has_details: 1 }]);
  const answer = await createCheckedApp(app).request(`/api/integrations/${integrationId}/executions`, {
    headers: { Cookie: cookie },
  });
  expect(await answer.json()).toMatchObject([{ id }]);

  // The same file does not hold what an opened one is made of.
  await expect(request(`?execution=${id}`)).rejects.toThrow(/malformed/);
});
