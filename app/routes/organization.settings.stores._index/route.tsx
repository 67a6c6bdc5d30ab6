import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Blocks } from '~/components/icons/icons';
import { requireMembership } from '~/auth/guards';
import { RelativeTime } from '~/components/time/relative-time';
import { TextLink } from '~/components/ui/link';
import { type Column, Table } from '~/components/ui/table';
import { useMay } from '~/components/user/permitted';
import { storeLimits } from '~/engine/stores/store-limits';
import { formatBytes } from '~/engine/texts/format-bytes';
import { formatCount } from '~/engine/texts/format-count';
import { listStoreResponses, type StoreResponse } from '~/services/stores/store-response';
import { ListCard } from '../organization/list-card';
import { newRecordAddress, recordsAddress } from '../organization.settings.stores/addresses';

export const meta: MetaFunction = () => [{ title: 'Stores · Organization Settings · Wicked Integrations' }];

export async function loader({ request, context: { app } }: LoaderFunctionArgs) {
  const { organizationId } = (await requireMembership(app, request)).membership;
  return { stores: await listStoreResponses(app, { organizationId, limit: storeLimits.stores }) };
}

const columns: Column<StoreResponse>[] = [
  {
    key: 'name',
    header: 'Name',
    isRowHeader: true,
    cell: ({ name }) => (
      <TextLink to={recordsAddress(name)}>
        <code className="font-mono">{name}</code>
      </TextLink>
    ),
  },
  { key: 'records', header: 'Records', align: 'end', cell: ({ records }) => formatCount(records) },
  { key: 'size', header: 'Size', align: 'end', cell: ({ bytes }) => formatBytes(bytes) },
  {
    key: 'changed',
    header: 'Last change',
    align: 'end',
    isShort: true,
    cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
  },
];

export default function StoresPage() {
  const { stores } = useLoaderData<typeof loader>();
  const mayEdit = useMay().edit;
  return (
    <ListCard
      title="Stores"
      text="Records that all integrations share. Calls read and change them at store:// addresses."
      make={mayEdit ? { to: newRecordAddress(), label: 'New record' } : undefined}
      empty={{
        icon: Blocks,
        title: 'No stores yet',
        text: (
          <>
            A store keeps records by key for all integrations: ids that belong together, what is done already,
            a counter. It begins with its first record. <TextLink to="/docs/stores">About stores</TextLink>
          </>
        ),
      }}
      isEmpty={stores.length === 0}
    >
      <Table caption="Stores" columns={columns} rows={stores} rowKey={({ name }) => name} />
    </ListCard>
  );
}
