import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { catchNetworkErrors, useActionResponse } from '~/components/network/network-error';
import { TokenForm } from '~/components/login/token-form';
import { AuthShell } from '~/components/shell/auth-shell';
import { Banner } from '~/components/ui/banner';
import { LinkButton } from '~/components/ui/link';
import { failures } from '~/failures';
import { VerifyEmail } from '~/fields';
import { describeProblem } from '~/problem';
import { emailRestoredMessage, restoreEmail } from '~/services/accounts/email-restoration';

export { headers, shouldRevalidate } from '~/components/network/form-route';

export const clientAction = catchNetworkErrors(failures.emailRestoration);

export const meta: MetaFunction = () => [
  { title: 'Take your account back · Wicked Integrations' },
  {
    name: 'description',
    content: 'Take a change of email address back with the link from the email to the former one.',
  },
];

/** Reads the token without using it, because mail programs open links to check them. */
export function loader({ request }: LoaderFunctionArgs) {
  return { token: new URL(request.url).searchParams.get('token') ?? '' };
}

export async function action({ request, context: { app, address } }: ActionFunctionArgs) {
  const input = VerifyEmail.safeParse(Object.fromEntries(await request.formData()));
  const outcome = input.success
    ? await restoreEmail(app, input.data, address)
    : ({ kind: 'invalid-restoration-link' } as const);
  if (outcome.kind === 'restored')
    return data({ restored: true, resets: false, message: emailRestoredMessage });
  const { status, body } = describeProblem(outcome);
  const resets = outcome.kind === 'invalid-restoration-link';
  return data({ restored: false, resets, message: body.message }, { status });
}

export default function RestoreEmailPage() {
  const { token } = useLoaderData<typeof loader>();
  const outcome = useActionResponse<typeof action>();
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
