import { parseWithZod } from '@conform-to/zod/v4';
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { redirectSignedIn } from '~/auth/guards';
import { redirectLoggedIn, redirectToCode } from '~/auth/login/logged-in';
import { readLoginCaller } from '~/auth/login/login-caller';
import { unprovenIdentityCookie } from '~/auth/login/single-sign-on-cookies';
import { CodeForm } from '~/components/login/code-form';
import { AuthShell } from '~/components/shell/auth-shell';
import { TextLink } from '~/components/ui/link';
import { catchNetworkErrors, useActionResponse } from '~/components/network/network-error';
import { failures } from '~/failures';
import { LoginCode } from '~/fields';
import { describeProblem } from '~/problem';
import { isMailPrinted } from '~/services/accounts/sign-up-mode';
import { proveIdentity } from '~/services/accounts/single-sign-on/identity-proof';

export { headers, shouldRevalidate } from '~/components/network/form-route';

export const clientAction = catchNetworkErrors(failures.login);

export const meta: MetaFunction = () => [
  { title: 'Check your mail · Wicked Integrations' },
  { name: 'description', content: 'A code by mail proves that the address of your single sign-on is yours.' },
];

/** Returns the identity from the provider. Throws a redirect to the login when there is none or it took too long. */
async function requireIdentity({ request, context: { app } }: LoaderFunctionArgs) {
  const provider = app.config.singleSignOn;
  if (!provider) throw new Response('Not Found', { status: 404 });
  await redirectSignedIn(app, request);
  const unproven = await unprovenIdentityCookie.read(app.config, request, app.now());
  if (!unproven) throw redirect('/login');
  return { provider, unproven };
}

export async function loader(args: LoaderFunctionArgs) {
  const { provider, unproven } = await requireIdentity(args);
  const { email } = unproven.identity;
  return { name: provider.name, email, isPrinted: await isMailPrinted(args.context.app) };
}

export async function action(args: ActionFunctionArgs) {
  const { provider, unproven } = await requireIdentity(args);
  const { request, context } = args;
  const { app } = context;
  const submission = parseWithZod(await request.formData(), { schema: LoginCode });
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
  const { name, email, isPrinted } = useLoaderData<typeof loader>();
  const response = useActionResponse<typeof action>();
  return (
    <AuthShell
      title="Check your mail"
      text={`${name} knows you as ${email}. Type the code that we sent to this address: it is asked for once.`}
      footer={<TextLink to="/login">Log in as someone else</TextLink>}
    >
      <CodeForm
        action="/login/sso/code"
        hint={
          isPrinted
            ? 'Mails are printed where the server runs: look there.'
            : 'It works for 15 minutes. Nothing there? Look among the spam.'
        }
        result={response?.result}
        failure={response?.failure}
      />
    </AuthShell>
  );
}
