import { parseWithZod } from '@conform-to/zod/v4';
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { Form, useLoaderData, useNavigation } from '@remix-run/react';
import { redirectSignedIn } from '~/auth/guards';
import { redirectLoggedIn, redirectToCode } from '~/auth/login/logged-in';
import { readLoginCaller } from '~/auth/login/login-caller';
import { unprovenIdentityCookie } from '~/auth/login/single-sign-on-cookies';
import { addReturnPath, readReturnPath } from '~/auth/return-path';
import { redirectWithToast } from '~/auth/toast-cookie';
import { CodeForm } from '~/components/login/code-form';
import { AuthShell } from '~/components/shell/auth-shell';
import { Button } from '~/components/ui/button';
import { TextLink } from '~/components/ui/link';
import { catchNetworkErrors, useActionResponse } from '~/components/network/network-error';
import { failures } from '~/failures';
import { LoginCode } from '~/fields';
import { describeProblem } from '~/problem';
import { isMailPrinted } from '~/services/accounts/sign-up-mode';
import { mailIdentityCode, proveIdentity } from '~/services/accounts/single-sign-on/identity-proof';

export { headers, shouldRevalidate } from '~/components/network/form-route';

export const clientAction = catchNetworkErrors(failures.login);

export const meta: MetaFunction = () => [
  { title: 'Check your mail · Wicked Integrations' },
  { name: 'description', content: 'A code by mail proves that the address of your single sign-on is yours.' },
];

/**
 * Returns the identity from the provider. Throws a redirect to the login, which says so, when there is none or it took too long:
 * the mail's button opens this page in any browser.
 */
async function requireIdentity({ request, context: { app } }: LoaderFunctionArgs) {
  const provider = app.config.singleSignOn;
  if (!provider) throw new Response('Not Found', { status: 404 });
  await redirectSignedIn(app, request);
  const unproven = await unprovenIdentityCookie.read(app.config, request, app.now());
  if (!unproven) {
    throw await redirectWithToast(app, `/login${new URL(request.url).search}`, {
      tone: 'destructive',
      title: failures.login.title,
      description:
        'The 15 minutes of the code are over, or you began in another browser. Please log in again.',
      durationMs: 10_000,
    });
  }
  return { provider, unproven };
}

export async function loader(args: LoaderFunctionArgs) {
  const { provider, unproven } = await requireIdentity(args);
  const { email } = unproven.identity;
  const login = addReturnPath('/login', readReturnPath(unproven.returnTo));
  return { name: provider.name, email, login, isPrinted: await isMailPrinted(args.context.app) };
}

/** Mails the same code again: who gets the first mail late may type either. The time for typing begins anew. */
async function resend(
  { request, context: { app, address } }: ActionFunctionArgs,
  { provider, unproven }: Awaited<ReturnType<typeof requireIdentity>>,
) {
  const screen = `/login/sso/code${new URL(request.url).search}`;
  const { identity, code } = unproven;
  const outcome = await mailIdentityCode(app, provider, identity, address, code);
  if (outcome.kind !== 'mailed') {
    const description = describeProblem(outcome).body.message;
    return redirectWithToast(app, screen, { tone: 'destructive', title: 'Not sent', description });
  }
  const cookie = await unprovenIdentityCookie.serialize(app.config, unproven, app.now());
  const toast = { title: 'The code was sent again', description: `To ${identity.email}.` };
  return redirectWithToast(app, screen, { tone: 'success', ...toast }, new Headers({ 'Set-Cookie': cookie }));
}

export async function action(args: ActionFunctionArgs) {
  const required = await requireIdentity(args);
  const { provider, unproven } = required;
  const { request, context } = args;
  const { app } = context;
  const form = await request.formData();
  if (form.get('intent') === 'resend') return resend(args, required);
  const submission = parseWithZod(form, { schema: LoginCode });
  const result = submission.reply({ hideFields: ['code'] });
  if (submission.status !== 'success') return data({ result, failure: undefined }, { status: 422 });
  const outcome = await proveIdentity(
    app,
    provider,
    unproven,
    submission.value.code,
    await readLoginCaller(args),
  );
  const { returnTo } = unproven;
  const clear = await unprovenIdentityCookie.clear(app.config);
  if (outcome.kind === 'logged-in') {
    const { user, sessionToken } = outcome;
    const response = await redirectLoggedIn(app, request, { userId: user.id, sessionToken, returnTo });
    response.headers.append('Set-Cookie', clear);
    return response;
  }
  if (outcome.kind === 'code-awaited') {
    const response = await redirectToCode(app, outcome, returnTo);
    response.headers.append('Set-Cookie', clear);
    return response;
  }
  if (outcome.kind === 'failed') return data({ result, failure: outcome.message }, { status: 403 });
  const { body, ...init } = describeProblem(outcome);
  return data({ result, failure: body.message }, init);
}

export default function IdentityCodePage() {
  const { name, email, login, isPrinted } = useLoaderData<typeof loader>();
  const response = useActionResponse<typeof action>();
  const isSending = useNavigation().formData?.get('intent') === 'resend';
  return (
    <AuthShell
      title="Check your mail"
      text={`${name} knows you as ${email}. Type the code that we sent to this address: it is asked for once.`}
      footer={<TextLink to={login}>Log in as someone else</TextLink>}
    >
      <CodeForm
        hint={
          isPrinted
            ? 'Mails are printed where the server runs: look there.'
            : 'It works for 15 minutes. Nothing there? Look among the spam.'
        }
        result={response?.result}
        failure={response?.failure}
      />
      <Form method="post" className="mt-6">
        <input type="hidden" name="intent" value="resend" />
        <Button type="submit" size="lg" className="w-full" pending={isSending} pendingText="Sending...">
          Send the code again
        </Button>
      </Form>
    </AuthShell>
  );
}
