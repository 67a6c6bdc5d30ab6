import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireActor, requirePermission } from '~/auth/guards';
import { redirectWithToast } from '~/auth/toast-cookie';
import { ChannelForm } from '~/components/alerts/channel-form';
import { toChannelErrors, toChannelInput } from '~/components/alerts/read-channel-form';
import { catchNetworkErrors, useActionResponse } from '~/components/network/network-error';
import { readTyped } from '~/components/typed-form/typed-form';
import { Card } from '~/components/ui/card';
import { failures } from '~/failures';
import { describeProblem } from '~/problem';
import { listChannelChoices } from '~/services/alerts/channel-choices';
import { createChannel } from '~/services/alerts/channels';

export { headers, shouldRevalidate } from '~/components/network/form-route';

export const clientAction = catchNetworkErrors(failures.organization);

const list = '/organization/settings/alerts';

/** The events that a new channel is notified of by default. */
const suggested = { failing: '1', late: '5' };

export const meta: MetaFunction = () => [
  { title: 'New channel · Organization Settings · Wicked Integrations' },
];

export async function loader({ request, context: { app } }: LoaderFunctionArgs) {
  const { membership } = await requirePermission(app, request, 'manage-alerts');
  return listChannelChoices(app, membership);
}

export async function action({ request, context: { app, address } }: ActionFunctionArgs) {
  const { actor } = await requireActor({ app, address }, request);
  const typed = readTyped(await request.formData());
  const outcome = await createChannel(app, actor, toChannelInput(typed));
  if (outcome.kind === 'channel') {
    return redirectWithToast(app, `${list}/${outcome.channel.id}`, {
      tone: 'success',
      title: 'Channel created',
      description: 'Send a test to check that its messages arrive.',
    });
  }
  const { body, ...init } = describeProblem(outcome);
  const errors = toChannelErrors(outcome.fields);
  return data({ typed, errors, failure: outcome.fields ? null : body.message }, init);
}

export default function NewChannelPage() {
  const choices = useLoaderData<typeof loader>();
  const response = useActionResponse<typeof action>();
  return (
    <Card title="New channel">
      <ChannelForm
        {...choices}
        action={`${list}/new`}
        list={list}
        values={response?.typed ?? suggested}
        errors={response?.errors ?? {}}
        failure={response?.failure ?? null}
      />
    </Card>
  );
}
