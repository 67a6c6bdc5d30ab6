import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ChannelForm } from '~/components/alerts/channel-form';
import { catchNetworkErrors, useActionResponse } from '~/components/network/network-error';
import { Card } from '~/components/ui/card';
import { failures } from '~/failures';
import { listChannelChoices } from '~/services/alerts/channel-choices';
import { generateWebhookSecret } from '~/services/integrations/generated-secret';
import { AlertsFrame } from '../admin_/alerts-frame';
import { submitNewChannel } from '../forms/channel-forms.server';
import { loadAdministrator } from '../admin_/load-administrator.server';

export { headers, shouldRevalidate } from '~/components/network/form-route';

export const clientAction = catchNetworkErrors(failures.organization);

export const meta: MetaFunction = () => [{ title: 'New channel · Wicked Integrations' }];

const suggested = { backup: '1', disk: '1', queue: '10' };

export async function loader({ request, context: { app } }: LoaderFunctionArgs) {
  const frame = await loadAdministrator(app, request);
  const choices = await listChannelChoices(app, { organizationId: null });
  return { frame, choices, secret: generateWebhookSecret() };
}

export async function action({ request, context: { app, address } }: ActionFunctionArgs) {
  const { user } = await loadAdministrator(app, request);
  const actor = { userId: user.id, organizationId: null, address };
  return submitNewChannel(app, actor, await request.formData(), '/admin/alerts');
}

export default function NewInstallationChannelPage() {
  const { frame, choices, secret } = useLoaderData<typeof loader>();
  const response = useActionResponse<typeof action>();
  return (
    <AlertsFrame {...frame}>
      <Card title="New channel">
        <ChannelForm
          {...choices}
          action="/admin/alerts/new"
          list="/admin?view=alerts"
          values={response?.typed ?? { ...suggested, secret }}
          errors={response?.errors ?? {}}
          failure={response?.failure ?? null}
        />
      </Card>
    </AlertsFrame>
  );
}
