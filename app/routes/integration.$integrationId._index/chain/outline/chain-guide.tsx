import { useFormMetadata } from '@conform-to/react';
import type { EditorForm } from '../../form/editor-form';
import { GuidePanel } from './guide-panel';
import { LazyGeneralPanelText } from './lazy-general-panels';
import { listOf } from '../../form/variable-scope';

/** Explanations for building a chain, folded until the user opens them. */
export function ChainGuide() {
  const { value: form } = useFormMetadata<EditorForm>();
  const panels = [
    ['Chain Indicators Guide', 'indicators'],
    ['Understanding Conditional Execution', 'conditions'],
    ['Common Error Scenarios', 'errors'],
    listOf(form?.apiCalls).length > 1 && (['Default Behavior', 'defaults'] as const),
    form?.triggerConfig?.type === 'webhook' && (['Available Webhook Variables', 'webhook'] as const),
  ] as const;
  return (
    <aside
      aria-label="About the chain"
      className="mt-4 flex flex-col rounded-lg border border-line max-lg:divide-y max-lg:divide-line lg:flex-row lg:flex-wrap lg:[&>details[open]]:basis-full"
    >
      {panels.map(
        (panel) =>
          panel && (
            <GuidePanel key={panel[1]} title={panel[0]}>
              <LazyGeneralPanelText about={panel[1]} />
            </GuidePanel>
          ),
      )}
    </aside>
  );
}
