import { Form, useNavigation } from '@remix-run/react';
import { Differences } from '~/components/integration/differences';
import { TestOutcomeBadge } from '~/components/integration/test-outcome';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Permitted } from '~/components/user/permitted';
import type { ShownResult } from '~/services/test-runs/recorded-tests';

interface TestResultProps {
  result: ShownResult;
  version: number;
}

/** Shows what a version would send differently from the execution, call by call. */
export function TestResult({ result, version }: TestResultProps) {
  const { outcome, unrecorded, differences } = result;
  const hasDetails = unrecorded || differences.length > 0 || outcome === 'differs';
  return (
    <Card
      title={`On version ${version}`}
      text={describeResult(result)}
      actions={<TestOutcomeBadge outcome={outcome} />}
    >
      {hasDetails && (
        <div className="flex flex-col gap-4">
          {unrecorded && (
            <p className="wrap-anywhere">
              “{unrecorded.callName}” would send <code className="font-mono">{unrecorded.request}</code>. Run
              the integration, and save that execution as a test.
            </p>
          )}
          {differences.length > 0 && (
            <Differences
              differences={differences.map((each) =>
                Object.assign({}, each, { mine: each.former, theirs: each.next }),
              )}
              mine="Recorded"
              theirs="Now"
            />
          )}
          {outcome === 'differs' && <AcceptForm version={version} />}
        </div>
      )}
    </Card>
  );
}

/** The form that accepts an intended change. */
function AcceptForm({ version }: { version: number }) {
  const pending = useNavigation().formData?.get('intent') === 'accept';
  return (
    <Permitted to="edit">
      {' '}
      <Form method="post" preventScrollReset className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-[0.8125rem] text-ink-muted">
          Is this intended? If you accept it, the test expects what version {version} sends and how it ends.
        </p>
        <input type="hidden" name="version" value={version} />
        <Button type="submit" name="intent" value="accept" pending={pending} pendingText="Accepting...">
          Accept what it sends now
        </Button>
      </Form>
    </Permitted>
  );
}

function describeResult({ outcome, differences }: ShownResult): string {
  if (outcome === 'passed') return 'It sends the same and ends the same.';
  if (outcome === 'stale') return 'It sends a request that has no recorded response.';
  return differences.length === 1 ? '1 difference.' : `${differences.length} differences.`;
}
