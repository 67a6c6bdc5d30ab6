import { expect, test } from 'vitest';
import { adviseAfterFailure } from '~/routes/integration.$integrationId.logs/log-view/next-step';
import type { ApiCallLog } from '~/services/executions/log-schema';

interface Failure {
  status?: number;
  headers?: Record<string, string>;
  request?: Partial<NonNullable<ApiCallLog['request']>>;
  call?: Partial<ApiCallLog>;
}

function failWith({ status, headers = {}, request = {}, call = {} }: Failure): ApiCallLog {
  return {
    status: 'error',
    startedAt: '2026-01-05T12:00:00.000Z',
    webhookExecution: null,
    request: { responseHandling: null, retryData: null, ...request },
    response: status === undefined ? null : { status, headers },
    ...call,
  } as ApiCallLog;
}

const noRetry =
  'It was sent once, because the call had no response handling. To retry such failures, edit the call and press “Retry three times”.';

test.each<[string, Failure, string[]]>([
  ['a server error', { status: 503 }, [noRetry]],
  [
    'a used up rate limit with seconds',
    { status: 429, headers: { 'retry-after': '3' } },
    ['The target asks to wait 3 seconds (Retry-After).', noRetry],
  ],
  [
    'a used up rate limit with a date',
    { status: 429, headers: { 'retry-after': 'Mon, 05 Jan 2026 13:00:00 GMT' } },
    ['The target asks to wait until Mon, 05 Jan 2026 13:00:00 GMT (Retry-After).', noRetry],
  ],
  ['no response', {}, [noRetry]],
  [
    'a refused call',
    { status: 401 },
    ['The target refused who is asking: check what the call sends under Auth.'],
  ],
  [
    'a refused connection',
    { status: 403, request: { connection: 'Stripe' } },
    ['The target refused the connection Stripe: check its credentials, and what they may do there.'],
  ],
  ['a wrong request', { status: 422 }, []],
  ['what was never sent', { call: { startedAt: null } }, []],
  [
    'what a rule posted',
    { status: 500, call: { webhookExecution: {} as ApiCallLog['webhookExecution'] } },
    [],
  ],
  ['a call that succeeded', { status: 200, call: { status: 'success' } }, []],
  [
    'a call whose rules decided',
    {
      status: 500,
      request: { responseHandling: {} as NonNullable<ApiCallLog['request']>['responseHandling'] },
    },
    [],
  ],
])('what may help after %s', (_what, failure, sentences) => {
  expect(adviseAfterFailure(failWith(failure))).toEqual(sentences);
});
