import { RefreshCw } from '~/components/icons/icons';
import { useHydrated } from '~/components/ui/use-hydrated';
import { Banner } from '~/components/ui/banner';
import { LinkButton } from '~/components/ui/link';
import { Spinner } from '~/components/ui/spinner';
import type { ListedTest } from '~/services/test-runs/test-lines';
import { describeEnd } from '../../integration.$integrationId/use-test-toast';
import { ScrollArea } from './scroll-area';
import { TestLogLine } from './test-log-line';
import { hasEnded } from '~/engine/run/execution-status';

/** Shows what the test has done so far. Without script, a link refreshes it. */
export function LiveResults({ run, refreshTo }: { run: ListedTest; refreshTo: string }) {
  const hydrated = useHydrated();
  const { status, errorMessage, failedItems, lines } = run;
  const endTone = failedItems ? 'warn' : 'good';
  const isRunning = !hasEnded(run.status);
  return (
    <section id="live-results" aria-label="Live results" className="flex min-w-0 scroll-mt-20 flex-col gap-3">
      <h3 className="font-medium">Live Results</h3>
      {/* Rendered before it has text, so that a screen reader announces the change. A toast tells that the test ended. */}
      <output className="block empty:-mb-3">
        {isRunning && (
          <p className="flex flex-wrap items-center gap-3 text-ink-muted">
            <span className="flex items-center gap-2">
              <Spinner className="size-4" />
              {status === 'queued' ? 'Waiting for its turn…' : 'Running…'}
            </span>
            {!hydrated && (
              <noscript>
                <LinkButton to={`${refreshTo}#live-results`} size="sm" icon={RefreshCw}>
                  Refresh
                </LinkButton>
              </noscript>
            )}
          </p>
        )}
      </output>
      {!isRunning && (
        <Banner tone={status === 'completed' ? endTone : 'bad'} title={describeEnd(run)}>
          {errorMessage}
        </Banner>
      )}
      {lines.length > 0 && (
        <ScrollArea label="Steps of this test">
          <ol className="divide-y divide-line">
            {lines.map((line) => (
              <li key={line.id} className="flex px-4 py-3">
                <TestLogLine line={line} />
              </li>
            ))}
          </ol>
        </ScrollArea>
      )}
    </section>
  );
}
