import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { Condition, ConditionalStep } from '~/engine/definition/conditional-step';
import { Definition, TriggerConfig } from '~/engine/integration';
import { ApiCall } from '~/engine/definition/api-call';
import { JsonPath, ResponseMapping } from '~/engine/definition/response-mapping';
import { VariableName } from '~/engine/schema/variable-name';
import { HeaderName, HeaderValue } from '~/engine/definition/headers';
import { limits } from '~/engine/schema/limits';
import { parseJson } from '~/engine/json/json';
import { ResponseHandlingStep, RetryConfig, StatusCodeAction } from '~/engine/definition/response-step';

/** The problems of an input as `path: message`. */
function problemsOf(schema: z.ZodType, input: unknown): string[] {
  const { error } = schema.safeParse(input);
  return (error?.issues ?? []).map(({ path, message }) =>
    path.length ? `${path.join('.')}: ${message}` : message,
  );
}

const call = { id: 'c1', order: 1 };

function field(saveAs: string) {
  return { jsonPath: '.x', saveAs };
}

describe('ApiCall', () => {
  test('a new call is a GET without URL or authentication', () => {
    expect(ApiCall.parse(call)).toEqual({
      id: 'c1',
      order: 1,
      name: '',
      method: 'GET',
      url: '',
      headers: {},
      secretHeaders: [],
      allowedHosts: [],
      body: '',
      authConfig: { type: 'none' },
      responseMapping: { extractFields: [] },
      timeoutMs: 30_000,
      followRedirects: false,
    });
  });

  test.each<[object, string[]]>([
    [{ name: 'x'.repeat(30), order: 1.25, timeoutMs: 120_000 }, []],
    [{ note: 'x'.repeat(500) }, []],
    [{ note: 'x'.repeat(501) }, ['note: A note must be 500 characters or less']],
    [{ note: 'a\u0007b' }, ['note: A note must not contain control characters']],
    [{ note: 7 }, ['note: A note must be a text']],
    [{ name: 'x'.repeat(31) }, ['name: API call name must be 30 characters or less']],
    [{ method: '' }, ['method: HTTP method is required']],
    [{ method: 'TRACE' }, ['method: The HTTP method must be GET, POST, PUT, PATCH, DELETE, HEAD or OPTIONS']],
    [{ url: 'x'.repeat(8_193) }, ['url: URLs must be 8192 characters or less']],
    [{ body: 'x'.repeat(limits.bodyLength + 1) }, ['body: Request bodies must be 1 MiB or less']],
    [{ headers: { 'X-A': '1', 'x-a': '2' } }, ['headers: Header name already exists']],
    [{ headers: { 'X-A': 'a\nb' } }, ['headers.X-A: A header value must be one line']],
  ])('%j', (change, problems) => expect(problemsOf(ApiCall, { ...call, ...change })).toEqual(problems));

  test.each([
    { order: Number.NaN },
    { order: Infinity },
    { id: '' },
    { id: 'a b' },
    { id: 'x'.repeat(65) },
    { timeoutMs: 999 },
    { timeoutMs: 120_001 },
    { headers: { 'a b': '1' } },
    { headers: { '': '1' } },
    { headers: Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`X-${index}`, '1'])) },
    { authConfig: { type: 'digest' } },
    { authConfig: { type: 'basic', username: 'a\nb' } },
    { authConfig: { type: 'bearer', token: 'a\r\nX: y' } },
    { responseMapping: { saveAs: '1a' } },
  ])('%j is refused', (change) => expect(problemsOf(ApiCall, { ...call, ...change })).toHaveLength(1));

  test.each<[unknown, string]>([
    [undefined, ''],
    [null, ''],
    ['{"a":1}', '{"a":1}'],
    [{ a: 1 }, '{\n  "a": 1\n}'],
    [[1], '[\n  1\n]'],
    [parseJson('{"a":1.10}'), '{\n  "a": 1.10\n}'],
  ])('the body %j becomes text', (body, text) => expect(ApiCall.parse({ ...call, body }).body).toBe(text));

  test.each<[string, string | undefined]>([
    [' Counts in cents.\r\n\r\nDo not retry: {{id}} ', 'Counts in cents.\n\nDo not retry: {{id}}'],
    ['x\r\n'.repeat(167).trim(), 'x\n'.repeat(167).trim()],
    [' \n ', undefined],
  ])('the note %j is kept as %j', (note, kept) => {
    expect(ApiCall.parse({ ...call, note }).note).toBe(kept);
    expect(JSON.stringify(ApiCall.parse({ ...call, note: '' }))).toBe(JSON.stringify(ApiCall.parse(call)));
  });

  test('fields that are not part of a call are not kept', () => {
    expect(ApiCall.parse({ ...call, organizationId: 'x' })).not.toHaveProperty('organizationId');
  });
});

test.each<[unknown, string[]]>([
  ['repo', []],
  ['_a1', []],
  [' trimmed ', []],
  ['', ['Variable name is required']],
  ['  ', ['Variable name is required']],
  [undefined, ['Variable name is required']],
  [
    '1a',
    [
      'Variable name must start with a letter or underscore and contain only letters, numbers, and underscores',
    ],
  ],
  [
    'a-b',
    [
      'Variable name must start with a letter or underscore and contain only letters, numbers, and underscores',
    ],
  ],
  [
    'a\nb',
    [
      'Variable name must start with a letter or underscore and contain only letters, numbers, and underscores',
    ],
  ],
  ['x'.repeat(101), ['Variable name must be 100 characters or less']],
  ['trigger', ['This name is reserved']],
  ['Trigger', ['This name is reserved']],
  ['__proto__', ['This name is reserved']],
  ['constructor', ['This name is reserved']],
])('the variable name %j: %j', (name, problems) => {
  expect(problemsOf(VariableName, name)).toEqual(problems);
});

test.each<[unknown, string[]]>([
  ['$.a', []],
  ['', ['JSON path is required']],
  [undefined, ['JSON path is required']],
  ['field', ['JSON path should start with dot e.g .field or .[0].field']],
  ['.a[(@.b)]', ['Scripts and parent selectors cannot be used in a JSON path']],
  ['.a[', ['JSON path cannot be read. Write $.a[*] instead']],
  ['.a'.repeat(300), ['JSON path must be 500 characters or less']],
])('the JSON path %j: %j', (path, problems) => {
  expect(problemsOf(JsonPath, path).slice(0, 1)).toEqual(problems);
});

test('a JSON path is kept in one spelling, however often it is saved', () => {
  const kept = JsonPath.parse(' $.items.0.name ');
  expect(kept).toBe('.items[0].name');
  expect(JsonPath.parse(kept)).toBe(kept);
});

test('header names and values are those of HTTP', () => {
  for (const name of ['X-A', "!#$%&'*+.^_`|~-", '1']) expect(problemsOf(HeaderName, name)).toEqual([]);
  for (const name of ['', 'a b', 'a:', 'a\n', 'é', '__proto__'])
    expect(problemsOf(HeaderName, name)).not.toEqual([]);
  for (const value of ['', 'a\tb', 'é', '{{x}}']) expect(problemsOf(HeaderValue, value)).toEqual([]);
  for (const value of ['a\n', 'a\rb', '\0', '\u007f', '\u0085']) {
    expect(problemsOf(HeaderValue, value)).toEqual(['A header value must be one line']);
  }
  expect(problemsOf(HeaderValue, 'x'.repeat(8_193))).toEqual([
    'Header values must be 8192 characters or less',
  ]);
});

function keptAs(name: unknown) {
  return { saveAs: name, extractFields: [] };
}

describe('a response that is kept whole', () => {
  test.each(['', undefined])('under the name %j is not kept', (name) => {
    expect(ResponseMapping.parse(keptAs(name)).saveAs).toBeUndefined();
  });

  test.each([
    ['1a', VariableName.safeParse('1a').error?.issues[0]?.message],
    ['  ', 'Variable name is required'],
    [7, 'Variable name is required'],
    ['trigger', 'This name is reserved'],
  ])('under the name %j is rejected in one sentence', (name, message) => {
    expect(problemsOf(ResponseMapping, keptAs(name))).toEqual([`saveAs: ${message}`]);
  });
});

test.each(['', ' '])('a header without a name, %j, is rejected as the screen rejects it', (name) => {
  expect(problemsOf(HeaderName, name)).toEqual(['All headers must have both key and value']);
});

test.each<[z.ZodType, object, string]>([
  [TriggerConfig, { type: 'email' }, 'type: The trigger type must be manual, webhook, cron or event'],
  [TriggerConfig, {}, 'type: The trigger type must be manual, webhook, cron or event'],
  [
    ConditionalStep,
    { id: 's', order: 1, conditionalExecution: { executionTrigger: 'often' } },
    'conditionalExecution.executionTrigger: The execution trigger must be always or conditional',
  ],
  [
    Condition,
    { field: 'a', operator: 'like', value: 'b' },
    'operator: The operator must be equals, not_equals, less_than, greater_than, less_or_equal, greater_or_equal, ' +
      'contains, not_contains, starts_with, ends_with, exists, not_exists, is_empty, is_not_empty, in, not_in, equals_ignoring_case, contains_ignoring_case, before, after or has_length',
  ],
  [
    StatusCodeAction,
    { statusCodes: [500], action: 'mail' },
    'action: The action must be continue, stop_notify, retry, webhook, go_to or end',
  ],
  [
    ResponseHandlingStep,
    { id: 's', nextApiCallId: 'c1', responseHandling: { defaultAction: 'retry' } },
    'responseHandling.defaultAction: The default action must be continue or stop_notify',
  ],
  [
    RetryConfig,
    { backoffStrategy: 'random' },
    'backoffStrategy: The backoff strategy must be linear or exponential',
  ],
  [
    TriggerConfig,
    { type: 'cron', cron: { cronExpression: '0 9 * * *', missedRuns: 'some' } },
    'cron.missedRuns: Missed runs must be once, none or all',
  ],
  [
    TriggerConfig,
    { type: 'event', event: { integrationId: 'i', on: 'start' } },
    'event.on: The ending must be completed, error or any',
  ],
])('a choice that is none is rejected with those there are, %#', (schema, input, problem) => {
  expect(problemsOf(schema, input)).toEqual([problem]);
});

describe('TriggerConfig', () => {
  test.each([{ type: 'webhook' }, { type: 'webhook', webhook: {} }])('%j starts empty', (trigger) => {
    expect(TriggerConfig.parse(trigger)).toEqual({
      type: 'webhook',
      webhook: { secret: '', headers: {}, variables: [] },
    });
  });

  test.each([
    {},
    { type: 'other' },
    { type: 'cron' },
    { type: 'webhook', webhook: { secret: 'x'.repeat(2_001) } },
  ])('%j is rejected', (trigger) => expect(problemsOf(TriggerConfig, trigger)).toHaveLength(1));
});

describe('Definition', () => {
  test('starts with a manual trigger and no calls', () => {
    expect(Definition.parse({})).toEqual({
      triggerConfig: { type: 'manual' },
      apiCalls: [],
      conditionalExecutionSteps: [],
      responseHandlingSteps: [],
      dataMapping: {},
    });
  });

  test('has at most 50 calls, each with an id of its own', () => {
    const calls = Array.from({ length: 51 }, (_, index) => ({ id: `c${index}`, order: index }));
    expect(problemsOf(Definition, { apiCalls: calls.slice(1) })).toEqual([]);
    expect(problemsOf(Definition, { apiCalls: calls })).toEqual([
      'apiCalls: An integration may have at most 50 API calls',
    ]);
    expect(problemsOf(Definition, { apiCalls: [call, { ...call, order: 2 }] })).toEqual([
      'apiCalls.1.id: This id is taken',
    ]);
  });

  test('names no variable twice, whatever the case and wherever it comes from', () => {
    const definition = {
      triggerConfig: {
        type: 'webhook',
        webhook: { variables: ['repo', 'Repo'].map((name) => ({ name, jsonPath: '.x' })) },
      },
      apiCalls: [
        {
          id: 'a',
          order: 1,
          responseMapping: { saveAs: 'answer', extractFields: [field('REPO'), field('id')] },
        },
        {
          id: 'b',
          order: 2,
          responseMapping: { saveAs: 'Answer', extractFields: [field('Id'), field('other')] },
        },
      ],
    };
    expect(problemsOf(Definition, definition)).toEqual([
      'triggerConfig.webhook.variables.1.name: Duplicate variable name',
      'apiCalls.0.responseMapping.extractFields.0.saveAs: Duplicate variable name',
      'apiCalls.1.responseMapping.saveAs: Duplicate variable name',
      'apiCalls.1.responseMapping.extractFields.0.saveAs: Duplicate variable name',
    ]);
  });

  test('survives being stored and read again', () => {
    const definition = Definition.parse({
      triggerConfig: { type: 'webhook', webhook: { variables: [{ name: 'a', jsonPath: '0.id' }] } },
      apiCalls: [
        { ...call, body: { a: 1 }, responseMapping: { extractFields: [{ jsonPath: '$', saveAs: 'b' }] } },
      ],
      dataMapping: { triggerToApi: { a: [1] } },
    });
    expect(Definition.parse(JSON.parse(JSON.stringify(definition)))).toEqual(definition);
  });
});
