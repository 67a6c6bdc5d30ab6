import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import {
  type ClientLoaderFunctionArgs,
  Form,
  useFetcher,
  useLoaderData,
  useNavigation,
} from '@remix-run/react';
import { RefreshCw } from '~/components/icons/icons';
import { useCallback, useEffect } from 'react';
import { describePause } from '~/components/integration/pause';
import { WaitText } from '~/components/time/wait-text';
import { PageHeader } from '~/components/shell/page-header';
import { catchNetworkErrors } from '~/components/network/network-error';
import { useLiveUpdates } from '~/components/network/use-live-updates';
import { SignedInShell } from '~/components/shell/signed-in-shell';
import { Badge } from '~/components/ui/badge';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { LinkButton } from '~/components/ui/link';
import type { AppContext } from '~/context';
import type { Owner } from '~/db/executions/logs/execution-logs';
import { findRetentionDays, hasOwnRetention } from '~/services/executions/own-retention';
import { findDefinition } from '~/services/integrations/definition-cache';
import { findExecutionPreviews } from '~/services/executions/execution-preview';
import { makeAnswerAddress } from '~/services/answers/answer-address';
import { findExplainedLog, listCallWaitReasons } from '~/services/executions/wait-reason';
import { describeWaiting } from '~/services/integrations/waiting';
import { listReplays } from '~/db/executions/replays';
import { summarizeRejections } from '~/services/webhooks/rejection-summary';
import { countAllFailed } from './controls/control-executions';
import { ReplayAllQuestion } from './controls/replay-all-failed';
import { ExecutionHistory } from './history/execution-history';
import { cacheResponse, readOrFallBack } from '~/components/network/stale-cache';
import { can } from '~/auth/role-permissions';
import { requireIntegration } from '~/auth/not-found';
import { logUrl, isFiltered, listViewFields, type LogQuery, logsPath, readLogQuery } from './filters/log-url';
import { LogFilters } from './filters/log-filters';
import { csvUrl, loadPage } from './filters/load-page';
import { useHeldList } from './history/use-held-list';
import { type RowPreview, viewPreview } from './history/row-preview';
import { RejectedBanner } from './history/rejected-banner';
import { createLogFormatter, type ExecutionView } from './log-view/format-log';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Execution Logs · ${data?.integration.name ?? 'Not found'} · Wicked Integrations` },
];

/** Loads one page of executions, and the logs of the open ones only. */
export async function loader(args: LoaderFunctionArgs) {
  const {
    user,
    membership,
    organizationName,
    id: integrationId,
    row: integration,
  } = await requireIntegration(args);
  const { app } = args.context;
  const view = readLogQuery(integrationId, new URL(args.request.url).searchParams);
  const owner = { organizationId: membership.organizationId, integrationId };
  const { executions, hasOlder, isBehind } = await loadPage(app.db, owner, view);
  if (view.only && executions.length === 0) throw new Response('Not Found', { status: 404 });
  const isWhole = !view.before && !hasOlder;
  const replays = await listReplays(
    app.db,
    owner,
    executions.map(({ id }) => id),
  );
  return {
    user,
    organizationName,
    readAt: app.now(),
    view,
    executions,
    previews: await describePreviews(app, owner, integration.version, executions),
    waits: Object.fromEntries(await listCallWaitReasons(app, executions)),
    replays: Object.fromEntries(replays.made),
    planned: replays.planned,
    details: await describeOpen(
      app,
      { ...owner, answersForOthers: can(membership, 'answer-for-others') },
      integration.version,
      view,
      executions,
    ),
    hasOlder,
    csvUrl: csvUrl(view),
    replayable: await countAllFailed(app, owner, view, new URL(args.request.url).searchParams),
    isBehind,
    integration: { name: integration.name },
    // No part of the list has rejected deliveries, so the page tells of them above the newest part alone. Its link needs a
    // deployed webhook or form.
    rejected:
      view.before || view.only || !integration.isActive ? null : await summarizeRejections(app, integration),
    pause: integration.pausedAt === null ? null : describePause(integration.pauseAfterErrors),
    waiting: await describeWaiting(app, integration),
    // Only owners, who may change the setting, read its name.
    retention: {
      days: findRetentionDays(integration, app.config),
      mib: integration.retentionMib,
      isOwn: hasOwnRetention(integration),
      tellSetting: membership.role === 'OWNER',
    },
    // Counting rows takes longer the more there are, so only a single page is counted; otherwise a counter gives the total.
    total:
      isWhole || isFiltered(view)
        ? executions.length
        : Math.max(integration.totalExecutions, executions.length),
  };
}

async function describePreviews(app: AppContext, owner: Owner, version: number, listed: { id: string }[]) {
  const ids = listed.map(({ id }) => id);
  const previews: Record<string, RowPreview> = {};
  for (const [id, preview] of await findExecutionPreviews(app, owner, { ids, version }))
    previews[id] = viewPreview(preview);
  return previews;
}

async function describeOpen(
  app: AppContext,
  { answersForOthers, ...owner }: Owner & { answersForOthers: boolean },
  version: number,
  { open, only, items }: LogQuery,
  listed: { id: string }[],
) {
  const describe = createLogFormatter(await findCurrentCalls(app, owner.integrationId, version));
  const details: Record<string, ExecutionView> = {};
  for (const { id } of listed.filter((execution) => execution.id === only || open.includes(execution.id))) {
    const log = await findExplainedLog(app, owner, id, items?.of === id ? items : undefined);
    const findAnswerUrl = (callId: string) => makeAnswerAddress(app.config, { executionId: id, callId }).url;
    if (log) details[id] = await describe(log, answersForOthers ? findAnswerUrl : undefined);
  }
  return details;
}

/** Returns the calls of the current chain, by call id. */
async function findCurrentCalls(app: AppContext, integrationId: string, version: number) {
  const found = await findDefinition(app, integrationId, version);
  const calls = found.kind === 'found' ? found.definition.apiCalls : [];
  return new Map(
    calls.map(({ id, note }, index) => [
      id,
      {
        findEditUrl: (executionId: string) =>
          `/integration/${integrationId}?execution=${executionId}#call-${index + 1}`,
        note,
      },
    ]),
  );
}

export { submitControl as action } from './controls/control-action';

export { headers, shouldRevalidate } from '~/components/network/form-route';

export const clientAction = catchNetworkErrors({ title: 'Operation failed', text: 'Please try again.' });

export function clientLoader({ request, params, serverLoader }: ClientLoaderFunctionArgs) {
  const view = readLogQuery(params.integrationId ?? '', new URL(request.url).searchParams);
  return readOrFallBack(logUrl(view), () => serverLoader<typeof loader>());
}

export default function ExecutionLogs() {
  const { user, organizationName, integration, view, isBehind, waiting, pause, rejected, ...history } =
    useNewestData();
  // What is read since asks nothing.
  const { replayable } = useLoaderData<typeof clientLoader>();
  const { integrationId } = view;
  return (
    <SignedInShell user={user} organizationName={organizationName}>
      <PageHeader
        title="Execution Logs"
        subtitle="Live webhook execution history and detailed request/response logs"
        badges={<Badge>{integration.name}</Badge>}
        back={{ to: `/integration/${integrationId}`, label: 'Back to Integration' }}
        actions={<RefreshButton view={view} />}
      />
      <ReplayAllQuestion view={view} replayable={replayable} />
      <div className="flex flex-col gap-6">
        {!view.only && <LogFilters key={integrationId} view={view} isBehind={isBehind} />}
        {pause !== null && (
          <Banner
            tone="warn"
            title={pause}
            actions={<LinkButton to={`/integration/${integrationId}/deploy`}>Resume or discard</LinkButton>}
          >
            New deliveries are accepted and wait. None start until the integration is resumed.
          </Banner>
        )}
        {waiting !== null && (
          <Banner tone="info" title="Limit reached">
            <WaitText {...waiting} />. New deliveries are accepted and wait.
          </Banner>
        )}
        {rejected !== null && <RejectedBanner rejected={rejected} integrationId={integrationId} />}
        <ExecutionHistory view={view} {...history} />
      </div>
    </SignedInShell>
  );
}

/**
 * Returns the data that the page was loaded with, or newer data read since. A fetcher reads it, because a revalidation
 * would end the `preventScrollReset` of the last navigation and scroll to the top.
 */
function useNewestData() {
  const loaded = useLoaderData<typeof clientLoader>();
  const { load, data, state } = useFetcher<typeof clientLoader>();
  const { integrationId, before } = loaded.view;
  const address = logUrl(loaded.view);
  // An effect fills the cache, not `clientLoader.hydrate`: with that, the page reads itself again before it is ready, and
  // a user who navigates meanwhile gets an error, since Remix then reads nothing for the root.
  useEffect(() => cacheResponse(address, loaded), [address, loaded]);
  useLiveUpdates({
    enabled: before === null,
    streamUrl: `/api/integrations/${integrationId}/execution-logs/stream`,
    read: useCallback(() => load(address), [load, address]),
    reading: state !== 'idle',
  });
  const isNewer = data && data.readAt >= loaded.readAt && logUrl(data.view) === address;
  return useHeldList(loaded, isNewer ? data : loaded);
}

function RefreshButton({ view }: { view: LogQuery }) {
  const navigation = useNavigation();
  const path = logsPath(view.integrationId);
  return (
    <Form method="get" action={path} replace preventScrollReset>
      {listViewFields(view).map(([name, value]) => (
        <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
      <Button
        type="submit"
        icon={RefreshCw}
        pending={navigation.formAction === path}
        pendingText="Refreshing..."
      >
        Refresh
      </Button>
    </Form>
  );
}
