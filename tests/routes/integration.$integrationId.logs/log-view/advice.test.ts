import { expect, test } from 'vitest';
import { retryLabel } from '~/components/integration/retry-label';
import { refusedAddressEnd } from '~/engine/events/failure-reason';
import { adviseOn } from '~/routes/integration.$integrationId.logs/log-view/advice';
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
    error: null,
    webhookExecution: null,
    request: { responseHandling: null, retryData: null, ...request },
    response: status === undefined ? null : { status, headers },
    ...call,
  } as ApiCallLog;
}

const noRetry = `It was sent once, because the call had no response handling. To retry such failures, edit the call and press “${retryLabel}”.`;

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
  ['an address that calls may not reach', { call: { error: `Add 10.1.2.3:80 ${refusedAddressEnd}` } }, []],
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
  expect(adviseOn(failWith(failure))).toEqual(sentences);
});

const page = 'The answer is a web page, not JSON. Check the address, and whether it asks to log in.';
const html = { 'content-type': 'text/html; charset=utf-8' };
const json = { 'content-type': 'application/json' };
const missing = { variableName: 'id', jsonPath: '$.id', type: 'missing', success: false };

interface Answered {
  sent?: Record<string, string>;
  answered: Record<string, string>;
  extractions?: object[];
  call?: Partial<ApiCallLog>;
}

test.each<[string, Answered, string[]]>([
  ['a web page whose field is read', { answered: html, extractions: [missing] }, [page]],
  [
    'an old web page',
    { answered: { 'content-type': 'application/xhtml+xml' }, extractions: [missing] },
    [page],
  ],
  [
    'a web page after JSON was sent',
    { sent: { 'Content-Type': 'application/json' }, answered: html },
    [page],
  ],
  [
    'a web page where JSON is accepted',
    { sent: { accept: 'application/vnd.a+json' }, answered: html },
    [page],
  ],
  ['a web page that was asked for', { sent: { Accept: 'text/html' }, answered: html }, []],
  [
    'a web page whose text is kept',
    { answered: html, extractions: [{ ...missing, type: 'string', success: true }] },
    [],
  ],
  ['JSON without the field', { answered: json, extractions: [missing] }, []],
  ['no type', { answered: {}, extractions: [missing] }, []],
  [
    'what a rule posted',
    { sent: json, answered: html, call: { webhookExecution: {} as ApiCallLog['webhookExecution'] } },
    [],
  ],
])(
  'what may help after a success with %s',
  (_what, { sent = {}, answered, extractions, call }, sentences) => {
    const logged = failWith({ status: 200, headers: answered, call: { status: 'success', ...call } });
    if (logged.request) logged.request.headers = sent;
    if (logged.response && extractions) {
      Object.assign(logged.response, { responseMapping: { saveAs: null, extractions } });
    }
    expect(adviseOn(logged)).toEqual(sentences);
  },
);
