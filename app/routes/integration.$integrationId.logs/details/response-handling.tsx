import { Badge } from '~/components/ui/badge';
import { DefinitionList } from '~/components/ui/definition-list';
import { showFact } from './facts';
import { Panel } from './panel';
import { describeStart } from './timing-bar';
import type { HandlingView, RetriesView } from '../log-view/steps-view';
import type { TimingSpan } from '../log-view/timing-view';

/** Shows which of the call's response rules applied to its last response. */
export function ResponseHandlingPanel({ handling }: { handling: HandlingView }) {
  return (
    <Panel title="Response Handling">
      <DefinitionList items={handling.facts.map(showFact)} />
    </Panel>
  );
}

interface RetryPanelProps {
  retries: RetriesView;
  /** The times at which the attempts were sent, in order. */
  spans: TimingSpan[];
}

/** Lists each attempt of a retried call in full; the bar above only draws the attempts. */
export function RetryPanel({ retries, spans }: RetryPanelProps) {
  return (
    <Panel title={retries.title}>
      <ol className="flex flex-col gap-3">
        {retries.attempts.map(({ number, status, tone, details, body }, index) => (
          <li key={number} className="min-w-0">
            <p className="flex flex-wrap items-center gap-2">
              <span className="font-medium">Attempt {number}</span>
              <Badge tone={tone}>{status}</Badge>
              <span className="text-ink-muted tabular-nums">
                {[spans[index] && describeStart(spans[index]), details].filter(Boolean).join(' · ')}
              </span>
            </p>
            {body && <p className="mt-1 font-mono text-[0.8125rem] wrap-anywhere">{body}</p>}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
