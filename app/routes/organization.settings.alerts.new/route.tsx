import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireActor, requirePermission } from '~/auth/guards';
import { ChannelForm } from '~/components/alerts/channel-form';
import { catchNetworkErrors, useActionResponse } from '~/components/network/network-error';
import { Card } from '~/components/ui/card';
import { failures } from '~/failures';
import { listChannelChoices } from '~/services/alerts/channel-choices';
import { generateWebhookSecret } from '~/services/integrations/generated-secret';
import { submitNewChannel } from '../forms/channel-forms.server';

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
  return { choices: await listChannelChoices(app, membership), secret: generateWebhookSecret() };
}

export async function action({ request, context: { app, address } }: ActionFunctionArgs) {
  const { actor } = await requireActor({ app, address }, request);
  return submitNewChannel(app, actor, await request.formData(), list);
}

export default function NewChannelPage() {
  const { choices, secret } = useLoaderData<typeof loader>();
  const response = useActionResponse<typeof action>();
  return (
    <Card title="New channel">
      <ChannelForm
        {...choices}
        action={`${list}/new`}
        list={list}
        values={response?.typed ?? { ...suggested, secret }}
        errors={response?.errors ?? {}}
        failure={response?.failure ?? null}
      />
    </Card>
  );
}
