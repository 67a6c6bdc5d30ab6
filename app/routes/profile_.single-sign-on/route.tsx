import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import { requireUser } from '~/auth/guards';
import { hasProof } from '~/auth/login/proof-cookie';
import { catchNetworkErrors, useActionResponse } from '~/components/network/network-error';
import { ProofForm } from '~/components/proof/proof-form';
import { SetPasswordForm } from '~/components/proof/set-password-form';
import { AuthShell } from '~/components/shell/auth-shell';
import { RelativeTime } from '~/components/time/relative-time';
import { Banner } from '~/components/ui/banner';
import { LinkButton, TextLink } from '~/components/ui/link';
import { failures } from '~/failures';
import { describeProof } from '~/services/accounts/proof/password-proof';
import { describeOwnIdentity } from '~/services/accounts/single-sign-on/own-identity';
import { submitConnect, submitDisconnect } from './single-sign-on-action.server';

export { headers, shouldRevalidate } from '~/components/network/form-route';

export const clientAction = catchNetworkErrors(failures.singleSignOn);

export const meta: MetaFunction = () => [{ title: 'Single sign-on · Wicked Integrations' }];

async function requireOwn({ request, context: { app } }: LoaderFunctionArgs) {
  const user = await requireUser(app, request);
  const provider = app.config.singleSignOn;
  if (!provider) throw new Response('Not Found', { status: 404 });
  return { user, provider };
}

export async function loader(args: LoaderFunctionArgs) {
  const { user, provider } = await requireOwn(args);
  const { app } = args.context;
  return {
    email: user.email,
    name: provider.name,
    passwordLogin: app.config.passwordLogin,
    identity: await describeOwnIdentity(app, provider, user),
    proof: await describeProof(app, user, await hasProof(app.config, args.request, app.now())),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { user, provider } = await requireOwn(args);
  const { request, context } = args;
  const form = await request.formData();
  const isFresh = await hasProof(context.app.config, request, context.app.now());
  const submitted = { ...context, user, provider, form, isFresh, request };
  switch (form.get('intent')) {
    case 'disconnect':
      return submitDisconnect(submitted);
    default:
      return submitConnect(submitted);
  }
}

export default function SingleSignOnPage() {
  const { email, name, identity, proof, passwordLogin } = useLoaderData<typeof loader>();
  const response = useActionResponse<typeof action>();
  const leaveTo = response?.address;
  const { pathname: screen } = useLocation();
  return (
    <AuthShell
      title="Single sign-on"
      text={
        identity
          ? `${name} logs you in as ${identity.email}.`
          : `Connect your account, and ${name} logs you in.`
      }
      footer={<TextLink to="/">Back to Dashboard</TextLink>}
      wide
    >
      <div className="flex flex-col gap-6">
        {identity && (
          <p className="text-ink-muted">
            Connected <RelativeTime at={identity.createdAt} />, used last{' '}
            <RelativeTime at={identity.lastUsedAt} />.
          </p>
        )}
        {leaveTo && (
          <Banner tone="good" title="One step is left" live>
            <LinkButton to={leaveTo} reloadDocument className="mt-2">
              Continue with {name}
            </LinkButton>
          </Banner>
        )}
        {!proof.hasPassword && passwordLogin && <SetPasswordForm returnTo={screen} />}
        {((proof.hasPassword && passwordLogin) || !identity) && !leaveTo && (
          <ProofForm
            id="single-sign-on"
            failureTitle={failures.singleSignOn.title}
            proveFrom={screen}
            {...{ email, proof, response }}
            {...(identity
              ? {
                  intent: 'disconnect',
                  button: { label: 'Disconnect', pendingText: 'Disconnecting...', variant: 'danger' },
                }
              : {
                  intent: 'connect',
                  button: { label: `Connect with ${name}`, pendingText: 'Connecting...', variant: 'primary' },
                })}
          />
        )}
      </div>
    </AuthShell>
  );
}
