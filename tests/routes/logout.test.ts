import { expect, it, onTestFinished } from 'vitest';
import { findUserOf } from '~/auth/guards';
import { takeToast } from '~/auth/toast-cookie';
import BetterSqlite3 from '~/db/sqlite';
import { action } from '~/routes/logout';
import { createTestUser, readCookies, signInAs } from '../support/accounts';
import { createTestContext } from '../support/context';

it('a session that cannot be ended goes on, and its owner is told', async () => {
  const context = await createTestContext();
  const { user } = createTestUser(context);
  const headers = { Cookie: await signInAs(context, user.id) };
  const other = new BetterSqlite3(context.db.sqlite.name);
  onTestFinished(() => void other.close());
  other.exec('begin immediate');
  context.db.sqlite.pragma('busy_timeout = 0');

  const request = new Request('http://localhost/logout', { method: 'POST', headers });
  const answer = await action({
    request,
    params: {},
    context: { app: context, nonce: '', address: '192.0.2.1' },
  });

  expect(answer.headers.get('Location')).toBe('/');
  const cookie = readCookies(answer.headers.getSetCookie());
  const next = new Request('http://localhost/', { headers: { Cookie: cookie } });
  expect((await takeToast(context, next)).toast).toMatchObject({
    tone: 'destructive',
    title: 'Logout failed',
  });
  expect(await findUserOf(context, request)).toMatchObject({ id: user.id });
});
