import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireActor, requirePermission } from '~/auth/guards';
import { redirectWithToast } from '~/auth/toast-cookie';
import { UseList } from '~/components/integration/use-list';
import { catchNetworkErrors, useActionResponse } from '~/components/network/network-error';
import { Banner } from '~/components/ui/banner';
import { Card } from '~/components/ui/card';
import { LinkButton } from '~/components/ui/link';
import { failures } from '~/failures';
import { describeProblem } from '~/problem';
import type { ValueResponse } from '~/services/values/value-response';
import { changeValue, deleteValue, readValueById } from '~/services/values/values';
import { DeleteDialog } from '../organization/delete-dialog';
import { readTyped, type Typed } from '~/components/typed-form/typed-form';
import { respondNotFound } from '~/auth/not-found';
import { toInput } from '../organization.settings.values/read-form';
import { ValueForm } from '../organization.settings.values/value-form';
import { respondRefused, respondSavedSince } from '../forms/respond-refused.server';

export { headers, shouldRevalidate } from '~/components/network/form-route';

export const clientAction = catchNetworkErrors(failures.organization);

const list = '/organization/settings/values';

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: `${loaded?.value.name ?? 'Not found'} · Values · Organization Settings · Wicked Integrations` },
];

export async function loader({ request, params, context: { app } }: LoaderFunctionArgs) {
  const session = await requirePermission(app, request, 'manage-values');
  const { membership } = session;
  const key = { id: params.valueId ?? '', organizationId: membership.organizationId };
  const found = await readValueById(app, key);
  if (found.kind !== 'value')
    throw await respondNotFound(app, session, 'organization_values', params.valueId);
  const { id, name, isReadable, version, usedBy } = found.value;
  return {
    value: { id, name, isReadable, version, usedBy, typed: toTyped(found.value) },
    isDeleting: new URL(request.url).searchParams.has('delete'),
  };
}

function toTyped({ name, format, value, isSecret, allowedHosts }: ValueResponse): Typed {
  return { name, format, value, isSecret: isSecret ? 'on' : '', allowedHosts: allowedHosts.join(', ') };
}

export async function action({ request, params, context: { app, address } }: ActionFunctionArgs) {
  const { actor } = await requireActor({ app, address }, request);
  const id = params.valueId ?? '';
  const typed = readTyped(await request.formData());
  if (typed.intent === 'delete') {
    const outcome = await deleteValue(app, actor, id);
    if (outcome.kind === 'deleted') {
      return redirectWithToast(app, list, { tone: 'success', title: 'Value deleted' });
    }
    const description = describeProblem(outcome).body.message;
    return redirectWithToast(app, list, { tone: 'destructive', title: 'Error', description });
  }
  const outcome = await changeValue(app, actor, id, { ...toInput(typed), version: Number(typed.version) });
  if (outcome.kind === 'value') {
    return redirectWithToast(app, `${list}/${id}`, {
      tone: 'success',
      title: 'Value saved',
      description: 'It applies from the next call on.',
    });
  }
  const present = outcome.kind === 'conflict' && (await readValueById(app, { ...actor, id }));
  return present && present.kind === 'value'
    ? respondSavedSince('value', typed, present.value.version)
    : respondRefused(outcome, typed);
}

export default function ValuePage() {
  const { value, isDeleting } = useLoaderData<typeof loader>();
  const response = useActionResponse<typeof action>();
  const { id, name, isReadable, version, usedBy, typed } = value;
  const address = `${list}/${id}`;
  return (
    <>
      {isDeleting && (
        <DeleteDialog
          title="Delete value"
          name={name}
          usedBy={usedBy}
          remedy="Remove it there first."
          loss={`What {{org.${name}}} stands for will be deleted.`}
          action={address}
        />
      )}
      {!isReadable && (
        <Banner tone="bad" title="Cannot be decrypted">
          It cannot be decrypted with the current APP_KEY. Please enter it again.
        </Banner>
      )}
      <Card
        title={name}
        text={`{{org.${name}}}`}
        actions={
          <LinkButton to="?delete" size="sm" preventScrollReset>
            Delete
          </LinkButton>
        }
      >
        <ValueForm
          // The key resets the fields to the stored values after a save.
          key={version}
          action={address}
          values={response?.typed ?? typed}
          errors={response?.errors ?? {}}
          failure={response?.failure ?? null}
          version={Number(response?.typed.version ?? version)}
        />
      </Card>
      <UseList usedBy={usedBy} />
    </>
  );
}
