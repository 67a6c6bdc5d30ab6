import { parseWithZod } from '@conform-to/zod/v4';
import type { SubmissionResult } from '@conform-to/react';
import { data } from '@remix-run/node';
import { attemptCookie } from '~/auth/login/single-sign-on-cookies';
import { refuseForm, type Submission } from '~/auth/login/refused-form';
import { readSessionToken } from '~/auth/session';
import { redirectWithToast } from '~/auth/toast-cookie';
import { PasswordProof } from '~/fields';
import type { Problem } from '~/problem';
import { provePassword } from '~/services/accounts/proof/password-proof';
import { disconnectIdentity } from '~/services/accounts/single-sign-on/own-identity';
import { beginSingleSignOn } from '~/services/accounts/single-sign-on/provider';
import type { SingleSignOn } from '~/setting-groups';
import type { AccountForm } from '../forms/account-form';

interface Submitted extends AccountForm {
  provider: SingleSignOn;
}

interface SingleSignOnResponse {
  result?: SubmissionResult<string[]>;
  failure?: string;
  /** The URL at the provider. No form may lead to another site, so the screen shows a link. */
  address?: string;
}

const screen = '/profile/single-sign-on';

export async function submitConnect({ app, address, user, provider, form, isFresh }: Submitted) {
  const submission = parseWithZod(form, { schema: isFresh ? PasswordProof.partial() : PasswordProof });
  const result = submission.reply({ hideFields: ['currentPassword'] });
  if (submission.status !== 'success') return refuse({ result }, 422);
  const proof = { password: submission.value.currentPassword, isFresh, address };
  const proven = await provePassword(app, user, proof);
  if (proven.kind !== 'proven') return explain(proven, submission);
  const outcome = await beginSingleSignOn(app, provider, { returnTo: screen, connectTo: user.id }, address);
  if (outcome.kind === 'failed') return refuse({ result, failure: outcome.message }, 502);
  const cookie = await attemptCookie.serialize(app.config, outcome.attempt, app.now());
  const response: SingleSignOnResponse = { address: outcome.address };
  return data(response, { headers: { 'Set-Cookie': cookie, 'Cache-Control': 'no-store' } });
}

export async function submitDisconnect({ app, address, user, provider, form, isFresh, request }: Submitted) {
  const submission = parseWithZod(form, { schema: isFresh ? PasswordProof.partial() : PasswordProof });
  const result = submission.reply({ hideFields: ['currentPassword'] });
  if (submission.status !== 'success') return refuse({ result }, 422);
  const proof = { password: submission.value.currentPassword, isFresh, address };
  const sessionToken = await readSessionToken(app.config, request);
  const outcome = await disconnectIdentity(app, provider, user, { ...proof, sessionToken });
  if (outcome.kind !== 'disconnected') return explain(outcome, submission);
  const toast = { title: 'Single sign-on is disconnected', description: 'You log in with your password.' };
  return redirectWithToast(app, screen, { tone: 'success', ...toast });
}

function refuse(response: SingleSignOnResponse, status: number) {
  return data(response, { status });
}

function explain(problem: Problem, submission: Submission<SingleSignOnResponse['result']>) {
  const { refusal, init } = refuseForm(problem, submission);
  const { result, failure } = refusal;
  return data<SingleSignOnResponse>({ result, ...(failure !== null && { failure }) }, init);
}
