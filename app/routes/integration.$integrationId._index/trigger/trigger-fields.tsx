import { type FieldMetadata, useFormMetadata } from '@conform-to/react';
import { useEffect, useRef } from 'react';
import { CodeBlock } from '~/components/ui/code-block';
import { RadioRow } from '~/components/ui/fields/radio-row';
import { TextAreaField, TextField } from '~/components/ui/fields/text-field';
import type { EventSources } from '~/db/integrations/choices';
import type { SchedulePreview } from '../../integration.$integrationId/schedule-preview.server';
import type { EditorForm } from '../form/editor-form';
import { Fold } from '../form/fields/fold';
import { useRenderedValue } from '../form/fields/use-rendered-value';
import { emptyTrigger } from '../form/values/empty-trigger';
import { listLineNames } from '../form/variable-scope';
import { CronFields } from './cron-fields';
import { EndpointFolds } from './endpoint-folds';
import { FormRows } from './manual/form-rows';
import { EventFields } from './event/event-fields';
import { SamplePanel } from './sample-panel';
import { SecretField, type SecretFieldProps } from './secret-field';
import { SenderFields } from './sender-fields';
import { useFocusTrigger } from './use-focus-trigger';
import { VariableRows } from './variable-rows';

const triggers = [
  {
    value: 'manual',
    label: 'Manual',
    text: 'You start it yourself.',
  },
  {
    value: 'webhook',
    label: 'Webhook',
    text: 'Another system posts to this integration’s URL.',
  },
  {
    value: 'cron',
    label: 'Scheduled',
    text: 'It runs at set times.',
  },
  {
    value: 'event',
    label: 'Event',
    text: 'It runs when another integration ends.',
  },
];

export interface TriggerFieldsProps {
  trigger: FieldMetadata<EditorForm['triggerConfig'], EditorForm>;
  webhookUrl: string;
  /** Whether the integration is deployed, so that its URL accepts deliveries. */
  isActive: boolean;
  secrets: Omit<SecretFieldProps, 'field' | 'scheme'>;
  /** What an event may wait for; undefined until that is loaded. */
  eventSources: EventSources | undefined;
  onSourcesLoaded: (sources: EventSources) => void;
  schedule: SchedulePreview | undefined;
  /** Whether script led to a new integration. */
  isNew: boolean;
  /** Called once the browser has rendered the fields, which may be after a save was refused for them. */
  onDrawn: () => void;
}

/** The fields of the trigger. The style sheet shows the parts of the chosen kind, so choosing needs no script. */
export function TriggerFields({
  trigger,
  webhookUrl,
  isActive,
  secrets,
  eventSources,
  onSourcesLoaded,
  schedule,
  isNew,
  onDrawn,
}: TriggerFieldsProps) {
  const form = useFormMetadata<EditorForm>();
  const { type, manual, webhook, cron, event } = trigger.getFieldset();
  const { secret, headers, variables, endpoint } = webhook.getFieldset();
  const { scheme } = endpoint.getFieldset();
  const chosenScheme = useRenderedValue(scheme);
  const chosenType = useRenderedValue(type);
  const drawn = useRef(onDrawn);
  useEffect(() => drawn.current(), []);
  useFocusTrigger(isNew);

  /** Resets the fields of every trigger when the user chooses another one. */
  function resetFields(chosen: string) {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    form.update({ name: manual.name, value: emptyTrigger.manual });
    form.update({ name: webhook.name, value: emptyTrigger.webhook });
    form.update({ name: event.name, value: emptyTrigger.event });
    form.update({
      name: cron.name,
      value: chosen === 'cron' ? { ...emptyTrigger.cron, timezone: timeZone } : emptyTrigger.cron,
    });
  }

  return (
    <div id="trigger" className="group/trigger @container scroll-mt-12">
      <RadioRow
        key={type.key}
        field={type}
        label="What starts this integration?"
        options={triggers}
        defaultValue={type.initialValue}
        onChange={resetFields}
      />
      <div className="mt-3 hidden group-has-[input[value=manual]:checked]/trigger:block">
        <p className="mb-6 text-ink-muted">You start it yourself, here or through the API.</p>
        <FormRows fields={manual.getFieldset().fields} />
      </div>
      <div className="mt-6 hidden flex-col gap-6 group-has-[input[value=webhook]:checked]/trigger:flex">
        <CodeBlock
          label="Webhook URL"
          code={webhookUrl}
          note={
            isActive
              ? undefined
              : 'Answers 404 until this integration is deployed, except while you listen for a sample.'
          }
          wrap
        />
        <SenderFields endpoint={endpoint} />
        {/* Side by side where both fit, because the user picks variables from the sample. */}
        <div className="grid gap-6 @5xl:grid-cols-[24rem_minmax(0,1fr)]">
          <SamplePanel variables={variables} secretId={secret.id} />
          <VariableRows variables={variables} />
        </div>
        <div className="divide-y divide-line border-t border-line">
          <SecretField field={secret} scheme={chosenScheme || 'auto'} {...secrets} />
          <EndpointFolds endpoint={endpoint} headers={headers} variables={variables} />
        </div>
      </div>
      <div className="mt-6 hidden group-has-[input[value=cron]:checked]/trigger:block">
        <CronFields cron={cron} isChosen={chosenType === 'cron'} schedule={schedule} />
      </div>
      <div className="mt-6 hidden group-has-[input[value=event]:checked]/trigger:block">
        <EventFields
          event={event}
          isChosen={chosenType === 'event'}
          sources={eventSources}
          onLoaded={onSourcesLoaded}
        />
      </div>
      <RunFold trigger={trigger} />
    </div>
  );
}

/** The fields that every kind of trigger has. */
function RunFold({ trigger }: Pick<TriggerFieldsProps, 'trigger'>) {
  const { maxMinutes, computed } = trigger.getFieldset();
  const minutes = useRenderedValue(maxMinutes);
  const names = useRenderedValue(computed);
  return (
    <Fold
      title="Each run"
      summary={[`${minutes ?? ''} minutes`, ...listLineNames(names)].join(', ')}
      isHeldOpen={!maxMinutes.valid || !computed.valid}
      className="mt-4 border-t border-line group-has-[input[value=webhook]:checked]/trigger:mt-0"
    >
      <TextField
        field={maxMinutes}
        label="Longest run (minutes)"
        hint="Waits included. Runs that take longer fail."
        inputMode="numeric"
        autoComplete="off"
        className="max-w-sm"
      />
      <div className="mt-4">
        <TextAreaField
          field={computed}
          label="Computed variables"
          hint="Made when a run begins. One per line, for example: day = {{trigger.created | date: '%F'}}"
          rows={1}
          autoComplete="off"
          spellCheck={false}
          className="font-mono"
        />
      </div>
    </Fold>
  );
}
