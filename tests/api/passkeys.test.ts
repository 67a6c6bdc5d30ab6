import { expect, test } from 'vitest';
import { createTestUser, signInAs } from '../support/accounts';
import { createTestContext } from '../support/context';
import { givePasskey } from '../support/passkeys';
import { createCheckedApp } from './checked-app';

const password = 'Difference-Engine-1';

test('passkeys are listed, renamed, made the second factor and removed over JSON', async () => {
  const context = await createTestContext();
  const api = createCheckedApp(context);
  const passwordHash = await context.passwords.hash(password);
  const { user } = await createTestUser(context, { passwordHash });
  await givePasskey(context, user, { password, name: 'Phone' });
  await givePasskey(context, user, { password, name: 'Key' });
  const cookie = await signInAs(context, user.id);
  const send = (method: string, path: string, body?: object) =>
    api.request(`/api/users/${user.id}${path}`, {
      method,
      headers: {
        Cookie: cookie,
        Origin: context.config.appUrl,
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  const list = async () => (await (await send('GET', '/passkeys')).json()) as { id: string; name: string }[];

  const [key, phone] = await list();
  expect(phone).toEqual({
    id: expect.any(String),
    name: 'Phone',
    isBackedUp: false,
    createdAt: new Date(context.now()).toISOString(),
    lastUsedAt: null,
  });
  expect((await send('PUT', `/passkeys/${phone?.id}`, { name: 'Old\nphone' })).status).toBe(422);
  expect((await send('PUT', `/passkeys/${phone?.id}`, { name: 'Old phone' })).status).toBe(204);
  expect((await list()).map(({ name }) => name)).toEqual(['Key', 'Old phone']);

  const enabled = await send('PUT', '/two-factor/passkeys', { currentPassword: password });
  expect([enabled.status, enabled.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
  expect(((await enabled.json()) as { recoveryCodes: string[] }).recoveryCodes).toHaveLength(10);
  expect(await (await send('GET', '/two-factor')).json()).toMatchObject({ hasApp: false });

  const wrong = await send('DELETE', `/passkeys/${phone?.id}`, { currentPassword: 'wrong' });
  expect(await wrong.json()).toMatchObject({ code: 'WRONG_PASSWORD' });
  expect((await send('DELETE', `/passkeys/${phone?.id}`, { currentPassword: password })).status).toBe(204);
  const last = await send('DELETE', `/passkeys/${key?.id}`, { currentPassword: password });
  expect([last.status, await last.json()]).toMatchObject([409, { code: 'CONFLICT' }]);
});
