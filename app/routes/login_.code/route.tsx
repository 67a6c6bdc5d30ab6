import { parseWithZod } from '@conform-to/zod/v4';
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node';
import { useLoaderData, useSearchParams } from '@remix-run/react';
import { redirectSignedIn } from '~/auth/guards';
import { redirectLoggedIn } from '~/auth/login/logged-in';
import { clearPendingLogin, readPendingLogin } from '~/auth/login/pending-login-cookie';
import { readLoginCaller } from '~/auth/login/login-caller';
import { refuseForm } from '~/auth/login/refused-form';
import { redirectWithToast } from '~/auth/toast-cookie';
import { CodeForm } from '~/components/login/code-form';
import { PasskeyLogin } from '~/components/passkeys/passkey-login';
import { AuthShell } from '~/components/shell/auth-shell';
import { TextLink } from '~/components/ui/link';
import { catchNetworkErrors, useActionResponse } from '~/components/network/network-error';
import { failures } from '~/failures';
import { LoginCode } from '~/fields';
import { logInByCode } from '~/services/accounts/login';
import { connectProven } from '~/services/accounts/single-sign-on/identity-proof';
import { isPasskeyLoginOffered } from '~/services/accounts/passkey-login';
import { describeTwoFactor } from '~/services/accounts/two-factor';

export { headers, shouldRevalidate } from '~/components/network/form-route';

export const clientAction = catchNetworkErrors(failures.login);

function titleOf({ hasApp }: { hasApp: boolean }): string {
  return hasApp ? 'Enter your code' : 'Second step';
}

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: `${titleOf({ hasApp: loaded?.hasApp ?? true })} · Wicked Integrations` },
  { name: 'description', content: 'The second step of logging in: a code of your authenticator app.' },
];

const ended = {
  tone: 'destructive',
  title: failures.login.title,
  description:
    'The second step took longer than 10 minutes, or the password was changed meanwhile. Please log in again.',
  durationMs: 10_000,
} as const;

function findLogin({ url }: Request): string {
  return `/login${new URL(url).search}`;
}

/**
 * Returns the login whose password was right. Throws a redirect to the login when there is none or it took too long; whoever
 * sends a code then is told so.
 */
async function requirePendingLogin({ request, context: { app } }: LoaderFunctionArgs) {
  await redirectSignedIn(app, request);
  const pending = await readPendingLogin(app.config, request, app.now());
  const login = findLogin(request);
  if (!pending)
    throw await (request.method === 'GET' ? redirect(login) : redirectWithToast(app, login, ended));
  return pending;
}

export async function loader(args: LoaderFunctionArgs) {
  const { userId } = await requirePendingLogin(args);
  const { app } = args.context;
  return {
    hasApp: (await describeTwoFactor(app, userId)).hasApp,
    hasPasskeys: await isPasskeyLoginOffered(app, userId),
  };
}

export async function action(args: ActionFunctionArgs) {
  const pending = await requirePendingLogin(args);
  const { request, context } = args;
  const { app, address } = context;
  const submission = parseWithZod(await request.formData(), { schema: LoginCode });
  const result = submission.reply({ hideFields: ['code'] });
  if (submission.status !== 'success') return data({ result, failure: undefined }, { status: 422 });
  const outcome = await logInByCode(app, pending, submission.value.code, await readLoginCaller(args));
  if (outcome.kind === 'logged-in') {
    const { user, sessionToken } = outcome;
    await connectProven(app, user, pending.connects, address);
    return redirectLoggedIn(app, request, { userId: user.id, sessionToken });
  }
  if (outcome.kind === 'wrong-credentials') {
    const headers = new Headers({ 'Set-Cookie': await clearPendingLogin(app.config) });
    throw await redirectWithToast(app, findLogin(request), ended, headers);
  }
  const { refusal, init } = refuseForm(outcome, submission, { area: 'auth', hideFields: ['code'] });
  return data({ result: refusal.result ?? result, failure: refusal.failure ?? undefined }, init);
}

const whenAllIsLost =
  'If nothing of that is left, an administrator of this installation can remove the second step.';

export default function LoginCodePage() {
  const { hasApp, hasPasskeys } = useLoaderData<typeof loader>();
  const response = useActionResponse<typeof action>();
  const [query] = useSearchParams();
  const isAlone = hasApp || !hasPasskeys;
  const passkeyLogin = hasPasskeys && <PasskeyLogin label="Use a passkey" isSecondStep isMain={!hasApp} />;
  return (
    <AuthShell
      title={titleOf({ hasApp })}
      text={
        hasApp
          ? 'Your authenticator app shows it beside “Wicked Integrations”.'
          : 'Your account asks for a passkey, too, or for a recovery code.'
      }
      footer={<TextLink to={`/login?${query}`}>Log in as someone else</TextLink>}
    >
      <div className="flex flex-col gap-6">
        {!hasApp && passkeyLogin}
        <CodeForm
          label={hasApp ? 'Code' : 'Recovery code'}
          hint={`${hasApp ? 'Without the app, use one of your recovery codes. ' : ''}${whenAllIsLost}`}
          isAlone={isAlone}
          result={response?.result}
          failure={response?.failure}
        />
        {hasApp && passkeyLogin}
      </div>
    </AuthShell>
  );
}
