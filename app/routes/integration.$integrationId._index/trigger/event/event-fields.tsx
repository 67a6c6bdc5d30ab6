import type { FieldMetadata } from '@conform-to/react';
import { RefreshCw } from '~/components/icons/icons';
import { readTagValue, toTagValue } from '~/components/integration/tag-value';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { SelectField } from '~/components/ui/fields/text-field';
import type { EventSources } from '~/db/integrations/choices';
import { describeCut } from '~/engine/definition/max-offered';
import { anyIntegration } from '~/engine/schema/any-integration';
import type { EditorForm } from '../../form/editor-form';
import { useRenderedValue } from '../../form/fields/use-rendered-value';
import { nameSource } from './name-source';
import { useEventSources } from './use-event-sources';

const taggedOthers = 'Any other with the tag';

interface EventFieldsProps {
  event: FieldMetadata<EditorForm['triggerConfig']['event'], EditorForm>;
  /** Whether the trigger is an event. */
  isChosen: boolean;
  /** What it may wait for besides any other; undefined until that is loaded. */
  sources: EventSources | undefined;
  onLoaded: (sources: EventSources) => void;
}

/** The fields that choose what to wait for. A deleted integration stays chosen and is shown as deleted. */
export function EventFields({ event, isChosen, sources, onLoaded }: EventFieldsProps) {
  const { integrationId, on } = event.getFieldset();
  const chosen = useRenderedValue(integrationId);
  const stored = integrationId.initialValue ?? '';
  const tag = readTagValue(stored);
  const isDeleted = stored !== '' && sources !== undefined && nameSource(sources, stored) === undefined;
  const { hasFailed, isLoading, retry } = useEventSources({
    isMissing: isChosen && !sources,
    chosen: stored,
    onLoaded,
  });
  return (
    <div className="flex flex-col gap-6">
      {isDeleted && chosen === stored && (
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
          hint={`Its result is the trigger data here, such as {{trigger.integrationName}}, {{trigger.integrationTags}}, {{trigger.status}}, {{trigger.errorMessage}}, {{trigger.failure.callName}} or {{trigger.variables}}. ${describeCut(sources?.integrations ?? []) ?? ''}`}
        >
          <option value="">Choose an integration</option>
          {/* What is chosen keeps an option, so that it stays chosen. */}
          {isDeleted && <option value={stored}>Deleted integration</option>}
          {!sources && stored !== '' && stored !== anyIntegration && (
            <option value={stored}>
              {tag === undefined ? 'The chosen integration' : `${taggedOthers} ${tag}`}
            </option>
          )}
          <option value={anyIntegration}>Any other integration</option>
          {sources && <SourceOptions {...sources} />}
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

function SourceOptions({ integrations, tags }: EventSources) {
  const single = integrations.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));
  if (tags.length === 0) return single;
  return (
    <>
      <optgroup label="By tag">
        {tags.map((tag) => (
          <option key={tag} value={toTagValue(tag)}>
            {`${taggedOthers} ${tag}`}
          </option>
        ))}
      </optgroup>
      <optgroup label="One integration">{single}</optgroup>
    </>
  );
}
