import { Form, useNavigation } from '@remix-run/react';
import { FormKey } from '~/components/network/form-key';
import { RelativeTime } from '~/components/time/relative-time';
import { Button } from '~/components/ui/button';
import { LinkButton } from '~/components/ui/link';
import { type Column, Table } from '~/components/ui/table';
import { useMay } from '~/components/user/permitted';
import type { DeletedIntegration } from '~/services/deleted-integrations/deleted-integration-list';
import { deletedUrl } from './list-place';

interface ShownPage {
  /** When the list was read, in milliseconds since 1970. */
  readAt: number;
  /** The place of this page in the list. */
  before: string | null;
}

type Row = ShownPage & { integration: DeletedIntegration };

const columns: Column<Row>[] = [
  {
    key: 'name',
    header: 'Name',
    isRowHeader: true,
    cell: ({ integration }) => <span dir="auto">{integration.name}</span>,
  },
  {
    key: 'deleted',
    header: 'Deleted',
    cell: ({ integration }) => <RelativeTime at={integration.deletedAt} />,
  },
  { key: 'by', header: 'Deleted by', cell: ({ integration }) => <span>{integration.deletedBy ?? '–'}</span> },
  {
    key: 'removed',
    header: 'Removed for good',
    // A paused installation removes nothing.
    cell: ({ integration: { restorableUntil }, readAt }) =>
      Date.parse(restorableUntil) > readAt ? <RelativeTime at={restorableUntil} /> : 'soon',
  },
  {
    key: 'actions',
    header: 'Actions',
    align: 'end',
    cell: ({ integration: { id, name }, before }) => (
      <div className="flex flex-wrap gap-2 sm:justify-end">
        <RestoreForm id={id} name={name} before={before} />
        <LinkButton
          to={deletedUrl({ before, deleting: id })}
          size="sm"
          preventScrollReset
          aria-label={`Delete now: ${name}`}
        >
          Delete now
        </LinkButton>
      </div>
    ),
  },
];

export function DeletedTable({
  integrations,
  readAt,
  before,
}: ShownPage & { integrations: DeletedIntegration[] }) {
  const mayEdit = useMay().edit;
  return (
    <Table
      caption="Deleted integrations"
      columns={mayEdit ? columns : columns.filter(({ key }) => key !== 'actions')}
      rows={integrations.map((integration) => ({ integration, readAt, before }))}
      rowKey={({ integration }) => integration.id}
    />
  );
}

function RestoreForm({ id, name, before }: { id: string; name: string; before: string | null }) {
  const sent = useNavigation().formData;
  const pending = sent?.get('intent') === 'restore' && sent.get('id') === id;
  return (
    <Form method="post" action={deletedUrl({ before })} preventScrollReset>
      <input type="hidden" name="intent" value="restore" />
      <FormKey />
      <input type="hidden" name="id" value={id} />
      <Button type="submit" size="sm" pending={pending} aria-label={`Restore ${name}`}>
        Restore
      </Button>
    </Form>
  );
}
