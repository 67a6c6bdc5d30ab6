// What a step's fields hold when it is added. Its id is made when it is saved.
import { defaultRetry } from '~/engine/definition/backoff';

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

/** 'Only continue when …': a run that the condition does not let pass ends there. */
export const newFilter = { ...newConditional, otherwise: 'end' };

export const newCollect = { from: '', saveAs: '' };

/** A loop of one call, which is its first and its last. */
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
    collect: [],
  };
}

/** A rule's retry settings as texts, also of a rule that does something else: they show when it is to retry. */
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

/** 'Retry 5xx three times': what goes well continues, what else fails ends the run and is reported. */
export const newRetryHandling = {
  id: '',
  defaultAction: 'stop_notify',
  defaultNotificationEmail: '',
  statusCodeActions: [
    { ...newRule, statusCodes: '2xx, 3xx', action: 'continue' },
    { ...newRule, statusCodes: '5xx, network', action: 'retry' },
  ],
};

/** The default action also takes the responses that went well, so a rule for those comes with it. */
export const newHandling = {
  id: '',
  defaultAction: 'stop_notify',
  defaultNotificationEmail: '',
  statusCodeActions: [{ ...newRule, statusCodes: '2xx', action: 'continue' }],
};
