import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
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
import { AlertsFrame } from '../admin_/alerts-frame';
import { loadAdministrator } from '../admin_/load-administrator.server';

export { headers, shouldRevalidate } from '~/components/network/form-route';

export const clientAction = catchNetworkErrors(failures.organization);

export const meta: MetaFunction = () => [{ title: 'New channel · Wicked Integrations' }];

const suggested = { backup: '1', disk: '1', queue: '10' };

export async function loader({ request, context: { app } }: LoaderFunctionArgs) {
  const frame = await loadAdministrator(app, request);
  return { frame, choices: await listChannelChoices(app, { organizationId: null }) };
}

export async function action({ request, context: { app, address } }: ActionFunctionArgs) {
  const { user } = await loadAdministrator(app, request);
  const actor = { userId: user.id, organizationId: null, address };
  const typed = readTyped(await request.formData());
  const outcome = await createChannel(app, actor, toChannelInput(typed));
  if (outcome.kind === 'channel') {
    return redirectWithToast(app, `/admin/alerts/${outcome.channel.id}`, {
      tone: 'success',
      title: 'Channel created',
      description: 'Send a test to check that its messages arrive.',
    });
  }
  const { body, ...init } = describeProblem(outcome);
  const errors = toChannelErrors(outcome.fields);
  return data({ typed, errors, failure: outcome.fields ? null : body.message }, init);
}

export default function NewInstallationChannelPage() {
  const { frame, choices } = useLoaderData<typeof loader>();
  const response = useActionResponse<typeof action>();
  return (
    <AlertsFrame {...frame}>
      <Card title="New channel">
        <ChannelForm
          {...choices}
          action="/admin/alerts/new"
          list="/admin?view=alerts"
          values={response?.typed ?? suggested}
          errors={response?.errors ?? {}}
          failure={response?.failure ?? null}
        />
      </Card>
    </AlertsFrame>
  );
}
