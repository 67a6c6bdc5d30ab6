import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { redirectWithToast } from '~/auth/toast-cookie';
import { ChannelCard } from '~/components/alerts/channel-card';
import { toChannelErrors, toChannelInput, toTypedChannel } from '~/components/alerts/read-channel-form';
import { catchNetworkErrors, useActionResponse } from '~/components/network/network-error';
import { readTyped } from '~/components/typed-form/typed-form';
import { failures } from '~/failures';
import { describeProblem } from '~/problem';
import { listChannelChoices } from '~/services/alerts/channel-choices';
import { performChannelAction } from '~/services/alerts/channel-actions';
import { readChannelById } from '~/services/alerts/channels';
import { AlertsFrame } from '../admin_/alerts-frame';
import { loadAdministrator } from '../admin_/load-administrator.server';

export { headers, shouldRevalidate } from '~/components/network/form-route';

export const clientAction = catchNetworkErrors(failures.organization);

export const meta: MetaFunction = () => [{ title: 'Channel · Wicked Integrations' }];

const installation = { organizationId: null };

export async function loader({ request, params, context: { app } }: LoaderFunctionArgs) {
  const frame = await loadAdministrator(app, request);
  const found = await readChannelById(app, { id: params.channelId ?? '', ...installation });
  if (found.kind !== 'channel') throw new Response('Not Found', { status: 404 });
  const { id, name, isReadable, version, lastMessage } = found.channel;
  return {
    frame,
    shown: {
      choices: await listChannelChoices(app, installation),
      channel: { id, name, isReadable, version, lastMessage },
      typed: toTypedChannel(found.channel),
      isDeleting: new URL(request.url).searchParams.has('delete'),
    },
  };
}

export async function action({ request, params, context: { app, address } }: ActionFunctionArgs) {
  const { user } = await loadAdministrator(app, request);
  const actor = { userId: user.id, address, ...installation };
  const id = params.channelId ?? '';
  const typed = readTyped(await request.formData());
  const change = { ...toChannelInput(typed), version: Number(typed.version) };
  const outcome = await performChannelAction(app, actor, { id, intent: typed.intent ?? '', change });
  if (outcome.kind === 'done') {
    const to = outcome.isGone ? '/admin?view=alerts' : `/admin/alerts/${id}`;
    return redirectWithToast(app, to, outcome.toast);
  }
  const { body, ...init } = describeProblem(outcome);
  const errors = toChannelErrors(outcome.fields);
  return data({ typed, errors, failure: outcome.fields ? null : body.message }, init);
}

export default function InstallationChannelPage() {
  const { frame, shown } = useLoaderData<typeof loader>();
  const response = useActionResponse<typeof action>();
  return (
    <AlertsFrame {...frame}>
      <ChannelCard {...shown} base="/admin/alerts" list="/admin?view=alerts" response={response} />
    </AlertsFrame>
  );
}
