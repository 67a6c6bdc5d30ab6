import { Differences, type ShownDifference } from '~/components/integration/differences';
import { Card } from '~/components/ui/card';
import { LinkButton } from '~/components/ui/link';

interface ComparisonProps {
  former: number;
  next: number;
  differences: (Omit<ShownDifference, 'mine' | 'theirs'> & { former: string; next: string })[];
}

/** What differs between two versions, field by field. */
export function Comparison({ former, next, differences }: ComparisonProps) {
  const count = differences.length === 1 ? '1 difference' : `${differences.length} differences`;
  return (
    <Card
      title={`Version ${former} and version ${next}`}
      text={
        differences.length > 0
          ? `${count}. Of a secret it is only said that it changed.`
          : 'They hold the same.'
      }
      actions={
        <LinkButton to="?" size="sm" preventScrollReset>
          Close
        </LinkButton>
      }
    >
      {differences.length > 0 && (
        <Differences
          differences={differences.map((each) => ({ ...each, mine: each.former, theirs: each.next }))}
          mine={`Version ${former}`}
          theirs={`Version ${next}`}
        />
      )}
    </Card>
  );
}
