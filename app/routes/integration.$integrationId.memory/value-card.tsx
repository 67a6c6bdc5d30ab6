import { Form, useNavigation } from '@remix-run/react';
import { BookMarked } from '~/components/icons/icons';
import { IdText } from '~/components/log/short-id';
import { RelativeTime } from '~/components/time/relative-time';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { EmptyState } from '~/components/ui/empty-state';
import { LinkButton, TextLink } from '~/components/ui/link';
import { type Column, Table } from '~/components/ui/table';
import { useMay } from '~/components/user/permitted';
import { truncate } from '~/engine/texts/truncate';

interface ShownValue {
  name: string;
  json: string;
  isSecret: boolean;
  isReadable: boolean;
  executionId: string | null;
  updatedAt: string;
}

interface Row extends ShownValue {
  integrationId: string;
  isPending: boolean;
}

const columns: Column<Row>[] = [
  {
    key: 'name',
    header: 'Name',
    isRowHeader: true,
    cell: ({ name }) => <code className="font-mono wrap-anywhere">{`memory.${name}`}</code>,
  },
  { key: 'value', header: 'Value', cell: (row) => <Shown {...row} /> },
  {
    key: 'from',
    isShort: true,
    header: 'Left by',
    cell: ({ executionId, integrationId }) =>
      executionId === null ? (
        'Set by hand'
      ) : (
        <TextLink to={`/integration/${integrationId}/logs?execution=${executionId}`}>
          <IdText id={executionId} />
        </TextLink>
      ),
  },
  {
    key: 'updated',
    header: 'Updated',
    isShort: true,
    cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
  },
  {
    key: 'actions',
    header: 'Actions',
    align: 'end',
    cell: ({ name, isSecret, isPending }) => (
      <div className="flex flex-wrap justify-end gap-2 sm:flex-nowrap">
        {!isSecret && (
          <LinkButton to={`?set=${name}#set`} size="sm" variant="quiet">
            Change<span className="sr-only"> {name}</span>
          </LinkButton>
        )}
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value="forget" />
          <Button
            type="submit"
            name="name"
            value={name}
            size="sm"
            pending={isPending}
            pendingText="Forgetting..."
          >
            Forget<span className="sr-only"> {name}</span>
          </Button>
        </Form>
      </div>
    ),
  },
];

function Shown({ json, isSecret, isReadable }: ShownValue) {
  if (!isReadable) return 'Cannot be decrypted with the current APP_KEY.';
  if (isSecret) return '•••• (a secret of the run)';
  const shown = truncate(json, 300);
  return <code className="text-left font-mono wrap-anywhere">{shown}</code>;
}

interface ValueCardProps {
  integrationId: string;
  values: ShownValue[];
  /** The most values that an integration may have. */
  most: number;
}

/** Lists the remembered values by name. */
export function ValueCard({ integrationId, values, most }: ValueCardProps) {
  const mayEdit = useMay().edit;
  const sent = useNavigation().formData;
  const rows = values.map((value) => {
    const isPending = sent?.get('intent') === 'forget' && sent.get('name') === value.name;
    return Object.assign({}, value, { integrationId, isPending });
  });
  return (
    <Card title="Values" text={`${values.length} of ${most}.`} flush>
      {values.length > 0 ? (
        <Table
          caption="Remembered values"
          columns={mayEdit ? columns : columns.filter(({ key }) => key !== 'actions')}
          rows={rows}
          rowKey={({ name }) => name}
        />
      ) : (
        <EmptyState
          icon={BookMarked}
          headingLevel={3}
          title="Nothing is remembered yet"
          text="A call of the chain leaves values under Response Mapping: “Remember for the next run”."
        />
      )}
    </Card>
  );
}
