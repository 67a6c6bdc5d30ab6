import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireUser } from '~/auth/guards';
import { addReturnPath, readReturnPath } from '~/auth/return-path';
import { redirectWithToast } from '~/auth/toast-cookie';
import { catchNetworkErrors } from '~/components/network/network-error';
import { PasskeyButton } from '~/components/passkeys/passkey-button';
import { SetPasswordForm } from '~/components/proof/set-password-form';
import { AuthShell } from '~/components/shell/auth-shell';
import { LinkButton, TextLink } from '~/components/ui/link';
import { failures } from '~/failures';
import { describeProblem } from '~/problem';
import { describeProof } from '~/services/accounts/proof/password-proof';
import { mailOnce } from '~/services/accounts/mail-once';
import { mailOwnResetLink } from '~/services/accounts/password-reset';

export { headers, shouldRevalidate } from '~/components/network/form-route';

export const clientAction = catchNetworkErrors(failures.proof);

export const meta: MetaFunction = () => [{ title: 'Confirm that it is you · Wicked Integrations' }];

export async function loader({ request, context: { app } }: LoaderFunctionArgs) {
  const user = await requireUser(app, request);
  return {
    ...(await describeProof(app, user, false)),
    name: app.config.singleSignOn?.name ?? '',
    returnTo: readReturnPath(new URL(request.url).searchParams.get('returnTo')),
  };
}

/** Mails a link that sets a password. */
export async function action({ request, context: { app, address } }: ActionFunctionArgs) {
  const user = await requireUser(app, request);
  const form = await request.formData();
  const returnTo = readReturnPath(form.get('returnTo'));
  const outcome = await mailOnce(app, { purpose: 'reset', form }, () => mailOwnResetLink(app, user, address));
  if (outcome.kind !== 'accepted') {
    const toast = { title: 'Error', description: describeProblem(outcome).body.message };
    return redirectWithToast(app, returnTo, { tone: 'destructive', ...toast });
  }
  const description = `A link that sets a password was mailed to ${user.email}.`;
  const toast = { title: 'Check your mail', description };
  return redirectWithToast(app, returnTo, { tone: 'success', ...toast });
}

/** The page with the proofs that replace the current password for five minutes. */
export default function ProofPage() {
  const { hasPassword, hasSingleSignOn, hasPasskeys, name, returnTo } = useLoaderData<typeof loader>();
  const query = new URLSearchParams({ prove: '', returnTo }).toString();
  if (hasPassword && !hasSingleSignOn && !hasPasskeys) return <PasswordAlone returnTo={returnTo} />;
  return (
    <AuthShell
      title="Confirm that it is you"
      text="The next step needs this confirmation. It is valid for five minutes."
      footer={<TextLink to={returnTo}>Back</TextLink>}
    >
      <div className="flex flex-col gap-6">
        {hasSingleSignOn && (
          <LinkButton
            to={`/login/sso?${query}`}
            reloadDocument
            variant="primary"
            size="lg"
            className="w-full"
          >
            Continue with {name}
          </LinkButton>
        )}
        {hasPasskeys && (
          <PasskeyButton label="Use a passkey" address="/profile/proof/passkey" isMain={!hasSingleSignOn} />
        )}
        {!hasPassword && <SetPasswordForm returnTo={addReturnPath('/profile/proof', returnTo)} />}
      </div>
    </AuthShell>
  );
}

/** The page for an account with only a password, which nothing else can replace as a proof. */
function PasswordAlone({ returnTo }: { returnTo: string }) {
  return (
    <AuthShell
      title="Confirm that it is you"
      text="Your account has a password and nothing beside it that could take its place here. Type your current password into the form that asks for it; with a passkey you would not have to."
    >
      <div className="flex flex-col gap-3">
        <LinkButton to={returnTo} variant="primary" size="lg">
          {returnTo === '/' ? 'Back to Dashboard' : 'Back to the form'}
        </LinkButton>
        <LinkButton to="/profile/passkeys" size="lg">
          Passkeys
        </LinkButton>
      </div>
    </AuthShell>
  );
}
