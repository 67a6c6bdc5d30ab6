import { useFormMetadata } from '@conform-to/react';
import { CollapsibleCard } from '~/components/ui/collapsible-card';
import type { EditorForm } from '../form/editor-form';
import { describeTrigger, listOf } from '../form/variable-scope';
import { LazyTriggerFields } from './lazy-trigger-fields';
import type { TriggerFieldsProps } from './trigger-fields';

interface TriggerSectionProps extends TriggerFieldsProps {
  /** Whether the section is folded to one line, since most visits are about the chain. */
  isFolded: boolean;
  /** Called when the user opens or folds the section. */
  onPress: (opens: boolean) => void;
}

/** The section for the trigger: its fields, folded to one line. */
export function TriggerSection({ isFolded, onPress, ...rest }: TriggerSectionProps) {
  return (
    <CollapsibleCard
      title="Trigger Configuration"
      summary={<Summary />}
      isValid={rest.trigger.valid}
      isOpen={!isFolded}
      onPress={onPress}
    >
      <LazyTriggerFields {...rest} />
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
