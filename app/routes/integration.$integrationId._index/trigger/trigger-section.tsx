import { useFormMetadata } from '@conform-to/react';
import { useState } from 'react';
import { CollapsibleCard } from '~/components/ui/collapsible-card';
import type { EventSources } from '~/db/integrations/choices';
import type { SchedulePreview } from '../../integration.$integrationId/schedule-preview.server';
import type { EditorForm } from '../form/editor-form';
import { describeTrigger, listOf } from '../form/variable-scope';
import { nameSource } from './event/name-source';
import { LazyTriggerFields } from './lazy-trigger-fields';
import type { TriggerFieldsProps } from './trigger-fields';
import { useSenders } from './use-senders';

interface TriggerSectionProps extends Omit<TriggerFieldsProps, 'onSourcesLoaded'> {
  /** Whether the section is folded to one line, since most visits are about the chain. */
  isFolded: boolean;
  /** Called when the user opens or folds the section. */
  onPress: (opens: boolean) => void;
}

/** The section for the trigger: its fields, folded to one line. */
export function TriggerSection({ isFolded, onPress, eventSources, ...rest }: TriggerSectionProps) {
  const [loaded, setLoaded] = useState<typeof eventSources>();
  const sources = eventSources ?? loaded;
  return (
    <CollapsibleCard
      title="Trigger Configuration"
      summary={<Summary schedule={rest.schedule} sources={sources} />}
      isValid={rest.trigger.valid}
      isOpen={!isFolded}
      onPress={onPress}
    >
      <LazyTriggerFields {...rest} eventSources={sources} onSourcesLoaded={setLoaded} />
    </CollapsibleCard>
  );
}

interface SummaryProps {
  schedule: SchedulePreview | undefined;
  sources: EventSources | undefined;
}

/** A component of its own: it reads the form on every key press, and only it renders again then. */
function Summary({ schedule, sources }: SummaryProps) {
  const { value } = useFormMetadata<EditorForm>();
  const { type, webhook, cron, event } = value?.triggerConfig ?? {};
  const source = nameSource(sources, event?.integrationId);
  return (
    <>
      <span>{describeTrigger(value)}</span>
      {type === 'webhook' && (
        <>
          {/* Most webhooks take any sender, and the list of senders is long. */}
          {webhook?.endpoint?.scheme !== 'auto' && <SenderName scheme={webhook?.endpoint?.scheme} />}
          <span> · {describeEndpoint(Boolean(webhook?.secret), listOf(webhook?.headers).length)}</span>
        </>
      )}
      {type === 'cron' && cron?.cronExpression && <span> · {describeTimes(cron, schedule)}</span>}
      {type === 'event' && source && (
        <span>
          {' '}
          · after <bdi>{source}</bdi>
        </span>
      )}
    </>
  );
}

function SenderName({ scheme }: { scheme: string | undefined }) {
  const sender = useSenders().find(({ name }) => name === scheme);
  return sender && <span> · {sender.label}</span>;
}

/** Describes a schedule as typed: by the words for it, if the server has described this one, else by its pattern. */
function describeTimes(
  { cronExpression = '', timezone = '' }: { cronExpression?: string; timezone?: string },
  schedule: SchedulePreview | undefined,
): string {
  const pattern = cronExpression.trim();
  const words = schedule?.cronExpression === pattern ? schedule.words : undefined;
  return [words ?? pattern, timezone.trim()].filter(Boolean).join(', ');
}

/** Describes in a few words which deliveries are accepted. */
function describeEndpoint(hasSecret: boolean, headers: number): string {
  const secret = hasSecret ? 'secret set' : 'no secret';
  if (headers === 0) return secret;
  return `${secret} · ${headers} required header${headers === 1 ? '' : 's'}`;
}
