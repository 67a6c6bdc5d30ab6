import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { findMembershipOf, requireUser } from '~/auth/guards';
import { hasProof } from '~/auth/login/proof-cookie';
import { readReturnPath } from '~/auth/return-path';
import { SubmittedAccountDialog } from '~/components/account-dialog/account-dialog';
import { accountAction } from '~/components/account-dialog/account-response';
import { SignedInShell } from '~/components/shell/signed-in-shell';
import { revalidateOnlyAt, catchNetworkErrors } from '~/components/network/network-error';
import { type FailureMessage, failures } from '~/failures';
import { describeDeletionImpact } from '~/services/accounts/deletion';
import { describeProof } from '~/services/accounts/proof/password-proof';
import { submitDeletion } from './deletion-action';
import { AccountPage } from './account-page';
import { submitPassword, submitProfile } from './profile-action';
import { submitEndOthers, submitEndSession } from './session-action';

export { headers } from '~/components/network/form-route';

export const shouldRevalidate = revalidateOnlyAt(accountAction);

const failuresByIntent: Record<string, FailureMessage> = {
  password: failures.password,
  'delete-account': failures.accountDeletion,
  'end-session': failures.session,
  'end-other-sessions': failures.session,
};

export const clientAction = catchNetworkErrors(
  (intent) => failuresByIntent[String(intent)] ?? failures.profile,
);

export const meta: MetaFunction = () => [{ title: 'Edit Profile · Wicked Integrations' }];

export async function loader({ request, context: { app } }: LoaderFunctionArgs) {
  const user = await requireUser(app, request);
  const { membership } = await findMembershipOf(app, request, user);
  const fate = await describeDeletionImpact(app, user.id);
  const proof = await describeProof(app, user, await hasProof(app.config, request, app.now()));
  return { user, organizationName: membership?.organizationName, fate, proof };
}

/** Handles the forms of the account's dialogs, whichever page they are open on. */
export async function action({ request, context: { app, address } }: ActionFunctionArgs) {
  const user = await requireUser(app, request);
  const form = await request.formData();
  const isFresh = await hasProof(app.config, request, app.now());
  const returnTo = readReturnPath(form.get('returnTo'));
  const submitted = { app, user, address, form, request, isFresh, returnTo };
  switch (form.get('intent')) {
    case 'password':
      return submitPassword(submitted);
    case 'delete-account':
      return submitDeletion(submitted);
    case 'end-session':
      return submitEndSession(submitted);
    case 'end-other-sessions':
      return submitEndOthers(submitted);
    default:
      return submitProfile(submitted);
  }
}

/** The page that shows the dialog after a form with an error was sent without script. */
export default function ProfilePage() {
  const { user, organizationName, fate, proof } = useLoaderData<typeof loader>();
  if (organizationName === undefined) return <AccountPage {...{ user, fate, proof }} />;
  return (
    <SignedInShell user={user} organizationName={organizationName}>
      <SubmittedAccountDialog {...{ user, fate, proof }} />
    </SignedInShell>
  );
}
