import type { EventTrigger } from './trigger';

/** What an event trigger delivers, as docs/concepts.md describes it: the result of an execution that could have ended. */
export function createSampleResult({ integrationId, on }: EventTrigger['event']) {
  const hasFailed = on === 'error';
  return {
    executionId: '01980000-0000-7000-8000-000000000000',
    integrationId,
    status: hasFailed ? 'error' : 'completed',
    errorMessage: hasFailed ? 'Fetch order: HTTP 500: Internal Server Error' : null,
    startedAt: '2026-01-05T09:00:00.000Z',
    completedAt: '2026-01-05T09:00:01.000Z',
    variables: {},
  };
}
