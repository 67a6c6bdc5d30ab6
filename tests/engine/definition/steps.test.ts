import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { ConditionalStep } from '~/engine/definition/conditional-step';
import { Definition } from '~/engine/integration';
import { ResponseHandlingStep } from '~/engine/definition/response-step';
import { makeCheck, makeHandling } from '../run/run-steps';

function problemsOf(schema: z.ZodType, value: unknown): string[] {
  const { error } = schema.safeParse(value);
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
}

const base = 'conditionalExecution';

const step = (execution: object) => ({ id: 's', order: 1, conditionalExecution: execution });

describe('a conditional step', () => {
  test('needs a condition, and each condition a field and what it is compared with', () => {
    expect(problemsOf(ConditionalStep, step({}))).toEqual([
      `${base}.condition: Condition is required when using conditional execution`,
    ]);
    expect(
      problemsOf(
        ConditionalStep,
        step({ condition: {}, conditions: [{ field: 'a b', operator: 'less_than' }] }),
      ),
    ).toEqual([
      `${base}.condition.field: Field to check is required`,
      `${base}.condition.value: Comparison value is required for equals operator`,
      `${base}.conditions.0.field: Field to check must be a variable or a path into one, like status or order.items[0].id`,
      `${base}.conditions.0.value: Comparison value is required for less than operator`,
    ]);
    expect(problemsOf(ConditionalStep, step({ condition: { field: 'a', operator: 'exists' } }))).toEqual([]);
    expect(problemsOf(ConditionalStep, step({ condition: { field: 'a', value: 0 } }))).toEqual([]);
  });

  test.each([
    ['in', ' , ', 'Write the values with commas between them, like paid, shipped'],
    ['before', 'soon', 'Write a time like 2026-01-05 or 2026-01-05T12:00:00Z'],
    ['has_length', '1.5', 'Write a length as a whole number, like 3'],
  ])('by %s is not compared with %s', (operator, value, message) => {
    const problems = problemsOf(ConditionalStep, step({ condition: { field: 'a', operator, value } }));
    expect(problems).toEqual([`${base}.condition.value: ${message}`]);
  });

  test.each([{ enabled: false }, { executionTrigger: 'always' }])(
    'with %j may be unfinished',
    (execution) => {
      expect(problemsOf(ConditionalStep, { id: 's', order: 1, conditionalExecution: execution })).toEqual([]);
    },
  );
});

const parse = (more: object) =>
  ConditionalStep.parse({ ...step({ condition: { field: 'a', value: 1 } }), ...more });

describe('what follows when a conditional step does not hold', () => {
  test('is the next call left out, and all conditions count, unless it says otherwise', () => {
    expect(parse({})).toMatchObject({ match: 'all', otherwise: 'skip_next' });
    expect(parse({ match: 'any', otherwise: 'end' })).toMatchObject({ match: 'any', otherwise: 'end' });
  });

  test('keeps no call that it does not go to', () => {
    expect(parse({ otherwise: 'end', otherwiseApiCallId: 'c9' }).otherwiseApiCallId).toBeUndefined();
    expect(parse({ otherwise: 'go_to', otherwiseApiCallId: 'c9' }).otherwiseApiCallId).toBe('c9');
  });

  test('is one of what there is', () => {
    const wrong = { ...step({ condition: { field: 'a', value: 1 } }), match: 'some', otherwise: 'stop' };
    expect(problemsOf(ConditionalStep, wrong)).toEqual([
      'match: What must hold must be all or any',
      'otherwise: What happens otherwise must be skip_next, go_to or end',
    ]);
  });

  test('may be unfinished where nothing is checked', () => {
    const idle = { ...step({ enabled: false }), otherwise: 'go_to' };
    expect(problemsOf(ConditionalStep, idle)).toEqual([]);
  });
});

const handle = (rule: object, more: object = {}) =>
  makeHandling('c1', [{ statusCodes: [500], action: 'continue', ...rule }], more);

const read = (rule: object) =>
  ResponseHandlingStep.parse(handle(rule)).responseHandling.statusCodeActions[0]?.retryConfig;

describe('a response handling step', () => {
  const rules = 'responseHandling.statusCodeActions.0';

  test.each([
    [{}, 'Webhook URL is required'],
    [{ webhookURL: ' ' }, 'Webhook URL is required'],
    [{ webhookURL: 'hook' }, 'Invalid URL format'],
    [{ webhookURL: 'hook/{{x}}' }, 'Invalid URL format'],
    [{ webhookURL: 'ftp://{{host}}/' }, 'Webhook URL must use HTTP or HTTPS protocol'],
    [{ webhookURL: 'ftp://hook.example/' }, 'Webhook URL must use HTTP or HTTPS protocol'],
  ])('that posts to %j is rejected', (rule, message) => {
    expect(problemsOf(ResponseHandlingStep, handle({ action: 'webhook', ...rule }))).toEqual([
      `${rules}.webhookURL: ${message}`,
    ]);
  });

  test.each(['{{hook}}', '{{base}}/notices', 'https://{{host}}/x?y={{z}}'])(
    'may post to %s',
    (webhookURL) => {
      const parsed = ResponseHandlingStep.parse(handle({ action: 'webhook', webhookURL }));
      expect(parsed.responseHandling.statusCodeActions[0]?.webhookURL).toBe(webhookURL);
    },
  );

  test('may post to localhost, and trims the URL', () => {
    const parsed = ResponseHandlingStep.parse(
      handle({ action: 'webhook', webhookURL: ' http://localhost:3000/x ' }),
    );
    expect(parsed.responseHandling.statusCodeActions[0]?.webhookURL).toBe('http://localhost:3000/x');
  });

  test.each([99, 600, 200.5, '6xx', 'xx', '599-500', '500-600', '', 'any', null])(
    'for the code %j is rejected',
    (code) => {
      expect(problemsOf(ResponseHandlingStep, handle({ statusCodes: [code] }))).toEqual([
        `${rules}.statusCodes.0: A status code is a number from 100 to 599, a class like 4xx, a range like 500-599, or network`,
      ]);
    },
  );

  test('clamps what a retry says, and fills in what it leaves out', () => {
    expect(read({ action: 'retry', retryConfig: { maxRetries: 9, retryDelay: 1 } })).toEqual({
      maxRetries: 3,
      retryDelay: 100,
      backoffStrategy: 'linear',
    });
    expect(read({ action: 'retry', retryConfig: null })).toMatchObject({ maxRetries: 3, retryDelay: 1_000 });
    expect(read({})).toBeUndefined();
  });

  test('mails nobody by an empty address and rejects a wrong one', () => {
    const parsed = ResponseHandlingStep.parse(
      handle({ notificationEmail: ' ' }, { defaultNotificationEmail: null }),
    );
    expect(parsed.responseHandling.statusCodeActions[0]?.notificationEmail).toBeUndefined();
    expect(problemsOf(ResponseHandlingStep, handle({ notificationEmail: 'me' }))).toEqual([
      `${rules}.notificationEmail: Please enter a valid email address`,
    ]);
  });
});

describe('the steps of a definition', () => {
  const apiCalls = [1, 2, 3].map((order) => ({ id: `c${order}`, order, url: 'https://api.example/' }));
  const condition = { field: 'a', operator: 'exists' };
  const checks = (...conditionalExecutionSteps: object[]) =>
    problemsOf(Definition, { apiCalls, conditionalExecutionSteps });
  const handlings = (...responseHandlingSteps: object[]) =>
    problemsOf(Definition, { apiCalls, responseHandlingSteps });

  test('jump forward to calls that there are', () => {
    expect(checks(makeCheck(0, condition), makeCheck(1, condition, { nextApiCallId: 'c2' }))).toEqual([]);
    expect(checks(makeCheck(1, condition, { nextApiCallId: 'c3' }))).toEqual([]);
    expect(checks(makeCheck(1, condition, { nextApiCallId: 'gone' }))).toEqual([
      'conditionalExecutionSteps.0.nextApiCallId: The API call to continue with does not exist',
    ]);
    expect(checks(makeCheck(0, condition), makeCheck(1, condition, { nextApiCallId: 'c1' }))).toEqual([
      'conditionalExecutionSteps.1.nextApiCallId: Conditional execution can only continue with a later API call',
    ]);
  });

  const goTo = (otherwiseApiCallId?: string) =>
    checks(makeCheck(1, condition, { otherwise: 'go_to', otherwiseApiCallId }));

  test('go forward to calls that there are when they do not hold, too', () => {
    const field = 'conditionalExecutionSteps.0.otherwiseApiCallId';
    expect(goTo('c2')).toEqual([]);
    expect(goTo('c3')).toEqual([]);
    expect(goTo('gone')).toEqual([`${field}: The API call to continue with does not exist`]);
    expect(goTo('c1')).toEqual([`${field}: Conditional execution can only continue with a later API call`]);
    expect(goTo()).toEqual([
      `${field}: Choose the API call to continue with when the conditions are not met`,
    ]);
  });

  test('stand alone between two calls, with ids of their own', () => {
    const first = makeCheck(1, condition);
    expect(checks(first, { ...first, id: 'other', order: 1 })).toEqual([
      'conditionalExecutionSteps.1.order: There is already a conditional execution at this place',
    ]);
    expect(checks(first, { ...first, order: 2.5 })).toEqual([
      'conditionalExecutionSteps.1.id: This id is taken',
    ]);
  });

  test('handle a call that there is, each once', () => {
    expect(handlings(makeHandling('c1', []), makeHandling('c2', []))).toEqual([]);
    expect(handlings(makeHandling('gone', []))).toEqual([
      'responseHandlingSteps.0.nextApiCallId: The API call of this response handling does not exist',
    ]);
    expect(handlings(makeHandling('c1', []), makeHandling('c1', []))).toEqual([
      'responseHandlingSteps.1.id: This id is taken',
      'responseHandlingSteps.1.nextApiCallId: This API call already has a response handling',
    ]);
  });
});
