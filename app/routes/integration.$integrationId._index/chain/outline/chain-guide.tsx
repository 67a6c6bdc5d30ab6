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
      <LazyGeneralPanelText about="defaults" />
    </GuidePanel>
  );
}

function WebhookVariables() {
  const { value: form } = useFormMetadata<EditorForm>();
  if (form?.triggerConfig?.type !== 'webhook') return null;
  return (
    <GuidePanel title="Available Webhook Variables">
      <LazyGeneralPanelText about="webhook" />
    </GuidePanel>
  );
}
