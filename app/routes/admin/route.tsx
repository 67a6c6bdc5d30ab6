import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, useNavigation } from '@remix-run/react';
import { findMembershipOf, requireUser } from '~/auth/guards';
import { hasProofOrNewLogin } from '~/auth/login/proof-or-new-login';
import { catchNetworkErrors, useActionResponse } from '~/components/network/network-error';
import { LoadingPlaceholder } from '~/components/shell/loading-placeholder';
import { PageHeader } from '~/components/shell/page-header';
import { SignedInShell } from '~/components/shell/signed-in-shell';
import { SkeletonCard, SkeletonRows } from '~/components/ui/skeleton';
import { Tabs } from '~/components/ui/tabs';
import type { AppContext } from '~/context';
import { failures } from '~/failures';
import { describeProof } from '~/services/accounts/proof/password-proof';
import { isProvenAction } from '~/services/administration/account-actions';
import { administersInstallation } from '~/services/installation/administrators';
import { describeOverview } from '~/services/administration/overview';
import { describeSettings } from '~/services/installation/settings-in-effect';
import { submitAdministration } from './admin-action';
import { AlertLists } from './alert-lists';
import { loadAlerts, loadOrganizations, loadUsers } from './load-lists.server';
import { OrganizationList } from './organization-list';
import { OverviewCards } from './overview-cards';
import { submitProvenAction } from './proven-action.server';
import { UserList } from './user-list';

export { headers, shouldRevalidate } from '~/components/network/form-route';

export const clientAction = catchNetworkErrors(failures.organization);

export const meta: MetaFunction = () => [{ title: 'Administration · Wicked Integrations' }];

/** Returns the user when they administer the installation; others get a 404, as if the page did not exist. */
async function requireAdministrator(app: AppContext, request: Request) {
  const user = await requireUser(app, request);
  if (await administersInstallation(app.db, app.config, user.id)) return user;
  throw new Response('Not Found', { status: 404 });
}

async function loadView(app: AppContext, query: URLSearchParams) {
  switch (query.get('view')) {
    case 'users':
      return { kind: 'users' as const, ...(await loadUsers(app, query)) };
    case 'alerts':
      return { kind: 'alerts' as const, ...(await loadAlerts(app)) };
    case 'organizations':
      return { kind: 'organizations' as const, ...(await loadOrganizations(app, query)) };
    default:
      return {
        kind: 'overview' as const,
        overview: await describeOverview(app),
        settings: describeSettings(app.config),
      };
  }
}

export async function loader({ request, context: { app } }: LoaderFunctionArgs) {
  const user = await requireAdministrator(app, request);
  const { membership } = await findMembershipOf(app, request, user);
  return {
    user,
    proof: await describeProof(app, user, await hasProofOrNewLogin(app, request)),
    organizationName: membership?.organizationName ?? 'No organization',
    view: await loadView(app, new URL(request.url).searchParams),
  };
}

export async function action({ request, context: { app, address } }: ActionFunctionArgs) {
  const { id: userId } = await requireAdministrator(app, request);
  const form = await request.formData();
  const read = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const submitted = { app, administrator: { userId, address }, form, request, read };
  const intent = read('intent');
  return isProvenAction(intent)
    ? submitProvenAction(submitted, intent)
    : submitAdministration(submitted, intent);
}

const tabs = [
  { kind: 'overview', to: '/admin', label: 'Overview' },
  { kind: 'users', to: '/admin?view=users', label: 'Users' },
  { kind: 'organizations', to: '/admin?view=organizations', label: 'Organizations' },
  { kind: 'alerts', to: '/admin?view=alerts', label: 'Alerts' },
];

/** The page for administrators of the installation, about all organizations at once. */
export default function AdminPage() {
  const { user, proof, organizationName, view } = useLoaderData<typeof loader>();
  const response = useActionResponse<typeof action>();
  const coming = useComingView();
  return (
    <SignedInShell user={user} organizationName={organizationName} area={/^\/admin/} skipTo="panel">
      <PageHeader
        title="Administration"
        subtitle="All users and organizations of this installation, and how it is doing."
        back={{ to: '/', label: 'Back to Dashboard' }}
      />
      <div className="flex flex-col gap-6">
        <Tabs
          label="Administration"
          items={tabs.map(({ kind, to, label }) => ({ to, label, isCurrent: kind === view.kind }))}
        />
        {coming !== undefined && coming !== view.kind && (
          <LoadingPlaceholder>
            {coming === 'overview' ? <SkeletonCard /> : <SkeletonRows />}
          </LoadingPlaceholder>
        )}
        <div id="panel" tabIndex={-1} className="flex flex-col gap-6 outline-none peer-data-felt:hidden">
          {view.kind === 'overview' && <OverviewCards {...view} />}
          {view.kind === 'alerts' && <AlertLists {...view} />}
          {view.kind === 'users' && <UserList {...view} asking={{ proof, email: user.email, response }} />}
          {view.kind === 'organizations' && <OrganizationList {...view} />}
        </div>
      </div>
    </SignedInShell>
  );
}

/** Returns the view of this page that is being loaded; undefined when none is. */
function useComingView(): string | undefined {
  const { state, location } = useNavigation();
  if (state !== 'loading' || location.pathname !== '/admin') return undefined;
  return new URLSearchParams(location.search).get('view') ?? 'overview';
}
