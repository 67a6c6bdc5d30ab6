import { expect, onTestFinished, test, vi } from 'vitest';
import { createApp } from '~/api/app';
import { deleteMembership } from '~/db/organizations/members';
import { findIntegration } from '~/db/integrations/integrations';
import { createIntegration } from '~/services/integrations/integrations';
import { createTestUser, signInAs } from '../support/accounts';
import { createTestContext } from '../support/context';
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

async function createScene() {
  const context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  const actor = { userId: user.id, organizationId };
  const made = await createIntegration(context, actor, { name: 'Orders' });
  if (made.kind !== 'integration') throw new Error(made.kind);
  const headers = { Cookie: await signInAs(context, user.id), Origin: context.config.appUrl };
  const remove = () => deleteMembership(context.db, user.id, organizationId);
  return { context, key: { id: made.integration.id, organizationId }, headers, remove };
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
