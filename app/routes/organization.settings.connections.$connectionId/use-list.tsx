import { Card } from '~/components/ui/card';
import { TextLink } from '~/components/ui/link';

/** The integrations that sign in with a connection. */
export function UseList({ usedBy }: { usedBy: { id: string; name: string }[] }) {
  return (
    <Card title="Used by" text={usedBy.length > 0 ? undefined : 'No integration uses it.'}>
      {usedBy.length > 0 && (
        <ul className="flex flex-col gap-2">
          {usedBy.map(({ id, name }) => (
            <li key={id} className="min-w-0 wrap-anywhere">
              <TextLink to={`/integration/${id}`}>{name}</TextLink>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
