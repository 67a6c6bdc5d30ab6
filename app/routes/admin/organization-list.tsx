import { formatCount } from '~/engine/texts/format-count';
import { ListPages, listNewestAndOlder } from '~/components/shell/list-pages';
import { ReloadingList } from '~/components/shell/reloading-list';
import { RelativeTime } from '~/components/time/relative-time';
import { Card } from '~/components/ui/card';
import { type Column, Table } from '~/components/ui/table';
import type { ListedOrganization } from '~/db/organizations/organization-list';
import { QuotaForm } from './quota-form';

interface ShownOrganization extends ListedOrganization {
  /** The organization's quota, in words. */
  quota: string;
}

const columns: Column<ShownOrganization>[] = [
  { key: 'name', header: 'Name', isRowHeader: true, cell: ({ name }) => name },
  { key: 'members', header: 'Members', align: 'end', cell: ({ members }) => formatCount(members) },
  {
    key: 'integrations',
    header: 'Integrations',
    align: 'end',
    cell: ({ integrations }) => formatCount(integrations),
  },
  { key: 'quota', header: 'Quota', cell: (organization) => <QuotaForm {...organization} /> },
  {
    key: 'created',
    header: 'Created',
    align: 'end',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
];

interface OrganizationListProps {
  organizations: ShownOrganization[];
  isFirstPage: boolean;
  nextBefore: string | null;
}

export function OrganizationList({ organizations, isFirstPage, nextBefore }: OrganizationListProps) {
  const first = '/admin?view=organizations';
  return (
    <Card title="Organizations" text="Newest first. Only members can see what is in them." flush>
      <ReloadingList params={['before']}>
        <Table caption="Organizations" columns={columns} rows={organizations} rowKey={({ id }) => id} />
      </ReloadingList>
      <ListPages
        links={listNewestAndOlder(first, isFirstPage, nextBefore && `${first}&before=${nextBefore}`)}
      />
    </Card>
  );
}
