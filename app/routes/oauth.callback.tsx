import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { Form, useLoaderData, useNavigation, useSubmit } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { nameCredential, requireUser } from '~/auth/guards';
import { redirectWithToast } from '~/auth/toast-cookie';
import { catchNetworkErrors, useActionResponse } from '~/components/network/network-error';
import { AuthShell } from '~/components/shell/auth-shell';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { LinkButton } from '~/components/ui/link';
import { failures } from '~/failures';
import { describeProblem } from '~/problem';
import { findAuthorization, finishAuthorization } from '~/services/connections/authorization';

export { headers, shouldRevalidate } from '~/components/network/form-route';

export const clientAction = catchNetworkErrors(failures.organization, 'page');

export const meta: MetaFunction = () => [{ title: 'Connect · Wicked Integrations' }];

const list = '/organization/settings/connections';

const stale =
  'This is over, was used before, or was begun in another session. Open the connection and press Connect again.';

/** Where a provider sends people back to (RFC 6749 §4.1.2). Looks and changes nothing: that takes a button, or script that presses it. */
export async function loader({ request, context: { app } }: LoaderFunctionArgs) {
  const { id: userId } = await requireUser(app, request);
  const sent = new URL(request.url).searchParams;
  const read = (name: string) => sent.get(name) ?? '';
  const session = await nameCredential(app, request);
  const found = await findAuthorization(app, { userId, session, state: read('state') });
  if (!found) return { back: null };
  const error = [read('error'), read('error_description')].filter(Boolean).join(': ').slice(0, 500);
  const back = { state: read('state'), code: read('code'), error };
  return { back: { ...back, name: found.connection.name } };
}

export async function action({ request, context: { app, address } }: ActionFunctionArgs) {
  const { id: userId } = await requireUser(app, request);
  const form = await request.formData();
  const read = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const session = await nameCredential(app, request);
  const back = { userId, session, address, state: read('state'), code: read('code'), error: read('error') };
  const outcome = await finishAuthorization(app, back);
  if (outcome.kind === 'authorized') {
    const toast = { title: 'Connected', description: `${outcome.name} can be used in calls.` };
    return redirectWithToast(app, `${list}/${outcome.id}`, { tone: 'success', ...toast });
  }
  if (outcome.kind === 'refused') return data({ message: outcome.message, id: outcome.id });
  if (outcome.kind === 'stale') return data({ message: stale, id: '' }, { status: 422 });
  const { body, ...init } = describeProblem(outcome);
  return data({ message: body.message, id: '' }, init);
}

export default function OauthCallbackPage() {
  const { back } = useLoaderData<typeof loader>();
  const outcome = useActionResponse<typeof action>();
  if (outcome) return <Failed message={outcome.message} id={outcome.id} />;
  return back ? <Finish back={back} /> : <Failed message={stale} id="" />;
}

function Finish({ back }: { back: { name: string; state: string; code: string; error: string } }) {
  const submit = useSubmit();
  const posted = useRef(false);
  const pending = useNavigation().state !== 'idle';
  const { name, state, code, error } = back;

  useEffect(() => {
    if (posted.current) return;
    posted.current = true;
    submit({ state, code, error }, { method: 'post', replace: true });
  }, [submit, state, code, error]);

  return (
    <AuthShell title={`Finish connecting to ${name}`} text="The provider sent you back. One step left.">
      <Form method="post" action="/oauth/callback" replace>
        <input type="hidden" name="state" value={state} />
        <input type="hidden" name="code" value={code} />
        <input type="hidden" name="error" value={error} />
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

function Failed({ message, id }: { message: string; id: string }) {
  return (
    <AuthShell title="Not connected">
      <div className="flex flex-col gap-6">
        <Banner tone="bad" live>
          {message}
        </Banner>
        <LinkButton to={id ? `${list}/${id}` : list} variant="primary" size="lg">
          {id ? 'Open the connection' : 'Open connections'}
        </LinkButton>
      </div>
    </AuthShell>
  );
}
