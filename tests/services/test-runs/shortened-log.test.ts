import { expect, test } from 'vitest';
import type { TestRun } from '~/services/test-runs/log';
import type { TestLog } from '~/services/test-runs/log-schema';
import { createShortener } from '~/services/test-runs/shortened-log';

function makeRun(body: string, calls = 1): TestRun {
  const log: TestLog = {
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
      responseHandlingExecution: null,
    },
  };
  const logs = Array.from({ length: calls }, () => log);
  return { id: 'run', status: 'completed', startedAt: log.createdAt, errorMessage: null, logs };
}

function shortenBody(body: string): string | undefined {
  return createShortener()(makeRun(body)).logs[0]?.details.response?.body;
}

test('short JSON is laid out with its digits, and what only looks like it stays', () => {
  expect(shortenBody('{"n":1.10}')).toBe('{\n  "n": 1.10\n}');
  expect(shortenBody('{"n":')).toBe('{"n":');
  expect(shortenBody('<html>')).toBe('<html>');
});

test('long texts are cut, and the more the page holds the shorter', () => {
  expect(shortenBody('x'.repeat(5_000))).toBe(`${'x'.repeat(4_000)}…`);
  const { logs } = createShortener()(makeRun('x'.repeat(5_000), 500));
  expect(logs.at(-1)?.details.response?.body).toBe(`${'x'.repeat(200)}…`);
  expect(JSON.stringify(logs).length).toBeLessThan(600_000);
});
