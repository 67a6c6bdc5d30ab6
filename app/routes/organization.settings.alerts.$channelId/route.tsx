import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireActor, requirePermission } from '~/auth/guards';
import { ChannelCard } from '~/components/alerts/channel-card';
import { toTypedChannel } from '~/components/alerts/read-channel-form';
import { catchNetworkErrors, useActionResponse } from '~/components/network/network-error';
import { failures } from '~/failures';
import { listChannelChoices } from '~/services/alerts/channel-choices';
import { readChannelById } from '~/services/alerts/channels';
import { respondNotFound } from '~/auth/not-found';
import { submitChannel } from '../forms/channel-forms.server';

export { headers, shouldRevalidate } from '~/components/network/form-route';

export const clientAction = catchNetworkErrors(failures.organization);

const list = '/organization/settings/alerts';

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: `${loaded?.channel.name ?? 'Not found'} · Alerts · Organization Settings · Wicked Integrations` },
];

export async function loader({ request, params, context: { app } }: LoaderFunctionArgs) {
  const session = await requirePermission(app, request, 'manage-alerts');
  const { membership } = session;
  const { organizationId } = membership;
  const found = await readChannelById(app, { id: params.channelId ?? '', organizationId });
  if (found.kind !== 'channel') throw await respondNotFound(app, session, 'alert_channels', params.channelId);
  const { id, name, isReadable, version, lastMessage } = found.channel;
  return {
    choices: await listChannelChoices(app, membership, found.channel),
    channel: { id, name, isReadable, version, lastMessage },
    typed: toTypedChannel(found.channel),
    isDeleting: new URL(request.url).searchParams.has('delete'),
  };
}

export async function action({ request, params, context: { app, address } }: ActionFunctionArgs) {
  const { actor } = await requireActor({ app, address }, request);
  const place = { id: params.channelId ?? '', base: list, list };
  return submitChannel(app, actor, await request.formData(), place);
}

export default function ChannelPage() {
  const loaded = useLoaderData<typeof loader>();
  const response = useActionResponse<typeof action>();
  return <ChannelCard {...loaded} base={list} list={list} response={response} />;
}
