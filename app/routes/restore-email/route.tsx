import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { catchNetworkErrors, useActionResponse } from '~/components/network/network-error';
import { TokenForm } from '~/components/login/token-form';
import { AuthShell } from '~/components/shell/auth-shell';
import { Banner } from '~/components/ui/banner';
import { LinkButton } from '~/components/ui/link';
import { failures } from '~/failures';
import { VerifyEmail } from '~/fields';
import { describeProblem, type Problem } from '~/problem';
import {
  checkRestorationLink,
  emailRestoredMessage,
  restoreEmail,
} from '~/services/accounts/email-restoration';

export { headers, shouldRevalidate } from '~/components/network/form-route';

export const clientAction = catchNetworkErrors(failures.emailRestoration);

export const meta: MetaFunction = () => [
  { title: 'Take your account back · Wicked Integrations' },
  {
    name: 'description',
    content: 'Take a change of email address back with the link from the email to the former one.',
  },
];

/** Checks the link without using it, because mail programs open links to check them. */
export async function loader({ request, context: { app } }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? '';
  const link = await checkRestorationLink(app, token);
  return { token, failure: token && link.kind !== 'valid' ? describeFailure(link).failure : null };
}

function describeFailure(problem: Problem) {
  const { status, body } = describeProblem(problem);
  const resets = problem.kind === 'invalid-restoration-link';
  return { status, failure: { restored: false, resets, message: body.message } };
}

export async function action({ request, context: { app, address } }: ActionFunctionArgs) {
  const input = VerifyEmail.safeParse(Object.fromEntries(await request.formData()));
  const outcome = input.success
    ? await restoreEmail(app, input.data, address)
    : ({ kind: 'invalid-restoration-link' } as const);
  if (outcome.kind === 'restored')
    return data({ restored: true, resets: false, message: emailRestoredMessage });
  const { status, failure } = describeFailure(outcome);
  return data(failure, { status });
}

export default function RestoreEmailPage() {
  const { token, failure } = useLoaderData<typeof loader>();
  const outcome = useActionResponse<typeof action>() ?? failure;
  if (outcome) {
    return (
      <AuthShell title={outcome.restored ? 'Your account is back' : failures.emailRestoration.title}>
        <div className="flex flex-col gap-6">
          <Banner tone={outcome.restored ? 'good' : 'bad'} live>
            {outcome.message}
          </Banner>
          <div className="flex flex-col gap-3">
            {outcome.resets && (
              <LinkButton to="/forgot-password" variant="primary" size="lg">
                Reset password
              </LinkButton>
            )}
            <LinkButton to="/login" size="lg">
              Go to Login
            </LinkButton>
          </div>
        </div>
      </AuthShell>
    );
  }
  return (
    <AuthShell
      title="Take your account back"
      text={
        token
          ? 'Its email address was changed. Take that back if it was not you: every session ends, its password no longer works, and you get a link to choose a new one. API tokens and invitations that were made since then stop working, too.'
          : 'Follow the link in the email about the change: it opens this page, complete.'
      }
    >
      {token ? (
        <TokenForm token={token} pendingText="Taking it back...">
          Take it back
        </TokenForm>
      ) : (
        <LinkButton to="/login" size="lg">
          Go to Login
        </LinkButton>
      )}
    </AuthShell>
  );
}
