import { expect, onTestFinished, test, vi } from 'vitest';
import { createApp } from '~/api/app';
import { deleteSessionsOfUser } from '~/db/accounts/sessions';
import { insertMembership } from '~/db/organizations/memberships';
import { exportIntegration } from '~/services/imports/imports';
import { deleteMembership } from '~/db/organizations/members';
import { findIntegration } from '~/db/integrations/integrations';
import { createIntegration } from '~/services/integrations/integrations';
import { createTestUser, signInAs } from '../support/accounts';
import { createTestContext, type TestContext } from '../support/context';
import { connection, createWholeApp } from './whole-app';

/** A body whose second half comes after `meanwhile`, and a while later by the clock. */
function pauseIn(text: string, meanwhile: () => Promise<unknown>): ReadableStream<Uint8Array> {
  const halves = [text.slice(0, 5), text.slice(5)].map((half) => new TextEncoder().encode(half));
  const clock = vi.spyOn(performance, 'now');
  onTestFinished(() => clock.mockRestore());
  return new ReadableStream(
    {
      async pull(controller) {
        const half = halves.shift();
        if (halves.length === 0) {
          await meanwhile();
          clock.mockReturnValue(performance.now() + 60_000);
        }
        if (half) controller.enqueue(half);
        else controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

interface Membership {
  userId: string;
  organizationId: string;
}

async function createScene() {
  const context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  const actor = { userId: user.id, organizationId };
  const made = await createIntegration(context, actor, { name: 'Orders' });
  if (made.kind !== 'integration') throw new Error(made.kind);
  const headers = { Cookie: await signInAs(context, user.id), Origin: context.config.appUrl };
  const remove = () => deleteMembership(context.db, user.id, organizationId);
  const key = { id: made.integration.id, organizationId };
  return { context, key, userId: user.id, headers, remove };
}

test('a member who is removed while their body is on its way changes nothing any more', async () => {
  const { context, key, headers, remove } = await createScene();
  const response = await createWholeApp(context).request(
    `/api/integrations/${key.id}`,
    {
      method: 'PATCH',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: pauseIn('{"name":"Taken over"}', remove),
      duplex: 'half',
    } as RequestInit,
    connection,
  );
  expect(response.status).toBe(404);
  expect(await findIntegration(context.db, key)).toMatchObject({ name: 'Orders' });
});

test('a screen is asked only once the whole form is there', async () => {
  const { context, headers, remove } = await createScene();
  let isRemoved = false;
  const seen: boolean[] = [];
  const app = createApp(context, {
    isDevelopment: false,
    stylesheet: '/app.css',
    handlePage: async () => {
      seen.push(isRemoved);
      return new Response('a page');
    },
  });
  const body = pauseIn('name=Taken+over', async () => {
    await remove();
    isRemoved = true;
  });
  const all = { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' };
  await app.request(
    '/organization/new',
    { method: 'POST', headers: all, body, duplex: 'half' } as RequestInit,
    connection,
  );
  expect(seen).toEqual([true]);
});

test.each([
  [
    'is removed',
    (context: TestContext, key: Membership) => deleteMembership(context.db, key.userId, key.organizationId),
  ],
  ['is signed out', (context: TestContext, key: Membership) => deleteSessionsOfUser(context.db, key.userId)],
])('a member who %s while they send an import gets no draft of it', async (_what, end) => {
  const { context, key, userId, headers } = await createScene();
  const { organizationId } = key;
  // Who belongs to another organization, too, makes none there.
  await insertMembership(context.db, {
    userId,
    organizationId: (await createTestUser(context)).organizationId,
    role: 'MEMBER',
    now: context.now(),
  });
  const exported = await exportIntegration(context, { userId, organizationId }, key.id);
  if (exported.kind !== 'file') throw new Error(exported.kind);
  const response = await createWholeApp(context).request(
    '/api/integrations/import',
    {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: pauseIn(JSON.stringify({ text: JSON.stringify(exported.file) }), () =>
        end(context, { userId, organizationId }),
      ),
      duplex: 'half',
    } as RequestInit,
    connection,
  );
  expect([401, 404]).toContain(response.status);
  const made = await context.db.all(context.db.build.selectFrom('integrations').select('id'));
  expect(made).toEqual([{ id: key.id }]);
});
