import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { Form, useLoaderData, useNavigation, useSubmit } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { findMembershipOf, nameCredential, requireDemandedFactor, requireUser } from '~/auth/guards';
import { redirectWithToast } from '~/auth/toast-cookie';
import { catchNetworkErrors, useActionResponse } from '~/components/network/network-error';
import { AuthShell } from '~/components/shell/auth-shell';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { LinkButton } from '~/components/ui/link';
import type { AppContext } from '~/context';
import { failures } from '~/failures';
import { describeProblem } from '~/problem';
import { findAuthorization, finishAuthorization, type Return } from '~/services/connections/authorization';

export { headers, shouldRevalidate } from '~/components/network/form-route';

export const clientAction = catchNetworkErrors(failures.organization, 'page');

export const meta: MetaFunction = () => [{ title: 'Connect · Wicked Integrations' }];

const path = '/oauth/callback';
const list = '/organization/settings/connections';

const stale =
  'This link has expired, was already used, was started in another session, or the connection has changed since. Open the connection and press Connect again.';

/** The page that a provider sends users back to (RFC 6749 §4.1.2). It changes nothing until the button is pressed. */
export async function loader({ request, context: { app } }: LoaderFunctionArgs) {
  const { id: userId } = await requireUser(app, request);
  const sent = new URL(request.url).searchParams;
  const read = (name: string) => sent.get(name) ?? '';
  const session = await nameCredential(app, request);
  const found = await findReturn(app, request, { userId, session, state: read('state') });
  if (!found) return null;
  const error = [read('error'), read('error_description')].filter(Boolean).join(': ').slice(0, 500);
  const back = { state: read('state'), code: read('code'), error, iss: read('iss') };
  return { back, name: found.connection.name, isOfProgram: found.state.session === null };
}

/** Finds the authorization and requires the second factor of its organization, which may not be the selected one. */
async function findReturn(app: AppContext, request: Request, back: Return) {
  const found = await findAuthorization(app, back);
  if (found) {
    const { organizationId } = found.connection;
    await requireDemandedFactor(app, request, { userId: back.userId, organizationId });
  }
  return found;
}

export async function action({ request, context: { app, address } }: ActionFunctionArgs) {
  const user = await requireUser(app, request);
  const form = await request.formData();
  const read = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const back = { userId: user.id, session: await nameCredential(app, request), state: read('state') };
  await findReturn(app, request, back);
  const outcome = await finishAuthorization(app, {
    ...back,
    address,
    code: read('code'),
    error: read('error'),
    iss: read('iss'),
  });
  if (outcome.kind === 'stale') return data({ message: stale, to: list }, { status: 422 });
  if (outcome.kind !== 'authorized' && outcome.kind !== 'refused') {
    const { body, ...init } = describeProblem(outcome);
    return data({ message: body.message, to: list }, init);
  }
  // A program may have started this for an organization that the user has not selected now.
  const { membership } = await findMembershipOf(app, request, user);
  const to = membership?.organizationId === outcome.organizationId ? `${list}/${outcome.id}` : '/';
  if (outcome.kind === 'refused') return data({ message: outcome.message, to, name: outcome.name });
  const toast = { title: 'Connected', description: `${outcome.name} can be used in calls.` };
  return redirectWithToast(app, to, { tone: 'success', ...toast });
}

export default function OauthCallbackPage() {
  const begun = useLoaderData<typeof loader>();
  const outcome = useActionResponse<typeof action>();
  if (outcome) return <Failed {...outcome} />;
  return begun ? <Finish {...begun} /> : <Failed message={stale} to={list} />;
}

interface FinishProps {
  back: { state: string; code: string; error: string; iss: string };
  /** The name of the connection. */
  name: string;
  /** Whether a program started this, so that this browser does not prove who began it. */
  isOfProgram: boolean;
}

/** The button that finishes the connection. Script presses it, unless the user has to confirm that they expected this. */
function Finish({ back, name, isOfProgram }: FinishProps) {
  const submit = useSubmit();
  const posted = useRef(false);
  const pending = useNavigation().state !== 'idle';

  useEffect(() => {
    if (posted.current || isOfProgram) return;
    posted.current = true;
    submit(back, { method: 'post', action: path, replace: true });
  }, [submit, back, isOfProgram]);

  const text = isOfProgram
    ? 'A program started this with one of your API tokens. Finish it only if you expected it.'
    : 'The provider sent you back. One step left.';
  return (
    <AuthShell title={`Finish connecting to ${name}`} text={text}>
      <Form method="post" action={path} replace>
        {Object.entries(back).map(([field, value]) => (
          <input key={field} type="hidden" name={field} value={value} />
        ))}
        <Button
          type="submit"
          variant="primary"
          size="lg"
          className="w-full"
          pending={pending}
          pendingText="Connecting..."
        >
          Finish
        </Button>
      </Form>
    </AuthShell>
  );
}

interface FailedProps {
  message: string;
  to: string;
  /** The name of the connection, once the link proved to be the user's. */
  name?: string;
}

function Failed({ message, to, name }: FailedProps) {
  return (
    <AuthShell title={name === undefined ? 'Not connected' : `Not connected to ${name}`}>
      <div className="flex flex-col gap-6">
        <Banner tone="bad" live>
          {message}
        </Banner>
        <LinkButton to={to} variant="primary" size="lg">
          {to === list ? 'Open connections' : to === '/' ? 'Open the dashboard' : 'Open the connection'}
        </LinkButton>
      </div>
    </AuthShell>
  );
}
