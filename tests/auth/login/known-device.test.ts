import { expect, test } from 'vitest';
import { serializeDeviceCookie, readKnownDevice } from '~/auth/login/known-device';
import { readCookies } from '../../support/accounts';
import { createTestContext } from '../../support/context';

function requestWith(...setCookies: string[]): Request {
  return new Request('http://localhost:3000/', { headers: { Cookie: readCookies(setCookies) } });
}

test('a browser stays the same one, and is known to each account that it signed in to', async () => {
  const { config } = await createTestContext();
  const first = await serializeDeviceCookie(config, requestWith(), 'ada');
  const one = await readKnownDevice(config, requestWith(first));
  expect(one).toEqual({ id: expect.stringMatching(/^[\w-]{43}$/), userIds: ['ada'] });
  const second = await serializeDeviceCookie(config, requestWith(first), 'grace');
  const again = await serializeDeviceCookie(config, requestWith(second), 'ada');
  expect(await readKnownDevice(config, requestWith(again))).toEqual({
    id: one?.id,
    userIds: ['ada', 'grace'],
  });
});

test('no more than ten accounts are remembered, the newest ones', async () => {
  const { config } = await createTestContext();
  let cookie = '';
  for (let count = 0; count < 12; count++) {
    cookie = await serializeDeviceCookie(config, requestWith(cookie), `user-${count}`);
  }
  const userIds = (await readKnownDevice(config, requestWith(cookie)))?.userIds;
  expect(userIds?.length).toBe(10);
  expect(userIds?.[0]).toBe('user-11');
});

test('what we did not sign is nothing', async () => {
  const { config } = await createTestContext();
  const cookie = await serializeDeviceCookie(config, requestWith(), 'ada');
  const forged = cookie.replace(/=(..)/, '=AA');
  for (const each of [forged, 'known_device=nonsense', 'known_device=']) {
    expect(await readKnownDevice(config, requestWith(each))).toBeUndefined();
  }
  const other = { ...config, sessionSecret: 'another session secret, for tests only' };
  expect(await readKnownDevice(other, requestWith(cookie))).toBeUndefined();
});

test('the cookie is HttpOnly, for a year, and Secure when the address is https', async () => {
  const { config } = await createTestContext({ config: { appUrl: 'https://example.com' } });
  const cookie = await serializeDeviceCookie(config, requestWith(), 'ada');
  for (const part of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/', `Max-Age=${365 * 24 * 3600}`]) {
    expect(cookie).toContain(part);
  }
});
