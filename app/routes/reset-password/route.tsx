import { parseWithZod } from '@conform-to/zod/v4';
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { findUserOf, redirectSignedIn } from '~/auth/guards';
import { redirectWithToast } from '~/auth/toast-cookie';
import { readKnownDevice, serializeDeviceCookie } from '~/auth/login/known-device';
import { AuthShell } from '~/components/shell/auth-shell';
import { NewLink } from '~/components/login/new-link';
import { failures } from '~/failures';
import { ResetPassword } from '~/fields';
import { describeProblem } from '~/problem';
import { checkResetLink, listTokensOfResetLink, resetPassword } from '~/services/accounts/password-reset';
import { catchNetworkErrors, useActionResponse } from '~/components/network/network-error';
import { ResetForm } from './reset-form';

export { headers, shouldRevalidate } from '~/components/network/form-route';

export const clientAction = catchNetworkErrors(failures.reset);

export const meta: MetaFunction = () => [
  { title: 'Reset Password · Wicked Integrations' },
  {
    name: 'description',
    content: 'Choose a new password for your account with the link from the email.',
  },
];

/** Checks the link without using it, because mail programs open links to check them. */
export async function loader({ request, context: { app } }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? '';
  const link = await checkResetLink(app, token);
  // A user of single sign-on sets the first password while signed in.
  const user = await findUserOf(app, request);
  const isOwn = link.kind === 'valid' && user?.id === link.userId;
  if (user?.emailVerified && link.kind === 'valid' && !isOwn) {
    const description = `You are logged in as ${user.email}, and this link is for another account. Log out, then open it again.`;
    const toast = { title: 'Reset link not opened', description, durationMs: 10_000 };
    throw await redirectWithToast(app, '/', { tone: 'destructive', ...toast });
  }
  if (!isOwn) await redirectSignedIn(app, request);
  if (!token) throw redirect('/forgot-password');
  const apiTokens = (await listTokensOfResetLink(app, link)).map(({ id, name, organizationName }) => {
    return { id, name, organizationName };
  });
  const message = link.kind === 'valid' ? '' : describeProblem(link).body.message;
  return { token, state: link.kind, message, email: link.kind === 'valid' ? link.email : '', apiTokens };
}

export async function action({ request, context: { app, address } }: ActionFunctionArgs) {
  const submission = parseWithZod(await request.formData(), { schema: ResetPassword });
  const result = submission.reply({ hideFields: ['newPassword', 'confirmPassword'] });
  const response = { result, done: false, failure: null };
  if (submission.status !== 'success') {
    const failure = submission.error?.token?.[0] ?? null;
    return data({ ...response, failure }, { status: 422 });
  }
  const device = await readKnownDevice(app.config, request);
  const outcome = await resetPassword(app, submission.value, address, device);
  if (outcome.kind === 'reset') {
    const cookie = await serializeDeviceCookie(app.config, request, outcome.userId);
    return data({ ...response, done: true }, { headers: { 'Set-Cookie': cookie } });
  }
  const { status, body } = describeProblem(outcome);
  return data({ ...response, failure: body.message }, { status });
}

export default function ResetPasswordPage() {
  const { token, state, message, email, apiTokens } = useLoaderData<typeof loader>();
  const response = useActionResponse<typeof action>();
  // Using a link makes it invalid; the page does not report that after its own use.
  if (state === 'valid' || response?.done)
    return <ResetForm token={token} email={email} apiTokens={apiTokens} response={response} />;
  return state === 'expired-reset-link' ? (
    <AuthShell
      title="Link Expired"
      text="This password reset link has expired: it worked for 20 minutes. A new one goes to the same address."
    >
      <NewLink to="/forgot-password" token={token} back="Back to Login" />
    </AuthShell>
  ) : (
    <AuthShell title="Invalid Link" text={message}>
      <NewLink to="/forgot-password" back="Back to Login" />
    </AuthShell>
  );
}

/** Shown when the server failed to check the link, which may still be valid. */
export function ErrorBoundary() {
  return (
    <AuthShell title={failures.resetLink.title} text="Please open the link again in a moment.">
      <NewLink to="/forgot-password" back="Back to Login" />
    </AuthShell>
  );
}
