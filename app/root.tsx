import type { AppLoadContext, LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { data } from '@remix-run/node';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLoaderData,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react';
import type { ReactNode } from 'react';
import stylesheet from './app.css?url';
import font from './fonts/inter.woff2?url';
import { makeFormKey } from './auth/form-key';
import { findViewer, selectsAnother } from './auth/guards';
import { hasProof } from './auth/login/proof-cookie';
import { serializeOrganizationCookie } from './auth/organization-cookie';
import { opensPage } from './auth/return-path';
import { readSessionToken } from './auth/session';
import { can } from './auth/role-permissions';
import { readTheme } from './auth/theme-cookie';
import { type CarriedToast, takeToast } from './auth/toast-cookie';
import { describeKept, keptNoLonger } from './components/typed-form/kept-texts';
import { asksForProof, isBillingView, readDialogView } from './components/dialog-form/dialog-url';
import { findLastViewer, LazyErrorScreen, usePreloadErrorScreen } from './components/shell/lazy-error-screen';
import { useNetworkErrorToast } from './components/network/network-error';
import { useLostReads } from './components/network/lost-reads';
import { LazyKeptFocus } from './components/shell/lazy-kept-focus';
import { PageAnnouncer } from './components/shell/page-announcer';
import { ProgressBar } from './components/shell/progress-bar';
import { useNonce } from './components/network/csp-nonce';
import { useSessionSync } from './components/network/session-sync';
import { useSingleSending } from './components/network/use-single-sending';
import { ServedAtProvider } from './components/time/clock';
import { ToastProvider } from './components/ui/toast';
import { findElsewhere, titleElsewhere } from './failures';
import type { Membership } from './db/organizations/memberships';
import { lacksDemandedFactor } from './db/organizations/demanded-second-factor';
import { describeDeletionImpact } from './services/accounts/deletion';
import { describeProof } from './services/accounts/proof/password-proof';
import { describeBilling } from './services/billing/overview';
import { describeSessions } from './services/accounts/sessions';
import { findFormOfScreen, unsentParameter } from './services/accounts/unsent-forms';

export const links: LinksFunction = () => [
  { rel: 'preload', href: font, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'stylesheet', href: stylesheet },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
];

/** The metadata of pages without their own, and of the error page. */
export const meta: MetaFunction = ({ error }) => {
  if (error === undefined) return [{ title: 'Wicked Integrations' }];
  const status = isRouteErrorResponse(error) ? error.status : undefined;
  if (status === 403) return [{ title: 'No Organization Found · Wicked Integrations' }];
  const isMissing = status === 404 && isRouteErrorResponse(error);
  const elsewhere = isMissing ? findElsewhere(error.data) : undefined;
  const missing = elsewhere ? titleElsewhere(elsewhere) : '404 Page Not Found';
  const title = isMissing ? missing : 'Something went wrong';
  return [{ title: `${title} · Wicked Integrations` }];
};

/**
 * Loads also the user and, when one of the account's dialogs is open, its data, because every screen may show these dialogs.
 */
export async function loader({ context: { app, isSent }, request }: LoaderFunctionArgs) {
  const { toast: carried, headers } = await takeToast(app, request);
  const viewer = await findViewer(app, request);
  if (viewer?.membership && (await selectsAnother(app, request, viewer.membership))) {
    // From here on the forms of the page are for the organization that it shows.
    const { organizationId } = viewer.membership;
    headers.append('Set-Cookie', await serializeOrganizationCookie(app.config, organizationId));
  }
  const { searchParams } = new URL(request.url);
  const view = readDialogView(searchParams);
  const { unsent, toast } =
    viewer && !isSent && searchParams.has(unsentParameter)
      ? await readUnsent(app, request, viewer, carried)
      : { unsent: null, toast: carried };
  const token = await readSessionToken(app.config, request);
  const sessions = viewer && view === 'sessions' ? await describeSessions(app, viewer.user.id, token) : [];
  const fate = viewer && view === 'delete-account' ? await describeDeletionImpact(app, viewer.user.id) : null;
  const proof =
    viewer && asksForProof(view)
      ? await describeProof(app, viewer.user, await hasProof(app.config, request, app.now()))
      : null;
  const { passwordLogin } = app.config;
  const billing =
    viewer?.membership &&
    isBillingView(view) &&
    !(await lacksDemandedFactor(app.db, { userId: viewer.user.id, ...viewer.membership, passwordLogin }))
      ? await describeBilling(app, viewer.membership)
      : null;
  const theme = readTheme(request) ?? null;
  const servedAt = app.now();
  const hasSingleSignOn = app.config.singleSignOn !== undefined;
  return data(
    {
      toast,
      hasSingleSignOn,
      viewer: viewer ?? null,
      may: describeMay(viewer?.membership),
      sessions,
      fate,
      proof,
      billing,
      theme,
      servedAt,
      unsent,
      formKey: makeFormKey(viewer?.membership?.organizationId),
    },
    { headers },
  );
}

/** What a member may do with integrations, so that screens do not offer anything else; all of it without an organization. */
function describeMay(membership: Membership | undefined) {
  return {
    edit: !membership || can(membership, 'edit-integrations'),
    run: !membership || can(membership, 'run-integrations'),
    alerts: !membership || can(membership, 'manage-alerts'),
  };
}

/**
 * Returns the fields of a form that was sent without script after the session had ended, and the toast that says that they are
 * back. The toast comes at once with a page, which surely shows the form. For a data request script shows it, once it has found
 * the form.
 */
async function readUnsent(
  app: AppLoadContext['app'],
  request: Request,
  { user, membership }: NonNullable<Awaited<ReturnType<typeof findViewer>>>,
  carried: CarriedToast | null,
) {
  const form = await findFormOfScreen(app, {
    userId: user.id,
    organizationId: membership?.organizationId ?? '',
    url: request.url,
  });
  if (!form) return { unsent: null, toast: { id: request.url, ...keptNoLonger } };
  if (form.isSent) return { unsent: null, toast: carried };
  const { id, fields, secrets } = form;
  const isTold = opensPage(request);
  const toast = isTold ? { id, ...describeKept({ hasSecrets: secrets.length > 0 }) } : carried;
  return { unsent: { id, fields, secrets, isTold }, toast };
}

const themeColours = [
  { of: 'light', colour: '#f8f8fa' },
  { of: 'dark', colour: '#111117' },
];

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const loaded = useRouteLoaderData<typeof loader>('root');
  const theme = loaded?.theme ?? undefined;
  return (
    <html lang="en" data-theme={theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={theme ?? 'light dark'} />
        {themeColours.map(({ of, colour }) => (
          <meta
            key={of}
            name="theme-color"
            content={colour}
            media={theme ? (theme === of ? 'all' : 'not all') : `(prefers-color-scheme: ${of})`}
          />
        ))}
        <Meta />
        <Links />
      </head>
      <body>
        <ToastProvider carried={loaded?.toast ?? null}>{children}</ToastProvider>
        <PageScripts nonce={nonce} />
      </body>
    </html>
  );
}

function AllScripts({ nonce }: { nonce: string }) {
  return (
    <>
      <ScrollRestoration nonce={nonce} />
      <Scripts nonce={nonce} />
    </>
  );
}

/** An error page needs script, also in place of a page of the documentation. */
function ScriptsUnlessRead({ nonce }: { nonce: string }) {
  const handles = useMatches().map(({ handle }) => handle as { withoutScript?: boolean } | undefined);
  const isRead = handles.some((handle) => handle?.withoutScript);
  const isFailed = Boolean(useRouteError());
  return isRead && !isFailed ? null : <AllScripts nonce={nonce} />;
}

/**
 * The server sends pages of the documentation without script, and so without a second copy of their content as data. In the
 * browser, script that already runs goes on, for example after a link from a screen.
 */
const PageScripts = import.meta.env.SSR ? ScriptsUnlessRead : AllScripts;

export { revalidateUnlessFailed as shouldRevalidate } from './components/network/network-error';

export default function App() {
  const { viewer, servedAt } = useLoaderData<typeof loader>();
  useNetworkErrorToast();
  usePreloadErrorScreen(viewer);
  useLostReads();
  useSessionSync(viewer);
  useSingleSending();
  return (
    <ServedAtProvider value={servedAt}>
      <PageAnnouncer />
      <ProgressBar />
      <Outlet />
      <LazyKeptFocus />
    </ServedAtProvider>
  );
}

export function ErrorBoundary() {
  const viewer = useRouteLoaderData<typeof loader>('root')?.viewer ?? findLastViewer();
  return <LazyErrorScreen error={useRouteError()} viewer={viewer} />;
}
