import { expect, test } from 'vitest';
import { createTestUser, signInAs } from '../support/accounts';
import { createTestContext } from '../support/context';
import { createTestIntegration } from '../support/executions';
import { createCheckedApp } from './checked-app';
import { postJson } from './post-json';

test('a channel for an integration of another organization is refused as for an unknown one', async () => {
  const context = await createTestContext();
  const app = createCheckedApp(context);
  const { user, organizationId } = await createTestUser(context);
  const headers = { Cookie: await signInAs(context, user.id) };
  const path = `/api/organizations/${organizationId}/channels`;
  const own = await createTestIntegration(context, organizationId);
  const foreign = await createTestIntegration(context, (await createTestUser(context)).organizationId);
  const channel = { name: 'On call', kind: 'email', recipients: 'owners', events: { failing: 1 } };

  const create = (integrationId: string) =>
    app.request(path, postJson({ ...channel, integrationId }, headers));
  const refused = await create(foreign.integrationId);
  const problem: unknown = await refused.json();
  expect([refused.status, problem]).toEqual([
    422,
    expect.objectContaining({ fields: { integrationId: ['There is no such integration'] } }),
  ]);
  expect(await (await create('unknown')).json()).toEqual(problem);

  const created = await create(own.integrationId);
  const { id } = (await created.json()) as { id: string };
  expect(created.status).toBe(201);
  const changed = await app.request(`${path}/${id}`, {
    ...postJson({ integrationId: foreign.integrationId }, headers),
    method: 'PATCH',
  });
  expect([changed.status, await changed.json()]).toEqual([refused.status, problem]);
  const kept = await app.request(`${path}/${id}`, { headers });
  expect(await kept.json()).toMatchObject({ integrationId: own.integrationId, version: 1 });
});
