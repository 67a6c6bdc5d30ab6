import { Differences } from '~/components/integration/differences';
import { TestOutcomeBadge } from '~/components/integration/test-outcome';
import { Card } from '~/components/ui/card';
import type { ShownResult } from '~/services/test-runs/recorded-tests';

interface TestResultProps {
  result: ShownResult;
  version: number;
}

/** What a version would send otherwise than the execution did, call by call. */
export function TestResult({ result, version }: TestResultProps) {
  const { outcome, unrecorded, differences } = result;
  return (
    <Card
      title={`On version ${version}`}
      text={describeResult(result)}
      actions={<TestOutcomeBadge outcome={outcome} />}
    >
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
      </div>
    </Card>
  );
}

function describeResult({ outcome, differences }: ShownResult): string {
  if (outcome === 'passed') return 'It sends and ends as it did.';
  if (outcome === 'stale') return 'It comes to a request whose answer nobody recorded.';
  return differences.length === 1 ? '1 difference.' : `${differences.length} differences.`;
}
