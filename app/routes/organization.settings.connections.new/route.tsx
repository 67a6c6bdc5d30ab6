import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import { requireActor, requirePermission } from '~/auth/guards';
import { redirectWithToast } from '~/auth/toast-cookie';
import { catchNetworkErrors, useActionResponse } from '~/components/network/network-error';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { describeField } from '~/components/ui/fields/field';
import { RadioCards } from '~/components/ui/fields/radio-cards';
import { LinkButton } from '~/components/ui/link';
import { type ConnectionKind, connectionKinds, kindNames } from '~/engine/connections/kinds';
import { failures } from '~/failures';
import { describeProblem } from '~/problem';
import { createConnection } from '~/services/connections/connections';
import { kindCards } from '../organization.settings.connections/config-fields';
import { ConnectionForm } from '../organization.settings.connections/connection-form';
import { readTyped, toFieldErrors, toInput } from '../organization.settings.connections/read-form';

export { headers, shouldRevalidate } from '~/components/network/form-route';

export const clientAction = catchNetworkErrors(failures.organization);

const list = '/organization/settings/connections';

function readKind(request: Request): ConnectionKind | null {
  const wanted = new URL(request.url).searchParams.get('kind');
  return connectionKinds.find((kind) => kind === wanted) ?? null;
}

export async function loader({ request, context: { app } }: LoaderFunctionArgs) {
  await requirePermission(app, request, 'manage-connections');
  return { kind: readKind(request) };
}

export async function action({ request, context: { app, address } }: ActionFunctionArgs) {
  const { actor } = await requireActor({ app, address }, request);
  const kind = readKind(request);
  const typed = readTyped(await request.formData());
  const outcome = await createConnection(app, actor, { ...toInput(typed), kind });
  if (outcome.kind === 'connection') {
    return redirectWithToast(app, `${list}/${outcome.connection.id}`, {
      tone: 'success',
      title: 'Connection created',
      description: 'Choose it in the authentication of calls.',
    });
  }
  const { body, ...init } = describeProblem(outcome);
  const errors = toFieldErrors(outcome.fields);
  return data({ typed, errors, failure: outcome.fields ? null : body.message }, init);
}

/** Without a kind it asks for one, by a link like any other: no script is needed to see the fields of another. */
export default function NewConnectionPage() {
  const { kind } = useLoaderData<typeof loader>();
  const response = useActionResponse<typeof action>();
  if (kind === null) return <KindForm />;
  return (
    <Card
      title={`New connection: ${kindNames[kind]}`}
      actions={
        <LinkButton to={`${list}/new`} size="sm">
          Another kind
        </LinkButton>
      }
    >
      <ConnectionForm
        action={`${list}/new?kind=${kind}`}
        kind={kind}
        values={response?.typed ?? {}}
        errors={response?.errors ?? {}}
        failure={response?.failure ?? null}
      />
    </Card>
  );
}

function KindForm() {
  return (
    <Card title="New connection" text="How the API wants to be shown who calls it.">
      <Form action={`${list}/new`} className="flex flex-col gap-field">
        <RadioCards
          field={describeField('kind', { required: true })}
          label="Kind"
          options={kindCards}
          defaultValue="bearer"
        />
        <div className="flex justify-end gap-3">
          <LinkButton to={list}>Cancel</LinkButton>
          <Button type="submit" variant="primary">
            Continue
          </Button>
        </div>
      </Form>
    </Card>
  );
}
