import { type FieldMetadata, useFormMetadata } from '@conform-to/react';
import { CodeBlock } from '~/components/ui/code-block';
import { CollapsibleCard } from '~/components/ui/collapsible-card';
import { RadioRow } from '~/components/ui/fields/radio-row';
import { TextAreaField, TextField } from '~/components/ui/fields/text-field';
import { emptyTrigger } from '../form/values/empty-trigger';
import type { EditorForm } from '../form/editor-form';
import { Fold } from '../form/fields/fold';
import type { IntegrationChoice } from '~/db/integrations/choices';
import type { SchedulePreview } from '../../integration.$integrationId/schedule-preview.server';
import { listLineNames, describeTrigger, listOf } from '../form/variable-scope';
import { EndpointFolds } from './endpoint-folds';
import { LazyCronFields, LazyEventFields, LazySamplePanel, LazySenderFields } from './lazy-parts';
import { LazySecretField } from './lazy-secret-field';
import type { SecretFieldProps } from './secret-field';
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

interface TriggerSectionProps {
  trigger: FieldMetadata<EditorForm['triggerConfig'], EditorForm>;
  webhookUrl: string;
  /** Whether the integration is deployed, so that its URL accepts deliveries. */
  isActive: boolean;
  secrets: Omit<SecretFieldProps, 'field' | 'scheme'>;
  eventSources: IntegrationChoice[];
  schedule: SchedulePreview | undefined;
  /** Whether the section is folded to one line, since most visits are about the chain. */
  isFolded: boolean;
  /** Called when the user opens or folds the section. */
  onPress: (opens: boolean) => void;
}

/** The section for the trigger. The style sheet shows the parts of the chosen kind, so choosing needs no script. */
export function TriggerSection({
  trigger,
  webhookUrl,
  isActive,
  secrets,
  eventSources,
  schedule,
  isFolded,
  onPress,
}: TriggerSectionProps) {
  const form = useFormMetadata<EditorForm>();
  const { type, webhook, cron, event, maxMinutes, computed } = trigger.getFieldset();
  const { secret, headers, variables, endpoint } = webhook.getFieldset();
  const { scheme } = endpoint.getFieldset();

  /** Resets the fields of every trigger when the user chooses another one. */
  function resetFields(chosen: string) {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    form.update({ name: webhook.name, value: emptyTrigger.webhook });
    form.update({ name: event.name, value: emptyTrigger.event });
    form.update({
      name: cron.name,
      value: chosen === 'cron' ? { ...emptyTrigger.cron, timezone: timeZone } : emptyTrigger.cron,
    });
  }

  return (
    <CollapsibleCard
      title="Trigger Configuration"
      summary={<Summary />}
      isValid={trigger.valid}
      isOpen={!isFolded}
      onPress={onPress}
    >
      <div id="trigger" className="group/trigger @container scroll-mt-12">
        <RadioRow
          key={type.key}
          field={type}
          label="What starts this integration?"
          options={triggers}
          defaultValue={type.initialValue}
          onChange={resetFields}
        />
        <p className="mt-3 hidden text-ink-muted group-has-[input[value=manual]:checked]/trigger:block">
          You start it yourself, here or through the API.
        </p>
        <div className="mt-6 hidden flex-col gap-6 group-has-[input[value=webhook]:checked]/trigger:flex">
          <CodeBlock
            label="Webhook URL"
            code={webhookUrl}
            note={isActive ? undefined : 'Answers 404 until this integration is deployed.'}
            wrap
          />
          <LazySenderFields endpoint={endpoint} />
          {/* Side by side where both fit, because the user picks variables from the sample. */}
          <div className="grid gap-6 @5xl:grid-cols-[24rem_minmax(0,1fr)]">
            <LazySamplePanel variables={variables} secretId={secret.id} />
            <VariableRows variables={variables} />
          </div>
          <div className="divide-y divide-line border-t border-line">
            <LazySecretField field={secret} scheme={scheme.value || 'auto'} {...secrets} />
            <EndpointFolds endpoint={endpoint} headers={headers} />
          </div>
        </div>
        <div className="mt-6 hidden group-has-[input[value=cron]:checked]/trigger:block">
          <LazyCronFields cron={cron} isChosen={type.value === 'cron'} schedule={schedule} />
        </div>
        <div className="mt-6 hidden group-has-[input[value=event]:checked]/trigger:block">
          <LazyEventFields event={event} sources={eventSources} />
        </div>
        <Fold
          title="Each run"
          summary={[`${maxMinutes.value ?? ''} minutes`, ...listLineNames(computed.value)].join(', ')}
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
      </div>
    </CollapsibleCard>
  );
}

/** A component of its own: it reads the form on every key press, and only it renders again then. */
function Summary() {
  const { value } = useFormMetadata<EditorForm>();
  const { type, webhook } = value?.triggerConfig ?? {};
  return (
    <>
      <span>{describeTrigger(value)}</span>
      {type === 'webhook' && (
        <span> · {describeEndpoint(Boolean(webhook?.secret), listOf(webhook?.headers).length)}</span>
      )}
    </>
  );
}

/** Describes in a few words which deliveries are accepted. */
function describeEndpoint(hasSecret: boolean, headers: number): string {
  const secret = hasSecret ? 'secret set' : 'no secret';
  if (headers === 0) return secret;
  return `${secret} · ${headers} required header${headers === 1 ? '' : 's'}`;
}
