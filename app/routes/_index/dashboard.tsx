import { useNavigation } from '@remix-run/react';
import { FileInput, Plus, ScrollText, SearchX, Workflow } from '~/components/icons/icons';
import { DeletedLink } from '~/components/integration/deleted-link';
import type { TagCount } from '~/components/integration/tag-select';
import { InstallationBanners, type InstallationBannersProps } from '~/components/shell/installation-banners';
import { PageHeader } from '~/components/shell/page-header';
import type { Person } from '~/components/user/user-name';
import { SignedInShell } from '~/components/shell/signed-in-shell';
import { EmptyState } from '~/components/ui/empty-state';
import { LinkButton, TextLink } from '~/components/ui/link';
import { SkeletonCards } from '~/components/ui/skeleton';
import type { IntegrationCard as Summary } from '~/db/integrations/cards';
import { LoadingPlaceholder } from '~/components/shell/loading-placeholder';
import {
  dashboardUrl,
  type ListQuery,
  readListQuery,
  selectionUrl,
} from '~/components/integration/list-query';
import { DailyChart } from './daily-chart';
import type { DailyChart as Chart } from './daily-chart.server';
import { DeleteDialog, type DeletedIntegration, type DeleteOutcome } from './delete-dialog';
import { FailureLine, type RecentFailures } from './failure-line';
import { type FirstSteps, FirstStepsCard } from './first-steps';
import { IncidentLine, type OpenIncidents } from './incident-line';
import { DuplicateForm, IntegrationCard } from './integration-card';
import { describeEmpty, ListStatus } from '~/components/integration/list-status';
import { QuotaBanner, type QuotaBannerProps } from './quota-banner';
import { type CardRuns, StripPatterns } from './run-strip';
import { SearchForm } from '~/components/integration/search-form';
import { useMay } from '~/components/user/permitted';
import { StartCards, type StartOutcome, type TemplateGroup } from './start-cards';
import { type Counts, SummaryCards, UsageBanner } from './summary-cards';

/** Makes all actions fit in one row of 360 pixels. */
const laterOnPhones = 'max-sm:order-last max-sm:-ml-3 max-sm:px-2 max-sm:[&_svg]:hidden';

interface DashboardProps {
  user: Person;
  organizationName: string;
  installation: InstallationBannersProps;
  quota: QuotaBannerProps;
  integrations: Summary[];
  list: ListQuery;
  /** The address of the file with all integrations, or those of the chosen tag. */
  exportUrl: string;
  tags: TagCount[];
  hasMore: boolean;
  /** The integration that is about to be deleted. */
  deleting: DeletedIntegration | null;
  counts: Counts;
  triggersUsed: number;
  /** The triggers used in the last seven days, and in the seven days before. */
  recentTriggers: number;
  formerTriggers: number;
  chart: Chart;
  outcome: DeleteOutcome | undefined;
  runs: Record<string, CardRuns>;
  failures: RecentFailures;
  incidents: OpenIncidents;
  firstSteps: FirstSteps | null;
  /** How many deleted integrations can be restored. */
  deletedCount: number;
  /** Offered while there is no integration. */
  templates: TemplateGroup[];
  start: StartOutcome | undefined;
}

export function Dashboard({
  user,
  organizationName,
  installation,
  quota,
  integrations,
  list,
  exportUrl,
  tags,
  hasMore,
  deleting,
  counts,
  triggersUsed,
  recentTriggers,
  formerTriggers,
  chart,
  outcome,
  runs,
  failures,
  incidents,
  firstSteps,
  deletedCount,
  templates,
  start,
}: DashboardProps) {
  const { state, location: next } = useNavigation();
  const may = useMay();
  const isListed =
    state === 'loading' &&
    next.pathname === '/' &&
    dashboardUrl(readListQuery(new URLSearchParams(next.search))) !== dashboardUrl(list);
  return (
    <SignedInShell user={user} organizationName={organizationName}>
      {may.edit && deleting && <DeleteDialog integration={deleting} list={list} outcome={outcome} />}
      <InstallationBanners {...installation} />
      <QuotaBanner {...quota} />
      <UsageBanner triggersUsed={triggersUsed} />
      <PageHeader
        title="Wicked Integrations"
        subtitle="Manage and monitor your API connections"
        actions={
          <>
            <LinkButton to="/executions" variant="quiet" icon={ScrollText} className={laterOnPhones}>
              Executions
            </LinkButton>
            {may.edit && (
              <>
                <LinkButton
                  to="/integration/import"
                  variant="quiet"
                  icon={FileInput}
                  className={laterOnPhones}
                >
                  <span>
                    Import<span className="max-sm:sr-only"> integrations</span>
                  </span>
                </LinkButton>
                <LinkButton to="/integration" variant="primary" icon={Plus} className="max-sm:px-3">
                  New Integration
                </LinkButton>
              </>
            )}
          </>
        }
      />
      {/* Before all that fills the screen of a phone. */}
      {counts.integrationCount > 0 && (
        <div className="mb-6 flex flex-col gap-2">
          <FailureLine failures={failures} />
          <IncidentLine {...incidents} />
        </div>
      )}
      {may.edit && firstSteps && <FirstStepsCard steps={firstSteps} />}
      {counts.integrationCount > 0 ? (
        <>
          <StripPatterns />
          {may.edit && <DuplicateForm list={list} />}
          <SummaryCards {...counts} {...{ triggersUsed, recentTriggers, formerTriggers }} />
          <div className="mt-8 mb-4 flex flex-wrap items-end justify-between gap-4">
            <div className="flex flex-wrap items-baseline gap-x-4">
              <h2 className="text-base font-medium">Your integrations</h2>
              <TextLink to={exportUrl} reloadDocument className="text-sm">
                {list.tag ? `Export “${list.tag}”` : 'Export all'}
              </TextLink>
              {counts.integrationCount > 1 && (
                <TextLink to={selectionUrl({ ...list, page: 1 })} className="text-sm">
                  Select<span className="sr-only"> several integrations</span>
                </TextLink>
              )}
            </div>
            <SearchForm path="/" list={list} tags={tags} />
          </div>
          <ListStatus list={list} shown={integrations.length} hasMore={hasMore} />
          {isListed && (
            <LoadingPlaceholder>
              <SkeletonCards />
            </LoadingPlaceholder>
          )}
          <div className="contents peer-data-felt:hidden">
            {integrations.length > 0 ? (
              <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
                {integrations.map((integration) => (
                  <IntegrationCard
                    key={integration.id}
                    integration={integration}
                    runs={runs[integration.id]}
                    list={list}
                  />
                ))}
              </ul>
            ) : (
              <EmptyState
                icon={SearchX}
                title="No integrations found"
                text={describeEmpty(list)}
                action={<LinkButton to="/">Show all integrations</LinkButton>}
              />
            )}
            <nav aria-label="Pages" className="mt-6 flex justify-center gap-3 empty:hidden">
              {list.page > 1 && (
                <LinkButton to={dashboardUrl({ ...list, page: list.page - 1 })}>Previous page</LinkButton>
              )}
              {hasMore && (
                <LinkButton to={dashboardUrl({ ...list, page: list.page + 1 })}>Next page</LinkButton>
              )}
            </nav>
            <DeletedLink count={deletedCount} />
          </div>
          <DailyChart chart={chart} />
        </>
      ) : (
        <>
          <div className="rounded-lg border border-dashed border-line-strong/50">
            <EmptyState
              icon={Workflow}
              title="No integrations yet"
              text={
                may.edit
                  ? 'Get started by creating your first API integration'
                  : 'Those who edit integrations have created none yet'
              }
              action={
                may.edit && (
                  <LinkButton to="/integration" variant="primary" icon={Plus}>
                    Create Integration
                  </LinkButton>
                )
              }
            />
          </div>
          <DeletedLink count={deletedCount} />
          {may.edit && <StartCards templates={templates} outcome={start} />}
        </>
      )}
    </SignedInShell>
  );
}
