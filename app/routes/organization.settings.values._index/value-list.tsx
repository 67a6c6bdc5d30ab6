import { TextLink } from '~/components/ui/link';
import { type Column, Table } from '~/components/ui/table';

interface ListedValue {
  id: string;
  name: string;
  /** The beginning of the value, or the mask of a secret. */
  shown: string;
  kind: string;
  /** The number of integrations that name the value. */
  uses: number;
}

const columns: Column<ListedValue>[] = [
  {
    key: 'name',
    header: 'Placeholder',
    isRowHeader: true,
    cell: ({ id, name }) => (
      <TextLink to={`/organization/settings/values/${id}`}>
        <code className="font-mono">{`{{org.${name}}}`}</code>
      </TextLink>
    ),
  },
  { key: 'kind', header: 'Kind', cell: ({ kind }) => <span className="whitespace-nowrap">{kind}</span> },
  {
    key: 'value',
    header: 'Value',
    cell: ({ shown }) => <code className="line-clamp-1 font-mono wrap-anywhere">{shown}</code>,
  },
  { key: 'uses', header: 'Integrations', align: 'end', cell: ({ uses }) => <span>{uses}</span> },
];

export function ValueList({ values }: { values: ListedValue[] }) {
  return <Table caption="Values" columns={columns} rows={values} rowKey={({ id }) => id} />;
}
