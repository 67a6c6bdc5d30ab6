import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ChannelCard } from '~/components/alerts/channel-card';
import { toTypedChannel } from '~/components/alerts/read-channel-form';
import { catchNetworkErrors, useActionResponse } from '~/components/network/network-error';
import { failures } from '~/failures';
import { listChannelChoices } from '~/services/alerts/channel-choices';
import { readChannelById } from '~/services/alerts/channels';
import { AlertsFrame } from '../admin_/alerts-frame';
import { submitChannel } from '../forms/channel-forms.server';
import { loadAdministrator } from '../admin_/load-administrator.server';

export { headers, shouldRevalidate } from '~/components/network/form-route';

export const clientAction = catchNetworkErrors(failures.organization);

export const meta: MetaFunction = () => [{ title: 'Channel · Wicked Integrations' }];

const base = '/admin/alerts';
const list = '/admin?view=alerts';

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
  const place = { id: params.channelId ?? '', base, list };
  return submitChannel(app, actor, await request.formData(), place);
}

export default function InstallationChannelPage() {
  const { frame, shown } = useLoaderData<typeof loader>();
  const response = useActionResponse<typeof action>();
  return (
    <AlertsFrame {...frame}>
      <ChannelCard {...shown} base={base} list={list} response={response} />
    </AlertsFrame>
  );
}
