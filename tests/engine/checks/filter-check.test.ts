// Filters that are refused as they are saved, since they could never work.
import { describe, expect, test } from 'vitest';
import { listFilterProblems, listFilterWarnings } from '~/engine/checks/filter-check';
import { filterNames } from '~/engine/filters/filter-names';
import { findArgumentProblem } from '~/engine/filters/argument-problem';
import { Definition } from '~/engine/integration';
import { makeChain, makeCheck, makeHandling } from '../run/run-steps';

const inBody = (text: string) => listFilterProblems(makeChain([{ method: 'POST', body: text }]));

describe('a filter that could never work', () => {
  test.each([
    ["x | regex_match: '(a'", 'regex_match needs a regular expression: missing closing )'],
    ["x | regex_capture: '(a)', 2", 'regex_capture needs the number or name of a group of its pattern'],
    ["x | regex_replace: 'a', '$1'", 'regex_replace needs the number or name of a group of its pattern'],
    ["x | regex_replace: '[', y", 'regex_replace needs a regular expression: missing closing ]'],
    ["x | json_path: '$..a..b'", 'json_path needs a JSON path: A JSON path may use .. only once'],
    ["x | date: '%F', 'Europe/Berlni'", 'date needs a time zone, like Europe/Berlin'],
    [
      "x | date_add: 1, 'fortnight'",
      'date_add needs a unit: seconds, minutes, hours, days, weekdays, weeks, months or years',
    ],
    ["x | date_add: 1.5, 'days'", 'date_add needs a whole number to add'],
    [
      "x | date_diff: y, 'eons'",
      'date_diff needs a unit: seconds, minutes, hours, days, weekdays, weeks, months or years',
    ],
    ["x | date_diff: y, 'weekdays', 'Europe/Berlni'", 'date_diff needs a time zone, like Europe/Berlin'],
    ['x | divided_by: 0', 'divided_by cannot divide by 0'],
    ["x | times: 'many'", 'times needs a number for its argument'],
    ["x | where: 'a', 'resembles', 1", 'where needs an operator of conditions, like greater_than'],
    ["x | hmac_sha256: y, 'octal'", "hmac_sha256 is written in 'hex' or 'base64'"],
    ["x | default: 1 | file: 'a.pdf', 'pdf'", 'file needs a type like application/pdf'],
    ['x | chunk: 0', 'chunk needs a whole number from 1 on'],
  ])('is refused: %s', (inside, words) => {
    expect(inBody(`{{${inside}}}`)).toEqual({
      'apiCalls.0.body': [`{{${inside}}} would not work: ${words}`],
    });
  });

  test('is refused wherever it stands', () => {
    const bad = "x | regex_match: '('";
    const rule = { statusCodes: [500], action: 'webhook', webhookURL: `https://a.example/{{${bad}}}` };
    const chain = makeChain(
      [
        {
          url: `https://a.example/{{${bad}}}`,
          headers: { 'X-A': `{{${bad}}}`, 'X-Api-Key': `{{${bad}}}` },
          authConfig: { type: 'bearer', token: `{{${bad}}}` },
          wait: { kind: 'until', at: `{{${bad}}}` },
          responseMapping: { computed: [{ saveAs: 'c', template: `{{${bad}}}` }] },
          remember: [{ name: 'r', value: bad }],
        },
      ],
      { checks: [makeCheck(1, { field: bad, operator: 'exists' })], handlings: [makeHandling('c1', [rule])] },
    );
    const all = listFilterProblems(
      Definition.parse({
        ...chain,
        runSettings: { computed: [{ saveAs: 'd', template: `{{${bad}}}` }] },
        triggerConfig: {
          type: 'webhook',
          webhook: {
            respond: {
              mode: 'result',
              body: `{{${bad}}}`,
              headers: { 'X-A': `{{${bad}}}`, 'X-B': '{{b | divided_by: 0}}' },
            },
          },
        },
      }),
    );
    expect(all['triggerConfig.webhook.respond.headers']).toHaveLength(2);
    expect(Object.keys(all)).toEqual([
      'runSettings.computed.0.template',
      'triggerConfig.webhook.respond.body',
      'triggerConfig.webhook.respond.headers',
      'apiCalls.0.url',
      'apiCalls.0.headers.X-A',
      'apiCalls.0.headers.X-Api-Key',
      'apiCalls.0.authConfig.token',
      'apiCalls.0.wait.at',
      'apiCalls.0.responseMapping.computed.0.template',
      'apiCalls.0.remember.0.value',
      'conditionalExecutionSteps.0.conditionalExecution.condition.field',
      'responseHandlingSteps.0.responseHandling.statusCodeActions.0.webhookURL',
    ]);
    expect(all['apiCalls.0.headers.X-Api-Key']).toEqual([
      'A placeholder would not work: regex_match needs a regular expression: missing closing )',
    ]);
  });

  test('is refused in the message of a wait for an answer', () => {
    const wait = { kind: 'answer', seconds: 60, message: 'Pay {{x | divided_by: 0}}?' };
    expect(listFilterProblems(makeChain([{ wait }]))).toEqual({
      'apiCalls.0.wait.message': ['{{x | divided_by: 0}} would not work: divided_by cannot divide by 0'],
    });
  });
});

test.each([
  'x | regex_match: y',
  "x | regex_capture: '(?P<a>b)', 'a'",
  "x | regex_split: ','",
  "x | json_path: '$.a[?(@.b == 1)]'",
  "x | date: '%F', zone",
  "x | date: '%F', 'Europe/Berlin', 'de'",
  "x | date_add: n, 'days'",
  'x | divided_by: n',
  "x | round: 2 | fixed: 2 | currency: 'EUR', 'de'",
  "x | where: 'a' | where: 'a', 'b' | reject: 'a', 'greater_than', 1",
  "x | truncate: 10, '…' | slice: -3 | append: 'x'",
  "x | hmac_sha1: 'key'",
  "x | file: name, 'application/pdf'",
  "x | is: 'greater_than', 3 | choose: 'a', 'b'",
])('what may work is not refused: %s', (inside) => expect(inBody(`{{${inside}}}`)).toEqual({}));

test('is refused in the message of a wait for an answer', () => {
  const wait = { kind: 'answer', seconds: 60, message: "Ship {{x | date: '%F', 'Nowhere'}}?" };
  expect(Object.keys(listFilterProblems(makeChain([{ wait }])))).toEqual(['apiCalls.0.wait.message']);
});

const warnOf = (inside: string) => listFilterWarnings(makeChain([{ method: 'POST', body: `{{${inside}}}` }]));
const unread = (filter: string, words: string) => `${filter} has a field that cannot be read: ${words}`;

describe('a filter that is saved, but would not work', () => {
  test.each([
    ['x | tiems: 2', 'there is no filter tiems'],
    ['x | size: 2', 'the filter size takes no arguments'],
    ["x | map: 'price | tiems: qty'", unread('map', 'there is no filter tiems')],
    ["x | format_each: '{sku}: {price | tiems: qty}'", unread('format_each', 'there is no filter tiems')],
    ["x | pick: 'sku', 'price | tiems: qty as sum'", unread('pick', 'there is no filter tiems')],
    ["x | csv: 'sku', 'price | tiems: qty as sum'", unread('csv', 'there is no filter tiems')],
    ["x | where: 'name | upcse', 'A'", unread('where', 'there is no filter upcse')],
    ["x | reject: 'name | upcse', 'A'", unread('reject', 'there is no filter upcse')],
    ["x | sort: 'name | upcse'", unread('sort', 'there is no filter upcse')],
    ["x | uniq: 'name | upcse'", unread('uniq', 'there is no filter upcse')],
    ["x | group_by: 'name | upcse'", unread('group_by', 'there is no filter upcse')],
    ["x | sum: 'price', 'qty | nmber'", unread('sum', 'there is no filter nmber')],
    ["x | first | get: 'name | upcse'", unread('get', 'there is no filter upcse')],
    ["x | map: '| upcse'", unread('map', 'there is no filter upcse')],
    ["x | map: 'price | times'", unread('map', 'the filter times takes 1 argument')],
    [
      `x | format_each: '{items | sum: "total | tiems: 2"}'`,
      unread('format_each', unread('sum', 'there is no filter tiems')),
    ],
    [
      "x | map: 'Unit price | round'",
      unread(
        'map',
        "a name with other characters than letters, digits and _ is written in brackets, as ['Unit price']",
      ),
    ],
    [`x | map: 'price | times: "many"'`, 'map fails at an item: times needs a number for its argument'],
    [
      `x | pick: 'at | date: "%F", "Nowhere" as day'`,
      'pick fails at an item: date needs a time zone, like Europe/Berlin',
    ],
    [
      `x | format_each: '{items | map: "a | divided_by: 0"}'`,
      'format_each fails at an item: map fails at an item: divided_by cannot divide by 0',
    ],
  ])('is warned of: %s', (inside, words) => {
    expect(warnOf(inside)).toEqual([`API Call 1: {{${inside}}} would not work: ${words}.`]);
    // The name of a column may have a bar in it.
    expect(inBody(`{{${inside}}}`)).toEqual({});
  });

  test.each([
    "x | map: 'price | times: qty'",
    `x | map: "['Unit price'] | round"`,
    "x | where: 'size', 'a | b'",
    "x | set: 'a | b', 1",
    "x | append: 'a | b'",
    'x | pick: \'note | default: "as it is" as note\'',
    `x | format_each: '{name | upcase} | {sku}'`,
    'x | map: y',
  ])('is not warned of when it may work: %s', (inside) => expect(warnOf(inside)).toEqual([]));

  test('keeps the rest of a secret to itself', () => {
    const authConfig = { type: 'bearer', token: "{{x | k7}} {{x | map: 'a | k8'}}" };
    expect(listFilterWarnings(makeChain([{ authConfig }]))).toEqual([
      'API Call 1: A placeholder would not work: its filters cannot be read.',
    ]);
  });
});

const writeBroken = (count: number) =>
  Array.from({ length: count }, (_, index) => `{{x | regex_match: '(a${index}'}}`).join('');
const countProblems = (text: string) => inBody(text)['apiCalls.0.body']?.length;

test('very many filters are looked at as long as a run may take with them, so that a save does not hold up the server', () => {
  expect(countProblems(writeBroken(100))).toBe(100);
  const many = countProblems(writeBroken(20_000));
  expect(many).toBeGreaterThan(100);
  expect(many).toBeLessThan(1_000);
  // Nor are those of what comes behind it.
  const calls = Array.from({ length: 50 }, () => ({ method: 'POST', body: writeBroken(1_000) }));
  expect(Object.keys(listFilterProblems(makeChain(calls)))).toEqual(['apiCalls.0.body']);
});

test('no filter is found wrong without arguments that are', () => {
  for (const name of filterNames) expect(findArgumentProblem(name, [undefined, undefined])).toBeUndefined();
});
