import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { RefreshCw, ScrollText } from '~/components/icons/icons';
import { requireMembership } from '~/auth/guards';
import { describeRemoval } from '~/components/time/removal-text';
import { ListPages, listNewestAndOlder } from '~/components/shell/list-pages';
import { PageHeader } from '~/components/shell/page-header';
import { SignedInShell } from '~/components/shell/signed-in-shell';
import { ReloadingList } from '~/components/shell/reloading-list';
import { Banner } from '~/components/ui/banner';
import { Card } from '~/components/ui/card';
import { EmptyState } from '~/components/ui/empty-state';
import { LinkButton } from '~/components/ui/link';
import { readSearchTerms } from '~/db/executions/search/search-index';
import { listTags } from '~/db/integrations/tags';
import { listExecutionsOfAll } from '~/services/executions/organization-executions';
import { listCallWaitReasons } from '~/services/executions/wait-reason';
import { ExecutionFilters } from './execution-filters';
import { executionsUrl, readExecutionsQuery } from './execution-query';
import { ExecutionTable } from './execution-table';

const pageSize = 50;

export const meta: MetaFunction = () => [{ title: 'Executions · Wicked Integrations' }];

/** Loads a page of the executions of all integrations; their logs are on the pages of the integrations. */
export async function loader({ request, context: { app } }: LoaderFunctionArgs) {
  const { user, membership } = await requireMembership(app, request);
  const { organizationId, organizationName } = membership;
  const query = readExecutionsQuery(new URL(request.url).searchParams);
  const found = await listExecutionsOfAll(app.db, {
    organizationId,
    tag: query.tag,
    filter: { status: query.status || undefined, terms: readSearchTerms(query.q) },
    before: query.before ?? undefined,
    limit: pageSize + 1,
  });
  const shown = found.executions.slice(0, pageSize);
  const waits = await listCallWaitReasons(app, shown);
  return {
    user,
    organizationName,
    query,
    tags: await listTags(app.db, organizationId),
    executions: shown.map((execution) => ({ ...execution, wait: waits.get(execution.id) ?? null })),
    isBehind: found.isBehind,
    keptDays: { completed: app.config.retentionDays, failed: app.config.retentionDaysFailed },
    nextBefore: found.executions.length > pageSize ? (shown.at(-1)?.id ?? null) : null,
  };
}

export default function Executions() {
  const { user, organizationName, query, tags, executions, isBehind, keptDays, nextBefore } =
    useLoaderData<typeof loader>();
  const isNarrowed = Boolean(query.q || query.status || query.tag);
  return (
    <SignedInShell user={user} organizationName={organizationName}>
      <PageHeader
        title="Executions"
        subtitle="Of all integrations, newest first"
        back={{ to: '/', label: 'Back' }}
        actions={
          <LinkButton to={executionsUrl(query)} icon={RefreshCw} preventScrollReset>
            Refresh
          </LinkButton>
        }
      />
      <div className="flex flex-col gap-4">
        <ExecutionFilters query={query} tags={tags} />
        {isBehind && (
          <Banner tone="info">
            The newest executions are still being indexed. Search again in a moment.
          </Banner>
        )}
        <Card title="Execution history" flush>
          <ReloadingList params={['q', 'status', 'tag', 'before']}>
            {executions.length > 0 ? (
              <ExecutionTable executions={executions} />
            ) : (
              <EmptyState
                icon={ScrollText}
                headingLevel={3}
                title={isNarrowed ? 'No matching executions' : 'No executions yet'}
                text={
                  isNarrowed
                    ? 'No execution matches all filters.'
                    : `Each run and each test of your integrations is listed here. Finished ones are removed after ${describeRemoval(keptDays)}, or as their integration says.`
                }
                action={
                  isNarrowed ? (
                    <LinkButton to="/executions">Show all executions</LinkButton>
                  ) : (
                    <LinkButton to="/">Choose an integration to test</LinkButton>
                  )
                }
              />
            )}
          </ReloadingList>
          <ListPages
            links={listNewestAndOlder(
              executionsUrl({ ...query, before: null }),
              query.before === null,
              nextBefore && executionsUrl({ ...query, before: nextBefore }),
            )}
          />
        </Card>
      </div>
    </SignedInShell>
  );
}
