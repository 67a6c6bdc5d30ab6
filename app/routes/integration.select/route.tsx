import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { refuseWithout, requireActor, requireMembership } from '~/auth/guards';
import { dashboardUrl, readListQuery, selectionUrl } from '~/components/integration/list-query';
import { ListStatus } from '~/components/integration/list-status';
import { SearchForm } from '~/components/integration/search-form';
import { catchNetworkErrors, useActionResponse } from '~/components/network/network-error';
import { PageHeader } from '~/components/shell/page-header';
import { SignedInShell } from '~/components/shell/signed-in-shell';
import { Banner } from '~/components/ui/banner';
import { listIntegrationCards } from '~/db/integrations/cards';
import { listTags } from '~/db/integrations/tags';
import { maxChanged } from '~/services/integrations/many/change-each';
import { describeOutcome } from './change-lines';
import { ChangeResult } from './change-result';
import { ConfirmChange } from './confirm-change';
import { ExportedFile } from './exported-file';
import { findKeptOutcome, findKeptSelection } from './kept-change.server';
import { SelectionForm } from './selection-form';
import { changesSelected, submitSelection } from './submit-selection';

export { headers, shouldRevalidate } from '~/components/network/form-route';
import { useMay } from '~/components/user/permitted';

export const clientAction = catchNetworkErrors({
  title: 'Not everything was done',
  text: 'Some of the integrations may have been changed. Please look, and try again.',
});

export const meta: MetaFunction = () => [{ title: 'Select integrations · Wicked Integrations' }];

export async function loader({ request, context: { app } }: LoaderFunctionArgs) {
  const { user, membership } = await requireMembership(app, request);
  const { organizationId, organizationName } = membership;
  const query = new URL(request.url).searchParams;
  const list = readListQuery(query);
  const owner = { userId: user.id, organizationId };
  const [keptId, resultId] = [query.get('selection'), query.get('result')];
  const kept = keptId === null ? undefined : await findKeptSelection(app, owner, keptId);
  const outcome = resultId === null ? undefined : await findKeptOutcome(app, owner, resultId);
  const offset = (list.page - 1) * maxChanged;
  const rows = await listIntegrationCards(app.db, { ...list, organizationId, offset, limit: maxChanged + 1 });
  return {
    user,
    organizationName,
    list,
    integrations: rows.slice(0, maxChanged),
    hasMore: rows.length > maxChanged,
    tags: await listTags(app.db, organizationId),
    kept: kept ?? [],
    result: outcome ? describeOutcome(outcome) : null,
    isResultGone: resultId !== null && !outcome,
  };
}

export async function action({ request, context: { app, address } }: ActionFunctionArgs) {
  const { actor, membership } = await requireActor({ app, address }, request);
  const list = readListQuery(new URL(request.url).searchParams);
  const form = await request.formData();
  if (changesSelected(form)) await refuseWithout(app, membership, 'edit-integrations', selectionUrl(list));
  return submitSelection(app, actor, form, list);
}

/** Selects several integrations of the dashboard's list, to do the same with all of them. */
export default function SelectIntegrations() {
  const { user, organizationName, list, integrations, hasMore, tags, kept, ...loaded } =
    useLoaderData<typeof loader>();
  const response = useActionResponse<typeof action>();
  const mayEdit = useMay().edit;
  const result = response?.kind === 'changed' ? response : loaded.result;
  const url = selectionUrl(list);
  const back = dashboardUrl({ ...list, page: 1 });
  return (
    <SignedInShell user={user} organizationName={organizationName}>
      {response?.kind === 'asked' && (
        <ConfirmChange
          {...response}
          url={url}
          closeTo={selectionUrl(list, response.keptId ? { selection: response.keptId } : {})}
        />
      )}
      <PageHeader
        title="Select integrations"
        subtitle={
          mayEdit ? 'Deploy, disable, tag, export or delete several at once.' : 'Export several at once.'
        }
        back={{ to: back, label: 'Back' }}
      />
      {result ? (
        <ChangeResult {...result} url={url} back={back} />
      ) : (
        <>
          {loaded.isResultGone && (
            <div className="mb-4">
              <Banner tone="info" title="The result is no longer kept">
                The list shows the integrations as they are now.
              </Banner>
            </div>
          )}
          <div className="mb-4">
            <SearchForm path="/integration/select" {...{ list, tags }} />
          </div>
          {response?.kind === 'exported' && <ExportedFile sent={response} />}
          <ListStatus list={list} shown={integrations.length} hasMore={hasMore} />
          <SelectionForm {...{ list, integrations, hasMore, tags, kept }} sent={response?.selection} />
        </>
      )}
    </SignedInShell>
  );
}
