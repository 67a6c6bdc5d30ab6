import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { requireActor, requirePermission } from '~/auth/guards';
import { redirectWithToast } from '~/auth/toast-cookie';
import { catchNetworkErrors, useActionResponse } from '~/components/network/network-error';
import { Card } from '~/components/ui/card';
import { failures } from '~/failures';
import { idOfForm } from '~/services/form-key';
import { createValue } from '~/services/values/values';
import { readTyped } from '~/components/typed-form/typed-form';
import { toInput } from '../organization.settings.values/read-form';
import { ValueForm } from '../organization.settings.values/value-form';
import { respondRefused } from '../forms/respond-refused.server';

export { headers, shouldRevalidate } from '~/components/network/form-route';

export const clientAction = catchNetworkErrors(failures.organization);

const list = '/organization/settings/values';

export const meta: MetaFunction = () => [
  { title: 'New value · Organization Settings · Wicked Integrations' },
];

export async function loader({ request, context: { app } }: LoaderFunctionArgs) {
  await requirePermission(app, request, 'manage-values');
  return null;
}

export async function action({ request, context: { app, address } }: ActionFunctionArgs) {
  const { actor } = await requireActor({ app, address }, request);
  const form = await request.formData();
  const typed = readTyped(form);
  const outcome = await createValue(app, actor, toInput(typed), idOfForm(app, actor, form));
  if (outcome.kind === 'value') {
    return redirectWithToast(app, list, {
      tone: 'success',
      title: 'Value created',
      description: `Write {{org.${outcome.value.name}}} where you need it.`,
    });
  }
  return respondRefused(outcome, typed);
}

export default function NewValuePage() {
  const response = useActionResponse<typeof action>();
  return (
    <Card title="New value">
      <ValueForm
        action={`${list}/new`}
        values={response?.typed ?? {}}
        errors={response?.errors ?? {}}
        failure={response?.failure ?? null}
      />
    </Card>
  );
}
