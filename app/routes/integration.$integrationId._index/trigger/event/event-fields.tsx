import type { FieldMetadata } from '@conform-to/react';
import { RefreshCw } from '~/components/icons/icons';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { SelectField } from '~/components/ui/fields/text-field';
import type { IntegrationChoice } from '~/db/integrations/choices';
import { describeCut } from '~/engine/definition/max-offered';
import type { EditorForm } from '../../form/editor-form';
import { useRenderedValue } from '../../form/fields/use-rendered-value';
import { useEventSources } from './use-event-sources';

interface EventFieldsProps {
  event: FieldMetadata<EditorForm['triggerConfig']['event'], EditorForm>;
  /** Whether the trigger is an event. */
  isChosen: boolean;
  /** What it may wait for; undefined until that is loaded. The first stands for all others. */
  sources: IntegrationChoice[] | undefined;
  onLoaded: (sources: IntegrationChoice[]) => void;
}

/** The fields that choose the integration to wait for. A deleted integration stays chosen and is shown as deleted. */
export function EventFields({ event, isChosen, sources, onLoaded }: EventFieldsProps) {
  const { integrationId, on } = event.getFieldset();
  const chosenId = useRenderedValue(integrationId);
  const storedId = integrationId.initialValue;
  const isUnlisted = storedId && !sources?.some(({ id }) => id === storedId);
  // It keeps its option, so that it stays chosen: when it was deleted, and while the list is loaded.
  const unlisted = isUnlisted
    ? [{ id: storedId, name: sources ? 'Deleted integration' : 'The chosen integration' }]
    : [];
  const { hasFailed, isLoading, retry } = useEventSources({
    isMissing: isChosen && !sources,
    chosenId: storedId ?? '',
    onLoaded,
  });
  return (
    <div className="flex flex-col gap-6">
      {sources && isUnlisted && chosenId === storedId && (
        <Banner tone="warn" title="The integration it waits for was deleted">
          Nothing starts this integration any more. Choose another one to wait for.
        </Banner>
      )}
      {!sources && (
        <div className="hidden noscript:block">
          <Button type="submit" name="intent" value="event-sources" formNoValidate icon={RefreshCw}>
            List the integrations
          </Button>
        </div>
      )}
      {isChosen && !sources && hasFailed && (
        <Banner
          tone="bad"
          title="The integrations could not be loaded"
          live
          actions={
            <Button icon={RefreshCw} pending={isLoading} pendingText="Loading..." onClick={retry}>
              Try again
            </Button>
          }
        >
          What you chose and typed is still in the form.
        </Banner>
      )}
      <div className="grid gap-6 sm:grid-cols-2">
        <SelectField
          field={integrationId}
          label="Integration"
          aside={
            <output className="text-[0.8125rem] text-ink-muted">
              {isLoading && !hasFailed && 'Loading the integrations…'}
            </output>
          }
          hint={`Its result is the trigger data here, such as {{trigger.integrationName}}, {{trigger.status}}, {{trigger.errorMessage}}, {{trigger.failure.callName}} or {{trigger.variables}}. ${describeCut(sources?.slice(1) ?? []) ?? ''}`}
        >
          <option value="">Choose an integration</option>
          {[...unlisted, ...(sources ?? [])].map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField field={on} label="Run when it" hint="A cancelled execution starts nothing.">
          <option value="completed">completes</option>
          <option value="error">ends in error</option>
          <option value="any">ends either way</option>
        </SelectField>
      </div>
    </div>
  );
}
