import { RelativeTime } from '~/components/time/relative-time';
import { rightsNameOf } from '~/components/user/role-name';
import { LinkButton } from '~/components/ui/link';
import { type Column, Table } from '~/components/ui/table';
import type { ApiToken } from '~/db/organizations/api-tokens';

const columns: Column<ApiToken>[] = [
  { key: 'name', header: 'Name', isRowHeader: true, cell: ({ name }) => name },
  { key: 'role', header: 'Role', cell: (row) => rightsNameOf(row), isShort: true },
  {
    key: 'token',
    header: 'Token',
    cell: ({ lastFour }) => <code className="font-mono whitespace-nowrap">wk_••••{lastFour}</code>,
  },
  { key: 'email', header: 'Created by', cell: ({ email }) => <span>{email}</span> },
  { key: 'created', header: 'Created', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  {
    key: 'used',
    header: 'Last used',
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : <RelativeTime at={lastUsedAt} />),
  },
  {
    key: 'actions',
    header: 'Actions',
    align: 'end',
    cell: ({ id, name }) => (
      <LinkButton to={`?revoke=${id}`} size="sm" preventScrollReset aria-label={`Revoke ${name}`}>
        Revoke
      </LinkButton>
    ),
  },
];

export function TokenList({ tokens }: { tokens: ApiToken[] }) {
  return <Table caption="API tokens" columns={columns} rows={tokens} rowKey={({ id }) => id} />;
}
