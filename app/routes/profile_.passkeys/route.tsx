import { formatCount } from '~/engine/texts/format-count';
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { describeDevice } from '~/auth/device';
import { requireUser } from '~/auth/guards';
import { hasProof } from '~/auth/login/proof-cookie';
import { findRelyingParty } from '~/auth/passkeys/passkey';
import { catchNetworkErrors, useActionResponse } from '~/components/network/network-error';
import { AuthShell } from '~/components/shell/auth-shell';
import { Banner } from '~/components/ui/banner';
import { TextLink } from '~/components/ui/link';
import { listPasskeys, worksUnder } from '~/db/accounts/passkeys';
import { failures } from '~/failures';
import { describeProof } from '~/services/accounts/proof/password-proof';
import { describeAbsence, maxPasskeys } from '~/services/accounts/passkeys';
import { AddForm } from './add-form';
import { ChangeForms } from './change-forms';
import { submitAddition, submitOffer, submitRemoval, submitRename } from './passkey-action.server';
import { PasskeyList } from './passkey-list';

export { headers, shouldRevalidate } from '~/components/network/form-route';

export const clientAction = catchNetworkErrors(failures.passkeys);

export const meta: MetaFunction = () => [{ title: 'Passkeys · Wicked Integrations' }];

export async function loader({ request, context: { app } }: LoaderFunctionArgs) {
  const user = await requireUser(app, request);
  const current = findRelyingParty(app.config)?.id;
  const passkeys = (await listPasskeys(app.db, user.id)).map(({ host, ...passkey }) =>
    Object.assign(passkey, { elsewhere: worksUnder({ host }, current) ? null : host }),
  );
  const asked = new URL(request.url).searchParams.get('passkey');
  return {
    email: user.email,
    proof: await describeProof(app, user, await hasProof(app.config, request, app.now())),
    passkeys,
    chosen: passkeys.find(({ id }) => id === asked) ?? null,
    isFull: passkeys.length >= maxPasskeys,
    absence: findRelyingParty(app.config) ? null : describeAbsence(app.config),
    suggestedName: describeDevice(request.headers.get('User-Agent')),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(context.app, request);
  const form = await request.formData();
  const isFresh = await hasProof(context.app.config, request, context.app.now());
  const submitted = { ...context, user, form, isFresh, request };
  switch (form.get('intent')) {
    case 'add':
      return submitAddition(submitted);
    case 'rename':
      return submitRename(submitted);
    case 'remove':
      return submitRemoval(submitted);
    default:
      return submitOffer(submitted);
  }
}

export default function PasskeysPage() {
  const { email, proof, passkeys, chosen, isFull, absence, suggestedName } = useLoaderData<typeof loader>();
  const response = useActionResponse<typeof action>();
  if (chosen) {
    return (
      <AuthShell
        title={chosen.name}
        text="A passkey of your account."
        footer={<TextLink to="/profile/passkeys">All passkeys</TextLink>}
        wide
      >
        <ChangeForms key={chosen.id} {...{ email, proof, response }} passkey={chosen} />
      </AuthShell>
    );
  }
  return (
    <AuthShell
      title="Passkeys"
      text="You log in with a passkey by your device or key, which asks for your finger, face or PIN."
      footer={<TextLink to="/">Back to Dashboard</TextLink>}
      wide
    >
      <div className="flex flex-col gap-6">
        {passkeys.length > 0 && <PasskeyList passkeys={passkeys} />}
        {absence !== null && <Banner title="There are no new passkeys on this server">{absence}</Banner>}
        {absence === null && isFull && (
          <Banner title={`You have ${formatCount(passkeys.length)} passkeys`}>
            Remove one before you add another.
          </Banner>
        )}
        {/* The key empties the form after a passkey was added. */}
        {absence === null && !isFull && (
          <AddForm key={passkeys.length} {...{ email, proof, suggestedName, response }} />
        )}
      </div>
    </AuthShell>
  );
}
