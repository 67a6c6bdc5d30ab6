import type { IntegrationResponse } from '~/services/integrations/integration-response';

const format = new Intl.DateTimeFormat('en', {
  dateStyle: 'long',
  timeStyle: 'short',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

/** Describes a webhook's secret in sentences; `former` is empty when there is no former secret. */
export function describeSecretStatus(trigger: IntegrationResponse['triggerConfig']): {
  former: string;
  open: string;
} {
  const until = trigger.type === 'webhook' ? trigger.webhook.formerSecretUntil : null;
  return {
    former:
      until === null ? '' : `The previous secret is accepted until ${format.format(new Date(until))} UTC.`,
    open: 'Anyone who knows its URL can start this integration. Generate a secret so that only your sender can.',
  };
}
