import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { findMembershipOf, requireUser } from '~/auth/guards';
import { hasProof } from '~/auth/login/proof-cookie';
import { addReturnPath, readReturnPath } from '~/auth/return-path';
import { AuthShell } from '~/components/shell/auth-shell';
import { TextLink } from '~/components/ui/link';
import { ShownOnce } from '~/components/shown-once/shown-once';
import { catchNetworkErrors, useActionResponse } from '~/components/network/network-error';
import type { AppContext } from '~/context';
import type { User } from '~/db/accounts/users';
import { lacksDemandedFactor } from '~/db/organizations/demanded-second-factor';
import { failures } from '~/failures';
import { isPasskeyLoginOffered } from '~/services/accounts/passkey-login';
import { describeProof } from '~/services/accounts/proof/password-proof';
import { describeTwoFactor, offerAppKey, type TwoFactorState } from '~/services/accounts/two-factor';
import { ChangeForms, PasskeysForm } from './change-forms';
import { DemandBanner } from './demand-banner';
import { drawQrCode } from './qr-code.server';
import { SetupForm } from './setup-form';
import { submitLeaving, submitPasswordProof, submitSetup } from './two-factor-action.server';

export { headers, shouldRevalidate } from '~/components/network/form-route';

export const clientAction = catchNetworkErrors(failures.twoFactor);

export const meta: MetaFunction = () => [{ title: 'Two-factor authentication · Wicked Integrations' }];

export async function loader({ request, context: { app } }: LoaderFunctionArgs) {
  const user = await requireUser(app, request);
  const state = await describeTwoFactor(app, user.id);
  const hasPasskeys = await isPasskeyLoginOffered(app, user.id);
  const returnTo = readReturnPath(new URL(request.url).searchParams.get('returnTo'));
  const demand = await describeDemand(app, request, user);
  const proof = await describeProof(app, user, await hasProof(app.config, request, app.now()));
  const shown = { email: user.email, proof, state, hasPasskeys, demand, returnTo };
  if (state.hasApp) return { ...shown, offered: null };
  const offered = offerAppKey(app, user);
  return { ...shown, offered: { ...offered, qrCode: drawQrCode(offered.uri) } };
}

/** Returns the selected organization, if it requires a factor that the user lacks, and those that do not; else null. */
async function describeDemand(app: AppContext, request: Request, user: User) {
  const { membership, memberships } = await findMembershipOf(app, request, user);
  const lacks = ({ organizationId }: { organizationId: string }) =>
    lacksDemandedFactor(app.db, {
      userId: user.id,
      organizationId,
      passwordLogin: app.config.passwordLogin,
    });
  if (!membership || !(await lacks(membership))) return null;
  const others: { id: string; name: string }[] = [];
  for (const other of memberships) {
    if (!(await lacks(other))) others.push({ id: other.organizationId, name: other.organizationName });
  }
  return { by: membership.organizationName, organizationId: membership.organizationId, others };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(context.app, request);
  const form = await request.formData();
  const isFresh = await hasProof(context.app.config, request, context.app.now());
  const submitted = { ...context, user, form, isFresh, request };
  const intent = form.get('intent');
  if (intent === 'leave') return submitLeaving(submitted);
  return intent === 'disable' || intent === 'renew' || intent === 'passkeys'
    ? submitPasswordProof(intent, submitted)
    : submitSetup(submitted);
}

export default function TwoFactorPage() {
  const { email, proof, state, hasPasskeys, offered, demand, returnTo } = useLoaderData<typeof loader>();
  const response = useActionResponse<typeof action>();
  const codes = response?.recoveryCodes;
  const proveFrom = addReturnPath('/profile/two-factor', returnTo);
  return (
    <AuthShell
      title="Two-factor authentication"
      text={describeState(state, hasPasskeys)}
      footer={
        <TextLink to={returnTo}>
          {returnTo === '/' ? 'Back to Dashboard' : 'Back to where you were going'}
        </TextLink>
      }
      wide
    >
      <div className="flex flex-col gap-6">
        {demand && (
          <DemandBanner {...demand} failure={response?.intent === 'leave' ? response.failure : undefined} />
        )}
        {codes && (
          <ShownOnce
            // New codes take the place of shown ones.
            key={codes[0]}
            title="Keep your recovery codes now"
            text={`They are not shown again. Each logs you in once, should you lose ${state.hasApp ? 'the app' : 'your passkeys'}. Keep them where you keep your passwords.`}
            label="Recovery codes"
            code={codes.join('\n')}
          />
        )}
        {state.since !== null && <ChangeForms {...{ email, proof, proveFrom, state, response }} />}
        {state.since === null && hasPasskeys && <PasskeysForm {...{ email, proof, proveFrom, response }} />}
        {offered && (
          <SetupForm
            {...{ email, proof, proveFrom, offered, response }}
            isAddition={state.since !== null}
            title={findAppTitle(state, hasPasskeys)}
          />
        )}
      </div>
    </AuthShell>
  );
}

function findAppTitle({ since }: TwoFactorState, hasPasskeys: boolean): string | undefined {
  if (since !== null) return 'Add an authenticator app';
  return hasPasskeys ? 'With an authenticator app' : undefined;
}

function describeState({ since, hasApp }: TwoFactorState, hasPasskeys: boolean): string {
  if (since === null) {
    return hasPasskeys
      ? 'With it, logging in takes a second step: a passkey, or a code of an authenticator app.'
      : 'With it, logging in takes a second step: a code of an authenticator app.';
  }
  if (!hasApp) return 'It is on: logging in takes a second step: a passkey.';
  return hasPasskeys
    ? 'It is on: logging in takes a second step: a code of your authenticator app, or a passkey.'
    : 'It is on: logging in takes a second step: a code of your authenticator app.';
}
