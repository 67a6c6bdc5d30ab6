import { useFormMetadata } from '@conform-to/react';
import type { EditorForm } from '../../form/editor-form';
import { GuidePanel } from './guide-panel';
import { LazyGeneralPanelText } from './lazy-general-panels';
import { listOf } from '../../form/variable-scope';

/** Explanations for building a chain, folded until the user opens them. */
export function ChainGuide() {
  return (
    <aside
      aria-label="About the chain"
      className="mt-4 flex flex-col rounded-lg border border-line max-lg:divide-y max-lg:divide-line lg:flex-row lg:flex-wrap lg:[&>details[open]]:basis-full"
    >
      <GuidePanel title="Chain Indicators Guide">
        <LazyGeneralPanelText about="indicators" />
      </GuidePanel>
      <GuidePanel title="Understanding Conditional Execution">
        <LazyGeneralPanelText about="conditions" />
      </GuidePanel>
      <GuidePanel title="Common Error Scenarios">
        <LazyGeneralPanelText about="errors" />
      </GuidePanel>
      <DefaultBehavior />
      <WebhookVariables />
    </aside>
  );
}

function DefaultBehavior() {
  const { value: form } = useFormMetadata<EditorForm>();
  if (listOf(form?.apiCalls).length < 2) return null;
  return (
    <GuidePanel title="Default Behavior">
      <p>
        Calls run one after the other. Without Response Handling, a 2xx or 3xx response continues with the
        next call; any other response, or none at all, ends the run with an error. With it, the first rule
        that matches decides; if none does, the default action applies.
      </p>
    </GuidePanel>
  );
}

function WebhookVariables() {
  const { value: form } = useFormMetadata<EditorForm>();
  if (form?.triggerConfig?.type !== 'webhook') return null;
  const named = listOf(form.triggerConfig.webhook?.variables).filter((variable) => variable?.name);
  // A name that is being typed may equal another one.
  const variables = [...new Map(named.map((variable) => [variable?.name, variable])).values()];
  return (
    <GuidePanel title="Available Webhook Variables">
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
    </GuidePanel>
  );
}
