import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { refuseWithout, requireActor, requireMembership } from '~/auth/guards';
import { redirectWithToast } from '~/auth/toast-cookie';
import { catchNetworkErrors, useActionResponse } from '~/components/network/network-error';
import { readTyped } from '~/components/typed-form/typed-form';
import { codeInput, describeFields } from '~/components/typed-form/typed-form-frame';
import { Card } from '~/components/ui/card';
import { TextField } from '~/components/ui/fields/text-field';
import { failures } from '~/failures';
import { saveRecord } from '~/services/stores/records';
import { respondRefused } from '../forms/respond-refused.server';
import {
  newRecordAddress,
  recordAddress,
  recordsAddress,
  storesAddress,
} from '../organization.settings.stores/addresses';
import { toRecordInput } from '../organization.settings.stores/read-form';
import { RecordForm } from '../organization.settings.stores/record-form';

export { headers, shouldRevalidate } from '~/components/network/form-route';

export const clientAction = catchNetworkErrors(failures.organization);

export const meta: MetaFunction = () => [
  { title: 'New record · Stores · Organization Settings · Wicked Integrations' },
];

export async function loader({ request, context: { app } }: LoaderFunctionArgs) {
  const { membership } = await requireMembership(app, request);
  await refuseWithout(app, membership, 'edit-integrations', storesAddress);
  return { store: new URL(request.url).searchParams.get('store') ?? '' };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { actor } = await requireActor(context, request);
  const typed = readTyped(await request.formData());
  const { store = '', key = '' } = typed;
  const outcome = await saveRecord(
    context.app,
    actor,
    { store, key },
    { ...toRecordInput(typed), isNew: true, isAgain: true },
  );
  if (outcome.kind === 'record') {
    return redirectWithToast(context.app, recordAddress(store, key), {
      tone: 'success',
      title: 'Record saved',
    });
  }
  return respondRefused(outcome, typed);
}

export default function NewRecordPage() {
  const { store } = useLoaderData<typeof loader>();
  const response = useActionResponse<typeof action>();
  const [values, errors] = [response?.typed ?? { store }, response?.errors ?? {}];
  const fieldOf = describeFields({ values, errors });
  return (
    <Card title="New record">
      <RecordForm
        action={newRecordAddress()}
        list={store === '' ? storesAddress : recordsAddress(store)}
        values={values}
        errors={errors}
        failure={response?.failure ?? null}
      >
        <div className="grid gap-field sm:grid-cols-2">
          <TextField
            field={fieldOf('store', true)}
            label="Store"
            hint="Lower case letters, digits, _ and -. A new name begins a new store."
            autoCapitalize="none"
            {...codeInput}
          />
          <TextField
            field={fieldOf('key', true)}
            label="Key"
            hint="Calls read it at store://orders/1042 when the store is orders and the key is 1042."
            autoCapitalize="none"
            {...codeInput}
          />
        </div>
      </RecordForm>
    </Card>
  );
}
