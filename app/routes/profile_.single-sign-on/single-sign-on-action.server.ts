import { parseWithZod } from '@conform-to/zod/v4';
import type { SubmissionResult } from '@conform-to/react';
import { data } from '@remix-run/node';
import { attemptCookie } from '~/auth/login/single-sign-on-cookies';
import { redirectWithToast } from '~/auth/toast-cookie';
import type { AppContext } from '~/context';
import type { User } from '~/db/accounts/users';
import { PasswordProof } from '~/fields';
import { describeProblem, type Problem } from '~/problem';
import { provePassword } from '~/services/accounts/password-proof';
import { forgotPasswordMessage, requestPasswordReset } from '~/services/accounts/password-reset';
import { disconnectIdentity } from '~/services/accounts/single-sign-on/own-identity';
import { beginSingleSignOn } from '~/services/accounts/single-sign-on/provider';
import type { SingleSignOn } from '~/setting-groups';

interface Submitted {
  app: AppContext;
  /** The caller's network address. */
  address: string;
  user: User;
  provider: SingleSignOn;
  form: FormData;
}

export interface SingleSignOnResponse {
  result?: SubmissionResult<string[]>;
  failure?: string;
  /** At the provider. No form may lead to another site, so a link on the screen does. */
  address?: string;
}

const screen = '/profile/single-sign-on';

export async function submitConnect({ app, address, user, provider, form }: Submitted) {
  const submission = parseWithZod(form, { schema: PasswordProof });
  const result = submission.reply({ hideFields: ['currentPassword'] });
  if (submission.status !== 'success') return refuse({ result }, 422);
  const proven = await provePassword(app, user, { password: submission.value.currentPassword, address });
  if (proven.kind !== 'proven') return explain({ result }, proven);
  const outcome = await beginSingleSignOn(app, provider, { returnTo: screen, connectTo: user.id }, address);
  if (outcome.kind === 'failed') return refuse({ result, failure: outcome.message }, 502);
  const cookie = await attemptCookie.serialize(app.config, outcome.attempt, app.now());
  const response: SingleSignOnResponse = { address: outcome.address };
  return data(response, { headers: { 'Set-Cookie': cookie, 'Cache-Control': 'no-store' } });
}

export async function submitDisconnect({ app, address, user, provider, form }: Submitted) {
  const submission = parseWithZod(form, { schema: PasswordProof });
  const result = submission.reply({ hideFields: ['currentPassword'] });
  if (submission.status !== 'success') return refuse({ result }, 422);
  const proof = { password: submission.value.currentPassword, address };
  const outcome = await disconnectIdentity(app, provider, user, proof);
  if (outcome.kind !== 'disconnected') return explain({ result }, outcome);
  const toast = { title: 'Single sign-on is disconnected', description: 'You log in with your password.' };
  return redirectWithToast(app, screen, { tone: 'success', ...toast });
}

export async function submitSetPassword({ app, address, user }: Submitted) {
  const outcome = await requestPasswordReset(app, { email: user.email }, address);
  if (outcome.kind !== 'accepted') {
    const description = describeProblem(outcome).body.message;
    return redirectWithToast(app, screen, { tone: 'destructive', title: 'Error', description });
  }
  const toast = { title: 'Check your mail', description: forgotPasswordMessage };
  return redirectWithToast(app, screen, { tone: 'success', ...toast });
}

function refuse(response: SingleSignOnResponse, status: number) {
  return data(response, { status });
}

function explain(response: SingleSignOnResponse, problem: Problem) {
  const { body, ...init } = describeProblem(problem);
  return data({ ...response, failure: body.message }, init);
}
