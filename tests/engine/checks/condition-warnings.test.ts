// Conditions and rules that can never hold as they were probably meant.
import { describe, expect, test } from 'vitest';
import { listWarnings } from '~/engine/checks/warnings';
import { Definition } from '~/engine/integration';
import { makeChain, makeCheck, makeHandling } from '../run/run-steps';

const known = { saveAs: 'order' };

function warnOf(condition: object): string[] {
  return listWarnings(
    makeChain([{ responseMapping: known }, {}], {
      checks: [makeCheck(1, { field: 'order.a', ...condition })],
    }),
  );
}

function warnOfRules(rules: object[]): string[] {
  return listWarnings(makeChain([{ name: 'Send' }], { handlings: [makeHandling('c1', rules)] }));
}

const ofBody = (value: string) => [{ field: 'response.body.a', operator: 'equals', value }];

describe('the value of a condition', () => {
  test.each([
    [
      { operator: 'greater_than', value: '{{order.b}}' },
      "Condition: {{order.b}} is compared as text, not filled in. To compare with it, write {{order.a | is: 'greater_than', order.b}} as the field, and true as the value.",
    ],
    [
      { operator: 'equals', value: '"paid"' },
      'Condition: the value "paid" is compared with its quotation marks. Leave them out.',
    ],
    ...['100 EUR', '1.000,50', '1,000', '$5', '20%'].map((value): [object, string] => [
      { operator: 'less_or_equal', value },
      `Condition: “${value}” is not read as a number, so order.a is never compared with it as one. Write it as 1000.5.`,
    ]),
  ])('is warned of: %j', (condition, warning) => expect(warnOf(condition)).toEqual([warning]));

  test.each([
    { operator: 'equals', value: 'paid' },
    { operator: 'equals', value: '1,000' },
    { operator: 'equals', value: 'say "hi"' },
    { operator: 'in', value: '"a"' },
    { operator: 'greater_than', value: '-1.5e3' },
    { operator: 'greater_than', value: 100 },
    { operator: 'greater_than', value: '2026-01-05' },
    { operator: 'less_than', value: 'v2' },
    { operator: 'exists', value: '{{order.b}}' },
  ])('is not warned of: %j', (condition) => expect(warnOf(condition)).toEqual([]));

  test('does what the warning advises', () => {
    expect(
      warnOf({ field: "order.a | is: 'greater_than', order.b", operator: 'equals', value: true }),
    ).toEqual([]);
  });

  test('is warned of in a webhook, in a rule and in what a call waits for', () => {
    const definition = Definition.parse({
      ...makeChain([{ name: 'Poll', repeat: { kind: 'until', conditions: ofBody('"done"') } }], {
        handlings: [makeHandling('c1', [{ when: ofBody('{{name}}'), action: 'continue' }])],
      }),
      triggerConfig: {
        type: 'webhook',
        webhook: { onlyRunIf: [{ field: 'trigger.a', operator: 'equals', value: '"new"' }] },
      },
    });
    expect(listWarnings(definition)).toEqual([
      'Only run if: the value "new" is compared with its quotation marks. Leave them out.',
      'Poll: the value "done" is compared with its quotation marks. Leave them out.',
      'Poll: {{name}} is compared as text, not filled in. Only a conditional step can compare with a variable.',
    ]);
  });
});

const take = (...statusCodes: (number | string)[]) => ({ statusCodes, action: 'continue' });
const notOk = [{ field: 'response.body.ok', operator: 'equals', value: false }];
const neverUsed = (codes: string) =>
  `Send: the rule for ${codes} is never used, because the rules above it take all its responses.`;

describe('a rule that is never used', () => {
  test.each([
    [[take('2xx'), take(200)], ['200']],
    [[take(200), take(200, 201), take(201)], ['201']],
    [[take('500-599'), take(503, '5xx')], ['503, 5xx']],
    [[take('network'), take('network')], ['network']],
    [[take('2xx'), { ...take(204), when: notOk }], ['204']],
    [
      [take('1xx', '2xx', '3xx', '4xx', '5xx'), { statusCodes: [], when: notOk, action: 'end' }],
      ['any response'],
    ],
  ])('is warned of: %j', (rules, codes) => expect(warnOfRules(rules)).toEqual(codes.map(neverUsed)));

  test.each([
    [[take(200), take('2xx')]],
    [[{ ...take('2xx'), when: notOk }, take(200)]],
    [[take('5xx'), take('5xx', 'network')]],
    [[take(200, 201), { statusCodes: [], when: notOk, action: 'end' }]],
  ])('is not warned of: %j', (rules) => expect(warnOfRules(rules)).toEqual([]));
});
