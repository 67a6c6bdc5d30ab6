// Handles the trigger in a file, which holds no secrets and no ids of other integrations.
import type { TriggerConfig, WebhookTrigger } from '../integration';
import { anyIntegration } from '../schema/any-integration';
import { isCredentialName } from '../secrets/credential-names';
import type { ImportNote } from './draft/draft';
import { describeSource, type NamesHere } from './names-here';

type EventTrigger = Extract<TriggerConfig, { type: 'event' }>;

/** The integration whose end starts another one, as a file names it. */
export interface NamedSource {
  name: string;
  on: EventTrigger['event']['on'];
}

/** Returns the trigger without its secret and without credentials in required headers. */
export function emptyTrigger(trigger: WebhookTrigger): WebhookTrigger {
  const headers = Object.entries(trigger.webhook.headers).map(([name, value]) => [
    name,
    isCredentialName(name) ? '' : value,
  ]);
  return { ...trigger, webhook: { ...trigger.webhook, secret: '', headers: Object.fromEntries(headers) } };
}

/**
 * Returns the trigger of a file, and what is missing in `notes`. What starts at the end of another integration is manual:
 * whoever imports it knows the ids.
 */
export function readFileTrigger(
  file: { definition: { triggerConfig: TriggerConfig }; startedBy?: string | undefined },
  notes: ImportNote[],
  here?: NamesHere,
): { triggerConfig: TriggerConfig; startedBy: NamedSource | undefined } {
  const { triggerConfig } = file.definition;
  if (triggerConfig.type === 'event' && triggerConfig.event.integrationId !== anyIntegration) {
    const { startedBy: name } = file;
    const message = describeSource(name, here);
    if (message !== undefined) notes.push({ message });
    const startedBy = name ? { name, on: triggerConfig.event.on } : undefined;
    return { triggerConfig: { type: 'manual' }, startedBy };
  }
  if (triggerConfig.type !== 'webhook') return { triggerConfig, startedBy: undefined };
  const trigger = emptyTrigger(triggerConfig);
  const isNamed = (trigger.webhook.verify?.scheme ?? 'auto') !== 'auto';
  notes.push({
    message: isNamed
      ? 'The webhook has no secret yet: enter the one of its sender. Until then, every delivery is rejected.'
      : 'The webhook has no secret yet: generate one, or anyone can send.',
  });
  for (const [header, value] of Object.entries(trigger.webhook.headers)) {
    if (!value)
      notes.push({
        message: `The value of the required header ${header} is not part of the file: enter it. Until then, every delivery is rejected.`,
      });
  }
  return { triggerConfig: trigger, startedBy: undefined };
}
