import { Badge } from '~/components/ui/badge';
import { branchBadgeStyles } from './branch-badges';
import { ErrorScenarios } from './error-scenarios';
import { GuidePanel } from './guide-panel';
import type { BranchBadge } from './step-labels';

const indicators: Record<BranchBadge['kind'], [text: string, meaning: string]> = {
  skip: [
    'May skip a call',
    'When a condition is not met, the next call is left out and the run goes on behind it.',
  ],
  jump: [
    'May jump to a call',
    'When a condition is met, or is not, the run goes on with that later call; those between are skipped.',
  ],
  end: [
    'May end the run',
    'When a condition is not met, the run is complete there; the calls left are skipped.',
  ],
  retry: ['Retries', 'An answer that a rule names is asked for again, after the waits that the rule shows.'],
  webhook: ['Posts webhook', 'An answer that a rule names is posted to a URL, and the chain continues.'],
  stop: ['May stop & notify', 'The run may end here, and somebody is mailed its details.'],
};

/** The panels that say the same of every chain. */
export function GeneralPanels() {
  return (
    <>
      <GuidePanel title="Chain Indicators Guide">
        <dl className="flex flex-col gap-3">
          {(Object.keys(indicators) as BranchBadge['kind'][]).map((kind) => (
            <div key={kind} className="grid gap-x-4 gap-y-1 sm:grid-cols-[11rem_1fr]">
              <dt>
                <Badge icon={branchBadgeStyles[kind].icon} tone={branchBadgeStyles[kind].tone}>
                  {indicators[kind][0]}
                </Badge>
              </dt>
              <dd>{indicators[kind][1]}</dd>
            </div>
          ))}
        </dl>
      </GuidePanel>
      <GuidePanel title="Understanding Conditional Execution">
        <p>
          A check stands between two calls and looks at variables: of the trigger, or of the calls before it.
        </p>
        <ul className="mt-2 list-disc space-y-1 pl-5">
          <li>Met: the run goes on with the next call, or jumps forward to the later one you choose.</li>
          <li>
            Not met: the next call is skipped, and the run goes on with the one after it; or the run ends, or
            goes on with a later call, as you choose.
          </li>
          <li>Of several conditions all must hold, or any. Checks on the way of a jump are not made.</li>
          <li>A run only ever goes forward, so it cannot turn in circles.</li>
        </ul>
      </GuidePanel>
      <GuidePanel title="Common Error Scenarios">
        <ErrorScenarios />
      </GuidePanel>
    </>
  );
}
