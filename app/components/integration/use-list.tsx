import { Card } from '~/components/ui/card';
import { TextLink } from '~/components/ui/link';

/** The integrations that use something which the organization keeps. */
export function UseList({ usedBy }: { usedBy: { id: string; name: string }[] }) {
  return (
    <Card title="Used by">
      {usedBy.length === 0 ? (
        <p className="text-ink-muted">No integration uses it.</p>
      ) : (
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
