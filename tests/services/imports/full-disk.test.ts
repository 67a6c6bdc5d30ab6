import { expect, test } from 'vitest';
import { listIntegrationsByName } from '~/db/integrations/integrations';
import { importRequested } from '~/services/imports/imports';
import { createTestUser } from '../../support/accounts';
import { createTestContext } from '../../support/context';
import { createDataDir } from '../../support/server';

test('an import that a full disk interrupts says which integrations are there, and asked again adds the others', async () => {
  const context = await createTestContext({ config: { dataDir: createDataDir() } });
  const { user, organizationId } = await createTestUser(context);
  const actor = { userId: user.id, organizationId };
  const names = Array.from({ length: 60 }, (_, n) => `Integration ${n}`);
  const apiCalls = [{ id: 'a', name: 'A', order: 1, method: 'GET', url: 'https://api.example.com/' }];
  const integrations = names.map((name) => ({
    format: 'wicked-integration',
    version: 1,
    name,
    definition: { triggerConfig: { type: 'manual' }, apiCalls },
  }));
  const importAll = async () => {
    const body = new Blob([JSON.stringify({ text: JSON.stringify(integrations) })]).stream();
    const upload = { body, type: 'application/json' };
    const allow = () => Promise.resolve({ kind: 'actor' as const, ...actor });
    const outcome = await importRequested(context, actor, upload, allow);
    if (outcome.kind !== 'imported') throw new Error(JSON.stringify(outcome));
    return outcome.integrations;
  };
  const listHere = async () => (await listIntegrationsByName(context.db, actor)).map(({ name }) => name);

  const { sqlite } = context.db;
  const most = String(sqlite.pragma('max_page_count', { simple: true }));
  sqlite.pragma(`max_page_count = ${Number(sqlite.pragma('page_count', { simple: true })) + 4}`);
  const imported = await importAll();
  sqlite.pragma(`max_page_count = ${most}`);
  const created = imported.filter(({ outcome }) => outcome === 'created').map(({ name }) => name);
  expect(created.length).toBeGreaterThan(0);
  expect((await listHere()).toSorted()).toEqual(created.toSorted());
  const failed = imported.filter(({ outcome }) => outcome === 'failed');
  expect(failed).toHaveLength(names.length - created.length);
  const message = 'The disk of this server is full, so nothing was saved. Try again once there is room.';
  expect(new Set(failed.map((each) => each.message))).toEqual(new Set([message]));

  const again = await importAll();
  expect(again.filter(({ outcome }) => outcome === 'same').map(({ name }) => name)).toEqual(created);
  expect((await listHere()).toSorted()).toEqual(names.toSorted());
});
