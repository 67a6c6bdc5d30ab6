// The values of a step's fields when it is added. The save makes its id.
import { defaultRetry } from '~/engine/definition/retry';

export const newCondition = { field: '', operator: 'equals', value: '', stored: '' };

export const newConditional = {
  id: '',
  enabled: 'on',
  executionTrigger: 'conditional',
  conditions: [newCondition],
  match: 'all',
  nextApiCallId: '',
  otherwise: 'skip_next',
};

/** 'Only continue when …': the run ends when the condition is not met. */
export const newFilter = { ...newConditional, otherwise: 'end' };

export const newCollect = { from: '', saveAs: '' };

/** Returns the fields of a loop over a single call. */
export function newLoop(callId: string) {
  return {
    id: '',
    throughCallId: callId,
    items: '',
    itemName: '',
    atOnce: '1',
    maxItems: '1000',
    onError: 'stop',
    onTooMany: 'error',
    newBy: '',
    firstRun: 'remember',
    collect: [],
  };
}

/** A rule's retry settings, as texts. Other actions also hold them, for when the user changes the action to retry. */
export const defaultRetryFields = {
  maxRetries: String(defaultRetry.maxRetries),
  retryDelay: String(defaultRetry.retryDelay),
  backoffStrategy: defaultRetry.backoffStrategy,
};

export const newRule = {
  statusCodes: '',
  when: '',
  action: 'retry',
  notificationEmail: '',
  retryConfig: defaultRetryFields,
  afterRetries: '',
  webhookURL: '',
};

/**
 * 'Retry three times, then email the owners': 2xx and 3xx continue; a failure that may pass by itself is retried; any other ends
 * the run and mails the owners.
 */
export const newRetryHandling = {
  id: '',
  defaultAction: 'stop_notify',
  defaultNotificationEmail: '',
  statusCodeActions: [
    { ...newRule, statusCodes: '2xx, 3xx', action: 'continue' },
    { ...newRule, statusCodes: '429, 5xx, network', action: 'retry' },
  ],
};

/** The default action also applies to successful responses, so a new handling has a rule for those. */
export const newHandling = {
  id: '',
  defaultAction: 'stop_notify',
  defaultNotificationEmail: '',
  statusCodeActions: [{ ...newRule, statusCodes: '2xx', action: 'continue' }],
};
