import { expect, test } from 'vitest';
import { readKnownDevice } from '~/auth/login/known-device';
import { takeToast } from '~/auth/toast-cookie';
import { listApiTokensMadeBy } from '~/db/organizations/api-tokens';
import { action, loader } from '~/routes/reset-password/route';
import { createApiToken } from '~/services/accounts/api-token-creation';
import { requestPasswordReset } from '~/services/accounts/password-reset';
import { createTestUser, proven, readCookies, signInAs } from '../../support/accounts';
import { createTestContext } from '../../support/context';
import { findMailedToken } from '../../support/mail';

test('the form names API tokens and ends them when that is asked for; the browser is known afterwards', async () => {
  const app = await createTestContext();
  const { user, organizationId } = await createTestUser(app, { email: 'ada@example.com' });
  await createApiToken(
    app,
    { userId: user.id, organizationId },
    { name: 'Deployment', role: 'OWNER' },
    proven,
  );
  await requestPasswordReset(app, { email: 'ada@example.com' }, '192.0.2.1');
  const token = await findMailedToken(app.db, 'ada@example.com', '/reset-password');
  const url = `http://localhost:3000/reset-password?token=${token}`;
  const about = { params: {}, context: { app, nonce: '', address: '192.0.2.1' } };
  const read = async (address: string) =>
    (await loader({ ...about, request: new Request(address) })).apiTokens;
  expect(await read(url)).toMatchObject([{ name: 'Deployment', organizationName: 'analytical engines' }]);
  expect(await read('http://localhost:3000/reset-password?token=nobodys')).toEqual([]);

  const newPassword = 'Jacquard-Loom-1804';
  const body = new URLSearchParams({ token, newPassword, confirmPassword: newPassword, endApiTokens: 'on' });
  const answer = await action({ ...about, request: new Request(url, { method: 'POST', body }) });
  expect(answer.data).toMatchObject({ done: true });
  expect(await listApiTokensMadeBy(app.db, user.id)).toEqual([]);
  const cookies = readCookies(new Headers(answer.init?.headers).getSetCookie());
  const next = new Request(url, { headers: { Cookie: cookies } });
  expect(await readKnownDevice(app.config, next)).toMatchObject({ userIds: [user.id] });
});

test("another user's link is not opened for who is logged in, who is told why", async () => {
  const app = await createTestContext();
  const { user } = await createTestUser(app, { email: 'ada@example.com' });
  await createTestUser(app, { email: 'grace@example.com' });
  await requestPasswordReset(app, { email: 'grace@example.com' }, '192.0.2.1');
  const token = await findMailedToken(app.db, 'grace@example.com', '/reset-password');
  const request = new Request(`http://localhost:3000/reset-password?token=${token}`, {
    headers: { Cookie: await signInAs(app, user.id) },
  });
  const about = { params: {}, context: { app, nonce: '', address: '192.0.2.1' } };
  const answer: unknown = await loader({ ...about, request }).catch((thrown: unknown) => thrown);
  if (!(answer instanceof Response)) throw new Error('the form was shown');
  expect(answer.headers.get('Location')).toBe('/');
  const Cookie = readCookies(answer.headers.getSetCookie());
  const { toast } = await takeToast(app, new Request('http://localhost:3000/', { headers: { Cookie } }));
  expect(toast).toMatchObject({ title: 'Reset link not opened' });
  expect(toast?.description).toContain('You are logged in as ada@example.com');
});
