import { expect, test } from 'vitest';
import type { TestLog } from '~/services/test-runs/log-schema';
import { shortenLog } from '~/services/test-runs/opened-log';

function makeLog(body: string, attempts = 0): TestLog {
  const attempt = {
    attemptNumber: 1,
    status: 'error' as const,
    response: { status: 503, body },
    error: 'HTTP 503',
    duration: 5,
    delayMs: null,
    timestamp: '2026-01-05T12:00:00.000Z',
  };
  return {
    id: 'log',
    executionId: 'run',
    kind: 'API CALL',
    status: 'success',
    apiCallName: 'Read',
    message: 'HTTP 200',
    createdAt: '2026-01-05T12:00:00.000Z',
    details: {
      request: {
        method: 'GET',
        url: 'https://api.example.com/',
        headers: { Accept: '*/*' },
        body: '',
        responseHandling: null,
      },
      response: { status: 200, headers: {}, body, responseHandling: null },
      error: null,
      duration: 5,
      conditionalExecution: null,
      responseHandlingExecution: {
        matchedAction: 'retry',
        matchedStatusCode: '5xx',
        totalRetries: attempts,
        finalSuccess: true,
        retryAttempts: Array.from({ length: attempts }, () => attempt),
      },
    },
  };
}

function shortenBody(body: string): string | undefined {
  return shortenLog(makeLog(body)).details.response?.body;
}

test('short JSON is laid out with its digits, and what only looks like it stays', () => {
  expect(shortenBody('{"n":1.10}')).toBe('{\n  "n": 1.10\n}');
  expect(shortenBody('{"n":')).toBe('{"n":');
  expect(shortenBody('<html>')).toBe('<html>');
});

test('long texts are cut, and the more there are the shorter', () => {
  expect(shortenBody('x'.repeat(5_000))).toBe(`${'x'.repeat(4_000)}…`);
  const attempts = shortenLog(makeLog('x'.repeat(5_000), 100)).details.responseHandlingExecution
    ?.retryAttempts;
  expect(attempts?.at(0)?.response?.body).toBe(`${'x'.repeat(4_000)}…`);
  expect(attempts?.at(-1)?.response?.body).toBe(`${'x'.repeat(200)}…`);
});
