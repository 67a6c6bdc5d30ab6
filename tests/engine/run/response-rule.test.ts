import { describe, expect, test } from 'vitest';
import { decideRuling } from '~/engine/run/response-rule';
import { ResponseHandlingStep } from '~/engine/definition/response-step';
import { makeHandling, noAnswer } from './run-steps';
import { answer } from './recorded-events';

function ruleOn(actions: object[], status: number, { attempt = 1, more = {}, headers = {} } = {}) {
  const handling = ResponseHandlingStep.parse(makeHandling('c1', actions, more));
  const outcome = status === 0 ? noAnswer : answer('', { status, headers: Object.entries(headers) });
  return decideRuling(handling, outcome, attempt);
}

describe('a rule', () => {
  test.each([
    [[404], 404, '404'],
    [['404'], 404, '404'],
    [[404], 405, null],
    [[200, '4XX'], 499, '4xx'],
    [['4xx'], 500, null],
    [['500 - 599'], 500, '500-599'],
    [['500-599'], 599, '500-599'],
    [['500-598'], 599, null],
    [['network'], 0, 'network'],
    [['network'], 500, null],
    [['5xx', 500, '100-599'], 0, null],
  ])('for %j on %i matches by %j', (statusCodes, status, matched) => {
    const ruling = ruleOn([{ statusCodes, action: 'continue' }], status);
    expect(ruling).toMatchObject({ action: 'continue', matchedStatusCode: matched });
  });

  test('that comes first wins', () => {
    const actions = [
      { statusCodes: ['5xx'], action: 'stop_notify' },
      { statusCodes: [503], action: 'continue' },
    ];
    expect(ruleOn(actions, 503)).toMatchObject({ action: 'stop_notify', matchedStatusCode: '5xx' });
  });

  test('leaves what it does not name to the default action', () => {
    const more = { defaultAction: 'stop_notify', defaultNotificationEmail: 'ops@example.com' };
    expect(ruleOn([{ statusCodes: [404], action: 'continue' }], 500, { more })).toEqual({
      action: 'stop_notify',
      matchedStatusCode: null,
      delayMs: null,
      notificationEmail: 'ops@example.com',
      answeredAt: null,
      hasRetryConfig: false,
      hasWebhookURL: false,
    });
  });

  test('that stops mails its own address, else the default one, else nobody by name', () => {
    const more = { defaultNotificationEmail: 'ops@example.com' };
    const stop = { statusCodes: [500], action: 'stop_notify' };
    const own = { ...stop, notificationEmail: 'me@example.com' };
    expect(ruleOn([own], 500, { more }).notificationEmail).toBe('me@example.com');
    expect(ruleOn([stop], 500, { more }).notificationEmail).toBe('ops@example.com');
    expect(ruleOn([stop], 500).notificationEmail).toBeNull();
  });

  test('that posts says when the response came', () => {
    const action = { statusCodes: ['network'], action: 'webhook', webhookURL: 'https://hook.example/' };
    expect(ruleOn([action], 0)).toMatchObject({
      action: 'webhook',
      answeredAt: noAnswer.answeredAt,
      hasWebhookURL: true,
    });
  });
});

describe('a retry', () => {
  const retry = { statusCodes: [503, 'network'], action: 'retry', retryConfig: { maxRetries: 2 } };

  test('waits by its strategy until its tries are used up, then the default action applies', () => {
    const more = { defaultAction: 'stop_notify' };
    const rulings = [1, 2, 3].map((attempt) => ruleOn([retry], 503, { attempt, more }));
    expect(rulings).toMatchObject([
      { action: 'retry', delayMs: 1_000, matchedStatusCode: '503', hasRetryConfig: true },
      { action: 'retry', delayMs: 2_000 },
      { action: 'stop_notify', delayMs: null, matchedStatusCode: null, hasRetryConfig: true },
    ]);
  });

  test('waits at least as long as the target asks', () => {
    expect(ruleOn([retry], 503, { headers: { 'retry-after': '20' } }).delayMs).toBe(20_000);
  });

  test('also follows no response at all, and needs no numbers', () => {
    const { retryConfig: _, ...plain } = retry;
    expect(ruleOn([plain], 0, { attempt: 3 })).toMatchObject({ action: 'retry', delayMs: 3_000 });
    expect(ruleOn([plain], 0, { attempt: 4 })).toMatchObject({ action: 'continue', delayMs: null });
  });
});
