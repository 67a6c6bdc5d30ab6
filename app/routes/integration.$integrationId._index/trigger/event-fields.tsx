import type { FieldMetadata } from '@conform-to/react';
import { Banner } from '~/components/ui/banner';
import { SelectField } from '~/components/ui/fields/text-field';
import { describeCut } from '~/engine/definition/max-offered';
import type { EditorForm } from '../form/editor-form';
import { useRenderedValue } from '../form/fields/use-rendered-value';
import type { IntegrationChoice } from '~/db/integrations/choices';

interface EventFieldsProps {
  event: FieldMetadata<EditorForm['triggerConfig']['event'], EditorForm>;
  /** The first stands for all others. */
  sources: IntegrationChoice[];
}

/** The fields that choose the integration to wait for. A deleted integration stays chosen and is shown as deleted. */
export function EventFields({ event, sources }: EventFieldsProps) {
  const { integrationId, on } = event.getFieldset();
  const chosenId = useRenderedValue(integrationId);
  const storedId = integrationId.initialValue;
  const deletedId = storedId && !sources.some(({ id }) => id === storedId) ? storedId : undefined;
  return (
    <div className="flex flex-col gap-6">
      {deletedId && chosenId === deletedId && (
        <Banner tone="warn" title="The integration it waits for was deleted">
          Nothing starts this integration any more. Choose another one to wait for.
        </Banner>
      )}
      <div className="grid gap-6 sm:grid-cols-2">
        <SelectField
          field={integrationId}
          label="Integration"
          hint={`Its result is the trigger data here, such as {{trigger.integrationName}}, {{trigger.status}}, {{trigger.errorMessage}}, {{trigger.failure.callName}} or {{trigger.variables}}. ${describeCut(sources.slice(1)) ?? ''}`}
        >
          <option value="">Choose an integration</option>
          {deletedId && <option value={deletedId}>Deleted integration</option>}
          {sources.map(({ id, name }) => (
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
