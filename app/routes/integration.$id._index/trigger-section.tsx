import { type FieldMetadata, useFormMetadata } from '@conform-to/react';
import { CalendarClock, MousePointerClick, Webhook, Zap } from 'lucide-react';
import { Card } from '~/components/ui/card';
import { CodeBlock } from '~/components/ui/code-block';
import { RadioCards } from '~/components/ui/radio-cards';
import { CronFields } from './cron-fields';
import type { EditorForm } from './editor-schema';
import { HeaderRows } from './header-rows';
import type { SchedulePreview } from './schedule-preview';
import { describeTrigger } from './scope';
import { type Revealed, SecretField } from './secret-field';
import { VariableRows } from './variable-rows';

const triggers = [
  {
    value: 'manual',
    label: 'Manual',
    text: 'You start it yourself.',
    icon: MousePointerClick,
  },
  {
    value: 'webhook',
    label: 'Webhook',
    text: 'Another system posts to an address of this integration.',
    icon: Webhook,
  },
  {
    value: 'cron',
    label: 'Scheduled',
    text: 'It runs at the times of a pattern.',
    icon: CalendarClock,
  },
];

/** Triggers that this form keeps but does not change; each is offered where it is already chosen. */
const keptTriggers = [
  {
    value: 'event',
    label: 'Event',
    text: 'It runs when another integration ends.',
    icon: Zap,
  },
];

interface TriggerSectionProps {
  trigger: FieldMetadata<EditorForm['triggerConfig'], EditorForm>;
  webhookUrl: string;
  freshSecret: string;
  timezones: string[];
  schedule: SchedulePreview | undefined;
  revealed: Revealed | undefined;
}

/** What starts a run. The parts of a kind are shown by the style sheet, so choosing needs no script. */
export function TriggerSection({
  trigger,
  webhookUrl,
  freshSecret,
  timezones,
  schedule,
  revealed,
}: TriggerSectionProps) {
  const form = useFormMetadata<EditorForm>();
  const { type, webhook, cron } = trigger.getFieldset();
  const { secret, headers, variables } = webhook.getFieldset();
  const kept = keptTriggers.filter(({ value }) => value === type.initialValue);
  return (
    <Card title="Trigger Configuration" text={describeTrigger(form.value)}>
      <div className="group/trigger">
        <RadioCards
          key={type.key}
          field={type}
          label="What starts this integration?"
          options={[...triggers, ...kept]}
          defaultValue={type.initialValue}
        />
        <div className="mt-8 hidden flex-col gap-8 group-has-[input[value=webhook]:checked]/trigger:flex">
          <CodeBlock label="Webhook URL" code={webhookUrl} wrap />
          <SecretField secret={secret} freshSecret={freshSecret} revealed={revealed} />
          <VariableRows variables={variables} />
          <HeaderRows
            headers={headers}
            title="Required Headers"
            text="A delivery is only accepted when it carries each of these headers with exactly this value."
          />
        </div>
        <div className="mt-8 hidden group-has-[input[value=cron]:checked]/trigger:block">
          <CronFields cron={cron} timezones={timezones} schedule={schedule} />
        </div>
      </div>
    </Card>
  );
}
