import { formatCount } from '~/engine/texts/format-count';
import { ListPages, listNewestAndOlder } from '~/components/shell/list-pages';
import { ListSearch } from '~/components/list-search/list-search';
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
  search: string;
  isFirstPage: boolean;
  nextBefore: string | null;
}

export function OrganizationList(props: OrganizationListProps) {
  const { organizations, search, isFirstPage, nextBefore } = props;
  const first = `/admin?${new URLSearchParams({ view: 'organizations', ...(search && { search }) })}`;
  return (
    <Card title="Organizations" text="Newest first. Only members can see what is in them." flush>
      <ListSearch
        id="organization-search"
        label="Name"
        search={search}
        found={{
          count: organizations.length,
          isAll: isFirstPage && nextBefore === null,
          one: 'organization',
          many: 'organizations',
        }}
      >
        <input type="hidden" name="view" value="organizations" />
      </ListSearch>
      <ReloadingList params={['search', 'before']}>
        {organizations.length > 0 ? (
          <Table caption="Organizations" columns={columns} rows={organizations} rowKey={({ id }) => id} />
        ) : (
          <p className="px-5 py-8 text-center text-ink-muted">
            {search ? `No organization has “${search}” in its name.` : 'No organizations yet.'}
          </p>
        )}
      </ReloadingList>
      <ListPages
        links={listNewestAndOlder(first, isFirstPage, nextBefore && `${first}&before=${nextBefore}`)}
      />
    </Card>
  );
}
