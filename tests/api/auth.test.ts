import { describe, expect, test } from 'vitest';
import { readCookies } from '../support/accounts';
import { createTestContext } from '../support/context';
import { findMailedToken } from '../support/mail';
import { createCheckedApp } from './checked-app';
import { postJson } from './post-json';

const signUp = {
  email: 'ada@example.com',
  password: 'Difference-Engine-1',
  firstName: 'Ada',
  lastName: 'Lovelace',
  organizationName: 'Analytical Engines',
};
const login = { email: ' ADA@example.com', password: signUp.password };

async function createApi() {
  const context = await createTestContext();
  const api = createCheckedApp(context);
  const verify = async () =>
    api.request(
      '/auth/verify-email',
      postJson({ token: await findMailedToken(context.db, 'ada@example.com') }),
    );
  return { context, api, verify };
}

async function createVerified() {
  const parts = await createApi();
  await parts.api.request('/auth/register/user', postJson(signUp));
  await parts.verify();
  return parts;
}

describe('the way from sign-up to logout', () => {
  test('works over JSON alone', async () => {
    const { api, verify } = await createApi();
    const registered = await api.request('/auth/register/user', postJson(signUp));
    expect(registered.status).toBe(201);
    await expect(registered.json()).resolves.toEqual({ message: expect.stringContaining('successfully') });

    const tooEarly = await api.request('/auth/login/user', postJson(login));
    expect(tooEarly.status).toBe(403);
    expect(tooEarly.headers.getSetCookie()).toEqual([]);
    await expect(tooEarly.json()).resolves.toMatchObject({ code: 'EMAIL_NOT_VERIFIED' });

    expect((await verify()).status).toBe(200);
    const loggedIn = await api.request('/auth/login/user', postJson(login));
    expect(loggedIn.status).toBe(200);
    await expect(loggedIn.json()).resolves.toEqual({
      user: {
        id: expect.any(String),
        email: 'ada@example.com',
        firstName: 'Ada',
        lastName: 'Lovelace',
        profileImageUrl: null,
        emailVerified: true,
      },
    });

    const headers = { Cookie: readCookies(loggedIn.headers.getSetCookie()) };
    expect((await api.request('/api/users/me', { headers })).status).toBe(200);
    const loggedOut = await api.request('/auth/logout', { method: 'POST', headers });
    expect(loggedOut.status).toBe(200);
    expect(loggedOut.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^session_token=;.*Max-Age=0/),
      expect.stringMatching(/^selectedOrgMembership=;.*Max-Age=0/),
    ]);
    const after = await api.request('/api/users/me', { headers });
    expect(after.status).toBe(401);
    await expect(after.json()).resolves.toEqual({
      message: 'Invalid or expired token',
      code: 'INVALID_TOKEN',
    });
  });
});

describe('a login', () => {
  test('is rejected alike for a wrong password and an unknown email', async () => {
    const { api } = await createVerified();
    const wrong = await api.request('/auth/login/user', postJson({ ...login, password: 'wrong' }));
    const unknown = await api.request(
      '/auth/login/user',
      postJson({ ...login, email: 'nobody@example.com' }),
    );
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    const body = await wrong.json();
    expect(body).toEqual({ message: 'Invalid email or password.', code: 'INVALID_CREDENTIALS' });
    await expect(unknown.json()).resolves.toEqual(body);
  });

  test('says after too many tries how long to wait', async () => {
    const { api } = await createVerified();
    for (let count = 0; count < 5; count++)
      await api.request('/auth/login/user', postJson({ ...login, password: 'x' }));
    const response = await api.request('/auth/login/user', postJson(login));
    expect(response.status).toBe(429);
    expect(response.headers.get('Retry-After')).toBe('900');
    await expect(response.json()).resolves.toMatchObject({
      message: 'Too many login attempts. Please try again later.',
    });
  });

  test('names the fields that are wrong', async () => {
    const { api } = await createApi();
    const response = await api.request('/auth/login/user', postJson({ email: 'ada' }));
    expect(response.status).toBe(422);
    await expect(response.json()).resolves.toEqual({
      message: 'Please check your credentials and try again.',
      code: 'VALIDATION_FAILED',
      fields: { email: ['Please enter a valid email address'], password: ['Password is required'] },
    });
  });
});

describe('a registration', () => {
  test('gets the same response for a known email', async () => {
    const { api } = await createApi();
    const differs = { ...signUp, confirmPassword: 'Another-horse-7' };
    expect((await api.request('/auth/register/user', postJson(differs))).status).toBe(422);
    const repeated = { ...signUp, confirmPassword: signUp.password };
    const first = await api.request('/auth/register/user', postJson(repeated));
    const second = await api.request('/auth/register/user', postJson(signUp));
    expect(second.status).toBe(first.status);
    await expect(second.text()).resolves.toBe(await first.text());
  });

  test('takes nothing but what the sign-up asks for', async () => {
    const { context, api } = await createApi();
    const now = context.now();
    await api.request(
      '/auth/register/user',
      postJson({ ...signUp, id: 'mine', emailVerified: true, role: 'ADMIN' }),
    );
    const users = await context.db.all(
      context.db.build.selectFrom('users').select(['id', 'email_verified_at', 'created_at']),
    );
    expect(users).toEqual([
      { id: expect.not.stringContaining('mine'), email_verified_at: null, created_at: now },
    ]);
  });
});

describe('a verification', () => {
  test('tells a used link from one that never was', async () => {
    const { api, verify } = await createVerified();
    const used = await verify();
    expect(used.status).toBe(409);
    await expect(used.json()).resolves.toMatchObject({ message: 'Email is already verified.' });
    const unknown = await api.request('/auth/verify-email', postJson({ token: 'made up' }));
    expect(unknown.status).toBe(422);
    await expect(unknown.json()).resolves.toMatchObject({ code: 'INVALID_LINK' });
  });

  test('mail is sent again with the same response for everybody', async () => {
    const { api } = await createVerified();
    const answers = await Promise.all(
      ['ada@example.com', 'nobody@example.com'].map(async (email) => {
        const response = await api.request('/auth/resend-email-verification', postJson({ email }));
        return [response.status, await response.text()];
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toEqual([200, expect.stringContaining('successfully')]);
  });
});

describe('a body', () => {
  test.each([
    ['of another type', { headers: { 'Content-Type': 'text/plain' }, body: JSON.stringify(login) }, 415],
    ['of a form', { body: new URLSearchParams(login) }, 415],
    ['without a type', { body: new Blob([JSON.stringify(login)]) }, 415],
    ['that is broken', { headers: { 'Content-Type': 'application/json' }, body: '{"email":' }, 400],
    ['that is empty', { headers: { 'Content-Type': 'application/json' } }, 400],
    ['that is no object', postJson(['ada']), 422],
    ['that is null', postJson(null), 422],
    ['over 256 KiB', postJson({ ...login, more: 'x'.repeat(256 * 1024) }), 413],
  ])('%s is rejected', async (_what, init: RequestInit, status) => {
    const { api } = await createApi();
    const response = await api.request('/auth/login/user', { ...init, method: 'POST' });
    expect(response.status).toBe(status);
    await expect(response.json()).resolves.toMatchObject({
      message: expect.any(String),
      code: expect.any(String),
    });
  });

  test('with a charset behind its type is read', async () => {
    const { api } = await createVerified();
    const headers = { 'Content-Type': 'application/json; charset=utf-8' };
    expect((await api.request('/auth/login/user', postJson(login, headers))).status).toBe(200);
  });
});

async function requestReset(email: string) {
  const parts = await createVerified();
  const asked = await parts.api.request('/auth/forgot-password', postJson({ email }));
  return { ...parts, asked };
}

describe('a password reset over JSON', () => {
  test('says whether the link is good, sets the password, and ends every session', async () => {
    const { context, api, asked } = await requestReset('ada@example.com');
    expect(asked.status).toBe(200);
    await expect(asked.json()).resolves.toEqual({ success: true, message: expect.any(String) });
    const loggedIn = await api.request('/auth/login/user', postJson(login));
    const headers = { Cookie: readCookies(loggedIn.headers.getSetCookie()) };
    const token = await findMailedToken(context.db, 'ada@example.com', '/reset-password');

    const looked = await api.request(`/auth/validate-reset-token/${token}`);
    await expect(looked.json()).resolves.toEqual({ valid: true, expired: false });
    const newPassword = 'Jacquard-Loom-1804';
    const body = { token, newPassword, confirmPassword: newPassword };
    const reset = await api.request('/auth/reset-password', postJson(body));
    await expect(reset.json()).resolves.toEqual({
      success: true,
      message: 'Your password has been reset successfully.',
      apiTokens: [],
    });
    expect((await api.request('/api/users/me', { headers })).status).toBe(401);
    const again = await api.request('/auth/reset-password', postJson(body));
    expect(again.status).toBe(422);
    await expect(again.json()).resolves.toMatchObject({ code: 'INVALID_LINK' });
    const used = await api.request(`/auth/validate-reset-token/${token}`);
    await expect(used.json()).resolves.toEqual({
      valid: false,
      expired: false,
      error:
        'This password reset link is invalid or was already used. If you used it, log in with your new password.',
    });
  });

  test('tells a link that is too old', async () => {
    const { context, api } = await requestReset('ada@example.com');
    const token = await findMailedToken(context.db, 'ada@example.com', '/reset-password');
    context.clock.advance(20 * 60_000);
    const looked = await api.request(`/auth/validate-reset-token/${token}`);
    await expect(looked.json()).resolves.toMatchObject({
      valid: false,
      expired: true,
      error: expect.stringContaining('expired'),
    });
  });

  test('is asked for with the same response for everybody', async () => {
    const { api, asked } = await requestReset('ada@example.com');
    const unknown = await api.request('/auth/forgot-password', postJson({ email: 'nobody@example.com' }));
    expect(unknown.status).toBe(asked.status);
    await expect(unknown.text()).resolves.toBe(await asked.text());
  });

  test('needs its token', async () => {
    const { api } = await createApi();
    const response = await api.request('/auth/reset-password', postJson({ token: '' }));
    expect(response.status).toBe(422);
    await expect(response.json()).resolves.toMatchObject({
      fields: { token: ['Password reset token is missing.'] },
    });
  });
});

describe('early access', () => {
  test('is asked for once or twice with the same response, and noted once', async () => {
    const { context, api } = await createApi();
    for (const email of ['ada@example.com', ' ADA@example.com ']) {
      const response = await api.request('/early-access', postJson({ email }));
      expect(response.status).toBe(200);
      await expect(response.json()).resolves.toEqual({ message: 'Thank you for signing up!' });
    }
    const noted = await context.db.all(context.db.build.selectFrom('early_access').select('email'));
    expect(noted).toEqual([{ email: 'ada@example.com' }]);
  });

  test('needs an email', async () => {
    const { api } = await createApi();
    const response = await api.request('/early-access', postJson({ email: ' ' }));
    expect(response.status).toBe(422);
    await expect(response.json()).resolves.toMatchObject({ fields: { email: ['Email is required.'] } });
  });
});
