import { describe, expect, test } from 'vitest';
import { decideRuling } from '~/engine/run/response-rule';
import { ResponseHandlingStep } from '~/engine/definition/response-step';
import { createMaskSecrets } from '~/engine/secrets/mask-secrets';
import { makeHandling, noAnswer } from './run-steps';
import { answer } from './recorded-events';

function ruleOn(actions: object[], status: number, { attempt = 1, more = {}, headers = {} } = {}) {
  const handling = ResponseHandlingStep.parse(makeHandling('c1', actions, more));
  const outcome = status === 0 ? noAnswer : answer('', { status, headers: Object.entries(headers) });
  return decideRuling(handling, outcome, { attempt, maskSecrets: (text) => text });
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
  ])('for %j on %i matches by %j', async (statusCodes, status, matched) => {
    const ruling = await ruleOn([{ statusCodes, action: 'continue' }], status);
    expect(ruling).toMatchObject({ action: 'continue', matchedStatusCode: matched });
  });

  test('that comes first wins', async () => {
    const actions = [
      { statusCodes: ['5xx'], action: 'stop_notify' },
      { statusCodes: [503], action: 'continue' },
    ];
    expect(await ruleOn(actions, 503)).toMatchObject({ action: 'stop_notify', matchedStatusCode: '5xx' });
  });

  test('leaves what it does not name to the default action', async () => {
    const more = { defaultAction: 'stop_notify', defaultNotificationEmail: 'ops@example.com' };
    expect(await ruleOn([{ statusCodes: [404], action: 'continue' }], 500, { more })).toEqual({
      action: 'stop_notify',
      matchedStatusCode: null,
      delayMs: null,
      notificationEmail: 'ops@example.com',
      answeredAt: Date.UTC(2026, 0, 5, 12),
      hasRetryConfig: false,
      hasWebhookURL: false,
    });
  });

  test('that stops mails its own address, else the default one, else nobody by name', async () => {
    const more = { defaultNotificationEmail: 'ops@example.com' };
    const stop = { statusCodes: [500], action: 'stop_notify' };
    const own = { ...stop, notificationEmail: 'me@example.com' };
    expect((await ruleOn([own], 500, { more })).notificationEmail).toBe('me@example.com');
    expect((await ruleOn([stop], 500, { more })).notificationEmail).toBe('ops@example.com');
    expect((await ruleOn([stop], 500)).notificationEmail).toBeNull();
  });

  test('that posts says when the response came', async () => {
    const action = { statusCodes: ['network'], action: 'webhook', webhookURL: 'https://hook.example/' };
    expect(await ruleOn([action], 0)).toMatchObject({
      action: 'webhook',
      answeredAt: noAnswer.answeredAt,
      hasWebhookURL: true,
    });
  });
});

describe('a retry', () => {
  const retry = { statusCodes: [503, 'network'], action: 'retry', retryConfig: { maxRetries: 2 } };

  test('waits by its strategy until its tries are used up, then the default action applies', async () => {
    const more = { defaultAction: 'stop_notify' };
    const rulings = await Promise.all([1, 2, 3].map((attempt) => ruleOn([retry], 503, { attempt, more })));
    expect(rulings).toMatchObject([
      { action: 'retry', delayMs: 1_000, matchedStatusCode: '503', hasRetryConfig: true },
      { action: 'retry', delayMs: 2_000 },
      { action: 'stop_notify', delayMs: null, matchedStatusCode: null, hasRetryConfig: true },
    ]);
  });

  test('waits at least as long as the target asks', async () => {
    expect((await ruleOn([retry], 503, { headers: { 'retry-after': '20' } })).delayMs).toBe(20_000);
  });

  test('also follows no response at all, and needs no numbers', async () => {
    const { retryConfig: _, ...plain } = retry;
    expect(await ruleOn([plain], 0, { attempt: 3 })).toMatchObject({ action: 'retry', delayMs: 3_000 });
    expect(await ruleOn([plain], 0, { attempt: 4 })).toMatchObject({ action: 'continue', delayMs: null });
  });
});

const judge = (actions: object[], outcome: Parameters<typeof decideRuling>[1]) =>
  decideRuling(ResponseHandlingStep.parse(makeHandling('c1', actions)), outcome, {
    attempt: 1,
    maskSecrets: createMaskSecrets(['the-token']),
  });
const stop = (when: object[], statusCodes: unknown[] = []) => ({
  statusCodes,
  when,
  action: 'stop_notify',
});
const problemsOf = (action: object) =>
  ResponseHandlingStep.safeParse(makeHandling('c1', [action])).error?.issues.map(
    ({ path, message }) => `${path.slice(3).join('.')}: ${message}`,
  );

describe('a rule with conditions', () => {
  const ok = { field: 'response.body.ok', value: false };

  test('matches when all of them hold, and says which they were', async () => {
    expect(await judge([stop([ok], ['2xx'])], answer({ ok: false }))).toMatchObject({
      action: 'stop_notify',
      matchedStatusCode: '2xx',
      matchedConditions: 'response.body.ok equals false',
      ruleIndex: 0,
      isFailure: true,
    });
    const both = [ok, { field: 'response.body.error', operator: 'in', value: 'the-token, b' }];
    expect(await judge([stop(both)], answer({ ok: false, error: 'a' }))).toMatchObject({
      action: 'continue',
    });
    expect(await judge([stop(both)], answer({ ok: false, error: 'b' }))).toMatchObject({
      matchedStatusCode: 'any',
      matchedConditions: 'response.body.ok equals false and response.body.error in "••••, b"',
    });
  });

  test('leaves what does not hold to the rules behind it', async () => {
    const rules = [stop([ok], ['2xx']), { statusCodes: [200], action: 'continue' }];
    const ruling = await judge(rules, answer({ ok: true }));
    expect(ruling).toMatchObject({ action: 'continue', matchedStatusCode: '200', ruleIndex: 1 });
    expect(ruling).not.toHaveProperty('matchedConditions');
  });

  test.each([
    ['response.headers.X-State', 'equals', 'a, b', true],
    ["response.headers['X-STATE']", 'contains', 'b', true],
    ['response.headers.missing', 'not_exists', '', true],
    ['response.status', 'equals', '200', true],
    ['response.durationMs', 'less_or_equal', '12', true],
    ['response.durationMs', 'greater_than', '12', false],
    ['response.body', 'contains', 'Sorry', true],
    ['response.body.ok', 'exists', '', false],
  ])('reads %s: %s %s is %s', async (field, operator, value, holds) => {
    const headers: [string, string][] = [
      ['X-State', 'a'],
      ['x-state', 'b'],
    ];
    const ruling = await judge([stop([{ field, operator, value }])], answer('Sorry, not now', { headers }));
    expect(ruling.action).toBe(holds ? 'stop_notify' : 'continue');
  });

  test('without codes is for every answer, and for none at all only by name', async () => {
    const slow = { field: 'response.durationMs', operator: 'exists' };
    expect((await judge([stop([slow])], noAnswer)).action).toBe('continue');
    expect((await judge([stop([slow], ['network'])], noAnswer)).action).toBe('stop_notify');
  });

  test('says what of an answer it could not look at', async () => {
    expect((await judge([stop([ok])], answer('{"ok": fal', { truncated: true }))).note).toMatch(/too large/);
    expect((await judge([stop([ok])], answer('AAEC', { binary: true }))).note).toMatch(/not text/);
    const status = { field: 'response.status', value: 500 };
    expect(await judge([stop([status])], answer('{"ok": fal', { truncated: true }))).not.toHaveProperty(
      'note',
    );
  });

  test('needs codes or conditions, and conditions about the answer', async () => {
    expect(problemsOf({ statusCodes: [], action: 'continue' })).toEqual([
      'statusCodes: At least one status code is required',
    ]);
    expect(problemsOf({ when: [], action: 'continue' })).toEqual([
      'statusCodes: At least one status code is required',
    ]);
    expect(problemsOf({ when: [{ field: 'order.id', operator: 'exists' }, {}], action: 'go_to' })).toEqual([
      'when.0.field: A rule looks at the response: response.status, response.headers.…, response.body.… or response.durationMs',
      'when.1.field: Field to check is required',
      'when.1.value: Comparison value is required for equals operator',
      'goToApiCallId: Choose the API call to continue with',
    ]);
    expect(problemsOf({ when: [ok], action: 'continue' })).toBeUndefined();
  });

  test('of codes alone rules as it did before there were conditions', async () => {
    expect(Object.keys(await judge([{ statusCodes: [200], action: 'continue' }], answer('')))).toEqual([
      'action',
      'matchedStatusCode',
      'delayMs',
      'notificationEmail',
      'answeredAt',
      'hasRetryConfig',
      'hasWebhookURL',
    ]);
  });
});
