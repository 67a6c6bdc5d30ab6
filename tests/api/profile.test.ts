import { describe, expect, test } from 'vitest';
import { createCheapPasswords } from '../support/passwords';
import { serializeProof } from '~/auth/login/proof-cookie';
import { createSession, serializeSessionCookie } from '~/auth/session';
import type { AppContext } from '~/context';
import { updatePassword } from '~/db/accounts/users';
import { createTestUser, readCookies, signInAs } from '../support/accounts';
import { createTestContext } from '../support/context';
import { findMailedToken } from '../support/mail';
import { createCheckedApp } from './checked-app';
import { postJson } from './post-json';

const currentPassword = 'Difference-Engine-1';
const newPassword = 'Jacquard-Loom-1804';

async function createPerson() {
  const context = await createTestContext();
  const { user } = await createTestUser(context, { email: 'ada@example.com' });
  const passwordHash = await createCheapPasswords().hash(currentPassword);
  await updatePassword(context.db, user.id, { passwordHash, now: context.now() });
  const api = createCheckedApp(context);
  const cookie = await signInAs(context, user.id);
  const put = (path: string, body: object, headers: Record<string, string> = { Cookie: cookie }) =>
    api.request(`/api/users/${path}`, { ...postJson(body, headers), method: 'PUT' });
  return { context, user, api, put };
}

/** A session, and the proof that a browser has in it after a passkey or single sign-on. */
async function startSession(context: AppContext, userId: string) {
  const token = await createSession(context.db, {
    userId,
    userAgent: null,
    address: null,
    now: context.now(),
  });
  return {
    cookie: readCookies([await serializeSessionCookie(context.config, token)]),
    proof: readCookies([await serializeProof(context.config, token, context.now())]),
  };
}

test('deleting the account takes that proof, too', async () => {
  const { context, user, api } = await createPerson();
  const { cookie, proof } = await startSession(context, user.id);
  const ask = (sent: string) =>
    api.request(`/api/users/${user.id}`, { ...postJson({}, { Cookie: sent }), method: 'DELETE' });
  const refused = await ask(cookie);
  expect(refused.status).toBe(403);
  await expect(refused.json()).resolves.toMatchObject({
    code: 'PROOF_NEEDED',
    fields: { currentPassword: ['Current password is required'] },
  });
  expect((await ask(`${cookie}; ${proof}`)).status).toBe(204);
});

describe('PUT /api/users/{id}/current-user', () => {
  const names = { firstName: 'Augusta', lastName: 'King' };

  test('responds with the user as they are now', async () => {
    const { user, put } = await createPerson();
    const response = await put(`${user.id}/current-user`, { ...names, email: user.email });
    expect(response.status).toBe(200);
    await expect(response.json()).resolves.toEqual({ ...user, ...names });
  });

  test.each([
    [
      'an email that somebody has',
      { ...names, email: 'grace@example.com', currentPassword },
      409,
      'This email address is already in use.',
    ],
    [
      'an email that somebody has, before it asks for the password',
      { ...names, email: 'grace@example.com' },
      409,
      'This email address is already in use.',
    ],
    [
      'another email without the password',
      { ...names, email: 'augusta@example.com' },
      403,
      'Send your current password (currentPassword), or confirm first that it is you.',
    ],
    [
      'another email with a wrong password',
      { ...names, email: 'augusta@example.com', currentPassword: 'x' },
      403,
      'Current password is incorrect.',
    ],
    ['a name that is too short', { ...names, firstName: 'A' }, 422, 'The provided information is invalid.'],
  ])('rejects %s', async (_what, body, status, message) => {
    const { context, user, put } = await createPerson();
    await createTestUser(context, { email: 'grace@example.com' });
    const response = await put(`${user.id}/current-user`, body);
    expect(response.status).toBe(status);
    await expect(response.json()).resolves.toMatchObject({ message });
  });

  test('takes what the same browser proved a moment ago in the place of the password', async () => {
    const { context, user, put } = await createPerson();
    const [own, other] = await Promise.all([1, 2].map(() => startSession(context, user.id)));
    const change = { ...names, email: 'augusta@example.com' };
    const ask = (session: string, proof: string) =>
      put(`${user.id}/current-user`, change, { Cookie: `${session}; ${proof}` });
    expect((await ask(own!.cookie, other!.proof)).status).toBe(403);
    expect((await ask(own!.cookie, own!.proof)).status).toBe(200);
    context.clock.advance(5 * 60_000);
    expect((await ask(own!.cookie, own!.proof)).status).toBe(403);
  });

  test('tells 30 times in a quarter of an hour at most whether an email is taken', async () => {
    const { context, user, put } = await createPerson();
    const ask = (email: string) => put(`${user.id}/current-user`, { ...names, email, currentPassword });
    for (let count = 0; count < 30; count++) {
      const email = `grace${count}@example.com`;
      await createTestUser(context, { email });
      expect((await ask(email)).status).toBe(409);
    }
    const refused = await ask('grace0@example.com');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await ask('unknown@example.com')).status).toBe(429);
    expect((await put(`${user.id}/current-user`, names)).status).toBe(200);
  });

  test('is for oneself alone', async () => {
    const { context, put } = await createPerson();
    const { user: other } = await createTestUser(context);
    expect((await put(`${other.id}/current-user`, names)).status).toBe(404);
    expect((await put(`${other.id}/current-user`, names, {})).status).toBe(401);
  });
});

describe('PUT /api/users/{id}/password', () => {
  test('takes the new password twice, as forms send it, when both are the same', async () => {
    const { user, put } = await createPerson();
    const body = { currentPassword, newPassword, confirmPassword: 'Another-horse-7' };
    const refused = await put(`${user.id}/password`, body);
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ fields: { confirmPassword: ["Passwords don't match"] } });
    const repeated = { ...body, confirmPassword: newPassword };
    expect((await put(`${user.id}/password`, repeated)).status).toBe(200);
  });

  test('tells the success, and gives the caller a new session for the one that ended', async () => {
    const { user, api, put } = await createPerson();
    const response = await put(`${user.id}/password`, { currentPassword, newPassword });
    expect(response.status).toBe(200);
    await expect(response.json()).resolves.toMatchObject({ status: 'PASSWORD_UPDATED_SUCCESS' });
    const headers = { Cookie: readCookies(response.headers.getSetCookie()) };
    expect((await api.request('/api/users/me', { headers })).status).toBe(200);
    expect((await put(`${user.id}/password`, { currentPassword, newPassword })).status).toBe(401);
  });

  test.each([
    [
      'a wrong current password',
      { currentPassword: 'x', newPassword },
      403,
      'Current password is incorrect.',
    ],
    [
      'a weak new one',
      { currentPassword, newPassword: 'weak' },
      422,
      "New password doesn't meet security requirements.",
    ],
  ])('rejects %s', async (_what, body, status, message) => {
    const { user, put } = await createPerson();
    const response = await put(`${user.id}/password`, body);
    expect(response.status).toBe(status);
    await expect(response.json()).resolves.toMatchObject({ message });
  });

  test('is for oneself alone', async () => {
    const { context, put } = await createPerson();
    const { user: other } = await createTestUser(context);
    expect((await put(`${other.id}/password`, { currentPassword, newPassword })).status).toBe(404);
  });
});

test('a change of email is read and withdrawn, and its link ends', async () => {
  const { context, user, api, put } = await createPerson();
  const Cookie = await signInAs(context, user.id);
  const ask = (method: string) =>
    api.request(`/api/users/${user.id}/email-change`, { method, headers: { Cookie } });
  expect((await ask('GET')).status).toBe(404);
  const wanted = { firstName: 'Ada', lastName: 'Lovelace', email: 'countess@example.com', currentPassword };
  expect((await put(`${user.id}/current-user`, wanted)).status).toBe(200);
  expect(await (await ask('GET')).json()).toEqual({
    email: 'countess@example.com',
    until: new Date(context.now() + 86_400_000).toISOString(),
  });
  expect((await ask('DELETE')).status).toBe(204);
  expect((await ask('GET')).status).toBe(404);
  const token = await findMailedToken(context.db, 'countess@example.com');
  expect((await api.request('/auth/verify-email', postJson({ token }))).status).toBe(422);
});
