import { useFormMetadata } from '@conform-to/react';
import { Badge } from '~/components/ui/badge';
import type { EditorForm } from '../../form/editor-form';
import { useRenderedValue } from '../../form/fields/use-rendered-value';
import { listOf } from '../../form/variable-scope';
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

const texts = {
  indicators: Indicators,
  conditions: Conditions,
  errors: ErrorScenarios,
  defaults: Defaults,
  webhook: WebhookVariables,
};

/** The text of one of the panels below the chain. */
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

function Defaults() {
  return (
    <p>
      Calls run one after the other. Without Response Handling, a 2xx or 3xx response continues with the next
      call; any other response, or none at all, ends the run in error. With it, the first rule that matches
      decides; if none does, the default action applies.
    </p>
  );
}

/** The variables of a webhook, which the user may be naming. */
function WebhookVariables() {
  const { value, initialValue } = useFormMetadata<EditorForm>();
  const form = useRenderedValue({ value, initialValue: initialValue as typeof value });
  const named = listOf(form?.triggerConfig?.webhook?.variables).filter((variable) => variable?.name);
  // A name that is being typed may equal another one.
  const variables = [...new Map(named.map((variable) => [variable?.name, variable])).values()];
  return (
    <ul className="flex flex-col gap-2">
      {variables.map((variable) => (
        <li key={variable?.name}>
          <code className="font-mono text-ink">{`{{${variable?.name}}}`}</code>
          <span className="ml-2 font-mono">{variable?.jsonPath}</span>
          {variable?.description && <span className="ml-2">{variable.description}</span>}
        </li>
      ))}
      <li>
        <code className="font-mono text-ink">{'{{trigger}}'}</code>
        <span className="ml-2">The whole payload; {'{{trigger.order.id}}'} is a part of it.</span>
      </li>
      <li>
        <code className="font-mono text-ink">{'{{request.headers.x-event}}'}</code>
        <span className="ml-2">A header; likewise {'{{request.query.page}}'}, method and path.</span>
      </li>
    </ul>
  );
}
