import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Outlet, useLoaderData, useLocation, useNavigation } from '@remix-run/react';
import { requireMembership } from '~/auth/guards';
import { listSettingsPages } from '~/auth/settings-pages';
import { InstallationBanners } from '~/components/shell/installation-banners';
import { PageHeader } from '~/components/shell/page-header';
import { SignedInShell } from '~/components/shell/signed-in-shell';
import { SkeletonCard, SkeletonRows } from '~/components/ui/skeleton';
import { Tabs } from '~/components/ui/tabs';
import { listPaths } from '~/components/shell/list-paths';
import { LoadingPlaceholder } from '~/components/shell/loading-placeholder';
import { describeInstallation } from '~/services/installation/state';

export const meta: MetaFunction = () => [{ title: 'Organization Settings · Wicked Integrations' }];

export async function loader({ request, context: { app } }: LoaderFunctionArgs) {
  const { user, membership } = await requireMembership(app, request);
  return {
    user,
    organizationName: membership.organizationName,
    installation: await describeInstallation(app, { userId: user.id, role: membership.role }),
    pages: listSettingsPages(membership),
  };
}

const base = '/organization/settings';

/** Checks whether a tab is the current one; it is also on pages below its own. */
function isCurrent(pathname: string, to: string): boolean {
  return pathname === to || (to !== base && pathname.startsWith(`${to}/`));
}

export default function OrganizationSettings() {
  const { user, organizationName, installation, pages } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const { state, location: next } = useNavigation();
  const isLeaving = state === 'loading' && next.pathname !== pathname && next.pathname.startsWith(base);
  const tabs = [
    { to: base, label: 'Details' },
    { to: `${base}/members`, label: 'Members' },
    ...pages,
    ...(installation.administers ? [{ to: '/admin', label: 'Installation' }] : []),
  ];
  return (
    <SignedInShell
      user={user}
      organizationName={organizationName}
      area={/^\/organization\/settings/}
      skipTo="panel"
    >
      <InstallationBanners {...installation} />
      <PageHeader
        title="Organization Settings"
        subtitle={organizationName}
        back={{ to: '/', label: 'Back to Dashboard' }}
      />
      <div className="flex flex-col gap-6">
        <Tabs
          label="Organization Settings"
          items={tabs.map(({ to, label }) => ({ to, label, isCurrent: isCurrent(pathname, to) }))}
        />
        {isLeaving && (
          <LoadingPlaceholder>
            {listPaths.test(next.pathname) ? <SkeletonRows /> : <SkeletonCard />}
          </LoadingPlaceholder>
        )}
        <div id="panel" tabIndex={-1} className="flex flex-col gap-6 outline-none peer-data-felt:hidden">
          <Outlet />
        </div>
      </div>
    </SignedInShell>
  );
}

export { revalidateUnlessFailed as shouldRevalidate } from '~/components/network/network-error';
