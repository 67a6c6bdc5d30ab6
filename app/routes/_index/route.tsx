import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { type ClientLoaderFunctionArgs, useFetcher, useLoaderData, useNavigate } from '@remix-run/react';
import { useCallback, useEffect } from 'react';
import { findUserOf, requireActor, requireMembership } from '~/auth/guards';
import { can } from '~/auth/role-permissions';
import { redirectWithToast } from '~/auth/toast-cookie';
import { type ExecutionDay, listExecutionDays } from '~/db/executions/daily-counts';
import { countIntegrations, listFailedIntegrations, listIntegrationCards } from '~/db/integrations/cards';
import { listStartedNames } from '~/db/integrations/event-triggers';
import { findIntegration } from '~/db/integrations/integrations';
import {
  countRestorableIntegrations,
  findRestorableIntegration,
} from '~/db/integrations/restorable-integrations';
import { listTags } from '~/db/integrations/tags';
import { failures } from '~/failures';
import { describeProblem } from '~/problem';
import { findSignUpMode } from '~/services/accounts/sign-up-mode';
import { describeOpenIncidents } from '~/services/alerts/incidents';
import { yieldTurn } from '~/services/event-loop';
import { listTemplates } from '~/services/imports/templates/templates';
import { describeInstallation } from '~/services/installation/state';
import { deleteIntegration } from '~/services/integrations/deletion';
import { describeQuota } from '~/services/limits/quota-text';
import { catchNetworkErrors, useActionResponse } from '~/components/network/network-error';
import { cacheResponse, readOrFallBack } from '~/components/network/stale-cache';
import { useLiveUpdates } from '~/components/network/use-live-updates';
import { useAfterPointerRelease } from '~/components/pointer/use-after-pointer-release';
import { submitDuplicate, submitStart } from './card-actions';
import { findFirstSteps } from './first-steps.server';
import { describeRecentRuns } from './run-strips.server';
import { cacheKeyOf, dashboardUrl, readListQuery } from '~/components/integration/list-query';
import { drawDailyChart } from './daily-chart.server';
import { Dashboard } from './dashboard';
import { submitEarlyAccess } from './early-access-action';
import card from './pictures/card.png?url';
import { Landing } from './landing';

export { headers, shouldRevalidate } from '~/components/network/form-route';

export const clientAction = catchNetworkErrors((intent) =>
  intent === 'early-access'
    ? failures.earlyAccess
    : intent === 'start' || intent === 'duplicate'
      ? failures.creation
      : failures.deletion,
);

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) =>
  loaded?.kind === 'dashboard'
    ? [{ title: 'Dashboard · Wicked Integrations' }]
    : [
        { title: 'Wicked Integrations' },
        {
          name: 'description',
          content:
            'Build API integrations with forms: a webhook or a schedule starts a chain of API calls, and every request and response is in the log.',
        },
        { property: 'og:title', content: 'Wicked Integrations' },
        { property: 'og:type', content: 'website' },
        {
          property: 'og:description',
          content: 'Connect your APIs without writing the glue. Acknowledged means on disk.',
        },
        ...describeCard(loaded?.origin ?? ''),
      ];

/** Describes the card that sites show beside a link to the product: https://ogp.me. Its URLs have to be absolute. */
function describeCard(origin: string) {
  return [
    { property: 'og:url', content: `${origin}/` },
    { property: 'og:image', content: origin + card },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: 'Wicked Integrations: Connect your APIs without writing the glue' },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
}

const pageSize = 24;
const chartDays = 14;
/** How many days, including today, are compared with as many days before. */
const comparedDays = 7;
const dayMs = 24 * 3_600_000;
/** How many failed integrations are named. */
const namedFailures = 3;

export async function loader({ request, context: { app } }: LoaderFunctionArgs) {
  if (!(await findUserOf(app, request))) {
    return {
      kind: 'landing' as const,
      origin: new URL(app.config.appUrl).origin,
      signUp: await findSignUpMode(app),
    };
  }
  const { user, membership } = await requireMembership(app, request);
  const { organizationId } = membership;
  const query = new URL(request.url).searchParams;
  const list = readListQuery(query);
  const offset = (list.page - 1) * pageSize;
  const rows = await listIntegrationCards(app.db, { ...list, organizationId, offset, limit: pageSize + 1 });
  const shown = rows.slice(0, pageSize);
  const since = app.now() - comparedDays * dayMs;
  const counts = await countIntegrations(app.db, { organizationId, since });
  const daysOfMonth = new Date(app.now()).getUTCDate();
  const count = Math.max(chartDays, daysOfMonth);
  const days = await listExecutionDays(app.db, { organizationId, until: app.now(), count });
  const deletedId = query.get('delete');
  const deleting =
    deletedId === null ? undefined : await findIntegration(app.db, { id: deletedId, organizationId });
  // The queries and the encoding of what they find are the longest part of the page: deliveries are taken in between.
  await yieldTurn();
  return {
    kind: 'dashboard' as const,
    readAt: app.now(),
    user,
    organizationName: membership.organizationName,
    installation: await describeInstallation(app, { userId: user.id, role: membership.role }),
    quota: await describeQuota(app, organizationId),
    list,
    exportUrl: `/api/integrations/organization/${organizationId}/export${list.tag && `?${new URLSearchParams({ tag: list.tag })}`}`,
    tags: await listTags(app.db, organizationId),
    integrations: shown,
    runs: await describeRecentRuns(app, { organizationId, integrationIds: shown.map(({ id }) => id) }),
    failures: await listFailedIntegrations(app.db, {
      organizationId,
      since: app.now() - dayMs,
      limit: namedFailures,
    }),
    incidents: {
      ...(await describeOpenIncidents(app, organizationId)),
      canManage: can(membership, 'manage-alerts'),
    },
    deletedCount: await countRestorableIntegrations(app.db, organizationId),
    firstSteps: await findFirstSteps(app, organizationId, counts),
    hasMore: rows.length > pageSize,
    templates: counts.integrationCount === 0 ? listTemplates() : [],
    deleting: deleting
      ? { id: deleting.id, name: deleting.name, starts: await listStartedNames(app.db, deleting) }
      : null,
    counts,
    triggersUsed: countTriggers(days.slice(-daysOfMonth)),
    recentTriggers: countTriggers(days.slice(-comparedDays)),
    formerTriggers: countTriggers(days.slice(-2 * comparedDays, -comparedDays)),
    chart: drawDailyChart(days.slice(-chartDays)),
  };
}

/** Counts used triggers: every execution that ended, except cancelled ones and tests. */
function countTriggers(days: ExecutionDay[]): number {
  return days.reduce((sum, { completed, failed, tests }) => sum + completed + failed - tests, 0);
}

/** Keeps the dashboard as it is when it is read while the server restarts. */
export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return readOrFallBack(cacheKeyOf(request.url), () => serverLoader<typeof loader>());
}

export async function action(args: ActionFunctionArgs) {
  const form = await args.request.formData();
  switch (form.get('intent')) {
    case 'early-access':
      return await submitEarlyAccess(args, form);
    case 'start':
      return submitStart(args, form);
    case 'duplicate':
      return submitDuplicate(args, form);
    default:
      return submitDelete(args, form);
  }
}

async function submitDelete({ request, context: { app, address } }: ActionFunctionArgs, form: FormData) {
  const { actor } = await requireActor({ app, address }, request);
  if (form.get('confirmation') !== 'DELETE') {
    return data({ confirmationError: 'Type DELETE to confirm' }, { status: 422 });
  }
  const id = String(form.get('id'));
  const list = readListQuery(new URL(request.url).searchParams);
  const undo = { action: '/integration/deleted', fields: { intent: 'undo', id } };
  const outcome = await deleteIntegration(app, actor, id);
  if (outcome.kind === 'deleted') {
    return redirectWithToast(app, dashboardUrl(list), {
      tone: 'success',
      title: 'Success',
      description: 'Integration deleted successfully',
      durationMs: 10_000,
      about: id,
      undo,
    });
  }
  if (outcome.kind === 'not-found') {
    // After a double press without script, the browser has dropped the first answer with its way back.
    const { organizationId } = actor;
    const isRestorable = await findRestorableIntegration(app.db, { id, organizationId });
    return redirectWithToast(app, dashboardUrl(list), {
      tone: 'success',
      title: 'Nothing to delete',
      description: 'The integration was deleted already.',
      ...(isRestorable && { durationMs: 10_000, about: id, undo }),
    });
  }
  const { status, body } = describeProblem(outcome);
  return data({ failure: body.message }, { status });
}

export default function Index() {
  const loaded = useNewestDashboard();
  const response = useActionResponse<typeof action>();
  const earlyAccess = response && 'earlyAccess' in response ? response.earlyAccess : undefined;
  const start = response && 'start' in response ? response.start : undefined;
  const deletion = response && ('earlyAccess' in response || 'start' in response) ? undefined : response;
  return loaded.kind === 'landing' ? (
    <Landing signUp={loaded.signUp} earlyAccess={earlyAccess} />
  ) : (
    <Dashboard {...loaded} outcome={deletion} start={start} />
  );
}

/**
 * Returns the data that the page was loaded with, or newer data read since, and leads to the log-in when the session is over.
 * Nothing is read for guests.
 */
function useNewestDashboard() {
  const loaded = useLoaderData<typeof clientLoader>();
  const { load, data: read, state } = useFetcher<typeof clientLoader>();
  const list = loaded.kind === 'dashboard' ? loaded.list : undefined;
  const address = list && dashboardUrl(list);
  useEffect(() => {
    if (address !== undefined) cacheResponse(address, loaded);
  }, [address, loaded]);
  // The index parameter selects this route, not the root, which has the same path.
  const readUrl = list && dashboardUrl(list, { index: '' });
  useLiveUpdates({
    enabled: list !== undefined,
    read: useCallback(() => {
      if (readUrl !== undefined) load(readUrl);
    }, [load, readUrl]),
    reading: state !== 'idle',
  });
  const navigate = useNavigate();
  const isOver = list !== undefined && read?.kind === 'landing';
  useEffect(() => {
    if (!isOver || address === undefined) return;
    navigate(`/session-expired?${new URLSearchParams({ returnTo: address })}`, { replace: true });
  }, [isOver, address, navigate]);
  // A card that moves under a press would lose it.
  const drawn = useAfterPointerRelease(read);
  if (loaded.kind !== 'dashboard' || drawn?.kind !== 'dashboard') return loaded;
  const isNewer = drawn.readAt >= loaded.readAt && dashboardUrl(drawn.list) === address;
  // The address's other parameters apply to the data that the page was loaded with.
  return isNewer ? { ...drawn, deleting: loaded.deleting } : loaded;
}
