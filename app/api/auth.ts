import { Hono } from 'hono';
import { clearOrganizationCookie } from '~/auth/organization-cookie';
import { clearSessionCookie, giveSessionCookie, readSessionToken } from '~/auth/session';
import type { AppContext } from '~/context';
import { ForgotPassword, Login, ResendVerification, ResetPassword, SignUp, VerifyEmail } from '~/fields';
import { describeProblem } from '~/problem';
import { signedUpMessage, signUp } from '~/services/accounts';
import { logIn, logOut } from '~/services/login';
import {
  checkResetLink,
  forgotPasswordMessage,
  requestPasswordReset,
  resetPassword,
  resetPasswordMessage,
} from '~/services/password-reset';
import { resendVerification, resentMessage, verifiedMessage, verifyEmail } from '~/services/verification';
import { answerProblem, type ApiEnv, readJson } from './answer';

/** `/auth`: everything that works without a session. */
export function createAuthApi(context: AppContext) {
  const api = new Hono<ApiEnv>();

  api.post('/login/user', async (c) => {
    const body = await readJson(c, Login);
    if (body.kind !== 'value') return answerProblem(c, body, 'auth');
    const outcome = await logIn(context, body.value, {
      address: c.get('address'),
      userAgent: c.req.header('User-Agent') ?? null,
      sessionToken: await readSessionToken(context.config, c.req.raw),
    });
    if (outcome.kind !== 'logged-in') return answerProblem(c, outcome, 'auth');
    c.header('Set-Cookie', await giveSessionCookie(context.config, outcome.sessionToken));
    return c.json({ user: outcome.user });
  });

  api.post('/register/user', async (c) => {
    const body = await readJson(c, SignUp);
    if (body.kind !== 'value') return answerProblem(c, body);
    const outcome = await signUp(context, body.value, c.get('address'));
    if (outcome.kind !== 'signed-up') return answerProblem(c, outcome);
    return c.json({ message: signedUpMessage }, 201);
  });

  api.post('/verify-email', async (c) => {
    const body = await readJson(c, VerifyEmail);
    if (body.kind !== 'value') return answerProblem(c, body);
    const outcome = verifyEmail(context, body.value, c.get('address'));
    if (outcome.kind !== 'verified') return answerProblem(c, outcome);
    return c.json({ message: verifiedMessage });
  });

  api.post('/resend-email-verification', async (c) => {
    const body = await readJson(c, ResendVerification);
    if (body.kind !== 'value') return answerProblem(c, body);
    const outcome = resendVerification(context, body.value, c.get('address'));
    if (outcome.kind !== 'accepted') return answerProblem(c, outcome);
    return c.json({ message: resentMessage });
  });

  api.post('/forgot-password', async (c) => {
    const body = await readJson(c, ForgotPassword);
    if (body.kind !== 'value') return answerProblem(c, body);
    const outcome = requestPasswordReset(context, body.value, c.get('address'));
    if (outcome.kind !== 'accepted') return answerProblem(c, outcome);
    return c.json({ success: true, message: forgotPasswordMessage });
  });

  // Only looks: a mail program that opens links to look behind them uses nothing up.
  api.get('/validate-reset-token/:token', (c) => {
    const state = checkResetLink(context, c.req.param('token'));
    if (state.kind === 'valid') return c.json({ valid: true, expired: false });
    const { body } = describeProblem(state);
    return c.json({ valid: false, expired: state.kind === 'expired-reset-link', error: body.message });
  });

  api.post('/reset-password', async (c) => {
    const body = await readJson(c, ResetPassword);
    if (body.kind !== 'value') return answerProblem(c, body);
    const outcome = await resetPassword(context, body.value, c.get('address'));
    if (outcome.kind !== 'reset') return answerProblem(c, outcome);
    return c.json({ success: true, message: resetPasswordMessage });
  });

  api.post('/logout', async (c) => {
    logOut(context, await readSessionToken(context.config, c.req.raw), c.get('address'));
    c.header('Set-Cookie', await clearSessionCookie(context.config), { append: true });
    c.header('Set-Cookie', await clearOrganizationCookie(context.config), { append: true });
    return c.json({ message: 'You have been logged out successfully.' });
  });

  return api;
}
