import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireActor, requireMembership } from '~/auth/guards';
import { redirectWithToast } from '~/auth/toast-cookie';
import { ConfirmDialog } from '~/components/dialog-form/confirm-dialog';
import { ListSearch } from '~/components/list-search/list-search';
import { readSearch } from '~/components/list-search/search-query';
import { catchNetworkErrors } from '~/components/network/network-error';
import { ListPages } from '~/components/shell/list-pages';
import { ReloadingList } from '~/components/shell/reloading-list';
import { Card } from '~/components/ui/card';
import { LinkButton } from '~/components/ui/link';
import { Permitted, useMay } from '~/components/user/permitted';
import { stringifyJson } from '~/engine/json/json';
import { formatBytes } from '~/engine/texts/format-bytes';
import { formatCount } from '~/engine/texts/format-count';
import { truncate } from '~/engine/texts/truncate';
import { failures } from '~/failures';
import { describeProblem } from '~/problem';
import { deleteStore } from '~/services/stores/deletion';
import { listRecordResponses } from '~/services/stores/record-response';
import { findStoreResponse } from '~/services/stores/store-response';
import { newRecordAddress, recordsAddress, storesAddress } from '../organization.settings.stores/addresses';
import { RecordTable } from './record-table';
import { WholeStoreCard } from './whole-store-card';

export { headers, shouldRevalidate } from '~/components/network/form-route';

export const clientAction = catchNetworkErrors(failures.organization);

const pageSize = 50;
/** How many characters of a value the list shows. */
const shownLength = 200;

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: `${loaded?.store.name ?? 'Not found'} · Stores · Organization Settings · Wicked Integrations` },
];

export async function loader({ request, params, context: { app } }: LoaderFunctionArgs) {
  const { organizationId } = (await requireMembership(app, request)).membership;
  const of = { organizationId, store: params.storeName ?? '' };
  const found = await findStoreResponse(app, of);
  if (found.kind !== 'store') throw new Response('Not Found', { status: 404 });
  const query = new URL(request.url).searchParams;
  const search = readSearch(query);
  const after = query.get('after') ?? undefined;
  const page = await listRecordResponses(app, { ...of, prefix: search, after, limit: pageSize });
  const isWhole = search === '' && after === undefined && page.next === undefined;
  return {
    organizationId,
    // Where all are listed, those that have expired and are not removed yet are not counted.
    store: isWhole ? { ...found.store, records: page.records.length, bytes: page.bytes } : found.store,
    search,
    records: page.records.map(({ value, ...about }) =>
      Object.assign(about, { shown: truncate(stringifyJson(value), shownLength) }),
    ),
    isFirstPage: after === undefined,
    nextAfter: page.next ?? null,
    isDeleting: query.has('delete'),
  };
}

/** Deletes the store. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { actor } = await requireActor(context, request);
  const store = params.storeName ?? '';
  const outcome = await deleteStore(context.app, actor, store);
  if (outcome.kind === 'deleted') {
    return redirectWithToast(context.app, storesAddress, { tone: 'success', title: 'Store deleted' });
  }
  const description = describeProblem(outcome).body.message;
  return redirectWithToast(context.app, storesAddress, { tone: 'destructive', title: 'Error', description });
}

export default function RecordsPage() {
  const { organizationId, store, search, records, isFirstPage, nextAfter, isDeleting } =
    useLoaderData<typeof loader>();
  const mayEdit = useMay().edit;
  const { name } = store;
  const narrowed: Record<string, string> = search === '' ? {} : { search };
  const count = `${formatCount(store.records)} ${store.records === 1 ? 'record' : 'records'}`;
  return (
    <>
      {isDeleting && mayEdit && (
        <ConfirmDialog
          title="Delete store"
          text={`All ${count} of ${name} will be deleted. Integrations that read them find nothing, and the next record that one writes begins the store anew. This cannot be undone.`}
          action={recordsAddress(name)}
          intent="delete"
          confirm="Delete store"
          pendingText="Deleting..."
        />
      )}
      <Card
        title={name}
        text={
          <>
            <code className="font-mono wrap-anywhere">store://{name}</code>: {count},{' '}
            {formatBytes(store.bytes)}.
          </>
        }
        actions={
          <Permitted to="edit">
            <LinkButton to={newRecordAddress(name)} variant="primary">
              New record
            </LinkButton>
          </Permitted>
        }
        flush
      >
        <ListSearch
          id="record-search"
          label="Keys that begin with"
          search={search}
          found={{
            count: records.length,
            isAll: isFirstPage && nextAfter === null,
            one: 'record',
            many: 'records',
          }}
        />
        <ReloadingList params={['search', 'after']}>
          {records.length > 0 ? (
            <RecordTable store={name} records={records} />
          ) : (
            <p className="px-5 py-8 text-center text-ink-muted">
              {search === '' ? 'No records.' : 'No key begins with this.'}
            </p>
          )}
        </ReloadingList>
        <ListPages
          links={[
            ...(isFirstPage ? [] : [{ to: recordsAddress(name, narrowed), label: 'First page' }]),
            ...(nextAfter === null
              ? []
              : [{ to: recordsAddress(name, { ...narrowed, after: nextAfter }), label: 'Next page' }]),
          ]}
        />
      </Card>
      <WholeStoreCard organizationId={organizationId} store={name} />
    </>
  );
}
