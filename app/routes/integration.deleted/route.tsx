import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Trash2 } from '~/components/icons/icons';
import { requireActor, requireMembership } from '~/auth/guards';
import { ListPages, listNewestAndOlder } from '~/components/shell/list-pages';
import { PageHeader } from '~/components/shell/page-header';
import { ReloadingList } from '~/components/shell/reloading-list';
import { SignedInShell } from '~/components/shell/signed-in-shell';
import { Card } from '~/components/ui/card';
import { EmptyState } from '~/components/ui/empty-state';
import { LinkButton } from '~/components/ui/link';
import { useMay } from '~/components/user/permitted';
import { catchNetworkErrors, useActionResponse } from '~/components/network/network-error';
import { findRestorableIntegration } from '~/db/integrations/restorable-integrations';
import { restorableDays } from '~/engine/definition/restorable-days';
import { failures } from '~/failures';
import { listDeletedIntegrations } from '~/services/deleted-integrations/deleted-integration-list';
import { submitDeleteNow, submitRestore } from './deleted-actions';
import { DeleteNowDialog } from './delete-now-dialog';
import { DeletedTable } from './deleted-table';
import { deletedUrl, formatPlace, readPlace } from './list-place';

export { headers, shouldRevalidate } from '~/components/network/form-route';

export const clientAction = catchNetworkErrors((intent) =>
  intent === null ? failures.deletion : failures.restoration,
);

export const meta: MetaFunction = () => [{ title: 'Deleted integrations · Wicked Integrations' }];

const pageSize = 50;

export async function loader({ request, context: { app } }: LoaderFunctionArgs) {
  const { user, membership } = await requireMembership(app, request);
  const { organizationId, organizationName } = membership;
  const query = new URL(request.url).searchParams;
  const before = readPlace(query.get('before'));
  const { integrations, next } = await listDeletedIntegrations(app, {
    organizationId,
    before,
    limit: pageSize,
  });
  const id = query.get('delete');
  return {
    user,
    organizationName,
    integrations,
    readAt: app.now(),
    before: before ? formatPlace(before) : null,
    nextBefore: next && formatPlace(next),
    deleting: (id !== null && (await findRestorableIntegration(app.db, { id, organizationId }))) || null,
  };
}

export async function action({ request, context: { app, address } }: ActionFunctionArgs) {
  const { actor } = await requireActor({ app, address }, request);
  const form = await request.formData();
  const id = String(form.get('id'));
  const before = readPlace(new URL(request.url).searchParams.get('before'));
  switch (form.get('intent')) {
    case 'restore':
      return submitRestore(app, actor, { id, before, next: 'list' });
    case 'undo':
      return submitRestore(app, actor, { id, before, next: '/' });
    default:
      return form.get('confirmation') === 'DELETE'
        ? submitDeleteNow(app, actor, { id, before })
        : data({ confirmationError: 'Type DELETE to confirm' }, { status: 422 });
  }
}

export default function DeletedIntegrations() {
  const { user, organizationName, integrations, readAt, before, nextBefore, deleting } =
    useLoaderData<typeof loader>();
  const error = useActionResponse<typeof action>()?.confirmationError;
  const first = deletedUrl({ before: null });
  const mayEdit = useMay().edit;
  return (
    <SignedInShell user={user} organizationName={organizationName}>
      {deleting && <DeleteNowDialog integration={deleting} before={before} error={error} />}
      <PageHeader
        title="Deleted integrations"
        subtitle={`${mayEdit ? 'You' : 'Members who edit'} can restore an integration for ${restorableDays} days after it was deleted. It comes back as a draft, with its versions, secrets, webhook URL and logs.`}
        back={{ to: '/', label: 'Back' }}
      />
      <Card title="Integrations that can be restored" flush>
        <ReloadingList params={['before']}>
          {integrations.length > 0 ? (
            <DeletedTable {...{ integrations, readAt, before }} />
          ) : (
            <EmptyState
              icon={Trash2}
              headingLevel={3}
              title="No deleted integrations"
              text={`When someone deletes an integration, it is listed here for ${restorableDays} days.`}
              action={<LinkButton to="/">Show all integrations</LinkButton>}
            />
          )}
        </ReloadingList>
        <ListPages
          links={listNewestAndOlder(first, before === null, nextBefore && deletedUrl({ before: nextBefore }))}
        />
      </Card>
    </SignedInShell>
  );
}
