import { RelativeTime } from '~/components/time/relative-time';
import { TextLink } from '~/components/ui/link';
import { type Column, Table } from '~/components/ui/table';
import { recordAddress } from '../organization.settings.stores/addresses';
import { HiddenValue } from '../organization.settings.stores/hidden-value';
import { WrittenBy } from '../organization.settings.stores/written-by';

interface ListedRecord {
  key: string;
  /** The beginning of the value's JSON. */
  shown: string;
  isSecret: boolean;
  isReadable: boolean;
  executionId: string | null;
  integrationId: string | null;
  updatedAt: string;
  expiresAt: string | null;
}

interface Row extends ListedRecord {
  store: string;
}

const columns: Column<Row>[] = [
  {
    key: 'key',
    header: 'Key',
    isRowHeader: true,
    cell: ({ store, key }) => (
      <TextLink to={recordAddress(store, key)}>
        <code className="font-mono wrap-anywhere">{key}</code>
      </TextLink>
    ),
  },
  {
    key: 'value',
    header: 'Value',
    cell: ({ shown, ...about }) =>
      about.isSecret || !about.isReadable ? (
        <HiddenValue {...about} />
      ) : (
        <code className="line-clamp-2 text-left font-mono wrap-anywhere">{shown}</code>
      ),
  },
  { key: 'by', header: 'Written by', isShort: true, cell: (row) => <WrittenBy {...row} /> },
  {
    key: 'changed',
    header: 'Last change',
    isShort: true,
    cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
  },
  {
    key: 'expires',
    header: 'Expires',
    isShort: true,
    cell: ({ expiresAt }) => (expiresAt === null ? 'Never' : <RelativeTime at={expiresAt} />),
  },
];

export function RecordTable({ store, records }: { store: string; records: ListedRecord[] }) {
  const rows = records.map((record) => Object.assign({}, record, { store }));
  return <Table caption="Records" columns={columns} rows={rows} rowKey={({ key }) => key} />;
}
