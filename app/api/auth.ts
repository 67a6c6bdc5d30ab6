import type { Context } from 'hono';
import { clearOrganizationCookie } from '~/auth/organization-cookie';
import { serializeDeviceCookie, readKnownDevice } from '~/auth/login/known-device';
import { clearSessionCookie, serializeSessionCookie, readSessionToken } from '~/auth/session';
import type { AppContext } from '~/context';
import { ForgotPassword, LoginWithCode, ResendVerification, ResetPassword, VerifyEmail } from '~/fields';
import { describeProblem } from '~/problem';
import { signedUpMessage, signUp } from '~/services/accounts/sign-up';
import { logIn, logOut } from '~/services/accounts/login';
import {
  checkResetLink,
  forgotPasswordMessage,
  requestPasswordReset,
  resetPassword,
  resetPasswordMessage,
} from '~/services/accounts/password-reset';
import { emailRestoredMessage, restoreEmail } from '~/services/accounts/email-restoration';
import {
  resendVerification,
  resentMessage,
  verifiedMessage,
  verifyEmail,
} from '~/services/accounts/email-verification';
import { type ApiEnv, problemResponse } from './http/problem-response';
import { createApi, defineRoute, jsonBody, pathOf } from './openapi/route';
import { LoginResponse, ResetResponse, ResetLink, SignUp, Succeeded } from './shapes/account';
import { Message } from './shapes/problem';

const open = { tag: 'Accounts', access: 'public' } as const;
const session = {
  'Set-Cookie':
    'The session, as the cookie `session_token`, and `known_device`, by which tries of this browser are counted apart.',
};

const logInRoute = defineRoute({
  ...open,
  method: 'post',
  path: '/login/user',
  id: 'logIn',
  summary: 'Log in',
  text: 'Five attempts in 15 minutes per email and per browser known to the account, thirty for all these browsers together and per network address. An account with two-factor authentication needs a `code` as well, with five attempts of its own.',
  area: 'auth',
  request: { body: jsonBody(LoginWithCode, { email: 'ada@example.com', password: 'Difference-Engine-1' }) },
  responses: { 200: { description: 'Logged in.', schema: LoginResponse, headers: session } },
  problems: [
    'password-login-off',
    'wrong-credentials',
    'code-needed',
    'wrong-code',
    'unverified-email',
    'too-many-logins',
  ],
});

const signUpRoute = defineRoute({
  ...open,
  method: 'post',
  path: '/register/user',
  id: 'signUp',
  summary: 'Sign up',
  text: 'Creates an account and its organization, and emails a verification link. The response is the same for an address that has an account. The setting SIGNUP may require an invitation.',
  request: {
    body: jsonBody(SignUp, {
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@example.com',
      organizationName: 'analytical engines',
      password: 'Difference-Engine-1',
    }),
  },
  responses: { 201: { description: 'An email is on its way.', schema: Message } },
  problems: ['password-login-off', 'invitation-needed', 'sign-up-closed', 'too-many-requests'],
});

const verifyRoute = defineRoute({
  ...open,
  method: 'post',
  path: '/verify-email',
  id: 'verifyEmail',
  summary: 'Verify an email address',
  text: 'With the token from the emailed link, which works once, for 24 hours.',
  request: { body: jsonBody(VerifyEmail) },
  responses: { 200: { description: 'Verified.', schema: Message } },
  problems: ['already-verified', 'invalid-link', 'expired-link', 'email-taken', 'too-many-requests'],
});

const restoreRoute = defineRoute({
  ...open,
  method: 'post',
  path: '/restore-email',
  id: 'restoreEmail',
  summary: 'Take a change of email address back',
  text: 'With the token from the link that was emailed to the former address, which works once, for 7 days. Every session ends, and the password no longer works.',
  request: { body: jsonBody(VerifyEmail) },
  responses: { 200: { description: 'The account has its former address again.', schema: Message } },
  problems: ['invalid-restoration-link', 'expired-restoration-link', 'email-taken', 'too-many-requests'],
});

const resendRoute = defineRoute({
  ...open,
  method: 'post',
  path: '/resend-email-verification',
  id: 'resendVerification',
  summary: 'Resend the verification link',
  request: { body: jsonBody(ResendVerification) },
  responses: {
    200: { description: 'If there is something to verify, an email is on its way.', schema: Message },
  },
  problems: ['too-many-requests'],
});

const forgotRoute = defineRoute({
  ...open,
  method: 'post',
  path: '/forgot-password',
  id: 'forgotPassword',
  summary: 'Email a password reset link',
  request: { body: jsonBody(ForgotPassword) },
  responses: {
    200: { description: 'If there is such an account, an email is on its way.', schema: Succeeded },
  },
  problems: ['too-many-requests'],
});

const checkLinkRoute = defineRoute({
  ...open,
  method: 'get',
  path: '/validate-reset-token/{token}',
  id: 'validateResetToken',
  summary: 'Check a reset link',
  text: 'It does not use up the link.',
  isFresh: true,
  request: { params: pathOf('token') },
  responses: { 200: { description: 'Whether it works, and if not, why.', schema: ResetLink } },
});

const resetRoute = defineRoute({
  ...open,
  method: 'post',
  path: '/reset-password',
  id: 'resetPassword',
  summary: 'Set a new password with a reset link',
  text: 'All sessions of the account end. The response lists API tokens its owner created; `endApiTokens` ends them, too.',
  request: { body: jsonBody(ResetPassword) },
  responses: { 200: { description: 'The password was changed.', schema: ResetResponse } },
  problems: ['invalid-reset-link', 'expired-reset-link', 'too-many-requests'],
});

const logOutRoute = defineRoute({
  ...open,
  method: 'post',
  path: '/logout',
  id: 'logOut',
  summary: 'Log out',
  responses: { 200: { description: 'The session has ended, if there was one.', schema: Message } },
});

/** `/auth`: the calls that work without a session. */
export function createAuthApi(context: AppContext) {
  const api = createApi();

  async function knowDevice(c: Context<ApiEnv>, userId: string): Promise<void> {
    c.header('Set-Cookie', await serializeDeviceCookie(context.config, c.req.raw, userId), { append: true });
  }

  api.openapi(logInRoute, async (c) => {
    const outcome = await logIn(context, c.req.valid('json'), {
      address: c.get('address'),
      userAgent: c.req.header('User-Agent') ?? null,
      sessionToken: await readSessionToken(context.config, c.req.raw),
      device: await readKnownDevice(context.config, c.req.raw),
    });
    if (outcome.kind === 'code-awaited') return problemResponse(c, { kind: 'code-needed' }, 'auth');
    if (outcome.kind !== 'logged-in') return problemResponse(c, outcome, 'auth');
    c.header('Set-Cookie', await serializeSessionCookie(context.config, outcome.sessionToken), {
      append: true,
    });
    await knowDevice(c, outcome.user.id);
    return c.json({ user: outcome.user });
  });

  api.openapi(signUpRoute, async (c) => {
    const outcome = await signUp(context, c.req.valid('json'), c.get('address'));
    if (outcome.kind !== 'signed-up') return problemResponse(c, outcome);
    return c.json({ message: signedUpMessage }, 201);
  });

  api.openapi(verifyRoute, async (c) => {
    const outcome = await verifyEmail(
      context,
      c.req.valid('json'),
      c.get('address'),
      await readSessionToken(context.config, c.req.raw),
    );
    if (outcome.kind !== 'verified') return problemResponse(c, outcome);
    return c.json({ message: verifiedMessage });
  });

  api.openapi(restoreRoute, async (c) => {
    const outcome = await restoreEmail(context, c.req.valid('json'), c.get('address'));
    if (outcome.kind !== 'restored') return problemResponse(c, outcome);
    return c.json({ message: emailRestoredMessage });
  });

  api.openapi(resendRoute, async (c) => {
    const outcome = await resendVerification(context, c.req.valid('json'), c.get('address'));
    if (outcome.kind !== 'accepted') return problemResponse(c, outcome);
    return c.json({ message: resentMessage });
  });

  api.openapi(forgotRoute, async (c) => {
    const device = await readKnownDevice(context.config, c.req.raw);
    const outcome = await requestPasswordReset(context, c.req.valid('json'), c.get('address'), device);
    if (outcome.kind !== 'accepted') return problemResponse(c, outcome);
    return c.json({ success: true, message: forgotPasswordMessage });
  });

  // Only checks the link, so that a mail program that opens links does not use it up.
  api.openapi(checkLinkRoute, async (c) => {
    const state = await checkResetLink(context, c.req.valid('param').token);
    if (state.kind === 'valid') return c.json({ valid: true, expired: false });
    const { body } = describeProblem(state);
    return c.json({ valid: false, expired: state.kind === 'expired-reset-link', error: body.message });
  });

  api.openapi(resetRoute, async (c) => {
    const device = await readKnownDevice(context.config, c.req.raw);
    const outcome = await resetPassword(context, c.req.valid('json'), c.get('address'), device);
    if (outcome.kind !== 'reset') return problemResponse(c, outcome);
    const { userId, apiTokens } = outcome;
    await knowDevice(c, userId);
    return c.json({ success: true, message: resetPasswordMessage, apiTokens });
  });

  api.openapi(logOutRoute, async (c) => {
    await logOut(context, await readSessionToken(context.config, c.req.raw), c.get('address'));
    c.header('Set-Cookie', await clearSessionCookie(context.config), { append: true });
    c.header('Set-Cookie', await clearOrganizationCookie(context.config), { append: true });
    return c.json({ message: 'You have been logged out successfully.' });
  });

  return api;
}
