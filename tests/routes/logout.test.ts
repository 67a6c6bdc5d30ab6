import { expect, it, onTestFinished } from 'vitest';
import { findUserOf } from '~/auth/guards';
import { takeToast } from '~/auth/toast-cookie';
import BetterSqlite3 from '~/db/core/sqlite';
import { action } from '~/routes/logout';
import { createTestUser, readCookies, signInAs } from '../support/accounts';
import { createTestContext } from '../support/context';

/** Somebody who is signed in, while another process holds the database and nothing can be written. */
async function holdDatabase() {
  const context = await createTestContext();
  const { user } = await createTestUser(context);
  const cookie = await signInAs(context, user.id);
  const other = new BetterSqlite3(context.db.sqlite.name);
  onTestFinished(() => void other.close());
  other.exec('begin immediate');
  context.db.sqlite.pragma('busy_timeout = 0');
  const logOut = (headers: Record<string, string>) => {
    const request = new Request('http://localhost/logout', {
      method: 'POST',
      headers: { Cookie: cookie, ...headers },
    });
    return action({ request, params: {}, context: { app: context, nonce: '', address: '192.0.2.1' } });
  };
  const findUser = () =>
    findUserOf(context, new Request('http://localhost/', { headers: { Cookie: cookie } }));
  return { context, user, logOut, findUser };
}

it('a session that cannot be ended goes on, and its owner reads so', async () => {
  const { context, user, logOut, findUser } = await holdDatabase();
  const answer = await logOut({});

  expect(answer.headers.get('Location')).toBe('/');
  const cookie = readCookies(answer.headers.getSetCookie());
  const next = new Request('http://localhost/', { headers: { Cookie: cookie } });
  expect((await takeToast(context, next)).toast).toMatchObject({
    tone: 'destructive',
    title: 'Logout failed',
  });
  expect(await findUser()).toMatchObject({ id: user.id });
});

it('script gets the failure, and leads nowhere', async () => {
  const { user, logOut, findUser } = await holdDatabase();
  const answer = await logOut({ Accept: 'application/json' });
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ code: 'UNAVAILABLE' });
  expect(await findUser()).toMatchObject({ id: user.id });
});
