import { beforeEach, expect, test } from 'vitest';
import { cancelExecution, runManually } from '~/services/runs/control';
import { createTestUser, signInAs } from '../support/accounts';
import { createTestContext, type TestContext } from '../support/context';
import { createTestExecution, type Owner } from '../support/executions';
import { seedIntegration } from '../support/seed';
import { type CheckedApp, createCheckedApp } from './checked-app';

let context: TestContext;
let app: CheckedApp;
let owner: Owner;
let cookie: string;
let webhook: string;
let manual: string;

beforeEach(async () => {
  context = await createTestContext({ now: Date.now });
  app = createCheckedApp(context);
  const { user, organizationId } = await createTestUser(context);
  cookie = await signInAs(context, user.id);
  const actor = { userId: user.id, organizationId };
  const integrationId = await seedIntegration(
    { context, ...actor },
    { apiCalls: [{ url: 'https://a.test/' }] },
  );
  owner = { organizationId, integrationId };
  webhook = await createTestExecution(context, owner);
  const queued = await runManually(context, actor, { integrationId, triggerData: { n: 1 } });
  manual = queued.kind === 'queued' ? queued.executionId : '';
  await cancelExecution(context, actor, { integrationId, executionId: manual });
});

async function list(query: string): Promise<{ status: number; ids: string[] }> {
  const path = `/api/integrations/${owner.integrationId}/executions?${query}`;
  const response = await app.request(path, { headers: { Cookie: cookie } });
  const body = (await response.json()) as { id: string }[];
  return { status: response.status, ids: response.status === 200 ? body.map(({ id }) => id) : [] };
}

const soon = () => encodeURIComponent(new Date(Date.now() + 60_000).toISOString());

test.each([
  ['nothing', () => '', () => [manual, webhook]],
  ['a status', () => 'status=cancelled', () => [manual]],
  ['a trigger', () => 'trigger=webhook', () => [webhook]],
  ['both', () => 'status=cancelled&trigger=webhook', () => []],
  ['an earlier end', () => 'to=2000-01-01T00:00:00Z', () => []],
  ['a time around them', () => `from=2000-01-01T00:00:00%2B02:00&to=${soon()}`, () => [manual, webhook]],
])('narrowed by %s', async (_what, queryOf, idsOf) => {
  expect(await list(queryOf())).toEqual({ status: 200, ids: idsOf() });
});

test.each(['status=asleep', 'trigger=moon', 'from=yesterday', `q=${'x'.repeat(501)}`])(
  'rejects %s',
  async (query) => {
    expect((await list(query)).status).toBe(422);
  },
);
