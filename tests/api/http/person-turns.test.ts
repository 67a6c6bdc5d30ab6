import { expect, test } from 'vitest';
import { createApp } from '~/api/app';
import { createApiToken } from '~/services/accounts/api-token-creation';
import { createTestUser, proven, signInAs } from '../../support/accounts';
import { createTestContext } from '../../support/context';
import { waitFor } from '../../support/wait-for';
import { connection } from '../whole-app';

/** An app whose pages are made when the test says so. */
async function createScene() {
  const context = await createTestContext();
  const begun: string[] = [];
  const made = new Map<string, () => void>();
  const app = createApp(context, {
    isDevelopment: false,
    stylesheet: '/app.css',
    async handlePage({ url }) {
      const { pathname } = new URL(url);
      begun.push(pathname);
      await new Promise<void>((resolve) => void made.set(pathname, resolve));
      return new Response('a page');
    },
  });
  const { user, organizationId } = await createTestUser(context);
  const other = await createTestUser(context);
  return {
    context,
    actor: { userId: user.id, organizationId },
    begun,
    make: (path: string) => made.get(path)?.(),
    signIn: () => signInAs(context, user.id),
    othersCookie: await signInAs(context, other.user.id),
    async open(path: string, headers: Record<string, string>, init: RequestInit = {}) {
      const response = await app.request(path, { ...init, headers }, connection);
      return response.text();
    },
  };
}

test('of a hundred pages that one person opens in two sessions few are made at once, and others do not wait', async () => {
  const { begun, make, open, signIn, othersCookie } = await createScene();
  const sessions = [await signIn(), await signIn()];
  const opened = Array.from({ length: 100 }, (_, n) => open(`/${n}`, { Cookie: sessions[n % 2] ?? '' }));
  // The first one is not counted: while nothing else is read, nobody is looked up.
  await waitFor('the first pages', () => begun.length === 3);
  const others = open('/other', { Cookie: othersCookie });
  await waitFor('the page of the other person', () => begun.includes('/other'));
  expect(begun).toEqual(['/0', '/1', '/2', '/other']);
  make('/other');
  expect(await others).toBe('a page');
  for (let n = 0; n < 100; n += 1) {
    await waitFor(`page ${n}`, () => begun.includes(`/${n}`));
    expect(begun.length - n).toBeLessThanOrEqual(4);
    make(`/${n}`);
    expect(await opened[n]).toBe('a page');
  }
});

test('requests by an API token wait with those of the session', async () => {
  const { context, actor, begun, make, open, signIn, othersCookie } = await createScene();
  const created = await createApiToken(context, actor, { name: 'Reports', role: 'OWNER' }, proven);
  if (created.kind !== 'created') throw new Error(created.kind);
  const Cookie = await signIn();
  const pages = ['/0', '/1', '/2'].map((path) => open(path, { Cookie }));
  await waitFor('the pages', () => begun.length === 3);
  const list = open(`/api/integrations/organization/${actor.organizationId}`, {
    Authorization: `Bearer ${created.token}`,
  });
  let isListed = false;
  void list.then(() => (isListed = true));
  const others = open('/other', { Cookie: othersCookie });
  await waitFor('the page of the other person', () => begun.includes('/other'));
  expect(isListed).toBe(false);
  make('/1');
  expect(JSON.parse(await list)).toEqual([]);
  for (const path of ['/0', '/2', '/other']) make(path);
  await Promise.all([...pages, others]);
});

test('what waits is not made for somebody who has left', async () => {
  const { begun, make, open, signIn } = await createScene();
  const Cookie = await signIn();
  const pages = ['/0', '/1', '/2'].map((path) => open(path, { Cookie }));
  await waitFor('the pages', () => begun.length === 3);
  const leaving = new AbortController();
  const left = open('/left', { Cookie }, { signal: leaving.signal });
  const last = open('/last', { Cookie });
  leaving.abort();
  make('/1');
  await waitFor('the last page', () => begun.includes('/last'));
  expect(begun).not.toContain('/left');
  expect(await left).toBe('');
  for (const path of ['/0', '/2', '/last']) make(path);
  await Promise.all([...pages, last]);
});

test('forms that wait for something else keep no other form of that person waiting', async () => {
  const { context, begun, make, open, signIn } = await createScene();
  const headers = {
    Cookie: await signIn(),
    Origin: context.config.appUrl,
    'Content-Type': 'application/x-www-form-urlencoded',
  };
  const paths = Array.from({ length: 12 }, (_, n) => `/${n}`);
  const sent = paths.map((path) => open(path, headers, { method: 'POST', body: 'name=x' }));
  await waitFor('all forms', () => begun.length === paths.length);
  expect(begun).toEqual(paths);
  for (const path of paths) make(path);
  expect(await Promise.all(sent)).toEqual(paths.map(() => 'a page'));
});
