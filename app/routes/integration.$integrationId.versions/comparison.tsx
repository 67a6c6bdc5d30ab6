import { Form, useNavigation } from '@remix-run/react';
import { Rocket } from '~/components/icons/icons';
import { Differences, type ShownDifference } from '~/components/integration/differences';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { LinkButton } from '~/components/ui/link';
import { Permitted } from '~/components/user/permitted';
import { useOpenedFocus } from './use-opened-focus';

export interface Compared {
  former: number;
  next: number;
}

interface ComparisonProps extends Compared {
  /** The query of the page without this card. */
  closed: string;
  /** Whether the second version can be deployed, since executions use another one. */
  isDeployable: boolean;
  differences: (Omit<ShownDifference, 'mine' | 'theirs'> & { former: string; next: string })[];
}

export function titleOfComparison({ former, next }: Compared): string {
  return `Version ${former} and version ${next}`;
}

/** Shows the differences between two versions, field by field. Its title takes the focus, because it stands above the list. */
export function Comparison({ former, next, closed, isDeployable, differences }: ComparisonProps) {
  const isDeploying = useNavigation().formData?.get('intent') === 'deploy';
  const titleId = `comparison-${former}-${next}`;
  useOpenedFocus(titleId, false);
  const count = differences.length === 1 ? '1 difference' : `${differences.length} differences`;
  return (
    <Card
      title={
        <span id={titleId} tabIndex={-1}>
          {titleOfComparison({ former, next })}
        </span>
      }
      text={differences.length > 0 ? `${count}. Secrets only show that they changed.` : 'They are identical.'}
      actions={
        <>
          {isDeployable && (
            <Permitted to="edit">
              <Form method="post" preventScrollReset>
                <input type="hidden" name="intent" value="deploy" />
                <Button
                  type="submit"
                  name="version"
                  value={next}
                  variant="primary"
                  size="sm"
                  icon={Rocket}
                  pending={isDeploying}
                  pendingText="Deploying..."
                >
                  Deploy version {next}
                </Button>
              </Form>
            </Permitted>
          )}
          <LinkButton to={`../backtest?version=${next}`} relative="path" size="sm">
            Try on past executions
          </LinkButton>
          <LinkButton to={closed} size="sm" preventScrollReset>
            Close
          </LinkButton>
        </>
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
