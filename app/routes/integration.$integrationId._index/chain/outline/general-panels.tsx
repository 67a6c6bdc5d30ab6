import { Badge } from '~/components/ui/badge';
import { branchBadgeStyles } from './branch-badges';
import { ErrorScenarios } from './error-scenarios';
import type { BranchBadge } from './step-labels';

const indicators: Record<BranchBadge['kind'], [text: string, meaning: string]> = {
  skip: [
    'May skip a call',
    'If a condition is not met, the next call is skipped and the run continues after it.',
  ],
  jump: [
    'May jump to a call',
    'If a condition is met, or is not, the run jumps to that later call; those between are skipped.',
  ],
  end: [
    'May end the run',
    'If a condition is not met, the run completes there; the remaining calls are skipped.',
  ],
  retry: ['Retries', 'A response that matches a rule is retried, after the delays shown in the rule.'],
  webhook: ['Posts webhook', 'A response that matches a rule is posted to a URL, and the chain continues.'],
  stop: ['May stop & notify', 'The run may end here and send its details by email.'],
};

/** The texts of the panels that are the same for every chain. */
const texts = { indicators: Indicators, conditions: Conditions, errors: ErrorScenarios };

export function GeneralPanelText({ about }: { about: keyof typeof texts }) {
  const Text = texts[about];
  return <Text />;
}

function Indicators() {
  return (
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
  );
}

function Conditions() {
  return (
    <>
      <p>A check sits between two calls and looks at variables from the trigger or from earlier calls.</p>
      <ul className="mt-2 list-disc space-y-1 pl-5">
        <li>Met: the run continues with the next call, or jumps forward to a later one you choose.</li>
        <li>
          Not met: the next call is skipped and the run continues after it. Or choose to end the run, or to
          continue with a later call.
        </li>
        <li>
          With several conditions, choose whether all or any must be met. A jump passes over the checks in
          between.
        </li>
        <li>A run only ever moves forward, so it cannot go in circles.</li>
      </ul>
    </>
  );
}
