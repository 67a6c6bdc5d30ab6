import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireActor, requirePermission } from '~/auth/guards';
import { redirectWithToast } from '~/auth/toast-cookie';
import { ChannelList } from '~/components/alerts/channel-list';
import { IncidentList } from '~/components/alerts/incident-list';
import { ReplayQuestion } from '~/components/dialog-form/replay-question';
import { catchNetworkErrors } from '~/components/network/network-error';
import { readTyped } from '~/components/typed-form/typed-form';
import { failures } from '~/failures';
import type { AppContext } from '~/context';
import { describeProblem, type Problem } from '~/problem';
import { listWatchingChannels } from '~/services/alerts/channel-response';
import {
  changeIncident,
  incidentDone,
  isIncidentAction,
  listIncidentResponses,
} from '~/services/alerts/incidents';

import { describeReplayed } from '~/services/runs/replay-failures';
import { countIncident, replayIncident } from '~/services/runs/replay-incident';

export { headers, shouldRevalidate } from '~/components/network/form-route';

export const clientAction = catchNetworkErrors(failures.organization);

const base = '/organization/settings/alerts';

export const meta: MetaFunction = () => [{ title: 'Alerts · Organization Settings · Wicked Integrations' }];

export async function loader({ request, context: { app } }: LoaderFunctionArgs) {
  const { membership } = await requirePermission(app, request, 'manage-alerts');
  const { organizationId } = membership;
  return {
    channels: await listWatchingChannels(app, organizationId),
    incidents: await listIncidentResponses(app, { organizationId }),
    asked: await readQuestion(app, organizationId, new URL(request.url).searchParams.get('replay')),
  };
}

/** Counts what would be replayed; null where the address names no incident of failed executions. */
async function readQuestion(app: AppContext, organizationId: string, incidentId: string | null) {
  const found = incidentId ? await countIncident(app, { organizationId }, incidentId) : undefined;
  return found?.kind === 'replayable' ? { incidentId: incidentId ?? '', replayable: found } : null;
}

export async function action({ request, context: { app, address } }: ActionFunctionArgs) {
  const { actor } = await requireActor({ app, address }, request);
  const { incidentId = '', intent = '' } = readTyped(await request.formData());
  if (intent === 'replay') {
    const replayed = await replayIncident(app, actor, incidentId);
    if (replayed.kind !== 'replayed') return refuse(app, replayed);
    const tone = replayed.refused > 0 ? 'destructive' : 'success';
    return redirectWithToast(app, base, { tone, ...describeReplayed(replayed) });
  }
  if (!isIncidentAction(intent)) throw new Response('Not Found', { status: 404 });
  const outcome = await changeIncident(app, actor, incidentId, intent);
  if (outcome.kind === 'done') {
    return redirectWithToast(app, base, { tone: 'success', ...incidentDone[intent] });
  }
  return refuse(app, outcome);
}

function refuse(app: AppContext, problem: Problem) {
  const description = describeProblem(problem).body.message;
  return redirectWithToast(app, base, { tone: 'destructive', title: 'Error', description });
}

export default function AlertsPage() {
  const { channels, incidents, asked } = useLoaderData<typeof loader>();
  return (
    <>
      {asked && (
        <ReplayQuestion
          replayable={asked.replayable}
          action={`${base}?index`}
          intent="replay"
          fields={{ incidentId: asked.incidentId }}
        />
      )}
      <IncidentList incidents={incidents} action={`${base}?index`} />
      <ChannelList
        channels={channels}
        base={base}
        text="Who is notified when integrations of this organization fail, and when they work again."
      />
    </>
  );
}
