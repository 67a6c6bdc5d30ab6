import { Download } from '~/components/icons/icons';
import { Card } from '~/components/ui/card';
import { LinkButton } from '~/components/ui/link';
import { Permitted } from '~/components/user/permitted';
import { recordsAddress } from '../organization.settings.stores/addresses';

interface WholeStoreCardProps {
  organizationId: string;
  /** The name of the store. */
  store: string;
}

/** Downloads all records of a store, and leads to its deletion. */
export function WholeStoreCard({ organizationId, store }: WholeStoreCardProps) {
  const file = `/api/organizations/${organizationId}/stores/${store}/records`;
  return (
    <Card
      title="Whole store"
      text="Both files have all records in order of key, without secrets. CSV is for spreadsheets; JSON lines keep every value as it is."
    >
      <div className="flex flex-wrap gap-3">
        <LinkButton to={`${file}.csv`} reloadDocument icon={Download}>
          Download as CSV
        </LinkButton>
        <LinkButton to={`${file}.jsonl`} reloadDocument icon={Download}>
          Download as JSON lines
        </LinkButton>
        <Permitted to="edit">
          <LinkButton to={recordsAddress(store, { delete: '' })} preventScrollReset>
            Delete store
          </LinkButton>
        </Permitted>
      </div>
    </Card>
  );
}
