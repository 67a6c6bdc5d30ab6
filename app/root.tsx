import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { data } from '@remix-run/node';
import {
  Form,
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLoaderData,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react';
import { Building2, Compass, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import stylesheet from './app.css?url';
import { findViewer } from './auth/guards';
import { readSessionToken } from './auth/session';
import { takeToast } from './auth/toast-cookie';
import { isBillingView, readDialogView } from './components/account-dialog/address';
import { useUnansweredToast } from './components/unanswered';
import { useUndisturbedSending } from './components/undisturbed-sending';
import { useNonce } from './components/nonce';
import { useOtherTabs } from './components/other-tabs';
import { Button } from './components/ui/button';
import { EmptyState } from './components/ui/empty-state';
import { LinkButton } from './components/ui/link';
import { ToastProvider } from './components/ui/toast';
import { unansweredTexts } from './problem';
import { describeAccountFate } from './services/account-deletion';
import { describeBilling } from './services/billing-view';
import { describeSessions } from './services/own-sessions';

export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: stylesheet },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
];

export const meta: MetaFunction = () => [{ title: 'Wicked Integrations' }];

/** Also who looks and, when one of their own dialogs is open, what it shows: every screen may have it open. */
export async function loader({ context: { app }, request }: LoaderFunctionArgs) {
  const { toast, headers } = await takeToast(app, request);
  const viewer = await findViewer(app, request);
  const view = readDialogView(new URL(request.url).searchParams);
  const token = await readSessionToken(app.config, request);
  const sessions = viewer && view === 'sessions' ? describeSessions(app, viewer.user.id, token) : [];
  const fate = viewer && view === 'delete-account' ? describeAccountFate(app, viewer.user.id) : null;
  const billing = viewer?.membership && isBillingView(view) ? describeBilling(app, viewer.membership) : null;
  return data({ toast, viewer: viewer ?? null, sessions, fate, billing }, { headers });
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const loaded = useRouteLoaderData<typeof loader>('root');
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#fafafb" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#131319" media="(prefers-color-scheme: dark)" />
        <Meta />
        <Links />
      </head>
      <body>
        <ToastProvider carried={loaded?.toast ?? null}>{children}</ToastProvider>
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export { revalidateIfAnswered as shouldRevalidate } from './components/unanswered';

export default function App() {
  useUnansweredToast(unansweredTexts.network);
  useUndisturbedSending();
  useOtherTabs(useLoaderData<typeof loader>().viewer);
  return <Outlet />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  const isNotFound = isRouteErrorResponse(error) && error.status === 404;
  if (isRouteErrorResponse(error) && error.status === 403) return <NoOrganization />;
  const title = isNotFound ? '404 Page Not Found' : 'Something went wrong';
  const text = isNotFound
    ? 'There is nothing at this address, or it is not yours to see.'
    : unansweredTexts.unexpected;
  return (
    <main className="mx-auto max-w-xl px-4 py-24">
      <EmptyState
        headingLevel={1}
        icon={isNotFound ? Compass : TriangleAlert}
        title={title}
        text={text}
        action={<LinkButton to="/">Go to Home</LinkButton>}
      />
    </main>
  );
}

/** For somebody who left their last organization or was removed from it. */
function NoOrganization() {
  return (
    <main className="mx-auto max-w-xl px-4 py-24">
      <EmptyState
        headingLevel={1}
        icon={Building2}
        title="No Organization Found"
        text="You do not belong to an organization. Ask an owner or admin of one for an invitation."
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <LinkButton to="/profile">Edit Profile</LinkButton>
            <Form method="post" action="/logout">
              <Button type="submit">Logout</Button>
            </Form>
          </div>
        }
      />
    </main>
  );
}
