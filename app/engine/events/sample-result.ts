import type { TriggerConfig } from '../integration';
import { anyIntegration } from '../schema/any-integration';
import type { CallFailure } from '../run-facts';

type EventTrigger = Extract<TriggerConfig, { type: 'event' }>;

const failure: CallFailure = {
  callName: 'Fetch order',
  status: 500,
  error: 'HTTP 500: Internal Server Error',
  attempts: 1,
  at: '2026-01-05T09:00:01.000Z',
};

/** Makes the payload of an event trigger (docs/concepts.md): the result of an execution that could have ended. */
export function createSampleResult({ integrationId, tag, on }: EventTrigger['event']) {
  const hasFailed = on === 'error';
  return {
    executionId: '01980000-0000-7000-8000-000000000000',
    integrationId: integrationId === anyIntegration ? '4f0c0000-0000-4000-8000-000000000000' : integrationId,
    integrationName: 'Orders',
    integrationTags: [tag ?? 'billing'],
    status: hasFailed ? 'error' : 'completed',
    errorMessage: hasFailed ? `${failure.callName}: ${failure.error}` : null,
    failure: hasFailed ? failure : null,
    startedAt: '2026-01-05T09:00:00.000Z',
    completedAt: '2026-01-05T09:00:01.000Z',
    variables: {},
  };
}
