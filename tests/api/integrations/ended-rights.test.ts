// A test may take a minute or two. Whoever lost their rights meanwhile does not read its result.
import type { ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { deleteMembership } from '~/db/organizations/members';
import { deleteSessionsOfUser } from '~/db/accounts/sessions';
import { listFilteredExecutions } from '~/db/executions/logs/search-executions';
import { createApiToken } from '~/services/accounts/api-token-creation';
import { revokeApiToken } from '~/services/organizations/api-tokens';
import { cancelExecution } from '~/services/runs/control';
import { makeOutbound } from '../../outbound/loopback';
import { createTestUser, proven, signInAs } from '../../support/accounts';
import { createTestContext } from '../../support/context';
import { seedIntegration } from '../../support/seed';
import { startTarget } from '../../support/target';
import { createCheckedApp } from '../checked-app';

async function createScene() {
  const context = await createTestContext({ outbound: makeOutbound() });
  const { user: owner, organizationId } = await createTestUser(context, { email: 'owner@example.com' });
  const { user } = await createTestUser(context, { organizationId, role: 'ADMIN' });
  const actor = { userId: user.id, organizationId, address: '192.0.2.1' };
  const held: ServerResponse[] = [];
  const target = await startTarget((_request, response) => void held.push(response));
  onTestFinished(() => target.close());
  const apiCalls = [{ id: 'a', method: 'GET', url: target.url }];
  const id = await seedIntegration({ context, ...actor }, { apiCalls });
  const app = createCheckedApp(context);
  const post = (path: string, headers: Record<string, string>, body: object = {}) =>
    app.request(`/api/integrations/${id}/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  return { context, actor, ownerId: owner.id, id, target, held, post };
}

test('the response to a call is not told to whose session has ended, and to whose token was revoked', async () => {
  const { context, actor, target, held, post } = await createScene();
  const made = await createApiToken(context, actor, { name: 'Program', role: 'MEMBER' }, proven);
  if (made.kind !== 'created') throw new Error(made.kind);
  const call = { method: 'GET', url: target.url };
  const byToken = post('test-call', { Authorization: `Bearer ${made.token}` }, call);
  const bySession = post('test-call', { Cookie: await signInAs(context, actor.userId) }, call);
  await target.arrived(2);
  expect(await revokeApiToken(context, actor, made.id)).toMatchObject({ kind: 'revoked' });
  await deleteSessionsOfUser(context.db, actor.userId);
  for (const response of held) response.end('{"of":"the organization"}');
  for (const response of [await byToken, await bySession]) {
    expect([response.status, await response.text()]).toEqual([
      401,
      expect.not.stringContaining('the organization'),
    ]);
  }
});

test('the result of a test is not told to a member who was removed while they waited for it', async () => {
  const { context, actor, ownerId, id, post } = await createScene();
  const { organizationId } = actor;
  const waiting = post('test', { Cookie: await signInAs(context, actor.userId) });
  const owner = { organizationId, integrationId: id };
  const find = () =>
    listFilteredExecutions(context.db, { ...owner, filter: {}, before: undefined, limit: 1 });
  await expect.poll(async () => (await find()).executions.length).toBe(1);
  await deleteMembership(context.db, actor.userId, organizationId);
  const [execution] = (await find()).executions;
  const by = { ...actor, userId: ownerId };
  await cancelExecution(context, by, { integrationId: id, executionId: execution?.id ?? '' });
  expect((await waiting).status).toBe(404);
});
