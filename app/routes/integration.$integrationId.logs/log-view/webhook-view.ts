import type { Fact } from './steps-view';
import type { WebhookExecution } from '~/services/executions/log-schema';

export interface WebhookView {
  status: WebhookExecution['status'];
  facts: Fact[];
}

/** Describes a webhook's call, apart from its request and response. */
export function viewWebhook({
  status,
  timestamp,
  triggerReason,
  originalApiCall: call,
}: WebhookExecution): WebhookView {
  const facts: WebhookView['facts'] = [
    ['Timestamp', { at: timestamp }],
    ['Trigger reason', triggerReason],
  ];
  if (call) {
    const response = call.statusCode === null ? 'no response' : `HTTP ${call.statusCode}`;
    facts.push(['Original API call', `${call.name}: ${call.method} ${call.url} → ${response}`]);
  }
  return { status, facts };
}
