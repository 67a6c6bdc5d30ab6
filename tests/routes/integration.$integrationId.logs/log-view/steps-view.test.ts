import { expect, test } from 'vitest';
import type { ConditionLog } from '~/services/executions/log-schema';
import {
  viewCondition,
  viewHandling,
  viewRetries,
} from '~/routes/integration.$integrationId.logs/log-view/steps-view';

const condition: ConditionLog = {
  step: 1,
  conditionalStepId: 'check',
  conditionMet: false,
  fieldName: 'n',
  conditionType: 'greater_than',
  expectedValue: 5,
  actualValue: null,
  match: 'all',
  otherwise: 'skip_next',
  nextApiCallAction: 'skip',
  skippedCallName: 'Second',
  nextCallName: 'Third',
  timestamp: '2026-01-05T12:00:00.000Z',
};

test('a check says what was expected, what was there and what follows', () => {
  expect(viewCondition(condition, 0)).toEqual({
    key: '1-0',
    step: 1,
    fieldName: 'n',
    conditionType: 'greater_than',
    expected: '5',
    actual: 'null/missing',
    met: false,
    next: 'Will Skip: Second is skipped; the run continues with Third',
    item: null,
  });
  const met = {
    ...condition,
    actualValue: 'x'.repeat(300),
    otherwise: null,
    nextApiCallAction: 'execute' as const,
  };
  expect(viewCondition({ ...met, skippedCallName: null, nextCallName: null }, 1)).toMatchObject({
    actual: `${'x'.repeat(199)}…`,
    next: 'Will Execute: the run ends',
  });
  expect(viewCondition({ ...condition, otherwise: 'end', nextCallName: null }, 0).next).toBe(
    'Will Skip: the run ends here',
  );
});

test('a rule with conditions shows which they were, and what they could not look at', () => {
  const handling = {
    matchedAction: 'go_to' as const,
    matchedStatusCode: 'any',
    matchedConditions: 'response.body.ok equals false',
    note: 'The body is not text.',
    retryAttempt: 1,
    totalRetries: 0,
    finalSuccess: true,
    executionStopped: false,
    stopReason: null,
    hasRetryConfig: false,
    hasWebhookURL: false,
  };
  expect(viewHandling(handling).facts).toEqual([
    ['Action', 'Continue with a later call'],
    ['Matched', 'any'],
    ['When', 'response.body.ok equals false'],
    ['Not checked', 'The body is not text.'],
  ]);
});

test('attempts are counted from 1, the first too, and say how they ended and how long the next one waited', () => {
  const attempt = {
    attemptNumber: 1,
    statusCode: 503,
    responseBody: 'no',
    error: 'HTTP 503',
    duration: 20,
    delayMs: 1500,
    isRenewed: false,
    timestamp: '2026-01-05T12:00:00.000Z',
  };
  const running = { ...attempt, attemptNumber: 2, statusCode: null, responseBody: null, error: null };
  const shown = viewRetries({
    maxRetries: 3,
    retryAttempts: [attempt, { ...running, duration: null, delayMs: null }],
  });
  expect(shown).toEqual({
    title: 'Retry Attempts (2 of 4)',
    attempts: [
      {
        number: 1,
        status: 'HTTP 503',
        tone: 'bad',
        details: '20 ms · next attempt after 1,500 ms',
        body: 'no',
      },
      { number: 2, status: 'In progress', tone: 'info', details: '', body: '' },
    ],
  });
});

test('response handling says which rule applied and that it stopped the execution', () => {
  const { facts } = viewHandling({
    matchedAction: 'stop_notify',
    matchedStatusCode: null,
    retryAttempt: 2,
    totalRetries: 1,
    finalSuccess: false,
    executionStopped: true,
    stopReason: 'HTTP 503',
    hasRetryConfig: true,
    hasWebhookURL: false,
  });
  expect(facts).toEqual([
    ['Action', 'Stop and notify'],
    ['Matched', 'Default action'],
    ['Succeeded eventually', 'No'],
    ['Execution stopped', 'HTTP 503'],
  ]);
});
