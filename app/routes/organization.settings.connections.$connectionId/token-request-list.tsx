import { Card } from '~/components/ui/card';
import { Badge } from '~/components/ui/badge';
import { type Column, Table } from '~/components/ui/table';
import { Milliseconds } from '~/components/time/milliseconds';
import { RelativeTime } from '~/components/time/relative-time';

interface TokenRequest {
  id: string;
  at: number;
  status: number | null;
  error: string | null;
  durationMs: number;
}

const columns: Column<TokenRequest>[] = [
  { key: 'at', header: 'Time', isRowHeader: true, cell: ({ at }) => <RelativeTime at={at} /> },
  {
    key: 'status',
    header: 'Response',
    cell: ({ status, error }) => (
      <Badge tone={error === null ? 'good' : 'bad'}>{status === null ? 'None' : `HTTP ${status}`}</Badge>
    ),
  },
  { key: 'error', header: 'Result', cell: ({ error }) => <span>{error ?? 'A token'}</span> },
  {
    key: 'duration',
    header: 'Duration',
    align: 'end',
    cell: ({ durationMs }) => <Milliseconds value={durationMs} />,
  },
];

export function TokenRequestList({ calls }: { calls: TokenRequest[] }) {
  return (
    <Card title="Token requests" text="The latest, newest first." flush>
      <Table caption="Token requests" columns={columns} rows={calls} rowKey={({ id }) => id} />
    </Card>
  );
}
