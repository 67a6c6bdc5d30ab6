import { Badge } from '~/components/ui/badge';
import { TextLink } from '~/components/ui/link';
import { type Column, Table } from '~/components/ui/table';
import { type ConnectionKind, kindNames } from '~/engine/connections/kinds';
import { describeStatus } from '../organization.settings.connections/status-names';

interface ListedConnection {
  id: string;
  name: string;
  kind: ConnectionKind;
  host: string;
  status: ReturnType<typeof describeStatus>;
  /** The number of integrations that use the connection. */
  uses: number;
}

const columns: Column<ListedConnection>[] = [
  {
    key: 'name',
    header: 'Name',
    isRowHeader: true,
    cell: ({ id, name }) => <TextLink to={`/organization/settings/connections/${id}`}>{name}</TextLink>,
  },
  { key: 'kind', header: 'Kind', cell: ({ kind }) => <span>{kindNames[kind]}</span> },
  { key: 'host', header: 'Host', cell: ({ host }) => <code className="font-mono">{host}</code> },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status: { tone, name } }) => <Badge tone={tone}>{name}</Badge>,
  },
  { key: 'uses', header: 'Integrations', align: 'end', cell: ({ uses }) => <span>{uses}</span> },
];

export function ConnectionList({ connections }: { connections: ListedConnection[] }) {
  return <Table caption="Connections" columns={columns} rows={connections} rowKey={({ id }) => id} />;
}
