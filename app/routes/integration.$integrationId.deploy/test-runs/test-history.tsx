import type { ReactNode } from 'react';
import { IdText } from '~/components/log/short-id';
import { useNextLocation } from '~/components/network/use-next-location';
import { useHydrated } from '~/components/ui/use-hydrated';
import { Badge } from '~/components/ui/badge';
import { CollapsibleCard } from '~/components/ui/collapsible-card';
import { Tabs } from '~/components/ui/tabs';
import { DetailsChevron } from '~/components/ui/details-chevron';
import type { TestLog } from '~/services/test-runs/log-schema';
import type { ListedTest, TestLine } from '~/services/test-runs/test-lines';
import { ScrollArea } from './scroll-area';
import { groupTestLines, type TestGroup } from './group-test-lines';
import { TestLogDetails } from './test-log-details';
import { testRunsUrl, filters, groupings, readTestRunsQuery, type TestRunsQuery } from './test-runs-url';

interface TestHistoryProps {
  /** The URL of the integration; `pageUrl` is this step's. */
  address: string;
  pageUrl: string;
  view: TestRunsQuery;
  tests: ListedTest[];
  /** The request and response of the line that the address names. */
  opened: TestLog | undefined;
}

/** Lists the newest tests in groups that fold. The address holds the grouping and the filter. */
export function TestHistory({ address, pageUrl, view: loaded, tests, opened }: TestHistoryProps) {
  const hydrated = useHydrated();
  const view = useNextView(pageUrl) ?? loaded;
  const { group, show } = view;
  const groups = groupTestLines(tests, group, show);
  const count = tests.length === 1 ? '1 test' : `The newest ${tests.length} tests`;
  // Without script the page loads anew, and the anchor leads back to this list.
  const to = (changed: Partial<TestRunsQuery>) =>
    testRunsUrl(pageUrl, { ...view, log: null, ...changed }) + (hydrated ? '' : '#test-results');
  const describe = (line: TestLine) => (
    <TestLogDetails
      key={line.id}
      line={line}
      opened={opened?.id === line.id ? opened : undefined}
      openTo={`${testRunsUrl(pageUrl, { ...view, log: line.id })}#log-${line.id}`}
      address={address}
    />
  );
  return (
    <div id="test-results" className="min-w-0">
      <CollapsibleCard title="Test Results" summary={tests.length > 0 ? count : 'Nothing tested yet'} isValid>
        {tests.length > 0 && <Choices view={view} to={to} />}
        {groups.length === 0 ? (
          <p className="text-ink-muted">{describeNone(tests, show)}</p>
        ) : (
          <ScrollArea label="Logs of the newest tests" className="has-[.group\/log[open]]:max-h-160">
            {groups.map((each) => (
              <Group
                key={`${group} ${each.key}`}
                group={each}
                isFlat={group === 'none'}
                isOfExecution={group === 'execution'}
                describe={describe}
              />
            ))}
          </ScrollArea>
        )}
      </CollapsibleCard>
    </div>
  );
}

function describeNone(tests: ListedTest[], show: TestRunsQuery['show']): string {
  if (tests.length === 0) return 'Run a test to see what each call sent and got back.';
  return show === 'all'
    ? 'The newest tests have no logs yet.'
    : 'The newest tests have no logs of this kind.';
}

/**
 * Returns the view that is being loaded, since all its data is here already and the next choice builds on it. Undefined
 * when nothing or another page is being loaded.
 */
function useNextView(pageUrl: string): TestRunsQuery | undefined {
  const location = useNextLocation();
  if (location?.pathname !== pageUrl) return undefined;
  return readTestRunsQuery(new URLSearchParams(location.search));
}

interface ChoicesProps {
  view: TestRunsQuery;
  /** Returns the URL of the page with parts of the view changed. */
  to: (changed: Partial<TestRunsQuery>) => string;
}

function Choices({ view: { group, show }, to }: ChoicesProps) {
  return (
    <div className="mb-4 flex flex-wrap gap-x-6 gap-y-3">
      <Choice label="Group by">
        <Tabs
          kind="segmented"
          label="Group by"
          items={groupings.map((each) => ({
            to: to({ group: each }),
            label: capitalize(each),
            isCurrent: each === group,
          }))}
        />
      </Choice>
      <Choice label="Show">
        <Tabs
          kind="segmented"
          label="Show"
          items={filters.map((each) => ({
            to: to({ show: each }),
            label: capitalize(each),
            isCurrent: each === show,
          }))}
        />
      </Choice>
    </div>
  );
}

function Choice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5">
      <span aria-hidden className="text-[0.8125rem] text-ink-muted">
        {label}
      </span>
      {children}
    </div>
  );
}

interface GroupProps {
  group: TestGroup;
  isFlat: boolean;
  isOfExecution: boolean;
  describe: (line: TestLine) => ReactNode;
}

function Group({ group, isFlat, isOfExecution, describe }: GroupProps) {
  const lines = group.lines.map(describe);
  if (isFlat) return <>{lines}</>;
  return (
    <details open className="min-w-0 border-t border-line first:border-t-0">
      <summary className="flex items-center gap-2.5 bg-surface px-4 py-2.5 -outline-offset-2! hover:bg-surface-hover">
        <DetailsChevron />
        <span className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
          <h3 className="min-w-0 font-medium wrap-anywhere">
            {isOfExecution ? (
              <>
                Execution <IdText id={group.key} />
              </>
            ) : (
              group.title
            )}
          </h3>
          <Badge>
            {lines.length} {lines.length === 1 ? 'log' : 'logs'}
          </Badge>
        </span>
      </summary>
      {group.note && (
        <p className="border-t border-line px-4 py-2.5 text-[0.8125rem] wrap-anywhere text-bad-ink">
          {group.note}
        </p>
      )}
      <div className="border-t border-line">{lines}</div>
    </details>
  );
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
