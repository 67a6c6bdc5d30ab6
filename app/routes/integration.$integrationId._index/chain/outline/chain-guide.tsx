import { useFormMetadata } from '@conform-to/react';
import type { ReactNode } from 'react';
import { Badge } from '~/components/ui/badge';
import { DetailsChevron } from '~/components/ui/details-chevron';
import { branchBadgeStyles } from './branch-badges';
import type { EditorForm } from '../../form/form-schema';
import { ErrorScenarios } from './error-scenarios';
import { listOf } from '../../form/variable-scope';
import type { BranchBadge } from './step-labels';

const indicators: Record<BranchBadge['kind'], [text: string, meaning: string]> = {
  skip: [
    'May skip a call',
    'When a condition is not met, the next call is left out and the run goes on behind it.',
  ],
  jump: [
    'May jump to a call',
    'When a condition is met, the run goes on with that later call; those between are skipped.',
  ],
  retry: ['Retries', 'An answer that a rule names is asked for again, after the waits that the rule shows.'],
  webhook: ['Posts webhook', 'An answer that a rule names is posted to a URL, and the chain continues.'],
  stop: ['May stop & notify', 'The run may end here, and somebody is mailed its details.'],
};

/** What one would like to know while building a chain, to be opened when it is wanted. */
export function ChainGuide() {
  return (
    <aside aria-label="About the chain" className="mt-8 divide-y divide-line rounded-lg border border-line">
      <Panel title="Chain Indicators Guide">
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
      </Panel>
      <Panel title="Understanding Conditional Execution">
        <p>
          A check stands between two calls and looks at variables: of the trigger, or of the calls before it.
        </p>
        <ul className="mt-2 list-disc space-y-1 pl-5">
          <li>Met: the run goes on with the next call, or jumps forward to the later one you choose.</li>
          <li>Not met: the next call is skipped, and the run goes on with the one after it.</li>
          <li>Several conditions must all hold. Checks on the way of a jump are not made.</li>
          <li>A run only ever goes forward, so it cannot turn in circles.</li>
        </ul>
      </Panel>
      <Panel title="Common Error Scenarios">
        <ErrorScenarios />
      </Panel>
      <DefaultBehavior />
      <WebhookVariables />
    </aside>
  );
}

function DefaultBehavior() {
  const { value: form } = useFormMetadata<EditorForm>();
  if (listOf(form?.apiCalls).length < 2) return null;
  return (
    <Panel title="Default Behavior">
      <p>
        Calls run one after the other. Without Response Handling, an answer of 2xx or 3xx continues with the
        next call; anything else, and no answer at all, ends the run in error. With it, the first rule that
        names the status code decides, or else the default action.
      </p>
    </Panel>
  );
}

function WebhookVariables() {
  const { value: form } = useFormMetadata<EditorForm>();
  if (form?.triggerConfig?.type !== 'webhook') return null;
  const named = listOf(form.triggerConfig.webhook?.variables).filter((variable) => variable?.name);
  // While a name is typed, another may be the same.
  const variables = [...new Map(named.map((variable) => [variable?.name, variable])).values()];
  return (
    <Panel title="Available Webhook Variables">
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
      </ul>
    </Panel>
  );
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details>
      <summary className="flex min-h-11 items-center gap-2 rounded-lg px-4 hover:bg-surface-hover">
        <DetailsChevron />
        <h3 className="font-medium">{title}</h3>
      </summary>
      <div className="px-4 pt-1 pb-4 text-ink-muted sm:pl-10">{children}</div>
    </details>
  );
}
