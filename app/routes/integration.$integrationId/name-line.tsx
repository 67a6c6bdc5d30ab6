import { Badge } from '~/components/ui/badge';
import type { IntegrationSummary } from './integration-header';

type Shown = Pick<
  IntegrationSummary,
  'name' | 'isActive' | 'pausedAt' | 'version' | 'deployedVersion' | 'failuresInRow'
>;

/**
 * The name and the state, which stay at the top of the window. At first they are behind the header, which says the same to
 * everybody: so this needs no script, moves nothing, and is hidden from screen readers. In a wide window they are at the
 * right of the tabs, in a narrow one above them.
 */
export function NameLine({ integration }: { integration: Shown }) {
  const { name, failuresInRow } = integration;
  return (
    <div aria-hidden className="sticky top-0 z-11 -mx-gutter h-0 short:hidden print:hidden">
      <div className="flex h-8 items-center gap-2 bg-surface px-gutter lg:ml-auto lg:h-7 lg:w-1/2 lg:justify-end lg:bg-transparent">
        <span dir="auto" title={name} className="min-w-0 truncate font-medium">
          {name}
        </span>
        <StateBadge integration={integration} />
        {failuresInRow > 0 && <Badge tone="bad">Failing</Badge>}
      </div>
    </div>
  );
}

/** One badge for what the header says in several. */
function StateBadge({
  integration: { isActive, pausedAt, version, deployedVersion },
}: {
  integration: Shown;
}) {
  if (!isActive) return <Badge>Draft</Badge>;
  if (pausedAt !== null) return <Badge tone="warn">Paused</Badge>;
  if (deployedVersion !== null && deployedVersion !== version) {
    return <Badge tone="warn">Version {deployedVersion} is live</Badge>;
  }
  return <Badge tone="good">Deployed</Badge>;
}
