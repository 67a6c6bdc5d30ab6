import { parseWithZod } from '@conform-to/zod/v4';
import { data } from '@remix-run/node';
import { requireUser } from '~/auth/guards';
import { readLoginCaller } from '~/auth/login/login-caller';
import { refuseForm } from '~/auth/login/refused-form';
import { serializeSessionCookie } from '~/auth/session';
import { redirectWithToast } from '~/auth/toast-cookie';
import { FreshPasswordForm, PasswordChangeForm, Profile } from '~/fields';
import { describeProblem } from '~/problem';
import {
  changePassword,
  passwordUpdatedMessage,
  profileUpdatedMessage,
  updateProfile,
} from '~/services/accounts/profile';
import type { AccountForm } from '../forms/account-form';

export interface Submitted extends AccountForm {
  returnTo: string;
}

/** The form's email is read-only, so its value is ignored. */
const ProfileNames = Profile.omit({ email: true });

export async function submitProfile({ app, user, address, form, returnTo }: Submitted) {
  const submission = parseWithZod(form, { schema: ProfileNames });
  const response = { intent: 'profile' as const, returnTo, result: submission.reply(), failure: null };
  if (submission.status !== 'success') return data(response, { status: 422 });
  const outcome = await updateProfile(app, user, submission.value, { address });
  if (outcome.kind === 'updated') {
    const toast = { title: 'Profile updated', description: profileUpdatedMessage };
    return redirectWithToast(app, returnTo, { tone: 'success', ...toast });
  }
  const { body, ...init } = describeProblem(outcome, 'profile');
  return data({ ...response, failure: body.message }, init);
}

export async function submitPassword({ app, user, address, form, request, isFresh, returnTo }: Submitted) {
  const submission = parseWithZod(form, { schema: isFresh ? FreshPasswordForm : PasswordChangeForm });
  const hideFields = ['currentPassword', 'newPassword', 'confirmPassword'];
  const result = submission.reply({ hideFields });
  const response = { intent: 'password' as const, returnTo, result, failure: null };
  if (submission.status !== 'success') return data(response, { status: 422 });
  const caller = await readLoginCaller({ request, context: { app, address } });
  const outcome = await changePassword(app, user, submission.value, { ...caller, isFresh });
  if (outcome.kind === 'changed') {
    const cookies = new Headers({
      'Set-Cookie': await serializeSessionCookie(app.config, outcome.sessionToken),
    });
    const toast = { title: 'Password updated', description: passwordUpdatedMessage };
    return redirectWithToast(app, returnTo, { tone: 'success', ...toast }, cookies);
  }
  if (outcome.kind === 'invalid-token') await requireUser(app, request);
  const { refusal, init } = refuseForm(outcome, submission, { area: 'password', hideFields });
  return data({ ...response, ...refusal }, init);
}
