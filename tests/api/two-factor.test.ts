import { expect, test } from 'vitest';
import { createTestUser, readCookies, signInAs } from '../support/accounts';
import { createTestContext } from '../support/context';
import { showCode } from '../support/two-factor';
import { createCheckedApp } from './checked-app';
import { postJson } from './post-json';

const email = 'ada@example.com';
const password = 'Difference-Engine-1';

test('two-factor authentication is turned on, used and turned off over JSON alone', async () => {
  const context = await createTestContext();
  const api = createCheckedApp(context);
  const passwordHash = await context.passwords.hash(password);
  const { user } = await createTestUser(context, { email, passwordHash });
  const cookie = await signInAs(context, user.id);
  const send = (method: string, path: string, body?: object) =>
    api.request(`/api/users/${user.id}/two-factor${path}`, {
      method,
      headers: {
        Cookie: cookie,
        Origin: context.config.appUrl,
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  const logIn = (more: object) => api.request('/auth/login/user', postJson({ email, password, ...more }));
  const currentPassword = password;

  expect(await (await send('GET', '')).json()).toEqual({
    since: null,
    recoveryCodesLeft: 0,
    hasApp: false,
  });
  const offered = await send('POST', '/key');
  expect(offered.headers.get('Cache-Control')).toBe('no-store');
  const { key, setup } = (await offered.json()) as { key: string; setup: string };
  const code = showCode(key, context.now());
  const enabled = await send('PUT', '', { setup, code, currentPassword });
  expect([enabled.status, enabled.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
  const { recoveryCodes } = (await enabled.json()) as { recoveryCodes: string[] };
  expect(await (await send('GET', '')).json()).toEqual({
    since: new Date(context.now()).toISOString(),
    recoveryCodesLeft: 10,
    hasApp: true,
  });

  const halfway = await logIn({});
  expect([halfway.status, halfway.headers.getSetCookie()]).toEqual([401, []]);
  expect(await halfway.json()).toMatchObject({ code: 'CODE_NEEDED' });
  const wrong = await logIn({ code: '000000' });
  expect([wrong.status, await wrong.json()]).toEqual([401, expect.objectContaining({ code: 'WRONG_CODE' })]);
  const loggedIn = await logIn({ code: recoveryCodes[0] });
  expect(loggedIn.status).toBe(200);
  expect(readCookies(loggedIn.headers.getSetCookie())).toContain('session_token=');

  const renewed = await send('POST', '/recovery-codes', { currentPassword });
  expect(((await renewed.json()) as { recoveryCodes: string[] }).recoveryCodes).toHaveLength(10);
  expect((await send('DELETE', '', { currentPassword })).status).toBe(204);
  expect((await logIn({})).status).toBe(200);
});
