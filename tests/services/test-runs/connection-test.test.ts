// What a test of a connection tells whom, when the API takes its time.
import { expect, test } from 'vitest';
import { deleteMembership, updateRole } from '~/db/organizations/members';
import { createConnection } from '~/services/connections/connections';
import { testConnection } from '~/services/test-runs/connection-test';
import { createTestUser } from '../../support/accounts';
import { createRunSetup } from '../runs/run-setup';

async function createApi() {
  const setup = await createRunSetup();
  const { context, target } = setup;
  const { organizationId } = setup.actor;
  const { user } = await createTestUser(context, { organizationId, role: 'ADMIN' });
  const admin = { userId: user.id, organizationId };
  const config = { in: 'header', name: 'X-Key', value: 'sesame-open-77' };
  const created = await createConnection(context, admin, {
    name: 'Shop API',
    kind: 'api_key',
    baseUrl: target.url,
    config,
  });
  if (created.kind !== 'connection') throw new Error(created.kind);
  return { setup, admin, id: created.connection.id };
}

type Api = Awaited<ReturnType<typeof createApi>>;

test.each([
  [
    'is removed',
    'not-found',
    ({ setup, admin }: Api) => deleteMembership(setup.context.db, admin.userId, admin.organizationId),
  ],
  [
    'may manage connections no longer',
    'forbidden',
    ({ setup, admin }: Api) => updateRole(setup.context.db, { ...admin, role: 'MEMBER', access: 'edit' }),
  ],
])('whoever %s while the API is asked learns nothing of its answer', async (_what, kind, change) => {
  const api = await createApi();
  const { setup, admin, id } = api;
  const keys: unknown[] = [];
  setup.answers.handler = async ({ headers }, response) => {
    keys.push(headers['x-key']);
    await change(api);
    response.writeHead(418).end('the words of the API');
  };
  const outcome = await testConnection(setup.context, admin, id, '/');
  expect(outcome).toMatchObject({ kind });
  expect(JSON.stringify(outcome)).not.toContain('the words of the API');
  expect(keys).toEqual(['sesame-open-77']);
});
