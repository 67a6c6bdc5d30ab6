import { parseWithZod } from '@conform-to/zod/v4';
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node';
import { useSearchParams } from '@remix-run/react';
import { redirectSignedIn } from '~/auth/guards';
import { redirectLoggedIn } from '~/auth/logged-in';
import { clearPendingLogin, readPendingLogin } from '~/auth/pending-login-cookie';
import { readSessionToken } from '~/auth/session';
import { CodeForm } from '~/components/login/code-form';
import { AuthShell } from '~/components/shell/auth-shell';
import { TextLink } from '~/components/ui/link';
import { catchNetworkErrors, useActionResponse } from '~/components/network/network-error';
import { failures } from '~/failures';
import { LoginCode } from '~/fields';
import { describeProblem } from '~/problem';
import { logInByCode } from '~/services/accounts/login';

export { headers, shouldRevalidate } from '~/components/network/form-route';

export const clientAction = catchNetworkErrors(failures.login);

export const meta: MetaFunction = () => [
  { title: 'Enter your code · Wicked Integrations' },
  { name: 'description', content: 'The second step of logging in: a code of your authenticator app.' },
];

/** The login whose password was right. Throws a redirect to the login when there is none, or it took too long. */
async function requirePendingLogin({ request, context: { app } }: LoaderFunctionArgs) {
  await redirectSignedIn(app, request);
  const pending = await readPendingLogin(app.config, request, app.now());
  if (!pending) throw redirect(`/login${new URL(request.url).search}`);
  return pending;
}

export async function loader(args: LoaderFunctionArgs) {
  await requirePendingLogin(args);
  return null;
}

export async function action(args: ActionFunctionArgs) {
  const pending = await requirePendingLogin(args);
  const { request, context } = args;
  const { app, address } = context;
  const submission = parseWithZod(await request.formData(), { schema: LoginCode });
  const result = submission.reply({ hideFields: ['code'] });
  if (submission.status !== 'success') return data({ result, failure: undefined }, { status: 422 });
  const outcome = await logInByCode(app, pending, submission.value.code, {
    address,
    userAgent: request.headers.get('User-Agent'),
    sessionToken: await readSessionToken(app.config, request),
  });
  if (outcome.kind === 'logged-in') {
    const { user, sessionToken } = outcome;
    return redirectLoggedIn(app, request, { userId: user.id, sessionToken });
  }
  if (outcome.kind === 'wrong-credentials') {
    throw redirect('/login', { headers: { 'Set-Cookie': await clearPendingLogin(app.config) } });
  }
  const { body, ...init } = describeProblem(outcome, 'auth');
  return data({ result, failure: body.message }, init);
}

export default function LoginCodePage() {
  const response = useActionResponse<typeof action>();
  const [query] = useSearchParams();
  return (
    <AuthShell
      title="Enter your code"
      text="Your authenticator app shows it beside “Wicked Integrations”."
      footer={<TextLink to={`/login?${query}`}>Log in as someone else</TextLink>}
    >
      <CodeForm
        action="/login/code"
        hint="Without the app, use one of your recovery codes."
        result={response?.result}
        failure={response?.failure}
      />
    </AuthShell>
  );
}
