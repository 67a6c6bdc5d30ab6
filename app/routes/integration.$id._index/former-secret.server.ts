import type { IntegrationAnswer } from '~/services/integrations-answer';

const format = new Intl.DateTimeFormat('en', {
  dateStyle: 'long',
  timeStyle: 'short',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

/** Until when the webhook secret before the present one is accepted; empty when there is none. */
export function describeFormerSecret(trigger: IntegrationAnswer['triggerConfig']): string {
  const until = trigger.type === 'webhook' ? trigger.webhook.formerSecretUntil : null;
  return until === null ? '' : `The former secret is accepted until ${format.format(new Date(until))} UTC.`;
}
